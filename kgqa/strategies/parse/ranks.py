"""The rules for places and parts of an order: "the second heaviest", "the top 10 percent", "the lightest and
the heaviest", "most expensive first", "…, and how much does it cost".

In: words that say which part of an order is meant, and what stands beside them. Out: superlatives and sets
with a Cut. `parts.py` makes forms of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from kgqa.forms.form import Order
from kgqa.strategies.parse.cues import Cue, Found
from kgqa.strategies.parse.meaning import FIRST, Cut, Found_, Limited, Operator, Role, Set
from kgqa.strategies.parse.measures import Measures

ALL = 100.0
NEXT = 0.1  # what it costs that places are said before their order
NUMBER = 0.2  # that a number of things is spoken of


@dataclass(frozen=True)
class Ranks:
    """Orders over one schema, for one question's words."""

    measures: Measures

    def operators(self, one: Operator, other: Operator) -> Iterator[Found_]:
        """“the second heaviest", "the highest total"."""
        ours, theirs = one.found, other.found
        if theirs.cue is Cue.SUPERLATIVE and ours.cue is Cue.RANK and other.cut == FIRST and not other.limit:
            yield _placed(other, ours), 0.0
        if ours.cue is Cue.SUPERLATIVE and theirs.cue is Cue.COUNT and not (ours.measures or theirs.units):
            yield one, NUMBER  # "the highest number of orders" is the most orders
        both = ours.cue is theirs.cue is Cue.SUPERLATIVE and ours.high and not ours.measures
        if both and theirs.measures and one.limit and one.cut == other.cut == FIRST and not other.limit:
            yield replace(other, limit=one.limit), 0.0  # "the top 5 cheapest"
        is_total = theirs.cue is Cue.AGGREGATE and theirs.function in ("SUM", "AVG")
        if ours.cue is Cue.SUPERLATIVE and is_total and not ours.measures and one.cut == FIRST:
            yield replace(one, summed=theirs.function), 0.0

    def both(self, one: Operator, other: Operator) -> Iterator[Found_]:
        """“the lightest and the heaviest": both ends of one measure."""
        ours, theirs = one.found, other.found
        is_pair = ours.cue is theirs.cue is Cue.SUPERLATIVE and ours.high != theirs.high
        is_one = not theirs.measures or set(ours.measures) & set(theirs.measures)
        plain = not (one.limit or other.limit) and one.cut == other.cut == FIRST
        if is_pair and plain and (is_one or not ours.measures):
            measures = ours.measures or theirs.measures
            yield replace(one, found=replace(ours, measures=measures), cut=Cut(both=True)), 0.0

    def percent(self, operator: Operator, limit: Limited) -> Iterator[Found_]:
        """“the top 10 percent"."""
        number = limit.found.number or 0.0
        if limit.found.unit == "%" and 0.0 < number < ALL and operator.cut == FIRST:
            yield replace(operator, cut=Cut(percent=number)), 0.0

    def taken(self, operator: Operator, other: Set, found: Iterable[Found_]) -> Iterator[Found_]:
        """What a superlative makes of a set, with the part of its order that is meant."""
        cut = operator.cut + other.cut
        for made, dear in found:
            if cut == FIRST or not isinstance(made, Set):
                yield made, dear
            elif made.order is not None or made.role is Role.MOST:
                limit = None if cut.is_part else other.limit if cut.every else made.limit
                yield made.changed(cut=cut, limit=limit), dear
            elif made.function and cut == Cut(both=True):
                yield made.changed(cut=cut), dear
            elif made.function and cut == Cut(offset=cut.offset):  # "the second highest salary"
                order = Order(str(made.focus.node), descending=made.function == "MAX")
                yield made.changed(function="", order=order, limit=operator.limit or 1, cut=cut), dear

    def placed(self, operator: Operator, other: Set, *, leads: bool) -> Iterator[Found_]:
        """“…, places 2 to 4": of an order that is said or follows."""
        found = operator.found
        if (
            found.function != "places"
            or other.cut.offset
            or other.cut.is_part
            or other.role is not Role.PLAIN
        ):
            return
        if not (other.function or other.counted or other.by) and not other.is_value:
            cut = replace(other.cut, every=False) + operator.cut
            yield other.changed(limit=operator.limit, cut=cut), 0.0 if not leads else NEXT

    def sorted(self, operator: Operator, other: Set) -> Iterator[Found_]:
        """“components per supplier, most first", "products by price, highest first"."""
        if other.order or other.role is not Role.PLAIN:
            return
        if other.by:
            order = Order(str(other.focus.node), operator.found.high, count=True)
            yield other.changed(order=order, cut=other.cut + Cut(every=True)), 0.0
            return
        yield from self.listed(operator, other)

    def listed(self, operator: Operator, other: Set) -> Iterator[Found_]:
        """“products by list price, most expensive first": by the number that stands beside each."""
        schema = self.measures.schema
        numbers = [e for e in other.also if e.literal and schema.is_numeric(e.literal)]
        if numbers and other.is_plain and not other.is_value:
            limit = other.limit if other.cut.offset else None
            order = Order(str(numbers[-1].node), operator.found.high)
            yield other.changed(order=order, limit=limit, cut=other.cut + Cut(every=not limit)), 0.0

    def shown(self, other: Set) -> Iterator[Found_]:
        """“…, and how much does it cost?": by what the rows are ordered stands beside them."""
        if other.order is not None and not other.by and other.role is Role.PLAIN:
            yield other.changed(cut=other.cut + Cut(shown=True)), 0.0


def _placed(operator: Operator, rank: Found) -> Operator:
    first, last = int(rank.number or 1), int(rank.until or rank.number or 1)
    return replace(operator, limit=last - first + 1, cut=Cut(offset=first - 1))
