"""The rules for numbers of many: how many there are, how many pieces, what amounts come to, averages.

In: a word that counts or aggregates, and what stands beside it. Out: sets with the number that is asked for,
each with its cost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from kgqa.forms.form import Thing
from kgqa.forms.periods import is_dated
from kgqa.forms.quantities import Line, is_quantity, line_of_thing
from kgqa.language import Language, everywhere, fold
from kgqa.schema import Schema
from kgqa.schema.amounts import extends, is_additive
from kgqa.strategies.parse.cues import Found
from kgqa.strategies.parse.current import between
from kgqa.strategies.parse.meaning import End, Found_, Operator, Set
from kgqa.strategies.parse.measures import DAY, GUESSED, Measures
from kgqa.strategies.parse.patterns import Patterns
from kgqa.strategies.parse.phrasing import Phrasing
from kgqa.strategies.parse.totals import Totals
from kgqa.strategies.parse.trade import Trade
from kgqa.values.units import same_dimension

TIMES = 0.5  # that what was done so many times is what has a date, and not who did it
UNSAID_KIND = 6.0  # that things are counted of which nobody spoke: the lines or the parts of a product


@dataclass(frozen=True)
class Counting:
    """Counts and aggregates over one schema, for one question's words."""

    patterns: Patterns
    measures: Measures
    totals: Totals
    trade: Trade
    phrasing: Phrasing
    lang: Language
    words: tuple[str, ...]

    @property
    def schema(self) -> Schema:
        return self.patterns.schema

    def counted(self, other: Set, *, times: bool = False) -> Iterator[Found_]:
        """How many there are; how many `times` something was done counts neither pieces nor customers."""
        if not other.is_plain or other.also or isinstance(other.focus.node, Thing):
            return
        if other.is_value and self.schema.is_numeric(other.focus.literal):
            # "the number of employees": the graph holds the number; "how many pieces": their sum
            prop = other.focus.literal
            adds = is_quantity(self.schema, prop) or is_additive(self.schema, prop)
            adds = adds or extends(self.schema, prop)
            yield (other.changed(function="SUM") if adds else other), 0.3
            return
        ways = between(other, self.schema).items() if times else ()
        done = [End(node, classes) for node, classes in ways if self.measures.dates(classes)]
        yield from ((other.changed(focus=end, counted=True), 0.0) for end in done)
        is_said = other.is_value or self._is_noun_said(other)
        line = None if is_said or times else line_of_thing(self.schema, other.facts)
        pieces = self._pieces(other, line) if self.phrasing.trades and not (is_said or times) else None
        if pieces is not None:
            yield pieces, 0.0
        is_unsaid = (
            line is not None or pieces is not None or (other.guessed and not other.named and not times)
        )
        dear = 0.5 if other.is_value else UNSAID_KIND if is_unsaid else 0.0
        yield other.changed(counted=True), dear + (TIMES if done else 0.0)

    def _pieces(self, other: Set, line: Line | None) -> Set | None:
        """“How many Gale 400 were ordered": what the lines of that product come to, of those that are sold
        where lines of several kinds have it.
        """
        if line is None:
            return self.trade.pieces(other)
        held = other.changed(focus=replace(other.focus, node=line.node))
        made = None if line.spelled else self.measures.valued(held, line.property)
        return made and made.changed(function="SUM")

    def _is_noun_said(self, other: Set) -> bool:
        """Whether the question has the noun of what is counted: "orders", and not only "ordered"."""
        nouns = {
            fold(self.schema.ontology.label(c, self.lang.code))
            for v, c in other.types
            if v == other.focus.node
        }
        return any(w in nouns or (w[-1:] == "s" and self.lang.lemma(w) in nouns) for w in self.words)

    def measured(self, other: Set, found: Found) -> Iterator[Found_]:
        """“How many km of ski runs": what is measured so is added up, and things are not counted."""
        if not other.is_plain or other.also:
            return
        if isinstance(other.focus.node, Thing):
            lasts = self.measures.lasted(other) if any(same_dimension(u, DAY) for u in found.units) else ()
            for prop, dear in lasts:  # "how many days did Deep Tarn take"
                if (made := self.measures.valued(other, prop)) is not None:
                    yield made, dear
            return
        if other.is_value:
            if any(same_dimension(u, self.measures.unit(other.focus.literal)) for u in found.units):
                is_one = self._is_of_named(other) and self.schema.ontology.is_single(other.focus.literal)
                yield other if is_one else other.changed(function="SUM"), 0.0
            return
        for prop, dear in self.measures.in_units(other, found):
            if (made := self.measures.valued(other, prop)) is not None:
                yield made.changed(function="SUM"), dear

    def _is_of_named(self, other: Set) -> bool:
        """Whether a set is the values of one thing that has a name: "how many months warranty has it"."""
        owner = self.measures.owner(other)
        return owner is not None and isinstance(owner.node, Thing)

    def summed(self, operator: Operator, other: Set) -> Iterator[Found_]:
        function = operator.found.function
        if other.each and function == "SUM":  # "total stock per hop" is no total of what each hop has
            return
        if function == "SUM" and (other.counted or other.function == "SUM"):  # "how many in total"
            yield other, 0.2
        if other.function == "SUM" and is_worked_out(other):
            return  # the average of what each order comes to is that of no lines
        if function == "AVG" and other.function == "SUM":  # "how many hours does it take on average"
            yield other.changed(function="AVG"), 0.2
        if function == "SUM" and other.is_plain and other.types and not operator.counts:
            yield from self.totalled(other)
        if not other.is_plain or not other.is_value or not function:
            return
        prop = other.focus.literal
        is_ordered = function in ("MIN", "MAX") and is_dated(self.schema, prop)
        if (self.schema.is_numeric(prop) or is_ordered) and not self.schema.is_key(prop):
            yield other.changed(function=self.totals.function(function)), 0.0

    def totalled(self, other: Set) -> Iterator[Found_]:
        """Things added up by the amount of each: "how much did we invoice"."""
        if isinstance(other.focus.node, Thing):
            return
        for prop, dear in self.measures.named(other.focus.classes, self.amounts):
            made = self.measures.valued(other, prop)
            if made is not None and self.schema.is_numeric(made.focus.literal):
                yield made.changed(function="SUM"), 2 * GUESSED + dear

    @cached_property
    def amounts(self) -> tuple[str, ...]:
        """The words for what something comes to, those for its price first."""
        added = sorted(everywhere("amount_words")) + sorted(everywhere("additive_words"))
        return tuple(dict.fromkeys((*self.lang.money_measures, *added)))


def is_worked_out(one: Set) -> bool:
    """Whether the values of a set are worked out of others."""
    return any(column.name == one.focus.node for column in one.bound)
