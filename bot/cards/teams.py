"""The reply as one Adaptive Card for Microsoft Teams: Reply -> plain dict, a pure function.

Order: the answer, its buttons, the table, warnings, the line of evidence that opens query and steps, and
what can be done. A whole message stays below what Teams takes; what is left out is said, with where it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.buttons import Seal
from bot.cards.look import Look
from bot.cards.teams_buttons import acts, asks
from bot.cards.teams_elements import Element, short, text
from bot.cards.teams_evidence import evidence
from bot.cards.teams_limits import ALL_CUTS, CUTS, ENVELOPE, LIMIT, Cut, size
from bot.cards.teams_rows import chart, rows, table
from bot.cards.teams_sheet import Sheet, sheet
from bot.cards.view import clean
from bot.links import Links
from bot.message import Reply

__all__ = ["LIMIT", "card", "chart_card", "draw", "evidence_card", "notice", "rows_card", "size"]

_LEAD, _WARNING, _NOTICE = 2_000, 500, 200  # characters that are shown
_WARNINGS = 5
_NO_TAGS = str.maketrans(
    {
        "<": "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}",
        ">": "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}",
    }
)

Rows = Callable[[Sheet, Cut], list[Element]]


def card(reply: Reply, *, seal: Seal, look: Look | None = None, links: Links | None = None) -> Element:
    """The Adaptive Card (version 1.5) of a reply; `seal` signs the values of its buttons, `links` lead to its
    files.
    """
    return draw(sheet(reply, seal=seal, look=look or Look(), links=links))


def chart_card(reply: Reply, *, seal: Seal, look: Look | None = None, links: Links | None = None) -> Element:
    """The same with its rows as a chart; as a table where they make none, or the client draws none."""
    return _fitting(sheet(reply, seal=seal, look=look or Look(), links=links), chart)


def rows_card(reply: Reply, *, seal: Seal, look: Look | None = None, links: Links | None = None) -> Element:
    """The same with as many of its rows as there is room for."""
    drawn = sheet(reply, seal=seal, look=look or Look(), links=links)
    shown = tuple(act for act in drawn.view.acts if act.kind != "table")
    return _fitting(replace(drawn, view=replace(drawn.view, acts=shown)), table, cuts=ALL_CUTS)


def evidence_card(
    reply: Reply, *, seal: Seal, look: Look | None = None, links: Links | None = None
) -> Element:
    """The same with query and steps open, however little its channel is shown of them."""
    opened = replace(reply, message=replace(reply.message, verbosity="full"))
    return card(opened, seal=seal, look=look, links=links)


def draw(sheet: Sheet, *, led: bool = False) -> Element:
    """The card; where it is `led`, its sentence stands above it already."""
    return _fitting(sheet, rows, led=led)


def notice(reply: Reply) -> str:
    """The answer as one line for notifications, where clients may read markup: no tag survives."""
    return plain(reply.answer.text, _NOTICE)


def plain(words: str, limit: int) -> str:
    """At most `limit` characters on one line, with no tag in them, for where markup may be read."""
    return short(" ".join(clean(words).split()).translate(_NO_TAGS), limit)


def _fitting(sheet: Sheet, draws: Rows, *, led: bool = False, cuts: tuple[Cut, ...] = CUTS) -> Element:
    for cut in cuts:
        drawn = _card(sheet, cut, draws, led=led)
        if size(drawn) <= LIMIT - ENVELOPE:
            break
    return drawn


def _card(sheet: Sheet, cut: Cut, draws: Rows, *, led: bool) -> Element:
    drawn: Element = {
        "type": "AdaptiveCard",
        "$schema": "https://adaptivecards.io/schemas/adaptive-card.json",
        "version": "1.5",
        "lang": str(sheet.locale).replace("_", "-"),
        "fallbackText": notice(sheet.reply),
        "msteams": {"width": "Full"} if sheet.view.table_adds else {},
        "body": [
            *([] if led else _lead(sheet)),
            *asks(sheet),
            *draws(sheet, cut),
            *_warnings(sheet),
            *evidence(sheet, cut),
        ],
    }
    return drawn | ({"actions": actions} if (actions := acts(sheet)) else {})


def _lead(sheet: Sheet) -> list[Element]:
    words = sheet.view.lead
    lead = text(short(words, _LEAD), size="Medium", weight="Bolder")
    return [lead] if len(words) <= _LEAD else [lead, sheet.note(sheet.say("teams-short-sentence"))]


def _warnings(sheet: Sheet) -> list[Element]:
    view = sheet.view
    lines = [text(short(w, _WARNING), color="Warning") for w in view.warnings[:_WARNINGS]]
    if left := len(view.warnings[_WARNINGS:]):
        lines.append(sheet.note(sheet.say("teams-more-warnings", count=left)))
    return lines
