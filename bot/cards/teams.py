"""The reply as one Adaptive Card for Microsoft Teams: Reply -> plain dict, a pure function.

Order: the answer, its buttons, the table, how it was read, then the evidence folded (query, trace), the
footer and what can be done. A whole message stays below what Teams takes; what is left out is said, with
where it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.buttons import Seal
from bot.cards.look import Look
from bot.cards.teams_buttons import acts, asks
from bot.cards.teams_elements import SMALL, Element, runs, short, text
from bot.cards.teams_evidence import evidence, missing
from bot.cards.teams_limits import CUTS, ENVELOPE, LIMIT, Cut, size
from bot.cards.teams_rows import chart, table
from bot.cards.teams_sheet import Sheet, sheet
from bot.cards.view import clean
from bot.links import Links
from bot.message import Reply

__all__ = ["LIMIT", "Drawn", "card", "chart_card", "draw", "notice", "size"]

_LEAD, _READING, _WARNING, _NOTICE = 2_000, 1_500, 500, 200  # characters that are shown
_FOOTER, _WARNINGS = 500, 5
_NO_TAGS = str.maketrans(
    {
        "<": "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}",
        ">": "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}",
    }
)

Rows = Callable[[Sheet, Cut], list[Element]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A card, with the types of the files that hold what it leaves out."""

    card: Element
    missing: tuple[str, ...]


def card(reply: Reply, *, seal: Seal, look: Look | None = None, links: Links | None = None) -> Element:
    """The Adaptive Card (version 1.5) of a reply; `seal` signs the values of its buttons, `links` lead to its
    files.
    """
    return draw(sheet(reply, seal=seal, look=look or Look(), links=links)).card


def chart_card(reply: Reply, *, seal: Seal, look: Look | None = None, links: Links | None = None) -> Element:
    """The same with its rows as a chart; as a table where they make none, or the client draws none."""
    return _fitting(sheet(reply, seal=seal, look=look or Look(), links=links), chart).card


def draw(sheet: Sheet, *, led: bool = False) -> Drawn:
    """The card, and what it has no room for; where it is `led`, its sentence stands above it already."""
    return _fitting(sheet, table, led=led)


def notice(reply: Reply) -> str:
    """The answer as one line for notifications, where clients may read markup: no tag survives."""
    return plain(reply.answer.text, _NOTICE)


def plain(words: str, limit: int) -> str:
    """At most `limit` characters on one line, with no tag in them, for where markup may be read."""
    return short(" ".join(clean(words).split()).translate(_NO_TAGS), limit)


def _fitting(sheet: Sheet, rows: Rows, *, led: bool = False) -> Drawn:
    for cut in CUTS:
        drawn = _card(sheet, cut, rows, led=led)
        if size(drawn) <= LIMIT - ENVELOPE:
            break
    return Drawn(card=drawn, missing=missing(sheet, cut))


def _card(sheet: Sheet, cut: Cut, rows: Rows, *, led: bool) -> Element:
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
            *rows(sheet, cut),
            *_reading(sheet),
            *evidence(sheet, cut),
            *_footer(sheet),
        ],
    }
    return drawn | ({"actions": actions} if (actions := acts(sheet)) else {})


def _lead(sheet: Sheet) -> list[Element]:
    words = sheet.view.lead
    lead = text(short(words, _LEAD), size="Medium", weight="Bolder")
    return [lead] if len(words) <= _LEAD else [lead, sheet.note(sheet.say("teams-short-sentence"))]


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
    if view.written:
        lines.append(text(view.written, **SMALL))
    lines += [text(short(w, _WARNING), color="Warning") for w in view.warnings[:_WARNINGS]]
    if left := len(view.warnings[_WARNINGS:]):
        lines.append(sheet.note(say("teams-more-warnings", count=left)))
    return lines


def _footer(sheet: Sheet) -> list[Element]:
    footer = short(sheet.view.footer, _FOOTER)
    return [text(footer, spacing="Medium", **SMALL)] if footer else []
