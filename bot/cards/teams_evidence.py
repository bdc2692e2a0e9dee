"""What an answer rests on, folded in an Adaptive Card: the query that ran, and how it came about."""

from __future__ import annotations

from bot.cards.teams_elements import SMALL, Element, code, indented, short, text
from bot.cards.teams_limits import Cut
from bot.cards.teams_rows import left_out
from bot.cards.teams_sheet import QUERY, ROWS, TRACE, Sheet


def evidence(sheet: Sheet, cut: Cut) -> list[Element]:
    """Buttons that unfold, the folds behind them, and links to files of what has no room."""
    say = sheet.say
    folds = [
        ("query", say("query"), _query(sheet, cut) if sheet.view.query else []),
        ("trace", say("trace"), _trace(sheet, cut) if sheet.view.steps else []),
    ]
    folds = [fold for fold in folds if fold[2]]
    is_open = sheet.reply.message.verbosity == "full"
    actions = [] if sheet.brief else [_toggle(identity, title) for identity, title, _ in folds]
    files = _files(sheet, cut)
    actions += files
    drawn: list[Element] = []
    if actions:
        drawn.append({"type": "ActionSet", "spacing": "Medium", "actions": actions})
    if sheet.brief:
        return drawn if files or not folds else [sheet.note(say("teams-brief"))]
    for identity, title, items in folds:
        heading = text(title, weight="Bolder", size="Small")
        drawn.append({"type": "Container", "id": identity, "isVisible": is_open, "items": [heading, *items]})
    return drawn


def missing(sheet: Sheet, cut: Cut) -> tuple[str, ...]:
    """The types of the files that hold what this card leaves out."""
    lines = _lines(sheet)
    return (
        *((ROWS,) if sheet.view.table_adds and left_out(sheet, cut) else ()),
        *((QUERY,) if sheet.view.query and not cut.query else ()),
        *((TRACE,) if len(lines) > cut.lines or any(len(line) > cut.line for line in lines) else ()),
    )


def _files(sheet: Sheet, cut: Cut) -> list[Element]:
    wanted = () if sheet.reply.message.private else missing(sheet, cut)  # there they are offered as files
    if sheet.brief:
        wanted = (*wanted, *((QUERY,) if sheet.view.query else ()), *((TRACE,) if sheet.view.steps else ()))
    titles = {ROWS: "teams-file-rows", QUERY: "teams-file-query", TRACE: "teams-file-trace"}
    return [
        {"type": "Action.OpenUrl", "title": sheet.say(name), "url": address}
        for media_type, name in titles.items()
        if media_type in wanted and (address := sheet.link(media_type))
    ]


def _toggle(identity: str, title: str) -> Element:
    return {"type": "Action.ToggleVisibility", "title": title, "targetElements": [identity]}


def _query(sheet: Sheet, cut: Cut) -> list[Element]:
    query, shown = sheet.reply.answer.query, sheet.view.query
    if not cut.query or query is None:
        return [sheet.note(sheet.say("teams-long-query", count=sheet.number(len(shown))))]
    plain = {"type": "Container", "spacing": "Small", "items": [code(line) for line in shown.split("\n")]}
    block = {
        "type": "CodeBlock",
        "spacing": "Small",
        "language": "PlainText",  # the nearest language that clients know, SQL, would be a wrong label
        "codeSnippet": shown,
        "fallback": plain,
    }
    return [block if cut.code_block else plain, text(f"sha256 {query.sha256}", **SMALL)]


def _trace(sheet: Sheet, cut: Cut) -> list[Element]:
    lines = _lines(sheet)
    drawn = [text(short(line, cut.line), size="Small", spacing="None") for line in lines[: cut.lines]]
    left = len(lines) - len(drawn)
    if left:
        drawn.append(sheet.note(sheet.say("teams-lines-left", count=sheet.number(left))))
    elif any(len(line) > cut.line for line in lines):
        drawn.append(sheet.note(sheet.say("teams-lines-short")))
    return drawn


def _lines(sheet: Sheet) -> list[str]:
    return [
        line
        for number, step in enumerate(sheet.view.steps, 1)
        for line in (
            f"{number}. {step.summary}{f' ({step.duration})' if step.duration else ''}",
            *(indented(part, 3) for detail in step.details for part in detail.split("\n")),
        )
    ]
