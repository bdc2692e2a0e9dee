"""The rules by which neighbouring stretches of a question become one.

In: two meanings, one behind the other, and the words between them. Out: what they mean together, each with
its cost. A rule says which of the two stays the subject (the head) and what the other one does to it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from kgqa.language import Language, everywhere, fold
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.form import (
    Aggregate,
    Calculation,
    Computed,
    Fact,
    Filter,
    Form,
    Kind,
    Literal,
    Order,
    Thing,
)
from kgqa.strategies.interpret.periods import is_dated, period
from kgqa.strategies.interpret.quantities import is_quantity
from kgqa.strategies.interpret.schema import Schema
from kgqa.strategies.interpret.uses import leads_to_one
from kgqa.strategies.parse.lexicon import KIND, TWO, number_of, span_ends
from kgqa.strategies.parse.meaning import (
    End,
    Grouper,
    Joint,
    Limited,
    Meaning,
    Operator,
    Role,
    Second,
    Set,
)
from kgqa.strategies.parse.patterns import Patterns, any_kind, any_of, concrete, mark_of, typed
from kgqa.values.units import convert, same_dimension

# What it costs to put two stretches together so.
UNSAID = 0.5  # each step of a way that nobody named
FREE = 0.35  # a way that nobody named at all
BESIDE = 0.15  # nothing stands between the two
EITHER = 0.2  # "customers and suppliers" are what is one or the other
BEFORE = 0.3  # what fills a relation stands before it
COMPOUND = 0.5  # the subject stands behind what limits it: "Norwegian customers"
NOT_ITS_OWN = 3.5  # a value of what stands beside a thing that is named: what Ada weighs
EXISTS = 0.5  # a relation whose other end nobody named
AGAINST = 0.8  # a relation read against the words that lead to its ends
OTHER_END = 3.5  # an end for "started", anything but an end for "ended"
MISFIT = 1.0  # a person for "when"
GUESSED = 0.7  # a property that nobody named, of those that fit
NEXT = 0.25  # each further property that fits as well
# What it costs that an operator stands behind what it works on; a date does mostly, and costs before it.
BEHIND = {
    **dict.fromkeys((Cue.ASK, Cue.WHO, Cue.WHERE, Cue.WHEN, Cue.COUNT), 0.4),
    Cue.AGGREGATE: 0.2,
    Cue.SUPERLATIVE: 0.3,
}
Found_ = tuple[Meaning, float]


@dataclass(frozen=True)
class Rules:
    """The rules over one schema and one question. `between(a, b)` are the folded words of the tokens from a
    to before b.
    """

    patterns: Patterns
    lang: Language
    words: tuple[str, ...]
    owned: frozenset[int]  # tokens behind which a possessive stands

    @property
    def schema(self) -> Schema:
        return self.patterns.schema

    def between(self, last: int, first: int) -> tuple[str, ...]:
        """The words between two tokens."""
        return self.words[last + 1 : first]

    def together(self, one: Meaning, other: Meaning, last: int, first: int) -> Iterator[Found_]:
        """What two stretches mean together: one that ends with token `last`, one that begins at `first`."""
        gap = self.between(last, first)
        if isinstance(one, Set) and isinstance(other, Set):
            yield from self._sets(one, other, gap, last)
        elif isinstance(one, Joint):
            yield from _second(one, other)
        elif isinstance(one, Operator) and isinstance(other, Second):
            yield from _years(one, other)
        elif isinstance(one, Operator) and isinstance(other, Operator):
            yield from self._operators(one, other)
        elif isinstance(one, Operator):
            yield from self._operated(one, other, leads=True)
        elif isinstance(other, Operator):
            yield from self._operated(other, one, leads=False)
        elif isinstance(one, Set) and isinstance(other, Limited):
            yield from self._limited(one, other, behind=True)
        elif isinstance(one, Limited) and isinstance(other, Set):
            if one.mean and other.types and not other.facts:
                yield one, 0.1
            yield from self._limited(other, one, behind=False)
        elif isinstance(one, Limited) and isinstance(other, Grouper) and other.by is None:
            yield one, 0.1  # "2,600 euros per year"
        elif isinstance(one, Set) and isinstance(other, Grouper):
            yield from self._grouped(one, other)
        elif isinstance(one, Grouper):
            yield from self._grouping(one, other)
        elif isinstance(one, Set) and isinstance(other, Second):
            yield from self._coordinated(one, other, last)

    # ── two sets ─────────────────────────────────────────────────────────────────────────────────

    def _sets(self, one: Set, other: Set, gap: tuple[str, ...], last: int) -> Iterator[Found_]:
        lang = self.lang
        owning = last in self.owned
        relative = bool(set(gap) & (lang.phrases("attributive") | lang.phrases("relative")))
        led = bool(gap) if lang.code == "de" else bool(set(gap) - lang.phrases("before_nouns") & lang.stop)
        verbal = bool(set(gap) & lang.phrases("yes_no"))  # "which country has", "the price is"
        adjectival = not gap and bool(other.types) and not one.towards
        bare = 0.0 if led or owning else BESIDE
        found = False
        for made, dear in self.patterns.filled(one, other):
            found = True
            extra = (0.8 if verbal else 0.0) + (0.45 if adjectival else 0.0)
            yield made, dear + bare + extra + self._against(one, led=led)
        belongs = bool(set(gap) & (lang.phrases("after_nouns") | lang.phrases("belonging")))
        for made, dear in self.patterns.filled(other, one) if other.role is not Role.WITHOUT else ():
            found = True
            extra = 0.5 if verbal and other.is_value else 0.3 if led and not relative else 0.0
            extra += 0.0 if owning else self._acted_on(other)
            yield made, dear + (0.0 if owning else BEFORE) + extra
        for made, dear in self.patterns.same(one, other):
            found = True
            extra = (0.0 if relative or verbal or not one.open else EXISTS) + (1.0 if belongs else 0.0)
            extra += 2 * MISFIT if isinstance(one.focus.node, Thing) and not self._says_is else 0.0
            yield made, dear + (0.0 if relative or led else BESIDE) + extra
        for made, dear in self._turned(one, other, led=led):
            found = True
            yield made, dear
        for made, dear in self.patterns.attached(one, other):
            named = other.named or other.role is not Role.WITHOUT  # "no supervisor": what they have none of
            extra = self._backward(other) + (0.0 if named else AGAINST)
            yield made, dear + (0.1 if relative or verbal else EXISTS) + extra
        if one.open is not None:
            for made, dear in self.patterns.attached(other, one):
                yield made, dear + (0.3 if adjectival else EXISTS + COMPOUND)
        if one.open is None and other.open is None:
            headed = one.named or not other.types
            for made, dear in self.patterns.joined(one, other) if headed else ():
                yield made, FREE + UNSAID * dear + (0.0 if led or relative else BESIDE)
            if other.types or not isinstance(other.focus.node, Thing):
                for made, dear in self.patterns.joined(other, one):
                    yield made, FREE + UNSAID * dear + COMPOUND
            yield from self._owned(one, other)
        elif not found:
            ours = set(gap) & lang.phrases("belonging")
            of_it = bool(ours) and set(gap) <= ours | lang.phrases("before_nouns")
            yield from self._reached(one, other, near=not gap if one.is_value else of_it)
            if other.role is not Role.WITHOUT:
                yield from (
                    (m, c + BEFORE) for m, c in self._reached(other, one, near=not gap and other.is_value)
                )

    def _owned(self, one: Set, other: Set) -> Iterator[Found_]:
        """The values of things that the other says more of: "delivered by Weir" and "larch"."""
        owner = self._owner(one) if one.is_value and one.is_plain else None
        if owner is None or not isinstance(owner.node, str) or other.is_value:
            return
        for made, dear in self.patterns.joined(replace(one, focus=owner), other, most=1):
            yield replace(made, focus=one.focus), FREE + UNSAID * dear + BESIDE

    def _turned(self, one: Set, other: Set, *, led: bool) -> Iterator[tuple[Set, float]]:
        """The subject behind what limits it: "Norwegian customers"."""
        if one.open is not None or not (isinstance(other.focus.node, Thing) or (other.types and not led)):
            return
        for made, dear in self.patterns.same(other, one):
            if not (led and made.lacking):  # "authors in Berlin": nobody asks if the town is one
                yield made, dear + COMPOUND

    def _reached(self, relation: Set, other: Set, *, near: bool) -> Iterator[Found_]:
        """A relation of what is joined with the other: "revenue" of a "region", by its customers' orders.
        Right beside a thing that is named (`near`) it is mostly its own.
        """
        end = relation.open
        if end is None or end.literal or other.open is not None or not end.classes:
            return
        held = replace(relation, open=None, focus=end)
        adds = relation.is_value and is_additive(self.schema, relation.focus.literal)
        far = NOT_ITS_OWN if near and isinstance(other.focus.node, Thing) and not adds else 0.0
        for made, dear in self.patterns.joined(held, other, most=2):
            yield replace(made, focus=relation.focus), FREE + UNSAID * dear + far

    def _backward(self, relation: Set) -> float:
        """What it costs that a subject stands where the words of its relation lead to: who "reports to"."""
        end = relation.open
        if end is None or not relation.towards or not self._is_even(relation):
            return 0.0
        return AGAINST if _is_object(relation, end) else 0.0

    def _is_even(self, relation: Set) -> bool:
        """Whether both ends of a relation may be of the same kind."""
        end = relation.open
        return end is not None and self.schema.overlap(relation.focus.classes or [""], end.classes or [""])

    def _against(self, relation: Set, *, led: bool) -> float:
        """What it costs to fill a relation on the side that its words do not lead to."""
        end = relation.open
        if end is None or not self._is_even(relation):
            return 0.0
        is_object = _is_object(relation, end)
        if relation.towards or not led:  # "manages Boris": what stands behind a verb is its object
            return 0.0 if is_object else AGAINST
        return AGAINST if is_object else 0.0

    def _acted_on(self, relation: Set) -> float:
        """What it costs that what stands before a verb is its object."""
        end = relation.open
        if end is None or not self._is_even(relation):
            return 0.0
        return AGAINST if _is_object(relation, end) else 0.0

    def _coordinated(self, one: Set, second: Second, last: int) -> Iterator[Found_]:
        other = second.one
        if not isinstance(other, Set):
            return
        if second.apart:
            if (listed := any_of(one, other, f"{last}")) is not None:
                key = listed.filters[-1].variable
                yield Grouper(listed, key="" if key == listed.focus.node else key), 0.0
            return
        both = self._says_both and not second.any
        if both and isinstance(other.focus.node, Thing) and not other.facts:
            yield from self._both(one, other)
        listed = any_of(one, other, f"{last}")
        if listed is not None:
            yield listed, 3.0 if both else 0.0 if second.any else 0.1
            return
        kinds = any_kind(self.schema, one, other, f"{last}")
        if kinds is not None and not (self._asks_apart or self._says_both):
            yield kinds, EITHER
        if one.open is not None and other.open is not None and one.is_plain:
            if self.schema.overlap(one.open.classes or [""], other.open.classes or [""]):
                for made, dear in self.patterns.attached(replace(one, open=None, focus=one.open), other):
                    yield (
                        replace(made, focus=one.focus, open=one.open, also=(*made.also, other.focus)),
                        dear,
                    )
            return
        if second.any:
            return
        for made, dear in self.patterns.same(one, other):
            yield made, dear + 0.1
        if one.open is None and one.also == () and one.is_plain:
            for made, dear in self.patterns.attached(one, other):
                yield replace(made, also=(*made.also, other.focus)), dear + 0.3

    def _both(self, one: Set, other: Set) -> Iterator[tuple[Set, float]]:
        """“written by both Mick and Keith": what is said of the first thing is said of the second as well, or
        what joins that one.
        """
        node = other.focus.node
        for fact in reversed(one.facts):
            is_object = isinstance(fact.object, Thing)
            if is_object == isinstance(fact.subject, Thing) or not isinstance(node, Thing):
                continue
            if leads_to_one(self.schema.ontology, fact.property, forward=is_object):
                break  # nothing has two: the second is joined some other way
            if self.patterns.has_edge(node.iri, fact.property, reached=is_object):
                again = replace(fact, object=node) if is_object else replace(fact, subject=node)
                yield replace(one, facts=(*one.facts, again)), 0.0
                return
        for made, dear in self.patterns.joined(one, other):
            yield made, FREE + UNSAID * dear

    @cached_property
    def _says_both(self) -> bool:
        return bool(set(self.words) & self.lang.phrases("formula.both"))

    @cached_property
    def _says_is(self) -> bool:
        """Whether the question may ask what something is: "is Tembo a keeper", not "has Tembo a keeper"."""
        return any(self.lang.lemma(w) in self.lang.phrases("copula") for w in self.words)

    @cached_property
    def _asks_apart(self) -> bool:
        """Whether two things are asked for: "how many sites and departments", "which products, which …"."""
        asked = [w for w in self.words if w in self.lang.phrases("ask_phrases")]
        return len(asked) > 1 or bool(set(self.words) & self.lang.phrases("how"))

    # ── words that do something ──────────────────────────────────────────────────────────────────

    def _operators(self, one: Operator, other: Operator) -> Iterator[Found_]:
        kinds = one.found.cue, other.found.cue
        if kinds == (Cue.COMPARISON, Cue.NUMBER):
            yield Limited(one.found.operator, other.found), 0.0
        if kinds == (Cue.COMPARISON, Cue.AGGREGATE) and other.found.function == "AVG":
            yield Limited(one.found.operator, one.found, one.found.measures, mean=True), 0.0
        if kinds == (Cue.ASK, Cue.COUNT):
            yield other, 0.2
        if kinds == (Cue.AGGREGATE, Cue.COUNT):  # "total number of orders", "average number of pages"
            yield (other if one.found.function == "SUM" else one), 0.2
        if one.found.cue in (Cue.ASK, Cue.YES_NO) and other.found.cue in (
            *(Cue.SUPERLATIVE, Cue.AGGREGATE, Cue.NEGATION, Cue.ASK, Cue.AMOUNT),
        ):
            yield other, 0.0

    def _operated(self, operator: Operator, other: Meaning, *, leads: bool) -> Iterator[Found_]:
        """An operator, which stands before (`leads`) or behind the other."""
        if isinstance(other, Limited):
            yield from self._numbered(operator, other)
        elif isinstance(other, Set):
            for meaning, cost in self._done(operator, other, leads=leads):
                yield meaning, cost + (0.0 if leads else self._behind(operator.found))

    def _behind(self, found: Found) -> float:
        """What it costs that an operator stands behind what it works on; "most" hardly does."""
        counts = found.cue is Cue.SUPERLATIVE and not (found.measures or found.function)
        return MISFIT if counts else BEHIND.get(found.cue, 0.0)

    def _numbered(self, operator: Operator, limit: Limited) -> Iterator[Found_]:
        """“more than 20", "the top five"."""
        found, number = operator.found, limit.found.number or 0.0
        if limit.operator != "=":
            return
        if found.cue is Cue.COMPARISON:
            yield Limited(found.operator, limit.found, found.measures), 0.0
        elif found.cue is Cue.SUPERLATIVE and not limit.found.units and _is_count(number):
            yield replace(operator, limit=int(number)), 0.0

    def _done(self, operator: Operator, other: Set, *, leads: bool) -> Iterator[Found_]:
        found = operator.found
        match found.cue:
            case Cue.ASK | Cue.WHO | Cue.WHERE | Cue.WHEN | Cue.AMOUNT:
                yield from self._asked(operator, other)
            case Cue.AGGREGATE:
                yield from self._summed(operator, other)
            case Cue.SUPERLATIVE:
                yield from self._ranked(operator, other)
            case Cue.DATE:
                yield from ((m, c + (0.2 if leads else 0.0)) for m, c in self._dated(other, operator))
            case Cue.COUNT if found.units:
                yield from self._measured(other, found)
            case Cue.COUNT:
                yield from self._counted(other)
            case _ if leads:
                yield from self._led(operator, other)

    def _led(self, operator: Operator, other: Set) -> Iterator[Found_]:
        """What works on what stands behind it alone."""
        found = operator.found
        match found.cue:
            case Cue.YES_NO:
                yield other, 0.0
            case Cue.NEGATION if other.role is Role.PLAIN and not (
                other.counted or other.order or other.function or other.by
            ):
                neither = self.words[found.first] in self.lang.phrases("neither.open")
                if neither and not any(f.operator == "in" for f in other.filters):
                    return  # "neither FSC nor PEFC": of both
                yield replace(other, role=Role.WITHOUT), 0.0
            case Cue.GROUP if other.is_plain:
                yield Grouper(other), 0.0
            case Cue.COMPARISON if other.is_plain and isinstance(other.focus.node, Thing):
                yield Limited(found.operator, found, found.measures, than=other), 0.0

    def _asked(self, operator: Operator, other: Set) -> Iterator[Found_]:
        found = operator.found
        if found.cue is Cue.AMOUNT and found.measures:
            for prop, dear in self._measures(other.focus.classes, found.measures):
                if (made := self._valued(other, prop)) is not None:
                    yield made, dear
            return
        if found.cue is Cue.AMOUNT:
            numeric = other.is_value and self.schema.is_numeric(other.focus.literal)
            owner = self._owner(other) if numeric and other.is_plain else None
            if (
                owner is not None
                and isinstance(owner.node, str)
                and is_additive(self.schema, other.focus.literal)
            ):
                yield replace(other, function="SUM"), 0.0
            yield other, 0.2 if numeric else MISFIT
            if isinstance(other.focus.node, Thing) and other.is_plain:  # "how much is the Gale 200"
                for prop, dear in self._measures(other.focus.classes, self.lang.money_measures):
                    if (made := self._valued(other, prop)) is not None:
                        yield made, GUESSED + dear
            if other.types and other.is_plain and not other.is_value:
                said = " ".join(self.words[found.first : found.last + 1])
                if said in self.lang.phrases("count_phrases"):  # "wieviel Mitarbeiter"
                    yield from ((m, c + 0.2) for m, c in self._counted(other))
                yield from self._totalled(other, "SUM")
            return
        if isinstance(other.focus.node, Thing) or other.open is not None or other.types:
            yield from self._completed(found.cue, other)
        yield other, self._misfit(found.cue, other)

    def _completed(self, cue: Cue, other: Set) -> Iterator[Found_]:
        """“Where is Ada", "when was it": the place or the date of the thing, by a property nobody named."""
        if other.open is not None or other.is_value:
            return
        if cue is Cue.WHEN:
            for number, prop in enumerate(self._dates(other.focus.classes)):
                if (made := self._valued(other, prop)) is not None:
                    yield made, GUESSED + NEXT * number
        elif cue is Cue.WHERE and isinstance(other.focus.node, Thing):
            number = 0
            for edge in sorted(self.patterns.edges.get(other.focus.node.iri, ()), key=lambda e: e.property):
                if edge.reached or not self._is_place(edge.property):
                    continue
                literal = edge.property if self.schema.is_data(edge.property) else ""
                node = f"w{number}"
                end = End(node, frozenset(self.schema.objects(edge.property)), literal)
                fact = Fact(other.focus.node, edge.property, node)
                yield replace(other, focus=end, facts=(*other.facts, fact)), GUESSED + NEXT * number
                number += 1

    def _misfit(self, cue: Cue, other: Set) -> float:
        if cue is Cue.WHEN:
            return 0.0 if other.is_value and is_dated(self.schema, other.focus.literal) else MISFIT
        if cue is Cue.WHO:
            return MISFIT if other.is_value else self._unlike_a_person(other)
        if cue is Cue.WHERE:
            if other.is_value and (
                is_dated(self.schema, other.focus.literal) or self.schema.is_numeric(other.focus.literal)
            ):
                return 2 * MISFIT
            if isinstance(other.focus.node, Thing):
                return MISFIT
            named = {w for c in other.focus.classes for w in self._label(c)} | {
                w for f in other.facts if f.object == other.focus.node for w in self._label(f.property)
            }
            return 0.0 if named & everywhere("place_words") else 0.4
        return 0.0

    def _unlike_a_person(self, other: Set) -> float:
        """What it costs to answer "who" by these."""
        above = self.schema.ontology.superclasses
        known = {w for c in other.focus.classes for a in above(c) for w in self._label(a)}
        if not known or known & everywhere("person_words"):
            return 0.0
        return 0.8 if known & everywhere("agent_words") else 1.3 * MISFIT

    def _label(self, iri: str) -> set[str]:
        return set(fold(self.schema.ontology.label(iri)).split())

    def _is_place(self, prop: str) -> bool:
        return bool(self._label(prop) & everywhere("place_words"))

    def _counted(self, other: Set) -> Iterator[Found_]:
        if not other.is_plain or isinstance(other.focus.node, Thing):
            return
        if other.is_value and self.schema.is_numeric(other.focus.literal):
            # "the number of employees": the graph holds the number; "how many pieces": their sum
            adds = is_quantity(self.schema, other.focus.literal)
            yield (replace(other, function="SUM") if adds else other), 0.3
            return
        yield replace(other, counted=True), 0.5 if other.is_value else 0.0

    def _measured(self, other: Set, found: Found) -> Iterator[Found_]:
        """“How many km of ski runs": what is measured so is added up, and things are not counted."""
        if not other.is_plain or isinstance(other.focus.node, Thing):
            return
        if other.is_value:
            if any(same_dimension(u, self._unit(other.focus.literal)) for u in found.units):
                yield replace(other, function="SUM"), 0.0
            return
        for prop, dear in self._in_units(other, found):
            if (made := self._valued(other, prop)) is not None:
                yield replace(made, function="SUM"), dear

    def _summed(self, operator: Operator, other: Set) -> Iterator[Found_]:
        function = operator.found.function
        if function == "SUM" and other.counted:  # "how many do we have altogether"
            yield other, 0.2
        if function in ("SUM", "AVG") and other.is_plain and other.types:
            yield from self._totalled(other, function)
        if not other.is_plain or not other.is_value or not function:
            return
        prop = other.focus.literal
        is_ordered = function in ("MIN", "MAX") and is_dated(self.schema, prop)
        if (self.schema.is_numeric(prop) or is_ordered) and not self.schema.is_key(prop):
            yield replace(other, function=function), 0.0

    def _totalled(self, other: Set, function: str) -> Iterator[Found_]:
        """Things added up by the amount of each: "how much did we invoice"."""
        if isinstance(other.focus.node, Thing):
            return
        words = (*self.lang.money_measures, *everywhere("amount_words"), *everywhere("additive_words"))
        for prop, dear in self._measures(other.focus.classes, tuple(dict.fromkeys(words))):
            made = self._valued(other, prop)
            if made is not None and self.schema.is_numeric(made.focus.literal):
                yield replace(made, function=function), 2 * GUESSED + dear

    # ── superlatives ─────────────────────────────────────────────────────────────────────────────

    def _ranked(self, operator: Operator, other: Set) -> Iterator[Found_]:
        found, limit = operator.found, max(operator.limit or 1, other.limit or 1)
        if not other.is_plain:
            return
        if other.is_value:
            yield from self._by_value(operator, other)
            return
        if isinstance(other.focus.node, Thing) or (other.open is not None and other.open.literal):
            return
        if other.open is not None and (found.measures or found.function):
            return
        if found.measures:
            named = list(self._measures(other.focus.classes, found.measures))
            for prop, dear in named or self._ages(other, found.measures):
                high = found.high != (bool(named) and self._is_inverse(found.measures, prop))
                if (made := self._ordered(other, prop, high=high, limit=limit)) is not None:
                    yield made, dear
        elif found.function == "time":
            for number, prop in enumerate(self._dates(other.focus.classes)):
                if (made := self._ordered(other, prop, high=found.high, limit=limit)) is not None:
                    yield made, GUESSED + NEXT * number
        else:
            many = replace(other, role=Role.MOST, high=found.high, limit=limit)
            yield many, 0.0

    def _by_value(self, operator: Operator, other: Set) -> Iterator[Found_]:
        """“the highest price": of what has it, or the price itself."""
        found, limit, prop = operator.found, max(operator.limit or 1, other.limit or 1), other.focus.literal
        if not (self.schema.is_numeric(prop) or is_dated(self.schema, prop)) or self.schema.is_key(prop):
            return
        dear = 0.0 if self._is_called(prop, found.measures) or not found.measures else 0.2
        high = found.high
        if found.measures and is_dated(self.schema, prop):
            high = found.high != self._is_inverse(found.measures, prop)
        variable = str(other.focus.node)
        owner = self._owner(other)
        order = Order(variable, descending=high)
        if owner is not None and isinstance(owner.node, str):
            yield replace(other, focus=owner, open=None, order=order, limit=limit), 0.3 + dear
        yield replace(other, function="MAX" if high else "MIN"), dear

    def _ordered(self, other: Set, prop: str, *, high: bool, limit: int) -> Set | None:
        made = self._valued(other, prop)
        if made is None:
            return None
        order = Order(str(made.focus.node), descending=high)
        return replace(made, focus=other.focus, order=order, limit=limit)

    def _valued(self, other: Set, prop: str) -> Set | None:
        """A thing's value of a property; the values are the focus."""
        if other.is_value:
            return None
        node = f"{mark_of(other.focus.node)}_{mark_of(Thing(prop))}"
        fact = Fact(other.focus.node, prop, node)
        held = tuple(dict.fromkeys((*other.facts, fact)))
        if self.schema.is_data(prop):
            return replace(other, focus=End(node, literal=prop), facts=held)
        number = number_of(self.schema, prop, self.patterns.naming)
        if number is None:
            return None
        facts = tuple(dict.fromkeys((*held, Fact(node, number, f"{node}_n"))))
        return replace(other, focus=End(f"{node}_n", literal=number), facts=facts)

    def _measures(self, classes: frozenset[str], words: tuple[str, ...]) -> Iterator[tuple[str, float]]:
        """The numbers and dates of things of these classes that the words name, the likeliest first."""
        schema, number = self.schema, 0
        held = {p for c in classes for p in schema.data_properties(c)}
        held |= {
            h.property
            for h in schema.steps(*sorted(classes))
            if h.forward and number_of(schema, h.property, self.patterns.naming) is not None
        }
        seen: set[str] = set()
        for word in words:
            called = sorted(
                (p for p in schema.called(word, self.lang) if p in held and p not in seen),
                key=lambda p: (len(self._label(p)), -schema.uses(p), p),
            )
            for prop in called:
                measured = not schema.is_data(prop) or schema.is_numeric(prop) or is_dated(schema, prop)
                if measured and not schema.is_key(prop):
                    seen.add(prop)
                    yield prop, 0.1 + NEXT * number
                    number += 1

    def _ages(self, other: Set, measures: tuple[str, ...]) -> Iterator[tuple[str, float]]:
        """The dates that tell how old things are of which no age is known: the oldest began first."""
        if self.lang.inverse_measures.get(measures):
            dates = (p for p in self._dates(other.focus.classes) if self._lateness(p) < _END)
            yield from ((prop, GUESSED + NEXT * number) for number, prop in enumerate(dates))

    def _is_inverse(self, measures: tuple[str, ...], prop: str) -> bool:
        return self._is_called(prop, self.lang.inverse_measures.get(measures, ()))

    def _is_called(self, prop: str, words: tuple[str, ...]) -> bool:
        """Whether a property has one of these words in its names."""
        return any(prop in self.schema.called(word, self.lang) for word in words)

    def _dates(self, classes: frozenset[str]) -> list[str]:
        """The dates of things of these classes: those that the question's own words speak of, the plain date,
        starts, then the others.
        """
        held = {p for c in classes for p in self.schema.data_properties(c) if is_dated(self.schema, p)}
        return sorted(
            held, key=lambda p: (not self._is_spoken_of(p), self._lateness(p), -self.schema.uses(p), p)
        )

    def _is_spoken_of(self, prop: str) -> bool:
        """Whether the question has a word of the date's name, or one for that end of what lasts."""
        stem = self.lang.stem
        said = {stem(w) for w in self.words} - {stem(w) for w in self.lang.stop}
        own = self._label(prop) - everywhere("date_words")
        if said & {stem(w) for w in own}:
            return True
        ends = bool(self._label(prop) & everywhere("end_words"))
        return ends and bool(set(self.words) & self.lang.phrases("spans.ends"))

    def _lateness(self, prop: str) -> int:
        words = self._label(prop)
        if words <= everywhere("plain_date_words"):
            return 0
        if words & everywhere("end_words"):
            return _END
        return 1 if words & (everywhere("start_words") | everywhere("plain_date_words")) else 2

    # ── numbers and dates ────────────────────────────────────────────────────────────────────────

    def _limited(self, one: Set, limit: Limited, *, behind: bool) -> Iterator[Found_]:
        found = limit.found
        if not one.is_plain:
            return
        if limit.than is not None or limit.mean:
            if behind:
                yield from self._compared(one, limit)
            return
        if found.number is None or not math.isfinite(found.number):
            return
        whole = _is_count(found.number) and not found.units
        if not behind and limit.operator == "=" and whole and not one.is_value and one.types:
            yield replace(one, limit=int(found.number)), 0.1
        if one.is_value:
            prop = one.focus.literal
            value = self._in_unit(prop, limit)
            if value is None or not self.schema.is_numeric(prop):
                return
            held = self._conditions(str(one.focus.node), limit.operator, value, limit, prop)
            owner = self._owner(one)
            if owner is None:
                return
            equal = 0.0 if limit.operator != "=" or found.units else 0.3
            yield replace(one, focus=owner, open=None, filters=(*one.filters, *held)), equal
            return
        if not behind and limit.operator != "=" and not found.units and isinstance(one.focus.node, str):
            yield replace(one, role=Role.BOUND, operator=limit.operator, number=found.number), 0.0
        if limit.measures or found.units:
            words = limit.measures
            for prop, dear in (
                self._measures(one.focus.classes, words) if words else self._in_units(one, found)
            ):
                value = self._in_unit(prop, limit)
                made = self._valued(one, prop)
                if made is None or value is None:
                    continue
                operator = limit.operator
                if words and self._is_inverse(words, prop):
                    operator = operator.translate(str.maketrans("<>", "><"))
                held = self._conditions(str(made.focus.node), operator, value, limit, made.focus.literal)
                yield replace(made, focus=one.focus, filters=(*made.filters, *held)), dear

    def _conditions(
        self, variable: str, operator: str, value: float, limit: Limited, prop: str
    ) -> tuple[Filter, ...]:
        if limit.until is None:
            return (Filter(variable, operator, (Literal(_plain(value), number=True),)),)
        most = self._in_unit(prop, replace(limit, found=replace(limit.until, units=limit.found.units)))
        ends = ((">=", value), ("<=", most if most is not None else value))
        return tuple(Filter(variable, o, (Literal(_plain(v), number=True),)) for o, v in ends)

    def _owner(self, one: Set) -> End | None:
        """What has the value that a set stands for: through the price entry to the product."""
        node, prop = one.focus.node, one.focus.literal
        seen: list[Fact] = []
        while (
            fact := next((f for f in one.facts if f.object == node), None)
        ) is not None and fact not in seen:
            seen.append(fact)
            node = fact.subject
            has_name = len(seen) > 1 or number_of(self.schema, prop, self.patterns.naming) is None
            inner = next((f for f in one.facts if f.object == node), None)
            is_value = (
                inner is not None and number_of(self.schema, inner.property, self.patterns.naming) == prop
            )
            if not is_value and has_name:
                break
        if not seen or isinstance(node, Literal):
            return None
        if one.open is not None and one.open.node == node:
            return one.open
        classes = frozenset(c for v, c in one.types if v == node) or frozenset(
            c for c in self.schema.subjects(seen[-1].property) if c
        )
        return End(node, classes)

    def _compared(self, one: Set, limit: Limited) -> Iterator[Found_]:
        """“heavier than the Spar 3”, "more expensive than the average"."""
        measures = limit.measures
        if one.is_value:
            owner, props = self._owner(one), [(one.focus.literal, 0.0)]
            if owner is None or (measures and not self._is_called(one.focus.literal, measures)):
                return
        else:
            owner, props = one.focus, list(self._measures(one.focus.classes, measures))
        for prop, dear in props:
            made = one if one.is_value else self._valued(one, prop)
            if made is None:
                continue
            operator = limit.operator
            if measures and self._is_inverse(measures, prop):
                operator = operator.translate(str.maketrans("<>", "><"))
            variable = str(made.focus.node)
            if limit.than is not None:
                own = prop if not one.is_value else self._own(one, owner)
                other = self._valued(replace(limit.than, types=()), own) if own else None
                if other is None or other.focus.literal != made.focus.literal:
                    continue
                held = Filter(variable, operator, (str(other.focus.node),))
                facts = (*made.facts, *other.facts)
                yield replace(made, focus=owner, open=None, facts=facts, filters=(*made.filters, held)), dear
                continue
            facts = made.facts if one.is_value else tuple(f for f in made.facts if f not in one.facts)
            names = {n: f"{n}_m" for f in facts for n in (f.subject, f.object) if isinstance(n, str)}
            mean = f"{variable}_mean"
            inner = Form(
                kind=Kind.LIST,
                shown=(),
                facts=tuple(
                    replace(
                        f,
                        subject=names.get(f.subject, f.subject) if isinstance(f.subject, str) else f.subject,
                        object=names.get(f.object, f.object) if isinstance(f.object, str) else f.object,
                    )
                    for f in facts
                ),
                classes=tuple(
                    (names.get(v, v), concrete(self.schema, c)) for v, c in one.types if v in names
                ),
                computed=(Computed(mean, Aggregate("AVG", names[variable])),),
            )
            held = Filter(variable, operator, (mean,))
            yield (
                replace(
                    made,
                    focus=owner,
                    open=None,
                    filters=(*made.filters, held),
                    nested=(*made.nested, inner),
                ),
                dear,
            )

    def _own(self, one: Set, owner: End) -> str:
        """The property by which a thing has the value that a set stands for: its price, not the amount."""
        return next((f.property for f in one.facts if f.subject == owner.node), "")

    def _in_units(self, one: Set, found: Found) -> Iterator[tuple[str, float]]:
        held = {p for c in one.focus.classes for p in self.schema.data_properties(c)}
        fitting = [
            p
            for p in held
            if self.schema.is_numeric(p) and any(same_dimension(u, self._unit(p)) for u in found.units)
        ]
        for number, prop in enumerate(sorted(fitting, key=lambda p: (-self.schema.uses(p), p))):
            yield prop, GUESSED + NEXT * number

    def _unit(self, prop: str) -> str:
        known = self.schema.ontology.properties.get(prop)
        return known.unit if known else ""

    def _in_unit(self, prop: str, limit: Limited) -> float | None:
        """The number in the unit of a property; None where it measures something else."""
        number, unit = limit.found.number or 0.0, self._unit(prop)
        if not limit.found.units or not unit:
            return number
        return next((v for u in limit.found.units if (v := convert(number, u, unit)) is not None), None)

    def _dated(self, one: Set, operator: Operator) -> Iterator[Found_]:
        found = operator.found
        if found.since is None or found.before is None or one.role is not Role.PLAIN:
            return
        if one.is_value:
            prop, variable = one.focus.literal, str(one.focus.node)
            owner = self._owner(one)
            if is_dated(self.schema, prop) and owner is not None and not one.function:
                held = period(self.schema, variable, prop, found.operator, found.since, found.before)
                yield replace(one, focus=owner, open=None, filters=(*one.filters, *held)), 0.0
            elif owner is not None:  # "revenue in 2024": the date of what has it
                for made, dear in self._dated(replace(one, focus=owner, open=None), operator):
                    if isinstance(made, Set):
                        yield replace(made, focus=one.focus, open=one.open), dear
            return
        for number, prop in enumerate(self._dates(one.focus.classes)):
            made_ = self._valued(one, prop)
            if made_ is not None:
                variable = str(made_.focus.node)
                held = period(self.schema, variable, prop, found.operator, found.since, found.before)
                far = 0.5 if one.facts or one.absent else 0.0
                far += OTHER_END if self._is_other_end(prop, found.first) else 0.0
                odd = 1.0 if isinstance(one.focus.node, Thing) else 0.0
                yield (
                    replace(made_, focus=one.focus, filters=(*made_.filters, *held)),
                    0.3 + NEXT * number + far + odd,
                )

    def _is_other_end(self, prop: str, at: int) -> bool:
        """Whether a verb right before a date says that what lasts began then, and a property when it ends, or
        the other way round: "started in 2023".
        """
        stem = self.lang.stem
        begins, ends = span_ends(self.lang)
        said = [stem(w) for w in self.words[max(at - 2, 0) : at] if stem(w) in begins | ends]
        if not said:
            return False
        label = {stem(w) for w in self._label(prop)}
        return not label & ends if said[-1] in ends else bool(label & ends)

    # ── groups ───────────────────────────────────────────────────────────────────────────────────

    def _grouping(self, grouper: Grouper, other: Meaning) -> Iterator[Found_]:
        """What rows are grouped by, before what is grouped or a further key: "by customer and year"."""
        if isinstance(other, Set):
            yield from ((m, c + 0.3) for m, c in self._grouped(other, grouper))
        elif isinstance(other, Grouper) and other.by is None:
            yield replace(grouper, also=(*grouper.also, other)), 0.0
        elif isinstance(other, Second) and not other.any and not isinstance(other.one, Operator):
            key = Grouper(other.one) if isinstance(other.one, Set) else other.one
            yield replace(grouper, also=(*grouper.also, key)), 0.0

    def _grouped(self, one: Set, grouper: Grouper) -> Iterator[Found_]:
        if one.by or one.order or isinstance(one.focus.node, Thing):
            return
        found: list[tuple[Set, float]] = list(self._keyed(one, grouper))
        for key in grouper.also:
            found = [
                (replace(more, by=(*made.by, *more.by)), dear + dearer)
                for made, dear in found
                if made.by
                for more, dearer in self._keyed(replace(made, by=()), key)
                if more.by
            ]
        yield from found

    def _keyed(self, one: Set, grouper: Grouper) -> Iterator[tuple[Set, float]]:
        """The set with the rows of each key together."""
        by = grouper.by
        if by is None and grouper.unit == KIND:
            yield from self._by_kind(one)
            return
        if by is None and grouper.within is not None:
            yield from self._by_years(one, grouper.within)
            return
        if by is None:
            yield from self._by_period(one, grouper.unit)
            return
        base = one
        held = one
        if one.is_value:
            owner = self._owner(one)
            if owner is None or not isinstance(owner.node, str):
                return
            held = replace(one, focus=owner, open=None)
        if not isinstance(by.focus.node, str):
            return
        if any(f.property == by.focus.literal and isinstance(f.object, Literal) for f in one.facts):
            yield one, 0.1  # "called Ada by first name"
            return
        if one.role is Role.MOST and by.is_value and not one.is_value:
            yield from self._ranked_by(one, by)
            return
        if one.role is not Role.PLAIN:
            return
        if by.is_value and by.open is not None and not one.is_value and not one.counted:
            for made, dear in self.patterns.attached(one, by):
                yield replace(made, also=(*made.also, by.focus)), dear + 0.2
        plain = replace(held, function="", counted=False)
        for made, dear in self._apart(plain, by):
            yield (
                replace(
                    made,
                    focus=base.focus,
                    open=None,
                    function=one.function,
                    counted=one.counted,
                    by=(grouper.key or str(by.focus.node),),
                ),
                dear,
            )

    def _by_kind(self, one: Set) -> Iterator[tuple[Set, float]]:
        """“Lifts of each type": by the classes that the data types them with."""
        owner = self._owner(one) if one.is_value else one.focus
        cls = next((c for v, c in one.types if owner and v == owner.node), "")
        kinds = concrete(self.schema, cls) if cls else ()
        if owner is None or len(kinds) < TWO:
            return
        kind = f"{mark_of(owner.node)}_kind"
        fact, one_of = typed(owner.node, kind, kinds)
        types = tuple(t for t in one.types if t[0] != owner.node)
        facts, filters = (*one.facts, fact), (*one.filters, one_of)
        yield replace(one, types=types, facts=facts, filters=filters, by=(kind,)), 0.0

    def _by_period(self, one: Set, unit: str) -> Iterator[tuple[Set, float]]:
        """“orders per year”: by the date of what is counted or added up."""
        if one.is_value and is_dated(self.schema, one.focus.literal):
            owner = self._owner(one)
            if owner is not None:
                yield self._period(replace(one, focus=owner, open=None), str(one.focus.node), unit), 0.0
            return
        held = one
        if one.is_value:
            owner = self._owner(one)
            if owner is None:
                return
            held = replace(one, focus=owner, open=None)
        for number, prop in enumerate(self._dates(held.focus.classes)):
            if (made := self._valued(held, prop)) is not None:
                dated = self._period(made, str(made.focus.node), unit)
                yield replace(dated, focus=one.focus), 0.3 + NEXT * number

    def _by_years(self, one: Set, within: Found) -> Iterator[tuple[Set, float]]:
        """“2023 versus 2024": by the year of the date by which it is within these."""
        for made, dear in self._dated(one, Operator(within)):
            if isinstance(made, Set) and made.filters:
                yield self._period(made, made.filters[-1].variable, "year"), dear

    def _period(self, one: Set, variable: str, unit: str) -> Set:
        name = f"{variable}_{unit.replace(' ', '')}"
        known = next((f for f in one.facts if f.object == variable), None)
        if known is not None and not self.schema.is_temporal(known.property):
            return replace(one, by=(variable,))
        made = Computed(name, Calculation(unit, (variable,)))
        return replace(one, bound=(*one.bound, made), by=(name,))

    def _ranked_by(self, one: Set, by: Set) -> Iterator[tuple[Set, float]]:
        """“the top 5 customers by revenue”: by what the values of each come to."""
        plain = replace(one, role=Role.PLAIN)
        variable = str(by.focus.node)
        many = by.open is not None and any(
            u.count > u.subjects for f in by.facts for u in self.schema.ontology.uses_of(f.property)
        )
        for made, dear in self.patterns.attached(plain, by):
            order = Order(variable, descending=one.high, function="SUM" if many else "")
            yield replace(made, order=order, limit=one.limit), dear
        for made, dear in self._far_attached(plain, by):
            order = Order(variable, descending=one.high, function="SUM")
            yield replace(made, order=order, limit=one.limit), dear

    def _far_attached(self, head: Set, relation: Set) -> Iterator[tuple[Set, float]]:
        """The head with a relation of something that is joined with it: customers with the revenue of their
        orders.
        """
        end = relation.open
        if end is None or end.literal:
            return
        held = replace(relation, open=None, focus=end)
        for made, dear in self.patterns.joined(head, held, most=2):
            yield made, FREE + UNSAID * dear

    def _apart(self, held: Set, by: Set) -> Iterator[tuple[Set, float]]:
        if by.open is not None:
            yield from self.patterns.attached(held, by)
            return
        for made, dear in self.patterns.joined(held, by):
            yield made, UNSAID * dear


def _second(joint: Joint, other: Meaning) -> Iterator[Found_]:
    """What stands behind a word that joins."""
    is_date = isinstance(other, Operator) and other.found.cue is Cue.DATE
    is_plain = isinstance(other, Grouper) or (isinstance(other, Set) and other.is_plain)
    if isinstance(other, Set | Grouper | Operator) and (is_plain or (is_date and joint.apart)):
        yield Second(other, joint.any, joint.apart), 0.0


def _years(one: Operator, second: Second) -> Iterator[Found_]:
    """“2023 versus 2024": by the years from the one to the other."""
    if not second.apart or not isinstance(second.one, Operator) or one.found.cue is not Cue.DATE:
        return
    found = sorted((one.found, second.one.found), key=lambda f: str(f.since))
    spans = [(f.since, f.before) for f in found if f.since is not None and f.before is not None]
    is_each = all((since.month, since.day, since.year + 1) == (1, 1, before.year) for since, before in spans)
    if len(spans) == TWO and is_each and spans[0][1] == spans[1][0]:
        both = replace(one.found, operator="=", since=spans[0][0], before=spans[1][1])
        yield Grouper(None, "year", within=both), 0.0


def _is_object(relation: Set, end: End) -> bool:
    """Whether an end of a relation is the object of the property that its words name."""
    return any(f.object == end.node for f in relation.facts) != relation.turned


_END = 3  # a date that ends what lasts
_MOST_ROWS = 1000


def is_additive(schema: Schema, prop: str) -> bool:
    """Whether amounts of many things are meant together, when nothing else is said: revenue, rainfall."""
    words = set(fold(schema.ontology.label(prop)).split())
    return schema.is_numeric(prop) and bool(words & everywhere("additive_words"))


def _is_count(number: float) -> bool:
    """Whether a number may say how many rows are wanted."""
    return 0 < number <= _MOST_ROWS and number == int(number)


def _plain(value: float) -> str:
    return str(int(value)) if math.isfinite(value) and value == int(value) else repr(value)
