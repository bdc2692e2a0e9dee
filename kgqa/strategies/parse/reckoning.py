"""Formulas -> sets whose members are worked out: "price minus cost", "total premium divided by policies".

In: the formulas of a question, and what its names may mean. Out: for each mention of a formula its sets with
their cost. What is worked out of each row is a value like any other: it can be added up, compared, grouped.
What is worked out of all rows stands in the set as its `worked` expression.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from kgqa.definitions.definition import Definitions
from kgqa.forms.form import Aggregate, Calculation, Computed, Expression, Fact, Literal, Thing
from kgqa.language import Language, guess, language
from kgqa.schema import Schema
from kgqa.strategies.parse.formulas import Definition, Mention, definition
from kgqa.strategies.parse.formulas.formula import Aggregation, Formula, Number, Operation, Phrase
from kgqa.strategies.parse.formulas.parse import unit_of
from kgqa.strategies.parse.lexicon import BESIDE_A_NOUN, NEXT, Entry, Words
from kgqa.strategies.parse.meaning import TITLE, End, Set, is_bare
from kgqa.strategies.parse.measures import Measures
from kgqa.strategies.parse.parts import HUNDRED
from kgqa.strategies.parse.patterns import Patterns
from kgqa.strategies.parse.totals import Totals
from kgqa.strategies.parse.values import Values, value_of
from kgqa.values.telling import plain
from kgqa.values.units import convert, same_dimension

WAYS = 3  # meanings that are kept of each part of a formula
Worked = tuple[Set, float]


def metrics_in(definitions: Definitions, text: str, lang: Language) -> tuple[Definition, ...]:
    """The formulas of the company's metrics that a text speaks of, under each of their names."""
    found = []
    for metric in definitions.metrics_in(text, lang):
        own = language(metric.language) if metric.language else guess(metric.means)
        found += [definition(name, metric.means, own) for name in metric.names]
    return tuple(each for each in found if each is not None)


@dataclass(frozen=True)
class Reckoning:
    """What formulas come to. `entries` are the names of the question; `words` also know what is named in
    formulas that stand outside it.
    """

    patterns: Patterns
    measures: Measures
    entries: Sequence[Entry]
    words: Words

    @property
    def schema(self) -> Schema:
        return self.patterns.schema

    @cached_property
    def values(self) -> Values:
        return Values(self.patterns, self.measures)

    @property
    def _totals(self) -> Totals:
        return Totals(self.patterns, self.measures, self.measures.lang, self.measures.words)

    def entry(self, mention: Mention) -> Iterator[Entry]:
        """The sets that a mention may stand for."""
        is_per = isinstance(mention.formula, Operation) and mention.formula.operator == "per"
        title = f"{TITLE}{mention.name}" if mention.is_named or is_per else ""
        for made, dear in self._worked(mention.formula, f"r{mention.first}", title):
            yield Entry(mention.first, mention.last, made.changed(title=title), dear)

    def _worked(self, formula: Formula, mark: str, title: str = "") -> list[Worked]:
        match formula:
            case Phrase():
                found = list(self._named(formula))
            case Aggregation("COUNT", Phrase() as of):
                found = [(s.changed(counted=True), c) for s, c in self._counted(of)]
            case Aggregation(function, of) if function != "COUNT":
                rows, function = self._worked(of, mark), self._totals.function(function)
                found = [(s.changed(function=function), c) for s, c in rows if s.is_value and s.is_plain]
            case Operation("per", (left, right)):
                both = self._worked(left, f"{mark}0"), self._divisors(right, f"{mark}1")
                found = list(self._calculated("/", both, title or mark))
            case Operation(operator, operands) if operator in _OPERATORS:
                found = list(self._operated(_OPERATORS[operator], operands, mark, title or mark))
            case _:
                found = []
        return sorted(found, key=lambda s: s[1])[:WAYS]

    def _named(self, phrase: Phrase) -> Iterator[Worked]:
        """The numbers that words name."""
        if phrase.of is not None:
            yield from self._of_thing(replace(phrase, of=None), phrase.of)
            return
        found = self._sets(phrase)
        is_noun = any(one.types and not one.is_value for one, _ in found)
        for one, cost in found:
            if not one.is_plain or isinstance(one.focus.node, Thing):
                continue
            # Only a number can be meant, so that a noun of the same name says nothing against it.
            dear = max(0.0, cost - BESIDE_A_NOUN) if is_noun and one.is_value else cost
            made = self._amount(one) if one.types and not one.is_value else one
            if made is not None and made.is_value and self.schema.is_numeric(made.focus.literal):
                yield made, dear

    def _of_thing(self, phrase: Phrase, thing: Phrase) -> Iterator[Worked]:
        """“the weight of the Spar 3": a number of a thing that is named."""
        for one, dear in self._named(phrase):
            owner = self.measures.owner(one)
            if owner is None:
                continue
            for other, dearer in self._sets(thing):
                made = self.measures.had(other, self.measures.own(one, owner)) if is_bare(other) else None
                if made is not None and made.focus.literal == one.focus.literal:
                    yield made, dear + dearer

    def _amount(self, one: Set) -> Set | None:
        """“premiums”: the amounts that they stand for."""
        found = {self.schema.measure_of(c, self.patterns.naming) for c in one.focus.classes}
        number = found.pop() if len(found) == 1 else None
        return self.measures.valued(one, number) if number else None

    def _counted(self, phrase: Phrase) -> Iterator[Worked]:
        for one, dear in self._sets(phrase):
            if one.types and one.is_plain:
                yield one, dear

    def _sets(self, phrase: Phrase) -> list[Worked]:
        """What the longest name within a phrase means."""
        if phrase.first < 0:
            return list(self.words.elsewhere(phrase.text, phrase.iri))
        inside = [e for e in self.entries if phrase.first <= e.first and e.last <= phrase.last]
        most = max((e.last - e.first for e in inside), default=0)
        longest = (e for e in inside if e.last - e.first == most)
        return [(e.meaning, e.cost) for e in longest if isinstance(e.meaning, Set)]

    def _divisors(self, formula: Formula, mark: str) -> list[Worked]:
        """What a number is told "per": a number in that unit, one that is named, or how many there are."""
        if not isinstance(formula, Phrase):
            return self._worked(formula, mark)
        in_units = [pair for unit in unit_of(formula.text) for pair in self._in_unit(unit, mark)]
        counted = Aggregation("COUNT", formula)
        return in_units[:WAYS] or self._worked(formula, mark) or self._worked(counted, mark)

    def _in_unit(self, unit: str, mark: str) -> Iterator[Worked]:
        """The numbers of things that measure as a unit does, in that unit: what weighs so many grams."""
        schema = self.schema
        fitting = [p for p in schema.ontology.properties if same_dimension(self.measures.unit(p), unit)]
        fitting = [p for p in fitting if schema.is_numeric(p) and schema.subjects(p)]
        for number, prop in enumerate(sorted(fitting, key=lambda p: (-schema.uses(p), p))):
            share = convert(1.0, self.measures.unit(prop), unit)
            owner = End(f"s{mark}_{number}", frozenset(c for c in schema.subjects(prop) if c))
            node = f"o{mark}_{number}"
            fact = Fact(owner.node, prop, node)
            made = Set(focus=End(node, literal=prop), open=owner, facts=(fact,), named=True)
            if share is not None and share != 1.0:
                scaled = Calculation("*", (node, Literal(plain(share), number=True)))
                name = f"{node}_{mark}"
                made = made.changed(focus=End(name, literal=prop), bound=(Computed(name, scaled),))
            yield made, NEXT * number

    def _operated(
        self, operator: str, operands: tuple[Formula, ...], mark: str, title: str
    ) -> Iterator[Worked]:
        parts = (
            Literal(f"{o.value:g}", number=True) if isinstance(o, Number) else self._worked(o, f"{mark}{n}")
            for n, o in enumerate(operands)
        )
        yield from self._calculated(operator, tuple(parts), title)

    def _calculated(
        self, operator: str, parts: Sequence[Literal | list[Worked]], title: str
    ) -> Iterator[Worked]:
        """What numbers and sets come to together."""
        numbers = {n: p for n, p in enumerate(parts) if isinstance(p, Literal)}
        sets = [(n, p) for n, p in enumerate(parts) if not isinstance(p, Literal)]
        if not sets or not all(found for _, found in sets):
            return
        (first, found), *others = sets
        joined = [(made, dear, {first: value_of(made)}) for made, dear in found]
        for n, more in others:
            pairs = [
                (both, dear + dearer + way, {**values, n: value_of(other)})
                for made, dear, values in joined
                for each, dearer in more
                for other in (self.values.of_these(made, each),)
                for both, way in self.values.together(made, other)
            ]
            joined = sorted(pairs, key=lambda p: p[1])[:WAYS]
        for made, dear, values in joined:
            each_of = tuple(numbers.get(n) or values[n] for n in range(len(parts)))
            value: Expression = Calculation(operator.removeprefix("%"), each_of)
            if operator == "%/":
                value = Calculation("*", (HUNDRED, value))
            if any(map(_is_grouped, values.values())):
                yield made.changed(function="", counted=False, worked=value), dear
                continue
            focus = End(title, literal=made.focus.literal)
            yield made.changed(focus=focus, bound=(*made.bound, Computed(title, value))), dear


def _is_grouped(value: Expression) -> bool:
    """Whether a value is worked out of all rows."""
    if isinstance(value, Calculation):
        return any(_is_grouped(o) for o in value.operands)
    return isinstance(value, Aggregate)


_OPERATORS = {"+": "+", "-": "-", "*": "*", "/": "/", "%": "%/"}
