"""An earlier question with parts exchanged: "and in Norway?", "what about 2025?", "and above 1,000?".

In: an earlier question, and what is said now. Out: the earlier question with the new part in place of the old
one of the same kind, or beside it. Where two old parts are of that kind, nothing is exchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from kgqa.forms.form import (
    Fact,
    Filter,
    Form,
    Kind,
    Literal,
    Node,
    Order,
    Thing,
    Variable,
    named,
)
from kgqa.forms.periods import is_dated, period
from kgqa.ontology import RDF_TYPE
from kgqa.schema import Schema
from kgqa.schema.uses import UNTYPED
from kgqa.strategies.parse.cues import Cue
from kgqa.strategies.parse.earlier import classes_of
from kgqa.strategies.parse.meaning import Again, Dropped, Found_, Limited, Meaning, Operator, Set, Sorted
from kgqa.strategies.parse.measures import Measures
from kgqa.strategies.parse.patterns import concrete

DIRECTIONS = ("ascending", "descending")
_COMPARED = ("<", "<=", ">", ">=", "=")
KIND = 0.2  # what it costs that other things are asked for


@dataclass(frozen=True)
class Exchanges:
    """Exchanges over one schema, for one question's words."""

    measures: Measures

    @property
    def schema(self) -> Schema:
        return self.measures.schema

    def exchanged(self, again: Again, other: Meaning) -> Iterator[Found_]:
        """The earlier question with what is said now."""
        made: Form | None = None
        dear = 0.0
        if isinstance(other, Set):
            if other.open or other.filters or other.absent or other.nested or not other.is_plain:
                return
            if isinstance(other.focus.node, Thing) and not other.facts:
                made = self._thing(again, other.focus.node, other.focus.classes)
            elif not other.facts and len(other.types) == 1:
                made, dear = self._kind(again, other.types[0][1]), KIND
            elif len(other.facts) == 1 and isinstance(other.facts[0].object, Literal) and not other.types:
                made = self._literal(again, other.facts[0].property, other.facts[0].object)
        elif not again.also:
            made = self._edited(again.form, other)
        if made is not None:
            yield replace(again, form=made, changed=True), dear

    def _edited(self, form: Form, other: Meaning) -> Form | None:
        """The form with another period, number or order, with other rows, or with a condition less."""
        if isinstance(other, Limited):
            return self._limited(form, other)
        if isinstance(other, Dropped):
            return self._lighter(form, other.of)
        if isinstance(other, Sorted):
            is_own = other.by is None and other.ranked is None
            return self._sorted(form, descending=other.descending) if is_own else None
        if not isinstance(other, Operator):
            return None
        edit = other.found.function if other.found.cue is Cue.EDIT else ""
        if other.found.cue is Cue.DATE:
            return self._dated(form, other)
        if edit in DIRECTIONS:
            return self._sorted(form, descending=edit == "descending")
        if edit == "top" and form.order is None:  # by what is shown
            form = self._sorted(form, descending=True) or form
        return _paged(form, edit, other.limit) if edit else None

    # ── things and values ────────────────────────────────────────────────────────────────────────

    def _thing(self, again: Again, new: Thing, classes: frozenset[str]) -> Form | None:
        def fits(prop: str, *, forward: bool) -> bool:
            if prop == RDF_TYPE:  # "is Tembo a mammal? and Kibo?"
                return not forward
            ends = self.schema.ends(prop, forward=forward)
            return UNTYPED in ends or self.schema.overlap(classes, ends)

        return self._placed(again, new, fits)

    def _literal(self, again: Again, prop: str, new: Literal) -> Form | None:
        def fits(other: str, *, forward: bool) -> bool:
            return forward and other == prop

        return self._placed(again, new, fits)

    def _placed(self, again: Again, new: Node, fits: Callable[..., bool]) -> Form | None:
        """The form with the new node where the one of its kind stands."""
        old = {
            node
            for fact in _facts(again.form)
            if fact.property != RDF_TYPE or again.form.kind is Kind.ASK
            for node, forward in ((fact.subject, False), (fact.object, True))
            if type(node) is type(new) and fits(fact.property, forward=forward)
        }
        lists = {
            condition
            for condition in _filters(again.form)
            if condition.operator == "in"
            and all(type(v) is type(new) for v in condition.values)
            and any(
                fits(f.property, forward=True)
                for f in _facts(again.form)
                if f.object == condition.variable and f.property != RDF_TYPE
            )
        }
        if len(old) + len(lists) != 1 or new in old:
            return None
        if lists:
            one = lists.pop()
            values = (*one.values, new) if again.also else (new,)
            return _mapped(again.form, filters=lambda f: replace(f, values=values) if f == one else f)
        node = old.pop()
        if again.also:
            return _beside(again.form, node, new)

        def placed(n: Node) -> Node:
            return new if n == node else n

        return _mapped(
            again.form,
            facts=lambda f: replace(f, subject=placed(f.subject), object=placed(f.object)),
            filters=lambda f: replace(f, values=tuple(map(placed, f.values))),
        )

    def _kind(self, again: Again, cls: str) -> Form | None:
        """Other things: "list the birds", "and the mammals?"."""
        form = again.form
        shown = form.shown[0] if form.shown else ""
        known = dict(form.classes)
        if again.also or form.bound or form.computed or form.measures or shown not in known:
            return None
        for fact in form.facts:
            for node, forward in ((fact.subject, False), (fact.object, True)):
                if node == shown and not self.schema.overlap(
                    (cls,), self.schema.ends(fact.property, forward=forward)
                ):
                    return None
        wanted = concrete(self.schema, cls)
        if set(wanted) == set(known[shown]):
            return None
        return replace(form, classes=tuple((v, wanted if v == shown else c) for v, c in form.classes))

    # ── orders, and conditions that go ───────────────────────────────────────────────────────────

    def _sorted(self, form: Form, *, descending: bool) -> Form | None:
        """The rows sorted by what they show already."""
        if form.order is not None:
            return replace(form, order=replace(form.order, descending=descending), offset=0)
        if form.group and form.kind in (Kind.COUNT, Kind.AGGREGATE):
            is_count = form.kind is Kind.COUNT
            by = Order(form.shown[0], descending, count=is_count, function="" if is_count else form.function)
            return replace(form, order=by)
        data = {f.object for f in form.facts if self.schema.is_data(f.property)}
        value = next((v for v in (*form.shown[1:], *form.measures) if v in data), None)
        return replace(form, order=Order(value, descending)) if value and form.kind is Kind.LIST else None

    def _lighter(self, form: Form, of: Set) -> Form | None:
        """The form without its conditions on something: on a value, a thing, or things of a kind."""
        subject = form.shown[0] if form.shown else ""

        def is_meant(fact: Fact) -> bool:
            if any(f.property == fact.property for f in of.facts):
                return True
            if of.facts:
                return False
            if self.schema.is_data(fact.property):  # "all countries": whatever the country code
                label = self.measures.label
                return any(label(c) <= label(fact.property) for _, c in of.types)
            ends = self.schema.objects(fact.property)
            node = of.focus.node
            return fact.object == node or (
                isinstance(node, str) and self.schema.overlap(of.focus.classes, ends)
            )

        meant = [f for f in _facts(form) if is_meant(f) and f.object != subject]
        limited = {f.object for f in meant}
        if not meant or (form.order is not None and form.order.variable in limited):
            return None
        filters = tuple(f for f in form.filters if f.variable not in limited)
        facts = tuple(f for f in form.facts if f not in meant)
        absent = tuple(a for a in form.absent if not any(f in meant for f in a.facts))
        shown = tuple(v for v in form.shown if v == subject or v not in limited)
        measures = tuple(v for v in form.measures if v not in limited)
        classes = form.classes
        if subject and subject not in dict(classes):  # what is gone may have said what they are
            classes = (*classes, (subject, classes_of(subject, form, self.schema)))
        if not (facts or classes or form.nested):
            return None
        return replace(
            form, classes=classes, facts=facts, filters=filters, absent=absent, shown=shown, measures=measures
        )

    # ── dates and numbers ────────────────────────────────────────────────────────────────────────

    def _dated(self, form: Form, operator: Operator) -> Form | None:
        """Another period in place of the one that was said."""
        found = operator.found
        held = {
            (c.variable, f.property)
            for c in form.filters
            for f in form.facts
            if f.object == c.variable and c.operator in _COMPARED and is_dated(self.schema, f.property)
        }
        if len(held) != 1 or found.since is None or found.before is None:
            return None
        variable, prop = held.pop()
        new = period(self.schema, variable, prop, found.operator, found.since, found.before)
        return replace(form, filters=(*(f for f in form.filters if f.variable != variable), *new))

    def _limited(self, form: Form, limit: Limited) -> Form | None:
        """Another number in place of the one that was said."""
        number = limit.found.number
        if number is None or limit.until is not None:
            return None
        held = [
            (condition, fact.property)
            for condition in form.filters
            for fact in form.facts
            if fact.object == condition.variable
            and condition.operator in _COMPARED
            and isinstance(condition.values[0], Literal)
            and condition.values[0].number
        ]
        if form.having is not None and not held and not limit.found.units:
            operator = limit.operator if limit.operator != "=" else form.having.operator
            return replace(form, having=replace(form.having, operator=operator, count=number))
        if len(held) != 1:
            return None
        old, prop = held[0]
        value = self.measures.in_unit(prop, limit)
        if value is None or (limit.measures and not self.measures.is_called(prop, limit.measures)):
            return None
        operator = limit.operator if limit.operator != "=" else old.operator
        new = replace(old, operator=operator, values=(Literal(f"{value:g}", number=True),))
        return replace(form, filters=tuple(new if f is old else f for f in form.filters))


def _paged(form: Form, edit: str, number: int | None) -> Form | None:
    """Other rows of the same list: "top 5", "the next five", "the rest", all, the other end."""
    if form.kind is not Kind.LIST and not form.group:
        return None
    order = form.order
    if edit == "reverse":
        turned = order and replace(order, descending=not order.descending)
        return replace(form, order=turned, offset=0) if turned and number is None else None
    if edit == "all":
        return replace(form, limit=None, offset=0) if number is None and form.limit is not None else None
    if order is None:
        if edit == "top" or form.group or form.limit is None:
            return None  # the top five of what, by what?
        order = Order(form.shown[0], descending=False)  # without one, the next five may be the same
    size = form.limit or 0
    if edit in ("top", "first"):
        return replace(form, order=order, limit=number, offset=0) if number else None
    if edit not in ("next", "rest") or not size:
        return None
    limit = None if edit == "rest" else number or size
    return replace(form, order=order, limit=limit, offset=form.offset + size)


def _facts(form: Form) -> Iterator[Fact]:
    yield from form.facts
    for absent in form.absent:
        yield from (f for each in absent.all() for f in each.facts)
    for inner in form.nested:
        yield from _facts(inner)


def _filters(form: Form) -> Iterator[Filter]:
    yield from form.filters
    for absent in form.absent:
        yield from (f for each in absent.all() for f in each.filters)
    for inner in form.nested:
        yield from _filters(inner)


def _mapped(
    form: Form,
    *,
    facts: Callable[[Fact], Fact] = lambda f: f,
    filters: Callable[[Filter], Filter] = lambda f: f,
) -> Form:
    """The form with each fact and each filter made anew, in what must not be and in inner forms as well."""
    return replace(
        form,
        facts=tuple(map(facts, form.facts)),
        filters=tuple(map(filters, form.filters)),
        absent=tuple(a.mapped(facts, filters) for a in form.absent),
        nested=tuple(_mapped(inner, facts=facts, filters=filters) for inner in form.nested),
    )


def _beside(form: Form, old: Node, new: Node) -> Form | None:
    """The form in which either of the two may stand at the end of its one fact."""
    ends = [f for f in form.facts if f.object == old]
    if len(ends) != 1 or sum(old in (f.subject, f.object) for f in _facts(form)) != 1:
        return None
    variable = _fresh(form)
    facts = tuple(replace(f, object=variable) if f is ends[0] else f for f in form.facts)
    return replace(form, facts=facts, filters=(*form.filters, Filter(variable, "in", (old, new))))


def _fresh(form: Form) -> Variable:
    taken, number = named(form), 1
    while (name := f"either{number}") in taken:
        number += 1
    return name
