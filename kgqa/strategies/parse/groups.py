"""The rules for rows that are taken together: "per department", "by customer and year", "2023 versus 2024".

In: a set, what it is grouped by. Out: the grouped set, each way with its cost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from kgqa.declared import TEMPORAL
from kgqa.forms.form import Calculation, Computed, Fact, Literal, Node, Order, Thing
from kgqa.forms.periods import is_dated
from kgqa.language import everywhere
from kgqa.schema import Schema
from kgqa.strategies.parse.cues import Cue, Found
from kgqa.strategies.parse.dates import Dates
from kgqa.strategies.parse.lexicon import IDENTITY, KIND, PIECE, TWO
from kgqa.strategies.parse.meaning import (
    FIRST,
    End,
    Found_,
    Grouper,
    Meaning,
    Operator,
    Role,
    Second,
    Set,
    swapped,
)
from kgqa.strategies.parse.measures import NEXT, Measures
from kgqa.strategies.parse.patterns import FREE, UNSAID, Patterns, concrete, mark_of, typed

_RECURRING = ("year", "quarter", "month", "day")
BOTH = 0.6  # what it costs that a number is of two years together
UNCOUNTED = 1.0  # what it costs that things of which no number is asked for are counted for each of others
WAYS = 2  # in which keys are joined that are not a row's own


@dataclass(frozen=True)
class Groups:
    """Groups over one schema, for one question's words."""

    patterns: Patterns
    measures: Measures
    dates: Dates

    @property
    def schema(self) -> Schema:
        return self.patterns.schema

    def grouping(self, grouper: Grouper, other: Meaning) -> Iterator[Found_]:
        """What rows are grouped by, before what is grouped or a further key: "by customer and year"."""
        if isinstance(other, Set):
            yield from ((m, c + 0.3) for m, c in self.grouped(other, grouper))
        elif isinstance(other, Grouper) and (other.by is None or grouper.is_any):
            yield replace(grouper, also=(*grouper.also, other)), 0.0
        elif isinstance(other, Second) and not other.any and isinstance(other.one, Set | Grouper):
            key = Grouper(other.one) if isinstance(other.one, Set) else other.one
            if key.by is not None and (key.by.also or not key.by.is_plain):
                return
            yield replace(grouper, also=(*grouper.also, key)), 0.0

    def grouped(self, one: Set, grouper: Grouper) -> Iterator[Found_]:
        if grouper.unit == PIECE:
            yield one, 0.0
            return
        if one.order and not one.by:
            yield from self._best_of(one, grouper)
        if one.order or isinstance(one.focus.node, Thing):
            return
        if one.apart:
            yield from self._apart_by(one, grouper)
            return
        if grouper.unit == IDENTITY:
            yield from self.identified(one)
            return
        if one.by:
            yield from self._known_by(one, grouper)
            return
        if (by := grouper.by) is not None and any(
            f.property == by.focus.literal and isinstance(f.object, Literal) for f in one.facts
        ):
            yield one, 0.1  # "called Ada by first name"
            return
        if any(k.by is not None and self.schema.is_key(k.by.focus.literal) for k in (grouper, *grouper.also)):
            grouper = _each(grouper, self._named_by)
        grouper = _each(grouper, self._known_by_key)
        if not one.is_number and one.role is Role.PLAIN:
            yield from self._told(one, grouper)
            yield from self._of_each(one, grouper)
        if self._recurs(one, grouper):
            yield one, 0.0
        pairs = list(self._pairs(one, grouper))
        yield from pairs
        uncounted = UNCOUNTED if pairs else 0.0
        found: list[tuple[Set, float]] = [(m, c + uncounted) for m, c in self._keyed(one, grouper)]
        for key in grouper.also:
            found = [
                (more.changed(by=(*made.by, *more.by)), dear + dearer)
                for made, dear in found
                if made.by
                for more, dearer in self._keyed(made.changed(by=()), key)
                if more.by
            ]
        yield from found

    def _pairs(self, one: Set, grouper: Grouper) -> Iterator[tuple[Set, float]]:
        """“List the orders of each customer": the orders, each beside its customer, and not their number."""
        by = grouper.by
        if by is None or not grouper.each or grouper.also or by.is_value or not by.is_plain:
            return
        if one.is_value or not one.is_plain or one.also or not isinstance(by.focus.node, str):
            return
        for made, dear in (*self._of_key(one, by), *self._apart(one, by)):
            told = End(str(_key_of(made, by)), by.focus.classes)
            yield made.changed(focus=told, also=(made.focus,)), dear

    def _apart_by(self, one: Set, grouper: Grouper) -> Iterator[tuple[Set, float]]:
        """“employees and projects per department": each of the numbers by the same keys."""
        found: list[tuple[tuple[Set, ...], float]] = [((), 0.0)]
        for each in (one.changed(apart=()), *one.apart):
            made = [(m, c) for m, c in self.grouped(each, grouper) if isinstance(m, Set)]
            made = sorted((pair for pair in made if pair[0].by and not pair[0].also), key=lambda m: m[1])
            found = [((*before, m), dear + c) for before, dear in found for m, c in made[:WAYS]]
        for (first, *others), dear in found:
            if all(other.by == first.by for other in others):
                yield first.changed(apart=tuple(others)), dear

    def _recurs(self, one: Set, grouper: Grouper) -> bool:
        """“worth more per year": what is told once a year groups nothing."""
        if not one.is_value or grouper.also or grouper.unit not in _RECURRING:
            return False
        return bool(everywhere(f"recurring.{grouper.unit}") & self.measures.label(one.focus.literal))

    def _best_of(self, one: Set, grouper: Grouper) -> Iterator[tuple[Set, float]]:
        """“the most expensive product of each plant": the best of each group."""
        if one.order is None or one.order.in_groups or one.limit not in (None, 1) or one.cut.percent:
            return
        if one.cut.offset or one.cut.every or one.also:
            return
        if grouper.by is not None and self.schema.is_numeric(grouper.by.focus.literal):
            return  # "the best by price"
        plain = one.changed(order=None, limit=None, cut=FIRST)
        for made, dear in self._keyed(plain, grouper):
            yield made.changed(order=one.order, limit=one.limit, cut=one.cut), dear

    def _known_by(self, one: Set, grouper: Grouper) -> Iterator[tuple[Set, float]]:
        """“of each policy by policy number": the groups by what tells them apart, or by a further key where
        they are told apart already.
        """
        key = grouper.by
        values = {f.object for f in one.facts if self.schema.is_data(f.property)}
        known = tuple(v for v in one.by if v in values)
        if key is None or grouper.also or not self.schema.is_key(key.focus.literal):
            return
        for end in self._ends(one):
            for made, dear in self.patterns.attached(
                one.changed(focus=end, by=(), function="", counted=False), key
            ):
                by, function, counted = (*known, str(key.focus.node)), one.function, one.counted
                yield made.changed(focus=one.focus, by=by, function=function, counted=counted), dear

    def identified(self, one: Set) -> Iterator[tuple[Set, float]]:
        """“policies and their holders by id": what is listed stands as what tells such things apart."""
        if not one.is_plain or one.is_value or one.open is not None:
            return
        shown: list[End] = []
        made = one.changed(also=())
        for end in (one.focus, *one.also):
            keys = [] if end.literal else self.measures.keys(end.classes)
            known = self.measures.valued(made.changed(focus=end), keys[0]) if keys else None
            if known is not None:
                perhaps = any(f.optional and end.node in (f.subject, f.object) for f in made.facts)
                told = (f if f in made.facts else replace(f, optional=perhaps) for f in known.facts)
                made = known.changed(facts=tuple(told))
            shown.append(end if known is None else known.focus)
        if all(e.literal or self._is_named(e) for e in shown):
            yield made.changed(focus=shown[0], also=tuple(shown[1:])), 0.0

    def _is_named(self, end: End) -> bool:
        return self.patterns.are_named(end.classes)

    def _named_by(self, key: Grouper) -> Grouper:
        """A key that is a thing as the number that it stands for, as the name of such things, as what tells
        them apart, or as the one text that they have.
        """
        by = key.by
        if by is None or by.is_value or not by.is_plain or isinstance(by.focus.node, Thing):
            return key
        amounts = {self.schema.measure_of(c, self.patterns.naming) for c in by.focus.classes}
        if len(amounts) == 1 and (amount := amounts.pop()) is not None:
            return self._valued(key, by, amount)
        held = {p for c in by.focus.classes for p in self.schema.data_properties(c)}
        keys = {p for p in held if self.schema.is_key(p)}
        texts = {p for p in held if not (self.schema.is_numeric(p) or is_dated(self.schema, p))}
        found = (held & self.patterns.naming) - keys or keys or texts
        return self._valued(key, by, min(found)) if len(found) == 1 else key

    def _known_by_key(self, key: Grouper) -> Grouper:
        """What holds of any one of some things without a name, by what tells these apart."""
        by = key.by
        if by is None or not key.is_any:
            return key
        keys = self.measures.keys(by.focus.classes)
        return self._valued(key, by, keys[0]) if keys else key

    def _valued(self, key: Grouper, by: Set, prop: str) -> Grouper:
        made = self.measures.valued(by, prop)
        return key if made is None else replace(key, by=made.changed(open=by.open or by.focus))

    def _told(self, one: Set, grouper: Grouper) -> Iterator[tuple[Set, float]]:
        """“policies by number and date", "losses by claim number": what each row is told apart by stands
        beside it, where there is one row of each.
        """
        keys = [k.by for k in (grouper, *grouper.also) if k.by is not None and not k.key]
        owner = self.measures.owner(one) if one.is_value else one.focus
        if len(keys) <= len(grouper.also) or owner is None or not isinstance(owner.node, str):
            return
        tells_apart = any(self.schema.is_key(k.focus.literal) for k in keys)
        if self._counts_per and not tells_apart:
            return
        if not tells_apart and (one.is_value or any(k.open is None or not k.is_value for k in keys)):
            return
        found = [(one.changed(focus=owner, open=None, also=()), 0.0)]
        for key in keys:
            more = [
                (held.changed(also=(*made.also, key.focus)), dear + dearer)
                for made, dear in found
                for held, dearer in self.beside(made, key)
            ]
            found = sorted(more, key=lambda m: m[1])[:WAYS]
        told = (one.focus, *one.also) if one.is_value or not tells_apart else one.also
        for made, dear in found:
            known = {f.subject for f in made.facts for k in made.also if f.object == k.node}
            rest = tuple(t for t in told if t.node not in known)
            shown = (*made.also, *rest) if tells_apart else (*rest, *made.also)
            yield made.changed(focus=shown[0], also=shown[1:]), dear + (0.0 if tells_apart else 0.2)

    @cached_property
    def _counts_per(self) -> bool:
        """“Employees per job title" are counted; "dearer per bag" compares a price."""
        words, phrases = {*self.measures.words}, self.measures.lang.phrases
        return not words.isdisjoint(phrases("rows_form.each")) and words.isdisjoint(phrases("than"))

    def _of_each(self, one: Set, grouper: Grouper) -> Iterator[tuple[Set, float]]:
        """“the weight of each animal": the values of the things, each beside its thing."""
        by = grouper.by
        if by is not None and one.is_value and not by.is_value and not grouper.also and by.is_plain:
            for made, dear in self.patterns.filled(one, by):
                yield made.changed(many=(*made.many, str(by.focus.node)), each=True), dear

    def beside(self, one: Set, key: Set) -> Iterator[tuple[Set, float]]:
        """A set with what its members have, or what those have that they are joined with."""
        yield from self._beside(one, key, tuple(self._ends(one)))

    def _beside(self, one: Set, key: Set, ends: Iterable[End]) -> Iterator[tuple[Set, float]]:
        """A set with a key of its own members, or of what they are joined with."""
        if not key.is_plain:
            return
        if (known := _known_already(one, key)) is not None:
            yield known, 0.0
            return
        found = False
        for end in ends:
            here = one.changed(focus=end)
            for made, dear in self.patterns.attached(here, key):
                found = True
                yield made.changed(focus=made.focus if end == one.focus else one.focus), dear
        if found:
            return
        whole = key if key.open is None else key.changed(open=None, focus=key.open)
        for end in ends:
            for made, dear in self.patterns.joined(one.changed(focus=end), whole):
                yield made.changed(focus=one.focus), UNSAID * dear

    def _ends(self, one: Set) -> Iterator[End]:
        """What a pattern speaks of: its focus, then what else stands in its facts numbers aside."""
        yield one.focus
        seen = {one.focus.node}
        for fact in one.facts:
            ends = (fact.subject, self.schema.subjects), (fact.object, self.schema.objects)
            leads = self.schema.number_of(fact.property, self.patterns.naming) is None
            for node, classes in ends if leads and not self.schema.is_data(fact.property) else ends[:1]:
                if isinstance(node, str) and node not in seen:
                    seen.add(node)
                    said = frozenset(c for v, c in one.types if v == node)
                    yield End(node, said or frozenset(c for c in classes(fact.property) if c))

    def _keyed(self, one: Set, grouper: Grouper) -> Iterator[tuple[Set, float]]:
        """The set with the rows of each key together."""
        by = grouper.by
        if one.also:
            return
        if by is None and grouper.unit == KIND:
            yield from self._by_kind(one)
            return
        if by is None and grouper.within is not None:
            if grouper.of_numbers and not (one.is_number or one.is_value):
                return
            yield from self._by_years(one, grouper.within)
            return
        if by is None:
            yield from self._by_period(one, grouper.unit)
            return
        base = one
        held = one
        if one.is_value:
            owner = self.measures.owner(one)
            if owner is None or not isinstance(owner.node, str):
                return
            held = one.changed(focus=owner, open=None)
        if not isinstance(by.focus.node, str):
            return
        if one.role is Role.MOST and by.is_value and not one.is_value:
            yield from self._ranked_by(one, by)
            return
        if one.role is not Role.PLAIN:
            return
        yield from self._of_where(one, grouper)
        plain = held.changed(function="", counted=False)
        is_total = one.function == "SUM" and bool(by.types)  # "total stock per hop"
        own = self.patterns.same(plain, by) if is_total else ()
        for made, dear in (*own, *self._of_key(plain, by), *self._apart(plain, by)):
            yield (
                replace(
                    made,
                    focus=base.focus,
                    open=None if one.is_value else made.open,
                    function=one.function,
                    counted=one.counted,
                    by=(grouper.key or str(_key_of(made, by)),),
                ),
                dear,
            )

    def _of_where(self, one: Set, grouper: Grouper) -> Iterator[tuple[Set, float]]:
        """“how many people work in each department": people by where they work, and not departments."""
        by, here = grouper.by, one.focus
        ends = [f for f in one.facts if f.object == here.node]
        if by is None or grouper.key or one.open is not None or len(ends) != 1 or not by.is_plain:
            return
        subject, classes = ends[0].subject, self.schema.subjects(ends[0].property)
        if isinstance(subject, str) and self.schema.overlap(here.classes, by.focus.classes):
            whose = End(subject, frozenset(c for c in classes if c))
            yield one.changed(focus=whose, by=(str(here.node),)), 0.0

    def _of_key(self, one: Set, by: Set) -> Iterator[tuple[Set, float]]:
        """“how many members does each project have”: the members of each, where they are of one thing."""
        if one.open is not None and by.is_plain and not (one.is_value or by.is_value):
            yield from self.patterns.filled(one, by)

    def _by_kind(self, one: Set) -> Iterator[tuple[Set, float]]:
        """“Lifts of each type": by the classes that the data types them with, or by the property that is
        named so: "vehicle type".
        """
        owner = self.measures.owner(one) if one.is_value else one.focus
        if owner is None:
            return
        own = [c for v, c in one.types if v == owner.node]
        if not own and len(owner.classes) == 1:
            own = [*owner.classes]
        if not own:
            return
        cls, kinds = own[0], concrete(self.schema, own[0])
        held = {h.property for h in self.schema.steps(cls) if h.forward} | self.schema.data_properties(cls)
        named = [p for p in sorted(held) if self.measures.label(p) & everywhere("kind_words")]
        if len(named) == 1:
            kind = f"{mark_of(owner.node)}_named"
            fact = Fact(owner.node, named[0], kind)
            yield one.changed(facts=(*one.facts, fact), by=(kind,)), 0.1 if len(kinds) < TWO else 0.4
        if len(kinds) < TWO:
            return
        kind = f"{mark_of(owner.node)}_kind"
        fact, one_of = typed(owner.node, kind, kinds)
        types = tuple(t for t in one.types if t[0] != owner.node)
        facts, filters = (*one.facts, fact), (*one.filters, one_of)
        yield one.changed(types=types, facts=facts, filters=filters, by=(kind,)), 0.0

    def _by_period(self, one: Set, unit: str) -> Iterator[tuple[Set, float]]:
        """“orders per year”: by the date of what is counted or added up."""
        if one.is_value and is_dated(self.schema, one.focus.literal):
            owner = self.measures.owner(one)
            if owner is not None:
                yield self._period(one.changed(focus=owner, open=None), str(one.focus.node), unit), 0.0
            return
        held = one
        if one.is_value:
            owner = self.measures.owner(one)
            if owner is None:
                return
            held = one.changed(focus=owner, open=None)
        if not self.measures.dates(held.focus.classes):  # a line is of the day of its order
            beside = self.dates.beside(held, held.focus)
            held = beside[0].changed(focus=beside[1]) if beside else held
        for number, prop in enumerate(self.measures.dates(held.focus.classes)):
            if (made := self.measures.valued(held, prop)) is not None:
                dated = self._period(made, str(made.focus.node), unit)
                yield replace(dated, focus=one.focus), 0.3 + NEXT * number

    def _by_years(self, one: Set, within: Found) -> Iterator[tuple[Set, float]]:
        """“2023 versus 2024": by the year of the date by which it is within these."""
        for made, dear in self.dates.dated(one, Operator(within)):
            if isinstance(made, Set) and made.filters and made.absent == one.absent:
                yield self._period(made, made.filters[-1].variable, "year"), dear

    def _period(self, one: Set, variable: str, unit: str) -> Set:
        name = f"{variable}_{unit.replace(' ', '')}"
        known = next((f for f in one.facts if f.object == variable), None)
        if known is not None and unit == "decade":
            is_date = self.schema.datatypes(known.property) <= TEMPORAL
            unit = unit if is_date else "decade of text"  # or of a number
        elif known is not None and not self.schema.is_temporal(known.property):
            return one.changed(by=(variable,))
        made = Computed(name, Calculation(unit, (variable,)))
        return one.changed(bound=(*one.bound, made), by=(name,))

    def _ranked_by(self, one: Set, by: Set) -> Iterator[tuple[Set, float]]:
        """“the top 5 customers by revenue”: by what the values of each come to."""
        plain = one.changed(role=Role.PLAIN)
        variable = str(by.focus.node)
        many = by.open is not None and any(
            u.count > u.subjects for f in by.facts for u in self.schema.ontology.uses_of(f.property)
        )
        for made, dear in self.patterns.attached(plain, by):
            order = Order(variable, descending=one.high, function="SUM" if many else "")
            yield made.changed(order=order, limit=one.limit), dear
        for made, dear in self._far_attached(plain, by):
            order = Order(variable, descending=one.high, function="SUM")
            yield made.changed(order=order, limit=one.limit), dear

    def ordered_by(self, head: Set, value: Set) -> Iterator[tuple[Set, float]]:
        """“suppliers with the best average reliability": by what the values of each come to."""
        end = value.open or (self.measures.owner(value) if value.is_value else None)
        if not (value.function and value.role is Role.MOST) or end is None or head.is_value or head.by:
            return
        if head.role not in (Role.PLAIN, Role.MOST) or not isinstance(head.focus.node, str) or head.order:
            return
        limit = max(head.limit or 1, value.limit or 1)
        plain = head.changed(role=Role.PLAIN, limit=None)
        values = value.changed(role=Role.PLAIN, function="", limit=None)
        order = Order(str(value.focus.node), descending=value.high, function=value.function)
        far = self.patterns.joined(plain, values.changed(open=None, focus=end), most=2)
        ways = (*self.patterns.attached(plain, values), *((m, FREE + UNSAID * c) for m, c in far))
        for made, dear in ways:
            yield (
                made.changed(
                    focus=value.focus,
                    open=None,
                    function=value.function,
                    by=(head.focus.node,),
                    order=order,
                    limit=limit,
                ),
                dear,
            )

    def _far_attached(self, head: Set, relation: Set) -> Iterator[tuple[Set, float]]:
        """The head with a relation of something that is joined with it: customers with the revenue of their
        orders.
        """
        end = relation.open
        if end is None or end.literal:
            return
        held = relation.changed(open=None, focus=end)
        for made, dear in self.patterns.joined(head, held, most=2):
            if self.measures.adds_up(made, end.node, head.focus.node):
                yield made, FREE + UNSAID * dear

    def _apart(self, held: Set, by: Set) -> Iterator[tuple[Set, float]]:
        yield from self._beside(held, by, (held.focus,))


def _each(grouper: Grouper, change: Callable[[Grouper], Grouper]) -> Grouper:
    """A grouper with each of its keys changed."""
    first, *rest = map(change, (replace(grouper, also=()), *grouper.also))
    return replace(first, also=tuple(rest))


def by_years(one: Operator, second: Second) -> Iterator[Found_]:
    """“2023 versus 2024", "in 2023 and 2024": a number for each of the two years, the things of both."""
    other = second.one
    if not isinstance(other, Operator) or one.found.cue is not Cue.DATE or second.any:
        return
    found = sorted((one.found, other.found), key=lambda f: str(f.since))
    spans = [(f.since, f.before) for f in found if f.since is not None and f.before is not None]
    is_each = all((since.month, since.day, since.year + 1) == (1, 1, before.year) for since, before in spans)
    if len(spans) == TWO and is_each and spans[0][1] == spans[1][0]:
        both = replace(one.found, operator="=", since=spans[0][0], before=spans[1][1])
        yield Grouper(None, "year", within=both, of_numbers=not second.apart), 0.0
        if not second.apart and one.found.operator == other.found.operator == "=":
            yield Operator(both), BOTH


def _key_of(made: Set, by: Set) -> Node:
    """The variable of a key in a set that it was joined with; the things themselves may be the key."""
    node = by.focus.node
    nodes = {n for f in made.facts for n in (f.subject, f.object)} | {v for v, _ in made.types}
    return node if node in nodes else made.focus.node


def _known_already(one: Set, key: Set) -> Set | None:
    """The set with its own value under the key's name, where that is asked for: the price that "the cheapest"
    goes by. None where it has none.
    """
    if key.open is None or not key.is_value or key.filters or key.absent:
        return None  # more is said of it: "5 % discount, who are not in Münster"
    at: dict[Node, Node] = {key.open.node: one.focus.node}
    for fact in key.facts:
        same = (f for f in one.facts if (f.subject, f.property) == (at.get(fact.subject), fact.property))
        held = next(same, None)
        if held is None or not isinstance(held.object, str):
            return None
        at[fact.object] = held.object
    for new, old in at.items():
        one = swapped(one, old, new) if new != key.open.node else one
    return one
