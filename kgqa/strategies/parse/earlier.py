"""An earlier question of a thread as what a later one speaks of: its things, its values, its columns.

In: a question's thread; the set that a later question means. Out: the forms of the thread as sets, which the
rules join with others; that set within what was answered, beside its things, with the columns that they had.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from kgqa.forms.form import (
    Fact,
    Filter,
    Form,
    Kind,
    Node,
    Thing,
    Variable,
    load,
    named,
    renamed,
    within,
)
from kgqa.forms.quantities import is_quantity
from kgqa.schema import Schema
from kgqa.schema.uses import leads_to_one
from kgqa.strategies.parse.meaning import WAS, End, Set, swapped
from kgqa.strategies.parse.patterns import concrete, typed
from kgqa.types import Question, Turn

EARLIER = 3  # how far back a question is asked again
VALUES = 0.3  # what it costs that values are meant, and not the things that have them


@dataclass(frozen=True)
class Earlier:
    """An earlier question: its form, and the things that it found, where they were few."""

    schema: Schema
    form: Form
    things: tuple[str, ...]
    question: str

    @cached_property
    def about(self) -> Set | None:
        """What it was about, as a set; None for a yes or no."""
        return set_of(self.form, self.schema)

    @cached_property
    def values(self) -> End | None:
        """The values that it shows, adds up or compares."""
        value = _value(self.form)
        return End(_was(value), literal=_leads(self.form, value, self.schema)) if value else None

    def sets(self) -> Iterator[tuple[Set, float]]:
        """What it was about: its things, or their values; each with what it costs to mean that."""
        about, values = self.about, self.values
        if about is None:
            return
        yield about, 0.0
        if values is not None and values.literal:
            told = (replace(f, optional=False) for f in _renamed(self.form).facts)
            yield about.changed(focus=values, facts=tuple(told)), VALUES

    def held(self, about: Set) -> Set:
        """The set with no more in it than was answered, where the answer was cut: "the top five"."""
        form, things = self.form, self.things
        if form.limit is None and not form.offset and form.having is None:
            return about
        node = str(about.focus.node)
        if about.is_value:
            return about
        if things and form.shown and _was(form.shown[0]) == node:
            one_of = Filter(node, "in", tuple(map(Thing, things)))
            return about.changed(filters=(*about.filters, one_of), among=things)
        inner = _renamed(replace(form, shown=(node.removeprefix(WAS),), measures=()))
        apart = {v: f"{v}_before" for v in named(inner) if v != node}
        return about.changed(facts=(), filters=(), absent=(), nested=(renamed(inner, apart),))

    def resumed(self, meaning: Set, *, lists: bool, narrows: bool) -> Set:
        """What was asked of the things before is asked again of those that are left: how many there are, what
        their values come to, the first five of them. Where it `lists`, the things that were counted are asked
        for: "which ones?".
        """
        last, about, values = self.form, self.about, self.values
        if about is None:
            return meaning
        meaning = meaning if narrows else self._instead(meaning, about)
        is_sorted = meaning.order is not None and meaning.limit is None
        if meaning.order is None or is_sorted:
            meaning = self._within(meaning, about)
        if is_sorted:
            meaning = _optional(meaning, about)
        keeps = is_sorted or (narrows and meaning.order is None)
        if keeps and meaning.focus.node == about.focus.node:
            meaning = self._with_columns(meaning)
        is_plain = not (meaning.counted or meaning.function or meaning.order or meaning.having)
        if not is_plain or meaning.focus.node != about.focus.node:
            return meaning
        if last.kind is Kind.COUNT and not lists:
            return meaning.changed(counted=True, by=meaning.by or tuple(map(_was, last.group)))
        if last.kind is Kind.AGGREGATE and values is not None:
            by = meaning.by or tuple(map(_was, last.group))
            return meaning.changed(focus=values, function=last.function, by=by)
        if meaning.by:
            return meaning.changed(counted=True)
        if last.kind is Kind.LIST and values is not None and values.literal:
            return meaning.changed(also=(*meaning.also, values))
        return meaning

    def _instead(self, meaning: Set, about: Set) -> Set:
        """Without a thing that another one has taken the place of: what is recorded at one station is not
        recorded at "one in Bergen", too.
        """
        said = {(f.subject, f.property) for f in meaning.facts if f not in about.facts}
        ontology = self.schema.ontology
        gone = {
            f
            for f in about.facts
            if isinstance(f.object, Thing) and (f.subject, f.property) in said
            if leads_to_one(ontology, f.property, forward=True)
        }
        return meaning.changed(facts=tuple(f for f in meaning.facts if f not in gone))

    def beside(self, meaning: Set) -> Set:
        """What is asked of several things stands beside each of them: "their budgets", "who heads them"."""
        about = self.about
        if about is None or not meaning.is_plain or isinstance(meaning.focus.node, Thing):
            return meaning
        held, node = self.held(about), about.focus.node
        said = {f.subject for f in meaning.facts} | {f.object for f in meaning.facts}
        if meaning.focus.node == node or not {node, meaning.focus.node} <= said or meaning.open is not None:
            return meaning
        made = _optional(meaning, held) if meaning.types == held.types else meaning
        made = self._with_columns(made.changed(focus=held.focus, many=(*made.many, node)))
        return made.changed(also=(*made.also, meaning.focus))

    def _with_columns(self, meaning: Set) -> Set:
        """The set with the columns that were shown before, each where a thing has it."""
        last = _renamed(self.form)
        if last.kind is not Kind.LIST or last.group or last.bound or last.computed:
            return meaning
        facts, known = list(meaning.facts), dict[Node, Node]()
        for fact in (replace(f, subject=known.get(f.subject, f.subject)) for f in last.facts if f.optional):
            same = (f for f in facts if (f.subject, f.property) == (fact.subject, fact.property))
            if (held := next(same, None)) is not None:
                known[fact.object] = held.object
            else:
                facts.append(fact)
        ends = {f.object for f in facts}
        limited = {f.variable for f in meaning.filters}  # which stand beside the things anyway
        columns = (*last.shown[1:], *(v for v in last.measures if v not in limited))
        before = ((v, known.get(v, v)) for v in columns)
        also = (End(node, literal=_leads(last, v, self.schema)) for v, node in before if node in ends)
        shown = {e.node: e for e in (*also, *meaning.also) if e.node != meaning.focus.node}
        order = meaning.order
        if order is None and last.order is not None and not last.order.in_groups:
            by = known.get(last.order.variable, last.order.variable)
            order = replace(last.order, variable=str(by)) if by in ends else None
        return meaning.changed(facts=tuple(facts), also=tuple(shown.values()), order=order)

    def _within(self, meaning: Set, about: Set) -> Set:
        held = self.held(about)
        if held is about or meaning.is_value:
            return meaning
        if held.nested:
            return meaning.changed(nested=(*meaning.nested, *held.nested))
        return meaning.changed(filters=(*meaning.filters, *held.filters), among=held.among)


def turns_of(question: Question, schema: Schema) -> tuple[Earlier, ...]:
    """The questions of a thread that have a form, the last one first; none where a new topic has begun."""
    found: list[Earlier] = []
    for turn in reversed(question.history[-EARLIER:]):
        form = form_of(turn)
        if form is not None and not (found and found[-1].form == form):
            found.append(Earlier(schema, form, turn.things, turn.question))
        elif not found and turn is not question.history[-1]:
            break
    return tuple(found)


def form_of(turn: Turn) -> Form | None:
    """The form of a turn; None where it has none that can still be read."""
    try:
        return load(turn.form) if turn.form else None
    except (ValueError, KeyError, TypeError):
        return None


# ── a form as a set ──────────────────────────────────────────────────────────────────────────────


def set_of(form: Form, schema: Schema) -> Set | None:
    """What a form is about: the things that it lists or counts, or whose values it shows. None where there is
    none, as for a yes or no.
    """
    if form.kind is Kind.ASK:
        return None
    focus = _things(form, schema)
    if focus is None:
        return None
    kept = _renamed(replace(form, facts=tuple(f for f in form.facts if not f.optional)))
    types: list[tuple[Variable, str]] = []
    facts, filters = list(kept.facts), list(kept.filters)
    for variable, classes in kept.classes:
        above = schema.nearest(classes)
        if above and set(concrete(schema, above)) == set(classes):
            types.append((variable, above))
        elif len(classes) == 1:
            types.append((variable, classes[0]))
        else:
            fact, one_of = typed(variable, f"{variable}_kind", classes)
            facts.append(fact)
            filters.append(one_of)
    needed = {f.variable for f in filters} | {v for f in filters for v in f.values if isinstance(v, str)}
    needed |= set(kept.group)
    node = _was(focus)
    return Set(
        focus=End(node, frozenset(classes_of(focus, form, schema))),
        facts=tuple(facts),
        types=tuple(types),
        filters=tuple(filters),
        absent=kept.absent,
        nested=kept.nested,
        bound=tuple(c for c in kept.bound if c.name in needed),
        named=True,
        many=(node,),
    )


def _optional(meaning: Set, about: Set) -> Set:
    """The set in which what was not said of the things before may be missing."""
    if meaning.filters != about.filters or meaning.absent != about.absent:
        return meaning
    while (twin := next(_twins(meaning, about), None)) is not None:
        meaning = swapped(meaning, *twin)
    facts = (f if f in about.facts else replace(f, optional=True) for f in meaning.facts)
    return meaning.changed(facts=tuple(facts))


def _twins(meaning: Set, about: Set) -> Iterator[tuple[Node, Node]]:
    """Values that are asked for and were known before, each with what stood for it."""
    for fact in meaning.facts:
        for held in about.facts:
            is_same = (held.subject, held.property) == (fact.subject, fact.property)
            if is_same and held.object != fact.object and fact not in about.facts:
                yield fact.object, held.object


def _was(variable: Variable) -> Variable:
    return f"{WAS}{variable}"


def _renamed(form: Form) -> Form:
    """The form with variables that no other word of the question has."""
    return renamed(form, {v: _was(v) for v in named(form)})


def _things(form: Form, schema: Schema) -> Variable | None:
    """The variable for the things that a form is about."""
    shown = next(iter((*form.shown, *form.group, *_numbers(form, schema))), None)
    if shown is None or shown in {c.name for c in (*form.bound, *form.computed)}:
        return None
    while (fact := _leading(form, shown, schema)) is not None:
        if not isinstance(fact.subject, str):
            return None
        shown = fact.subject
    return shown


def _numbers(form: Form, schema: Schema) -> Iterator[Variable]:
    """The numbers that a total is worked out of, but for how often each counts."""
    quantities = {f.object for f in form.facts if is_quantity(schema, f.property)}
    for computed in form.computed:
        for node in within(computed.value):
            if isinstance(node, str) and node not in quantities:
                yield node


def _leading(form: Form, node: Variable, schema: Schema) -> Fact | None:
    """The fact that leads to a value, or to a thing that only stands for a number, as a price does."""
    fact = next((f for f in form.facts if f.object == node), None)
    if fact is None or schema.is_data(fact.property):
        return fact
    stands = any(schema.measure_of(c, frozenset()) for c in schema.objects(fact.property) if c)
    return fact if stands and node not in dict(form.classes) else None


def _value(form: Form) -> Variable | None:
    """The variable for the values that a form shows, adds up or compares."""
    if form.kind is Kind.AGGREGATE:
        return form.shown[0]
    return form.shown[-1] if form.kind is Kind.LIST and form.shown else None


def _leads(form: Form, value: Variable, schema: Schema) -> str:
    """The property whose literals a variable stands for; "" for a thing."""
    facts = (f.property for f in form.facts if f.object == value and schema.is_data(f.property))
    return next(facts, "")


def classes_of(node: Variable, form: Form, schema: Schema) -> tuple[str, ...]:
    """What a variable may be by all that is said of it."""
    found = dict(form.classes).get(node, ())
    for forward in (False, True):
        for fact in form.facts:
            if (fact.object if forward else fact.subject) != node or (found and fact.optional):
                continue
            ends = tuple(
                e for e in schema.ends(fact.property, forward=forward) if e in schema.ontology.classes
            )
            both = chain.from_iterable(_narrowed(c, ends, schema) for c in found)
            found = tuple(dict.fromkeys(both)) or found or ends
    return found


def _narrowed(cls: str, ends: tuple[str, ...], schema: Schema) -> tuple[str, ...]:
    """What is left of a class where a fact allows some: itself, or those below it."""
    is_a = schema.ontology.is_a
    below = tuple(e for e in ends if is_a(e, cls))
    if any(is_a(cls, e) for e in ends) or (not below and schema.overlap((cls,), ends)):
        return (cls,)
    return below
