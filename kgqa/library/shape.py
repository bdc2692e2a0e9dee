"""A verified pair -> a template: what the question names and the query uses is open, all else stands.

In: a pair, the links of its own question, the ontology. Out: a Template, whose gaps say where in the
question something stands that may be exchanged, and what may fill it. After Zaha 4.1.2, where an example's
entities are bound to variables of its query (`entity_bindings`, `var2cls`); here that is found, not written
by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from math import isclose

from kgqa.language import Language, fold
from kgqa.library.outline import outline
from kgqa.library.pair import Pair
from kgqa.library.said import Filling, Place
from kgqa.library.slots import LimitSlot, LiteralSlot, Slot, ThingSlot, slots_of
from kgqa.library.units import Outline
from kgqa.library.values import Period, amounts, periods
from kgqa.linking.tokens import tokenise
from kgqa.ontology import XSD, Ontology
from kgqa.sparql.model import ParsedQuery
from kgqa.types import LinkedQuestion, TermKind
from kgqa.values.quantities import Quantity
from kgqa.values.units import convert

NAMED = 0.6  # a name that is less like the thing does not name it


class Part(StrEnum):
    """Which day of a period a date of the query is."""

    FIRST = "first"
    LAST = "last"
    AFTER = "after"  # the day after the last
    YEAR = "year"


@dataclass(frozen=True, slots=True)
class Want:
    """A slot with what the words say of it: the classes of the thing; the unit of a number in the query, and
    those that were said; which day of a period; the spelling of a text (`lowered` where its capitals went).
    """

    slot: Slot
    classes: frozenset[str] = frozenset()
    unit: str = ""
    said: tuple[str, ...] = ()
    part: Part | None = None
    is_day: bool = False
    lowered: bool = False


@dataclass(frozen=True, slots=True)
class Gap:
    """A place of the question with the slots that its words fill."""

    place: Place
    wants: tuple[Want, ...]


@dataclass(frozen=True, slots=True)
class Template:
    """`dates` are the periods of the question that are no gaps: said anew, they must mean the same days."""

    pair: Pair
    query: ParsedQuery
    gaps: tuple[Gap, ...]
    outline: Outline
    dates: tuple[Period, ...] = ()


def template_of(
    pair: Pair, query: ParsedQuery, linked: LinkedQuestion, ontology: Ontology, lang: Language
) -> Template:
    """The template of a pair, whose query was read and whose question was linked. One without gaps stands for
    its own question alone, in other words.
    """
    meeting = _Meeting(linked, ontology, lang)
    gaps = _apart(gap for slot in slots_of(query, ontology) for gap in meeting.of(slot))
    places = [g.place for g in gaps]
    free = (p for p in meeting.periods if not any(_overlap(p, place) for place in places))
    return Template(pair, query, gaps, outline(linked, places, ontology, lang), tuple(free))


def _apart(found: Iterable[Gap]) -> tuple[Gap, ...]:
    """Gaps that do not overlap, the longest first; slots that one date fills are together, and what else is
    said by the same words is open to nobody.
    """
    by_place: dict[tuple[int, int], list[Gap]] = {}
    for gap in found:
        by_place.setdefault((gap.place.start, gap.place.end), []).append(gap)
    kept: list[Gap] = []
    for (start, end), gaps in sorted(by_place.items(), key=lambda e: (e[0][0] - e[0][1], e[0])):
        if any(k.place.start < end and start < k.place.end for k in kept):
            continue
        if len(gaps) > 1 and any(g.place.filling is not Filling.DATE for g in gaps):
            continue
        kept.append(Gap(gaps[0].place, tuple(w for g in gaps for w in g.wants)))
    return tuple(sorted(kept, key=lambda g: g.place.start))


def _overlap(one: Period, other: Place) -> bool:
    return one.start < other.end and other.start < one.end


def _inside(one: Place, other: Place) -> bool:
    """Whether a place is a part of another one: the "1 million" of "1 million euro"."""
    return (
        other.start <= one.start
        and one.end <= other.end
        and (one.end - one.start) < (other.end - other.start)
    )


class _Meeting:
    """The words of one question that name slots of its query."""

    def __init__(self, linked: LinkedQuestion, ontology: Ontology, lang: Language) -> None:
        self.linked, self.ontology = linked, ontology
        question = linked.question
        self.tokens = tokenise(question.text)
        self.amounts: Sequence[Quantity] = amounts(question.text, lang)
        self.periods = periods(question.text, lang, question.asked_at.date())

    def of(self, slot: Slot) -> Iterator[Gap]:
        """The gap of a slot, if exactly one place of the question names it."""
        match slot:
            case ThingSlot():
                found = [*self._thing(slot)][:1]
            case LimitSlot():
                found = [*self._limit(slot)]
            case LiteralSlot():
                found = [*self._date(slot)] or [*(self._number(slot) if slot.is_number else self._text(slot))]
        found = [g for g in found if not any(_inside(g.place, other.place) for other in found)]
        if len({(g.place.start, g.place.end) for g in found}) == 1:
            yield found[0]

    def _thing(self, slot: ThingSlot) -> Iterator[Gap]:
        links = sorted(self.linked.links, key=lambda n: (n.start - n.end, n.start))
        for link in links:
            for m in link.matches:
                if m.kind is TermKind.ENTITY and m.iri == slot.iri and m.score >= NAMED:
                    classes = frozenset(m.classes)
                    yield Gap(
                        Place(link.start, link.end, Filling.THING, classes), (Want(slot, classes=classes),)
                    )

    def _limit(self, slot: LimitSlot) -> Iterator[Gap]:
        for amount in self.amounts:
            if amount.value == slot.limit and not amount.units:
                yield Gap(Place(amount.start, amount.end, Filling.NUMBER), (Want(slot),))

    def _number(self, slot: LiteralSlot) -> Iterator[Gap]:
        value = float(slot.literal.value)
        units = {p.unit for iri in slot.properties if (p := self.ontology.properties.get(iri)) and p.unit}
        unit = units.pop() if len(units) == 1 else ""
        for amount in self.amounts:
            meant = [amount.value]
            if amount.units and unit:
                converted = (convert(amount.value, u, unit) for u in amount.units)
                meant = [v for v in converted if v is not None]
            if any(isclose(v, value, rel_tol=1e-9, abs_tol=1e-12) for v in meant):
                want = Want(slot, unit=unit, said=amount.units)
                yield Gap(Place(amount.start, amount.end, Filling.NUMBER), (want,))

    def _date(self, slot: LiteralSlot) -> Iterator[Gap]:
        """The longest stretch that means the day; inside of "March 2024" the year alone is not said."""
        best: list[Gap] = []
        for period in self.periods:
            part = part_of(slot, period)
            if part is None or any(b.place.start <= period.start and period.end <= b.place.end for b in best):
                continue
            if any(self._is_inside(period, other) for other in self.periods):
                continue
            is_day = period.before - period.since == timedelta(days=1)
            want = Want(slot, part=part, is_day=is_day)
            best.append(Gap(Place(period.start, period.end, Filling.DATE), (want,)))
        yield from best

    def _is_inside(self, period: Period, other: Period) -> bool:
        holds = other.start <= period.start and period.end <= other.end
        return holds and (other.start, other.end) != (period.start, period.end)

    def _text(self, slot: LiteralSlot) -> Iterator[Gap]:
        value = slot.literal.value
        for link in self.linked.links:
            for m in link.matches:
                if m.kind is TermKind.VALUE and m.value and fold(m.value) == fold(value):
                    lowered = value != m.value and value == m.value.lower()
                    yield Gap(Place(link.start, link.end, Filling.TEXT), (Want(slot, lowered=lowered),))
                    break
        if slot.inside:
            for token in self.tokens:
                if token.folded == fold(value):
                    lowered = value != token.text and value == token.text.lower()
                    place = Place(token.start, token.end, Filling.TEXT)
                    yield Gap(place, (Want(slot, lowered=lowered),))


def part_of(slot: LiteralSlot, period: Period) -> Part | None:
    """Which day of a period a literal is, if one."""
    value, datatype = slot.literal.value, slot.literal.datatype or ""
    if datatype == XSD + "gYear" or slot.is_year:
        return Part.YEAR if is_year(period) and value == str(period.since.year) else None
    if datatype not in (XSD + "date", XSD + "dateTime"):
        return None
    for part in (Part.FIRST, Part.AFTER, Part.LAST):
        if spelled(part, period, value, datatype) == value:
            return part
    return None


def is_year(period: Period) -> bool:
    """Whether a period is a whole year."""
    first = period.since
    return (first.month, first.day) == (1, 1) and period.before == first.replace(year=first.year + 1)


def spelled(part: Part, period: Period, like: str, datatype: str) -> str:
    """The day of a period, written like another one: with the same hour and zone behind it."""
    if part is Part.YEAR:
        return str(period.since.year)
    days = {Part.FIRST: period.since, Part.AFTER: period.before, Part.LAST: period.before - timedelta(days=1)}
    behind = like[10:] if datatype == XSD + "dateTime" else ""
    is_end = behind.startswith("T23:59")
    if behind and is_end != (part is Part.LAST):
        return ""
    return days[part].isoformat() + behind
