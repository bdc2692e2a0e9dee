"""The numbers and dates of a question, each with the stretch of the text that says it.

In: a text, its language, and the day on which it is asked. Out: amounts and periods. What overlaps is all
there: "2024" is a number and a year, and who fills a slot knows which is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from kgqa.language import Language
from kgqa.linking.tokens import Token, tokenise
from kgqa.values.calendar import near
from kgqa.values.periods import Calendar
from kgqa.values.quantities import Quantity, quantities


@dataclass(frozen=True, slots=True)
class Period:
    """A date or period at characters start..end: its first day, and the day after its last."""

    start: int
    end: int
    since: date
    before: date


def amounts(text: str, lang: Language) -> tuple[Quantity, ...]:
    """The numbers with their units. Of "between 1 and 5 km" both are kilometres."""
    found = sorted(dict.fromkeys(quantities(text, tokenise(text), lang)), key=lambda q: (q.start, -q.end))
    joining = lang.phrases("between.join")
    for at, one in enumerate(found):
        if one.units:
            continue
        for other in found:
            between = text[one.end : other.start].strip().casefold() if other.start >= one.end else ""
            if other.units and between in joining:
                found[at] = replace(one, units=other.units)
    return tuple(found)


def periods(text: str, lang: Language, today: date) -> tuple[Period, ...]:
    """The dates and periods, the longest first where one holds another."""
    tokens = tokenise(text)
    spans = Calendar(text, tokens, lambda start, end: _within(tokens, start, end), lang, near(today)).spans()
    found = {
        Period(tokens[first].start, tokens[last].end, since, before)
        for (first, last), since, before in spans
        if since < before
    }
    return tuple(sorted(found, key=lambda p: (p.start, -p.end, p.since)))


def _within(tokens: tuple[Token, ...], start: int, end: int) -> tuple[int, int] | None:
    """The tokens that lie in a stretch; None when it begins or ends inside of one."""
    inside = list(_touched(tokens, start, end))
    if not inside or tokens[inside[0]].start < start or tokens[inside[-1]].end > end:
        return None
    return inside[0], inside[-1]


def _touched(tokens: tuple[Token, ...], start: int, end: int) -> Iterator[int]:
    return (i for i, t in enumerate(tokens) if t.start < end and start < t.end)
