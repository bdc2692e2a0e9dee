"""What an answer rests on, in an Adaptive Card: one line that opens the query, the steps and the hash."""

from __future__ import annotations

from bot.cards.teams_buttons import files
from bot.cards.teams_elements import SMALL, Element, code, indented, runs, short, text
from bot.cards.teams_limits import Cut
from bot.cards.teams_sheet import Sheet

_FOLD = "evidence"  # the id of what the line opens
_LINE, _READING, _FOOTER = 600, 1_500, 500  # characters that are shown


def evidence(sheet: Sheet, cut: Cut) -> list[Element]:
    """The line, and behind it how it was read, the query that ran, and how it came about."""
    if not sheet.view.evidence:
        return []
    said = {"text": short(" ".join(sheet.view.evidence), _LINE), **SMALL}
    if sheet.brief:
        return [runs(said)]
    opens = sheet.view.opens
    toggle = {"type": "Action.ToggleVisibility", "title": opens, "targetElements": [_FOLD]}
    words = {"text": opens, "size": "Small", "color": "Accent"}
    line = {
        "type": "Container",
        "selectAction": toggle,
        "items": [runs(said, {"text": " ", "size": "Small"}, words)],
    }
    within = [*_reading(sheet), *_sources(sheet), *_query(sheet, cut), *_trace(sheet, cut)]
    within += [*_files(sheet), *_print(sheet)]
    is_open = sheet.reply.message.verbosity == "full"
    fold = {"type": "Container", "id": _FOLD, "isVisible": is_open, "style": "emphasis", "items": within}
    return [line, fold]


def _reading(sheet: Sheet) -> list[Element]:
    view, say, lines = sheet.view, sheet.say, []
    if view.restatement:
        reading = {"text": short(view.restatement, _READING), "size": "Small"}
        lines.append(runs({"text": f"{say('read-as')} ", **SMALL}, reading))
    if len(view.restatement) > _READING:
        lines.append(sheet.note(say("teams-short-reading")))
    if view.put_right:
        fixes = {"text": view.put_right, "size": "Small"}
        lines.append(runs({"text": f"{say('put-right')} ", **SMALL}, fixes))
    return lines


def _sources(sheet: Sheet) -> list[Element]:
    lines = [text(short(source, _READING), size="Small", spacing="None") for source in sheet.view.sources]
    return [_heading(sheet.say("sources")), *lines] if lines else []


def _query(sheet: Sheet, cut: Cut) -> list[Element]:
    query, shown = sheet.reply.answer.query, sheet.view.query
    if not shown:
        return []
    heading = _heading(sheet.say("query"))
    if not cut.query or query is None:
        told = sheet.say("teams-long-query", count=sheet.number(len(shown)))
        return [heading, sheet.note(told)]
    plain = {"type": "Container", "spacing": "Small", "items": [code(line) for line in shown.split("\n")]}
    block = {
        "type": "CodeBlock",
        "spacing": "Small",
        "language": "PlainText",  # the nearest language that clients know, SQL, would be a wrong label
        "codeSnippet": shown,
        "fallback": plain,
    }
    return [heading, block if cut.code_block else plain, text(f"sha256 {query.sha256}", **SMALL)]


def _trace(sheet: Sheet, cut: Cut) -> list[Element]:
    lines = _lines(sheet)
    if not lines:
        return []
    drawn = [text(short(line, cut.line), size="Small", spacing="None") for line in lines[: cut.lines]]
    left = len(lines) - len(drawn)
    if left:
        drawn.append(sheet.note(sheet.say("teams-lines-left", count=sheet.number(left))))
    elif any(len(line) > cut.line for line in lines):
        drawn.append(sheet.note(sheet.say("teams-lines-short")))
    return [_heading(sheet.say("trace")), *drawn]


def _files(sheet: Sheet) -> list[Element]:
    actions = files(sheet)
    return [{"type": "ActionSet", "spacing": "Medium", "actions": actions}] if actions else []


def _print(sheet: Sheet) -> list[Element]:
    """The small print: graph and version, rows, time, confidence, record."""
    footer = short(sheet.view.footer, _FOOTER)
    return [text(footer, spacing="Medium", **SMALL)] if footer else []


def _heading(title: str) -> Element:
    return text(title, weight="Bolder", size="Small", spacing="Medium")


def _lines(sheet: Sheet) -> list[str]:
    return [
        line
        for number, step in enumerate(sheet.view.steps, 1)
        for line in (
            f"{number}. {step.summary}{f' ({step.duration})' if step.duration else ''}",
            *(indented(part, 3) for detail in step.details for part in detail.split("\n")),
        )
    ]
