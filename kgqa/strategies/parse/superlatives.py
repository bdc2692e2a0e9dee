"""The rules for superlatives: "the heaviest lamp", "the highest price", "the latest reading".

In: a superlative and what stands beside it. Out: the first of them in the order that it means, each way with
its cost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kgqa.forms.form import Fact, Order, Thing
from kgqa.forms.periods import is_dated, period
from kgqa.language import Language, everywhere
from kgqa.schema import Schema
from kgqa.strategies.parse.cues import Found
from kgqa.strategies.parse.meaning import Found_, Operator, Role, Set
from kgqa.strategies.parse.measures import GUESSED, NEXT, Measures
from kgqa.strategies.parse.patterns import MISFIT, Patterns, mark_of
from kgqa.strategies.parse.trade import Trade

WHOSE = 0.3  # "the highest price" for what has it, or "costs the most" for the price


@dataclass(frozen=True)
class Superlatives:
    """Superlatives over one schema, for one question's words."""

    patterns: Patterns
    measures: Measures
    trade: Trade
    lang: Language
    words: tuple[str, ...]

    @property
    def schema(self) -> Schema:
        return self.patterns.schema

    def ranked(self, operator: Operator, other: Set, *, leads: bool) -> Iterator[Found_]:
        found, limit = operator.found, max(operator.limit or 1, other.limit or 1)
        if not other.is_plain:
            return
        if other.is_value:
            yield from self._by_value(operator, other, leads=leads)
            return
        if isinstance(other.focus.node, Thing) and found.measures:
            is_measured = any(True for _ in self.measures.named(other.focus.classes, found.measures))
            for kind, dear in () if is_measured or not leads else self.patterns.of_kind(other):
                yield from ((m, dear + c) for m, c in self.ranked(operator, kind, leads=leads))
            return
        if isinstance(other.focus.node, Thing) or (other.open is not None and other.open.literal):
            return
        if other.open is not None and (found.measures or found.function):
            return
        if found.measures:
            named = list(self.measures.named(other.focus.classes, found.measures))
            lasts = found.measures in self.lang.lasting_measures
            # "open the longest" began first; "the longest film" did not
            takes = lasts and (leads or self.measures.takes)
            guessed = self.measures.lasted if takes else self.measures.ages
            for prop, dear in named or guessed(other, found.measures):
                is_less = self.measures.is_inverse(found.measures, prop) if named else lasts and not takes
                high = found.high != is_less
                if (made := self._ordered(other, prop, high=high, limit=limit)) is not None:
                    yield made, dear + self._unlike_spoken(other, prop)
        elif found.function == "time":
            for number, prop in enumerate(self.measures.dates(other.focus.classes)):
                if (made := self._ordered(other, prop, high=found.high, limit=limit)) is not None:
                    dear = GUESSED + NEXT * number + self._unlike_spoken(other, prop)
                    yield self._to_come(made, made.order, prop, found), dear
        elif not self._is_of_values(found):
            worthiest = list(self.trade.greatest(found, other, limit))
            yield from worthiest
            many = other.changed(role=Role.MOST, high=found.high, limit=limit)
            yield many, MISFIT if worthiest or (leads and self._has_a_size(found, other)) else 0.0

    def _unlike_spoken(self, other: Set, prop: str) -> float:
        """What it costs to go by another date than one of which a word speaks: "opened earlier"."""
        spoken = self.measures.is_spoken_of
        if not is_dated(self.schema, prop) or spoken(prop):
            return 0.0
        return MISFIT if any(map(spoken, self.measures.dates(other.focus.classes))) else 0.0

    def _is_of_values(self, found: Found) -> bool:
        """“The highest revenue" counts nothing; "the highest number of orders" does."""
        counted = " ".join(self.words[found.last + 1 : found.last + 3])
        counts = any(counted.startswith(phrase) for phrase in self.lang.phrases("count_phrases"))
        return self.words[found.last] in self.lang.phrases("of_values") and not counts

    def _has_a_size(self, found: Found, other: Set) -> bool:
        """“The biggest stand": the one of the largest area, and not the most stands."""
        word, adjectives = self.words[found.last], self.lang.adjectives
        measures = next((a.measures for key, a in adjectives.items() if word.startswith(key.rstrip("e"))), ())
        return any(True for _ in self.measures.named(other.focus.classes, measures))

    def _by_value(self, operator: Operator, other: Set, *, leads: bool) -> Iterator[Found_]:
        """“the highest price": the price itself, or what has it; "costs the most" asks for what does."""
        found, limit, prop = operator.found, max(operator.limit or 1, other.limit or 1), other.focus.literal
        dated = is_dated(self.schema, prop)
        if not (self.schema.is_numeric(prop) or dated) or self.schema.is_key(prop):
            return
        lasts = dated and found.measures in self.lang.lasting_measures  # "electrified the longest"
        if dated and not (lasts or self._tells_time(found, prop)):
            return
        if not dated and self._tells_time(found, prop) and not self.measures.is_called(prop, found.measures):
            yield from self._latest_value(other, found, limit)
            return
        is_meant = lasts or not found.measures or self.measures.is_called(prop, found.measures)
        dear = 0.0 if is_meant else 0.2
        high = found.high
        if found.measures and dated:
            high = found.high != (lasts or self.measures.is_inverse(found.measures, prop))
        variable = str(other.focus.node)
        owner = self.measures.owner(other)
        order = Order(variable, descending=high)
        other = self._to_come(other, order, prop, found)
        if owner is not None and isinstance(owner.node, str):
            rest = other.open if other.open != owner else None
            yield (
                other.changed(focus=owner, open=rest, order=order, limit=limit),
                (WHOSE if leads else 0.0) + dear,
            )
        if limit == 1:
            yield other.changed(function="MAX" if high else "MIN"), (0.0 if leads else WHOSE) + dear

    def _to_come(self, one: Set, order: Order | None, prop: str, found: Found) -> Set:
        """What has the date that an order goes by, from today on where the next one is asked for."""
        if found.since is None or order is None:
            return one
        held = period(self.schema, order.variable, prop, ">=", found.since, found.since)
        return one.changed(filters=(*one.filters, *held))

    def _latest_value(self, other: Set, found: Found, limit: int) -> Iterator[Found_]:
        """“The latest reading of the meter": the value that has the latest date, and not the highest one."""
        owner = self.measures.owner(other)
        if owner is None or not isinstance(owner.node, str):
            return
        for number, prop in enumerate(self.measures.dates(owner.classes)):
            when = f"{owner.node}_{mark_of(Thing(prop))}"
            facts = (*other.facts, Fact(owner.node, prop, when))
            made = other.changed(facts=facts, order=Order(when, descending=found.high), limit=limit)
            yield self._to_come(made, made.order, prop, found), NEXT * number

    def _tells_time(self, found: Found, prop: str) -> bool:
        """Whether a superlative may choose by a date: "the latest", "the newest", and not "the biggest"."""
        measures = found.measures
        ages = self.lang.inverse_measures.get(measures, ())
        is_time = found.function == "time" or bool(set(measures) & everywhere("plain_date_words"))
        return is_time or self.measures.is_called(prop, (*measures, *ages))

    def _ordered(self, other: Set, prop: str, *, high: bool, limit: int) -> Set | None:
        made = self.measures.valued(other, prop)
        if made is None:
            return None
        order = Order(str(made.focus.node), descending=high)
        return made.changed(focus=other.focus, order=order, limit=limit)
