"""The buttons of an Adaptive Card: questions that can be asked next, and what can be done with the answer.

A press comes back as data {"button": a sealed value, "words": what stood on it}; what opens a dialog fetches
it (`task/fetch`). Thumbs stand last behind “…”: Teams draws its own, but not in every client.
"""

from __future__ import annotations

from bot.buttons import ASKS, Kind, Pressed
from bot.cards.look import Button
from bot.cards.teams_elements import SMALL, Element, short, text
from bot.cards.teams_sheet import QUERY, ROWS, SQL, TRACE, Sheet

_BUTTONS, _WORDS, _TOOLTIP, _LABEL = 10, 80, 150, 400
_WIDE = 44  # characters of a button that clients show whole
_THUMBS: tuple[Kind, ...] = ("up", "down")
_IN_SIGHT: tuple[Kind, ...] = ("share", "table", "evidence", "meant")  # the others stand behind “…”
_DIALOGS: tuple[Kind, ...] = ("meant", "edit", "down")


def asks(sheet: Sheet) -> list[Element]:
    """Choices and suggestions, each a button of its own line."""
    if not sheet.reply.reference:
        return []  # nothing that a press could name
    buttons = sheet.view.buttons
    shown = buttons[:_BUTTONS]
    below = any(len(_words(button)) > _WIDE for button in shown)  # clients cut a long button's words
    drawn = [
        part
        for n, button in enumerate(shown)
        for part in _asking(sheet, button, "Small" if n else "Default", below)
    ]
    if left := len(buttons) - len(shown):
        drawn.append(text(sheet.say("teams-more-choices", count=sheet.number(left)), **SMALL))
    return drawn


def acts(sheet: Sheet) -> list[Element]:
    """What can be done with the answer: a few buttons in sight, the others in the overflow."""
    opened: tuple[Kind, ...] = ("files",) if sheet.brief else ("evidence", "files")
    buttons = [button for button in sheet.view.acts if button.kind not in opened]
    first = [button for kind in _IN_SIGHT for button in buttons if button.kind == kind]
    rest = [button for button in buttons if button.kind not in (*_IN_SIGHT, *_THUMBS)]
    thumbs = [button for button in buttons if button.kind in _THUMBS]
    apart = files(sheet) if sheet.brief else []  # else they stand behind the line of evidence
    if len(rest) == 1 and not (apart or thumbs):
        first, rest = [*first, *rest], []  # “…” over one would hide it for nothing
    return [
        *(_action(sheet, button) for button in first),
        *(
            {**action, "mode": "secondary"}
            for action in (*(_action(sheet, b) for b in rest), *apart, *(_action(sheet, b) for b in thumbs))
        ),
    ]


def files(sheet: Sheet) -> list[Element]:
    """How to come by the files: in a personal chat the bot asks whether it may give them, elsewhere there are
    links.
    """
    button = sheet.view.act("files")
    if (sheet.reply.message.private or sheet.reply.message.to_asker) and sheet.links is not None:
        return [_action(sheet, button)] if button else []
    titles = {ROWS: "teams-file-rows", QUERY: "teams-file-query", SQL: "teams-file-query-sql"}
    titles |= {TRACE: "teams-file-trace"}
    return [
        {"type": "Action.OpenUrl", "title": sheet.say(name), "url": address}
        for media_type, name in titles.items()
        if (address := sheet.link(media_type))
    ]


def _asking(sheet: Sheet, button: Button, spacing: str, below: bool) -> list[Element]:
    """The button, with what does not fit on it: its detail below, or all of a long label above."""
    if len(button.label) > _WIDE:
        number = sheet.number(button.index + 1)
        action = {
            **_action(sheet, button),
            "title": short(f"{number}. {button.detail or button.label}", _WIDE),
        }
        return [
            text(f"{number}. {short(button.label, _LABEL)}", spacing=spacing),
            {"type": "ActionSet", "spacing": "Small", "actions": [action]},
        ]
    actions = [_action(sheet, button, below=below)]
    drawn: list[Element] = [{"type": "ActionSet", "spacing": spacing, "actions": actions}]
    if below and button.detail:
        drawn.append(text(short(button.detail, _TOOLTIP), spacing="None", **SMALL))
    return drawn


def _action(sheet: Sheet, button: Button, *, below: bool = False) -> Element:
    """The button; its detail is left out where it stands below."""
    words = _words(button)
    said = short(" ".join(words.split()), _WORDS)
    title = short(" ".join(button.label.split()), _WORDS) if below else said
    sealed = sheet.seal.sign(Pressed(sheet.reply.reference, button.kind, button.index))
    data = {"button": sealed, "words": said}
    tooltip = {"tooltip": short(words, _TOOLTIP)} if title != words else {}
    submit = {"type": "Action.Submit", "title": title, "data": data, **tooltip}
    if button.kind in _DIALOGS:
        return {**submit, "data": {**data, "msteams": {"type": "task/fetch"}}}
    verb = "ask" if button.kind in ASKS else "act"
    return {**submit, "type": "Action.Execute", "verb": verb, "fallback": submit}


def _words(button: Button) -> str:
    return " · ".join(part for part in (button.label, button.detail) if part)
