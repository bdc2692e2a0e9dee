"""The rules for what the values of each come to: "the highest total weight", "a total weight above 400 kg",
"the average unit price".

In: a total, and words that choose or limit by it. Out: relations that order or limit what stands before them
by the sum or the average of its values.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kgqa.forms.form import Having, Order
from kgqa.forms.quantities import line_of
from kgqa.language import Language
from kgqa.schema.durations import is_duration
from kgqa.strategies.parse.cues import Cue
from kgqa.strategies.parse.meaning import End, Found_, Grouper, Limited, Operator, Role, Set
from kgqa.strategies.parse.measures import Measures
from kgqa.strategies.parse.patterns import FREE, SINGLE, UNSAID, Patterns

PIECEWISE = "AVG of a piece"  # an average in which each counts as often as there are pieces of it
ADDED = ("SUM", "AVG", PIECEWISE)


@dataclass(frozen=True)
class Totals:
    """Totals over one schema, for one question's words."""

    patterns: Patterns
    measures: Measures
    lang: Language
    words: tuple[str, ...]

    def is_total(self, other: Set) -> bool:
        """Whether a set is what numbers come to: "total weight", "Gesamtgewicht"."""
        is_plain = other.changed(function="").is_plain and not (other.limit or other.whole)
        return other.function in ADDED and other.is_value and is_plain

    def function(self, function: str) -> str:
        """The function that an aggregate stands for where the question speaks of one piece."""
        is_piecewise = function == "AVG" and not self.lang.phrases("weighted.piece").isdisjoint(self.words)
        return PIECEWISE if is_piecewise else function

    def highest(self, operator: Operator, other: Set) -> Iterator[Found_]:
        """“the highest total weight"; "the top 5 best-selling"."""
        if other.summed:
            if operator.limit and not operator.found.measures:
                yield other.changed(limit=operator.limit), 0.0
            return
        function = self.function(operator.summed) or other.function
        value = other.changed(function="")
        measures = operator.found.measures
        if is_duration(value.focus.literal) and measures in self.lang.lasting_measures:
            measures = ()  # "the longest average time"
        if measures or operator.cut.is_part or not self._is_number(value):
            return
        if not (operator.summed and other.function):
            most = value.changed(role=Role.MOST, summed=function, high=operator.found.high)
            yield most.changed(limit=operator.limit or 1, cut=operator.cut), 0.0

    def limited(self, one: Set, limit: Limited) -> Iterator[Found_]:
        """“a total weight above 400 kg", "on average more than 35 weekly hours"."""
        number = self.measures.in_unit(one.focus.literal, limit)
        function = self.function(limit.summed) or one.function
        value = one if limit.summed else one.changed(function="")
        is_said = limit.found.number is not None and limit.operator in ("<", "<=", ">", ">=")
        if is_said and number is not None and limit.until is None and self._is_number(value):
            bound = value.changed(role=Role.BOUND, summed=function)
            yield bound.changed(operator=limit.operator, number=number), 0.0

    def of(self, head: Set, relation: Set) -> Iterator[Found_]:
        """“orders with the highest total weight": the head by what the values of each come to."""
        said_of_it = all(not isinstance(f.object, str) for f in head.facts)
        if head.role is Role.MOST and head.high == relation.high and not head.summed and said_of_it:
            head = head.changed(role=Role.PLAIN)  # "the top 5 suppliers with the best average"
        if head.counted and relation.role is Role.BOUND:  # "how many orders are worth more than 500 euros"
            for made, dear in self.of(head.changed(counted=False), relation):
                if isinstance(made, Set):
                    yield made.changed(counted=True), dear
        if (
            not head.is_plain
            or head.is_value
            or head.open is not None
            or not isinstance(head.focus.node, str)
            or self._lasts_once(head, relation)
        ):
            return
        for made, dear in self._joined(head, relation):
            variable = str(relation.focus.node)
            if relation.role is Role.BOUND:
                having = Having(variable, relation.operator, relation.number, relation.summed)
                yield made.changed(having=having, cut=head.cut), dear
                continue
            order = Order(variable, descending=relation.high, function=relation.summed)
            limit = max(relation.limit or 1, head.limit or 1)
            yield made.changed(order=order, limit=limit, cut=head.cut + relation.cut), dear

    def _lasts_once(self, head: Set, relation: Set) -> bool:
        """Whether each of a set has one duration: "the longest on average" is asked of others."""
        owner = relation.open.classes if relation.open is not None else frozenset()
        is_own = self.measures.schema.overlap(head.focus.classes, owner)
        return is_duration(relation.focus.literal) and is_own

    def over(self, operator: Operator, other: Set) -> Iterator[Found_]:
        """“the average number of orders per customer": of the numbers of all groups."""
        found, function = operator.found, operator.found.function
        if found.cue is Cue.SUPERLATIVE and not (found.measures or function or operator.limit):
            function = "MAX" if found.high else "MIN"
        is_number = other.counted or other.function == "SUM"
        if function in ("AVG", "MIN", "MAX") and other.by and is_number and not (other.over or other.order):
            yield other.changed(over=function), 0.0

    def is_number(self, other: Set) -> bool:
        """Whether a set is how many there are: "number of employees"."""
        return other.counted and other.changed(counted=False).is_plain and not (other.limit or other.whole)

    def ranked(self, one: Set, by: Grouper) -> Iterator[Found_]:
        """“the top 3 suppliers by average unit cost", "the biggest department by number of employees"."""
        key = by.by
        if key is None or by.also or one.role is not Role.MOST or one.summed or one.is_value:
            return
        if any(isinstance(f.object, str) for f in one.facts):
            return  # "the open orders" at most, and not "what customers ordered"
        if key.counted:
            plain = one.changed(role=Role.PLAIN)
            most = key.changed(counted=False, role=Role.MOST, high=one.high, limit=one.limit, cut=one.cut)
            yield from self.patterns.attached(plain, most)
            if most.open is None:
                joined = self.patterns.joined(plain, most)
                yield from ((m, FREE + UNSAID * dear) for m, dear in joined)
            return
        total = key.changed(function="", role=Role.MOST, summed=key.function, high=one.high)
        yield from self.of(one, total.changed(limit=one.limit))

    def _joined(self, head: Set, relation: Set) -> Iterator[tuple[Set, float]]:
        """The head with the values of its own, or of what a way leads to that nobody named."""
        plain = relation.changed(role=Role.PLAIN, summed="", limit=None, cut=head.cut)
        end = relation.open or self.measures.owner(plain)
        if end is None or not isinstance(end.node, str):
            return
        if relation.open is not None:
            yield from self.patterns.attached(head, plain)
        held = plain.changed(open=None, focus=end)
        for made, dear in self.patterns.joined(head, held):
            if relation.summed != "SUM" or self._counts_once(made, end, relation, head):
                is_named = any(v == end.node for v, _ in relation.types)
                is_one = not is_named and self.measures.is_one(made, head.focus.node, end.node)
                yield made, FREE + UNSAID * dear + (SINGLE if is_one else 0.0)

    def _counts_once(self, made: Set, end: End, relation: Set, head: Set) -> bool:
        """Whether a sum counts nothing twice: each measured thing is of one head, an edge of its own joins it
        with each of several, or lines say how many of it each head has.
        """
        variable, schema = str(relation.focus.node), self.patterns.schema
        both = {end.node, head.focus.node}
        if any({f.subject, f.object} == both for f in made.facts):
            return True
        line = line_of(schema, self.patterns.naming, made.facts, variable)
        return line is not None or self.measures.adds_up(made, end.node, head.focus.node)

    def _is_number(self, value: Set) -> bool:
        prop = value.focus.literal
        schema = self.patterns.schema
        return value.is_plain and value.is_value and schema.is_numeric(prop) and not schema.is_key(prop)


def is_worked(key: Grouper) -> bool:
    """Whether rows are to be told apart by what is worked out of them: they are ordered by it."""
    return key.by is not None and (bool(key.by.function) or key.by.counted)
