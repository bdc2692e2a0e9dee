"""How far apart two dates of a thing are: "orders shipped within five days", "jobs that were closed the same
day they were reported", "innerhalb von 24 Stunden geschlossen".

In: the words of a question, the schema. Out: sets of things, one of whose dates is on the day of an earlier
one or not longer than that after it; each with the words that say so. The later date is the one that another
word of the question speaks of; the earlier one is named, or the start of what such things do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from kgqa.forms.form import Filter, Literal
from kgqa.language import Language
from kgqa.language.operations import places
from kgqa.linking.tokens import Token
from kgqa.schema import Schema
from kgqa.schema.durations import duration
from kgqa.strategies.parse.current import begun
from kgqa.strategies.parse.delays import is_told
from kgqa.strategies.parse.meaning import End, Set
from kgqa.strategies.parse.measures import DAY, with_duration
from kgqa.types import LinkedQuestion
from kgqa.values.numbers import number
from kgqa.values.telling import plain
from kgqa.values.units import convert, readings

_SHORT = frozenset(("s", "min", "h", "d", "wk"))  # a month and a year have no fixed number of days
_LONGEST = 4  # words that name the earlier date: "of being placed", "they were reported"


@dataclass(frozen=True, slots=True)
class Apart:
    """Things whose dates are so far apart, with the first and the last token that say so. `number` readings
    are likelier.
    """

    first: int
    last: int
    things: Set
    number: int


@dataclass(frozen=True, slots=True)
class _Limit:
    """At most so many days; None where it is the same day. `first`..`last` are its tokens."""

    first: int
    last: int
    days: float | None


def apart(tokens: Sequence[Token], linked: LinkedQuestion, schema: Schema, lang: Language) -> Iterator[Apart]:
    """What the question says to be done on the same day, or within some time."""
    dates = [_dates_of(token, linked, schema) for token in tokens]
    for limit in _limits(tokens, lang):
        last, starts = _earlier(tokens, limit, dates, lang)
        rest = [*dates[: limit.first], *dates[last + 1 :]]
        pairs = [(a, b) for b in chain(*rest) for a in starts or begun(b, schema) if a != b]
        shared = [(a, b) for a, b in pairs if schema.overlap(schema.subjects(a), schema.subjects(b))]
        for count, pair in enumerate(dict.fromkeys(shared)):
            yield Apart(limit.first, last, _within(pair, limit, count, schema), count)


def _dates_of(token: Token, linked: LinkedQuestion, schema: Schema) -> list[str]:
    """The dates that a word speaks of, by its own sense or by its link."""
    links = (link for link in linked.links if link.start <= token.start < link.end)
    named = {m.iri for link in links for m in link.matches}
    days = sorted(filter(schema.is_day, schema.ontology.properties))
    return [p for p in days if p in named or is_told(p, token.folded, schema)]


def _limits(tokens: Sequence[Token], lang: Language) -> Iterator[_Limit]:
    words = [t.folded for t in tokens]
    for place in places(words, sorted(lang.phrases("apart.same_day"))):
        yield _Limit(place.start, place.stop - 1, None)
    for place in places(words, sorted(lang.phrases("apart.within"))):
        count, unit = place.stop, place.stop + 1
        if unit >= len(tokens):
            continue
        is_one = words[count] in lang.data["calendar"]["one"]
        many = 1 if is_one else number(tokens[count].text.lower(), lang)
        spans = [u for u in readings(tokens[unit].text) if u in _SHORT]
        days = convert(float(many), spans[0], DAY) if many and spans else None
        if days is not None:
            yield _Limit(place.start, unit, days)


def _earlier(
    tokens: Sequence[Token], limit: _Limit, dates: Sequence[list[str]], lang: Language
) -> tuple[int, list[str]]:
    """The last token of what the limit is counted from, and the dates that it names; none of them where it
    is not said.
    """
    first = limit.last + 1
    found = next((n for n in range(first, min(first + _LONGEST, len(tokens))) if dates[n]), None)
    if found is not None and tokens[first].folded in lang.phrases("apart.from"):
        return found, dates[found]
    return limit.last, []


def _within(dates: tuple[str, str], limit: _Limit, count: int, schema: Schema) -> Set:
    node = f"n{limit.first}_apart_{count}"
    here, there = (frozenset(schema.subjects(date)) for date in dates)
    owner = End(node, (here & there) - {""})
    made = with_duration(Set(focus=owner), duration(*dates), node, schema, whole=limit.days is None)
    most = Literal(plain(limit.days or 0), number=True)
    held = Filter(str(made.focus.node), "=" if limit.days is None else "<=", (most,))
    return made.changed(focus=owner, filters=(*made.filters, held), near=True)
