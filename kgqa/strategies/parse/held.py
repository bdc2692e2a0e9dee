"""What is held to a comparison with something that is no number: another thing's own value ("heavier than the
Spar 3"), the thing's own ("before their manager"), or what many come to ("than the average").

In: a set and a comparison. Out: the set with both values and the condition between them. What a thing does
not have is not taken from something else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from kgqa.forms.form import (
    Aggregate,
    Calculation,
    Computed,
    Expression,
    Fact,
    Filter,
    Literal,
    Node,
    Thing,
    Variable,
)
from kgqa.forms.periods import is_dated
from kgqa.schema import Schema
from kgqa.strategies.parse.meaning import (
    LIMIT,
    TURNED,
    Compared,
    End,
    Found_,
    Limited,
    Set,
    Standard,
)
from kgqa.strategies.parse.measures import NEXT, Measures
from kgqa.strategies.parse.parts import MOST_RANKED
from kgqa.strategies.parse.patterns import FREE, UNSAID, Patterns, copied, mark_of, path, pattern_of

GUESSED = 0.3  # what it costs to compare by a date that nobody named
WIDE = 0.3  # that an average is of all that have such a value, whatever they are
_FINEST = 10_000  # a hundredth of a percent
_ALL = 100


@dataclass(frozen=True)
class Held:
    """Comparisons over one schema."""

    patterns: Patterns
    measures: Measures

    def held(self, one: Set, compared: Compared) -> Iterator[Found_]:
        """The set with its values held to a comparison."""
        than = compared.than
        if than is None or not one.is_plain:
            return
        if (known := _known(than)) is not None:
            yield from self._held_to(one, compared, *known)
            return
        for value, owner, dear in self._valued(one, compared, than):
            operator, measures = compared.operator, compared.found.measures
            prop = self.measures.own(value, owner)
            if measures and not one.is_value and self.measures.is_inverse(measures, prop):
                operator = operator.translate(TURNED)
            turned = replace(compared, operator=operator)
            for made, limit, dearer in self._limits(value, owner, turned, than):
                whole = self._limited(made, value, limit, turned)
                if whole is not None:
                    apart = self._apart(owner, whole[1], than)
                    filters = (*whole[0].filters, *apart)
                    yield whole[0].changed(focus=owner, open=None, filters=filters), dear + dearer

    def _held_to(self, one: Set, compared: Compared, prop: str, values: tuple[Node, ...]) -> Iterator[Found_]:
        """“Older than build year 2010": the thing's own value of what is named, held to the one behind it."""
        made = None if one.is_value or one.open is not None else self.measures.had(one, prop)
        if made is None:
            return
        measures, operator = compared.found.measures, compared.operator
        if measures and self.measures.is_inverse(measures, prop):
            operator = operator.translate(TURNED)
        held = Filter(str(made.focus.node), operator, values)
        yield made.changed(focus=one.focus, filters=(*made.filters, held)), 0.0

    def _valued(self, one: Set, compared: Compared, than: Standard) -> Iterator[tuple[Set, End, float]]:
        """The set with the values that are compared for its focus, and what has them."""
        found = compared.found
        if one.is_value:
            owner, prop = self.measures.owner(one), one.focus.literal
            if owner is None or (found.measures and not self.measures.is_called(prop, found.measures)):
                return
            if is_dated(self.measures.schema, prop) or found.function != "time":
                yield one, owner, 0.0
            return
        if one.open is not None:
            return
        for prop, dear in self._properties(one, compared, than):
            if (made := self.measures.had(one, prop)) is not None:
                yield made, one.focus, dear

    def _properties(self, one: Set, compared: Compared, than: Standard) -> Iterator[tuple[str, float]]:
        found, of = compared.found, than.of
        if than.function and of is not None and of.is_value:  # "above the average weight"
            if (owner := self.measures.owner(of)) is not None:
                yield self.measures.own(of, owner), 0.0
        elif found.function == "time":
            for number, prop in enumerate(self.measures.dates(one.focus.classes)):
                yield prop, GUESSED + NEXT * number
        elif found.measures:
            named = list(self.measures.named(one.focus.classes, found.measures))
            yield from named or self.measures.ages(one, found.measures)

    def _limits(
        self, value: Set, owner: End, compared: Compared, than: Standard
    ) -> Iterator[tuple[Set, Variable, float]]:
        """The values, with what they are compared with beside them, and the variable of that."""
        if than.function:
            yield from self._many(value, owner, compared, than)
        elif than.of is not None and than.own:
            yield from self._related(value, owner, than.of)
        elif than.of is not None:
            other = than.of
            if other.order is not None:
                value_ = self.patterns.absorbed(value, other, ())
                if value_ is None:
                    return
                value, other = value_, Set(focus=other.focus)
            if not other.is_value:
                single = other.changed(types=()) if isinstance(other.focus.node, Thing) else other
                known = self.measures.had(single, self.measures.own(value, owner))
                if known is None or known.focus.literal != value.focus.literal:
                    return
                other = known
            if (both := self.patterns.absorbed(value, other, ())) is not None:
                yield both, str(other.focus.node), 0.0

    def _related(self, value: Set, owner: End, other: Set) -> Iterator[tuple[Set, Variable, float]]:
        """“their own manager", "their list price": what the same thing has."""
        head = value.changed(focus=owner, open=None)
        if other.open is not None:
            ways = list(self.patterns.attached(head, other))
        else:
            joined = sorted(self.patterns.joined(head, other, most=1), key=lambda w: w[1])[:1]
            ways = [(m, FREE + UNSAID * c) for m, c in joined]
        for made, dear in ways:
            end = other.focus
            if other.is_value:
                if end.node != value.focus.node:
                    yield made.changed(focus=value.focus), str(end.node), dear
                continue
            kin = self.measures.had(Set(focus=end), self.measures.own(value, owner))
            if kin is not None and kin.focus.literal == value.focus.literal:
                whole = made.changed(focus=value.focus, facts=(*made.facts, *kin.facts))
                yield whole, str(kin.focus.node), dear

    # ── what many come to ────────────────────────────────────────────────────────────────────────

    def _many(
        self, value: Set, owner: End, compared: Compared, than: Standard
    ) -> Iterator[tuple[Set, Variable, float]]:
        for whole, thing, dear in self._population(value, owner, than):
            limit = f"{whole.focus.node}_many"
            number = str(whole.focus.node)
            if than.function == "MEDIAN":
                if than.key is None and isinstance(owner.node, str) and self._is_countable(whole, thing):
                    yield self._beside_median(value, owner, whole, thing, compared.operator), "", dear
                continue
            highest = "MAX" if compared.operator.startswith(">") else "MIN"
            function = highest if than.function == "ALL" else than.function
            if function == "AVG" and not self.measures.schema.is_numeric(value.focus.literal):
                continue
            form = pattern_of(whole, self.measures.schema)
            column = Computed(limit, Aggregate(function, number))
            if than.key is None:
                once = (thing, number) if form.classes else ()
                inner = replace(form, computed=(column,), once=once)
                yield value.changed(nested=(*value.nested, inner)), limit, dear
                continue
            for made, key, ways, dearer in self._keyed(value, owner, than.key):
                facts = (*form.facts, *copied(ways, {owner.node: thing, key: key}))
                inner = replace(
                    form, shown=(key,), facts=facts, computed=(column,), once=(key, thing, number)
                )
                yield made.changed(nested=(*made.nested, inner)), limit, dear + dearer

    def _population(self, value: Set, owner: End, than: Standard) -> Iterator[tuple[Set, Variable, float]]:
        """All values that an aggregate is of, for the focus of a set, and what has them."""
        of, prop = than.of, self.measures.own(value, owner)
        if of is not None and of.is_value and of.open is None:
            end = self.measures.owner(of)
            if end is not None and isinstance(end.node, str) and of.focus.literal == value.focus.literal:
                yield of, end.node, 0.0
            return
        if of is not None and not of.is_value:
            made = self.measures.had(of, prop) if isinstance(of.focus.node, str) else None
            if made is not None and made.focus.literal == value.focus.literal:
                yield made, str(of.focus.node), 0.0
            return
        if value.bound:
            return
        node = f"{mark_of(owner.node)}_m"
        types = tuple((node, c) for v, c in value.types if v == owner.node)
        plain = Set(focus=End(node, owner.classes), types=types)
        if (made := self.measures.valued(plain, prop)) is not None:
            yield made, node, 0.0 if types else WIDE

    def _keyed(
        self, value: Set, owner: End, key: Set
    ) -> Iterator[tuple[Set, Variable, tuple[Fact, ...], float]]:
        """What the thing shares with those that it is compared with: "their department"."""
        head = value.changed(focus=owner, open=None)
        if key.open is not None:
            found = list(self.patterns.attached(head, key))
        else:
            found = [(m, FREE + UNSAID * c) for m, c in self.patterns.joined(head, key)]
        for made, dear in found:
            way = path(made.facts, owner.node, key.focus.node)
            if way and isinstance(key.focus.node, str):
                yield made.changed(focus=value.focus), key.focus.node, way, dear

    def _is_countable(self, whole: Set, thing: Variable) -> bool:
        """Whether there are few enough things to compare every two of them."""
        schema = self.measures.schema
        named = [c for v, c in whole.types if v == thing]
        having = (f.property for f in whole.facts if f.subject == thing)
        return schema.instances(named or schema.subjects(next(having))) <= MOST_RANKED

    def _beside_median(self, value: Set, owner: End, whole: Set, thing: Variable, operator: str) -> Set:
        """What is more than the median has at least half of all below it, whether their number is odd (the
        median is one of them) or even (it is the mean of the two in the middle).
        """
        variable, number = str(value.focus.node), str(whole.focus.node)
        below = "<" if operator.startswith(">") else ">"
        form, count = pattern_of(whole, self.measures.schema), Aggregate("COUNT", thing, distinct=True)
        mine = path(value.facts, owner.node, value.focus.node)
        rank = replace(
            form,
            shown=(str(owner.node),),
            facts=(*mine, *form.facts),
            filters=(*form.filters, Filter(number, below, (variable,))),
            computed=(Computed(f"{variable}_below", count),),
        )
        every = replace(form, computed=(Computed(f"{variable}_all", count),))
        part = Computed(f"{variable}_part", Calculation("*", (_literal(2), f"{variable}_below")))
        held = Filter(part.name, ">=", (f"{variable}_all",))
        return value.changed(
            nested=(*value.nested, rank, every),
            bound=(*value.bound, part),
            filters=(*value.filters, held),
        )

    # ── how many times as much, how much more ────────────────────────────────────────────────────

    def _limited(self, made: Set, value: Set, limit: Variable, compared: Compared) -> tuple[Set, str] | None:
        """The set with the condition, and its operator; None where the number measures something else."""
        variable, operator = str(value.focus.node), compared.operator
        if not limit:  # a median, whose conditions are there
            is_plain = compared.times == 1 and compared.more is None
            return (made, operator) if is_plain and operator in ("<", ">") else None
        worked: Expression = limit
        if compared.times != 1:
            worked = _times(compared.times, limit)
        elif compared.more is not None:
            amount = self._more(compared.more, operator, limit, value.focus.literal)
            if amount is None:
                return None
            worked, operator = amount
        if worked != limit:
            name = f"{variable}{LIMIT}"
            made = made.changed(bound=(*made.bound, Computed(name, worked)))
            limit = name
        held = Filter(variable, operator, (limit,))
        return made.changed(filters=(*made.filters, held)), operator

    def _more(self, by: Limited, operator: str, limit: Variable, prop: str) -> tuple[Expression, str] | None:
        """“at least 5 kg heavier than", "20 % cheaper than"."""
        if by.until is not None or by.found.number is None or not self.measures.schema.is_numeric(prop):
            return None
        is_more = operator.startswith(">")
        wanted = ">=" if by.operator == "=" else by.operator
        turned = wanted if is_more else wanted.translate(TURNED)
        if "%" in by.found.units:
            share = Fraction(by.found.number).limit_denominator(_FINEST) / _ALL
            return _times(float(1 + share if is_more else 1 - share), limit), turned
        number = self.measures.in_unit(prop, by)
        if number is None:
            return None
        return Calculation("+" if is_more else "-", (limit, _literal(number))), turned

    def _apart(self, owner: End, operator: str, than: Standard) -> Iterator[Filter]:
        """What something is likened to is left out: it is no answer."""
        if than.of is None or than.own or than.function or operator in ("<", ">"):
            return
        end = self.measures.owner(than.of) if than.of.is_value else than.of.focus
        if end is not None:
            yield from without(self.measures.schema, owner, end)


def _known(than: Standard) -> tuple[str, tuple[Node, ...]] | None:
    """The property and the value of a standard that is nothing but that: "build year 2010", of nobody."""
    of = than.of
    if of is None or than.own or than.function or of.types or len(of.facts) != 1 or len(of.filters) != 1:
        return None
    (fact,), (held,) = of.facts, of.filters
    is_value = held.operator == "=" and held.variable == fact.object and isinstance(fact.subject, str)
    return (fact.property, held.values) if is_value else None


def without(schema: Schema, owner: End, end: End) -> Iterator[Filter]:
    """That something is not the thing that it is likened to, where it might be."""
    is_likely = not (owner.classes and end.classes) or schema.overlap(owner.classes, end.classes)
    if isinstance(owner.node, str) and isinstance(end.node, Thing) and is_likely:
        yield Filter(owner.node, "!=", (end.node,))


def _times(factor: float, value: Variable) -> Expression:
    """A multiple of a value; what is no whole number of times is a fraction, since the product of two
    decimals may need more digits than a store keeps.
    """
    share = Fraction(factor).limit_denominator(_FINEST)
    whole = Calculation("*", (_literal(share.numerator), value)) if share.numerator != 1 else value
    return whole if share.denominator == 1 else Calculation("/", (whole, _literal(share.denominator)))


def _literal(number: float) -> Literal:
    return Literal(f"{number:g}", number=True)
