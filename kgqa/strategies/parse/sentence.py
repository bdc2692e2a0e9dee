"""The meaning of a whole question -> the form of its query.

In: a set, and whether a yes or no is asked for. Out: a Form with readable variables; None where nothing is
asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from kgqa.forms.form import (
    Absent,
    Aggregate,
    Calculation,
    Computed,
    Expression,
    Form,
    Kind,
    Literal,
    Node,
    Order,
    Thing,
    Variable,
    named,
    renamed,
    within,
)
from kgqa.forms.periods import is_dated, told_apart
from kgqa.forms.quantities import is_quantity
from kgqa.language import fold
from kgqa.ontology import RDF_TYPE
from kgqa.schema import Schema
from kgqa.schema.amounts import extends, is_additive
from kgqa.schema.durations import DAY_NUMBER, MOMENT_NUMBER
from kgqa.strategies.parse.meaning import AGGREGATED, FIRST, LIMIT, TITLE, Role, Set, measured
from kgqa.strategies.parse.parts import Parts
from kgqa.strategies.parse.patterns import pattern_of
from kgqa.strategies.parse.repeats import taken_once
from kgqa.strategies.parse.tidy import tidied
from kgqa.strategies.parse.twice import with_every
from kgqa.strategies.parse.values import column_of
from kgqa.strategies.parse.weighing import Weighing
from kgqa.values.units import without_unit

OPEN = 0.3  # what it costs that a relation's other end is said nowhere
VALUELESS = 1.0  # that the things are meant which have a value, and nobody says which
UNUSED = 1.5  # that a number, or the name of a value, is all there is
UNNAMED = 3.0  # that a yes is asked of things that are named, by a way that nobody named
NO_THING = 0.2  # that a yes is asked of no thing
ADDED = 0.1  # that amounts are added up though nobody says so
COMMON = 0.3  # that words only say what all have
UNCOUNTED = 0.8  # that things are counted though nobody says so
_WORD = re.compile(r"[^\W_]+")


def form_of(
    meaning: Set, schema: Schema, *, yes_no: bool, known: frozenset[str], is_part: bool = False
) -> tuple[Form, float] | None:
    """The form, and what it costs to take the meaning so. `known` are the properties that name things. It may
    be a part, which stands beside others.
    """
    if meaning.role is not Role.PLAIN or meaning.like is not None:
        return None
    if meaning.apart:
        return None if yes_no else _beside(meaning, schema, known)
    meaning = with_every(meaning, schema.ontology)
    made = _form(meaning, schema, known, yes_no=yes_no, is_part=is_part)
    if made is None:
        return None
    form, dear = made
    form = Weighing(schema, known).weighed(form)
    if meaning.over:
        form = Parts(schema, known).over_groups(form, str(meaning.focus.node), meaning.over)
    tidy, common = tidied(form, schema, known)
    tidy = taken_once(_summed(tidy), schema, frozenset(v for v, _ in meaning.types))
    if not _hangs_together(tidy):
        return None  # "per branch, without cancelled orders": nothing says which branch an order is of
    return called(tidy, schema, dict(meaning.types)), dear + COMMON * common


def _hangs_together(form: Form) -> bool:
    """Whether all of which a class is said is joined: else each would stand beside each of the others."""
    ties = [{f.subject, f.object} for f in form.facts]
    ties += [{c.variable, *(v for v in c.values if isinstance(v, str))} for c in form.filters]
    ties += [set(named(f)) for f in form.nested]
    ties += [{c.name, *(e for e in within(c.value) if isinstance(e, str))} for c in form.bound]
    apart = {v for v, _ in form.classes}
    reached: set[Node] = set(sorted(apart)[:1])
    while grown := [t for t in ties if not t.isdisjoint(reached) and not t <= reached]:
        reached.update(*grown)
    return apart <= reached


def _beside(m: Set, schema: Schema, known: frozenset[str]) -> tuple[Form, float] | None:
    """Numbers of different things, side by side: each is a form of its own, which the keys join."""
    forms: list[Form] = []
    cost, keys = 0.0, tuple(f"key{n}" for n in range(len(m.by)))
    for n, each in enumerate((m.changed(apart=()), *m.apart)):
        made = form_of(each, schema, yes_no=False, known=known, is_part=True)
        if made is None:
            return None
        form, dear = made
        names = dict(zip(form.shown, keys, strict=True))
        names |= {c.name: f"number{n}_{i}" for i, c in enumerate(form.computed)}
        forms.append(renamed(form, names))
        cost += dear
    columns = tuple(c.name for form in forms for c in form.computed)
    return called(Form(kind=Kind.LIST, shown=(*keys, *columns), nested=tuple(forms)), schema), cost


def _pattern(m: Set, schema: Schema) -> Form:
    """The pattern of a set, with what is worked out of each row."""
    return replace(pattern_of(m, schema), bound=tuple(_period(c, m) for c in m.bound))


def _form(
    m: Set, schema: Schema, known: frozenset[str], *, yes_no: bool, is_part: bool
) -> tuple[Form, float] | None:
    pattern = _pattern(m, schema)
    dear, focus = _doubt(m), m.focus.node
    is_best = m.by and m.order and not (m.cut.every or m.is_number)
    if m.whole is not None or m.cut.is_part or is_best:
        made = None if yes_no or not isinstance(focus, str) else _in_part(m, pattern, schema, known)
        return None if made is None else (made, dear)
    if yes_no:
        if not (m.facts or m.absent) or m.counted or m.function or m.order or m.by:
            return None
        things = {n for f in m.facts for n in (f.subject, f.object) if isinstance(n, Thing)}
        is_one = isinstance(focus, Thing)
        is_told_of = is_one or len(things) > 1  # "is Ada in Oslo", not "is there anybody in Oslo"
        dear += (UNNAMED if m.guessed and is_told_of else 0.0) + (0.0 if is_one else NO_THING)
        return replace(pattern, kind=Kind.ASK), dear
    if m.lacking or not isinstance(focus, str) or not (m.facts or m.types or m.filters or m.nested):
        return None
    if m.worked is not None or (m.is_number and (is_part or m.columns or (m.by and m.order))):
        column = column_of(m)
        order = m.order and Order(column.name, m.order.descending)
        computed = (column, *m.columns)
        return replace(pattern, shown=m.by, computed=computed, order=order, limit=m.limit), dear
    if m.having is not None and (m.counted or m.by or m.function):
        return _counted_those(m, pattern, dear)
    if m.by:
        return _grouped(m, pattern, dear, schema)
    if m.counted and m.order:
        return None
    if m.counted:
        return replace(pattern, kind=Kind.COUNT, shown=(focus,)), dear
    if m.function:
        return replace(pattern, kind=Kind.AGGREGATE, shown=(focus,), function=m.function), dear
    if m.is_value and _adds_up(m, schema):
        unsaid = OPEN if m.open is not None else 0.0  # nobody has to say whose amounts they are
        return _added(m, pattern, schema), dear + ADDED - unsaid
    return _listed(m, pattern, schema, known), dear


def _summed(form: Form) -> Form:
    """The form with every value that is no key's added up beside what aggregates: the total loss divided by
    the premium, of each policy.
    """
    if not form.aggregates:
        return form

    def summed(value: Expression) -> Expression:
        if isinstance(value, Calculation):
            return replace(value, operands=tuple(map(summed, value.operands)))
        return Aggregate("SUM", value) if isinstance(value, str) and value not in form.shown else value

    return replace(form, computed=tuple(replace(c, value=summed(c.value)) for c in form.computed))


def _in_part(m: Set, pattern: Form, schema: Schema, known: frozenset[str]) -> Form | None:
    """A share of a whole, a part of an order, the best of each group."""
    parts, focus, order = Parts(schema, known), str(m.focus.node), m.order
    if m.whole is not None:
        if not m.is_plain or m.limit or m.also or m.open:
            return None
        whole = _pattern(m.whole, schema)
        return parts.share(tidied(pattern, schema, known)[0], tidied(whole, schema, known)[0], focus)
    if m.function and m.cut.both:
        return None if order else parts.extremes(pattern, focus, m.by)
    if order is None or m.function or m.counted:
        return None
    if m.cut.both and m.by:
        return parts.extremes(pattern, order.variable, m.by)
    if m.by:
        return parts.best_of_each(pattern, focus, order, m.by) if (m.limit or 1) == 1 else None
    listed = _listed(m, pattern, schema, known)
    if order.in_groups or m.cut.offset:
        return None
    if m.cut.both:
        return parts.both_ends(listed, order.variable)
    return parts.of_order(listed, focus, order, m.cut.percent)


def _period(computed: Computed, m: Set) -> Computed:
    """What is worked out of each row, now that all conditions on it are known."""
    value = computed.value
    if not isinstance(value, Calculation) or not isinstance(value.operands[0], str):
        return computed
    operator = told_apart(value.operator, m.filters, value.operands[0])
    return replace(computed, value=replace(value, operator=operator))


def weighed_in(form: Form, schema: Schema) -> Iterator[Expression]:
    """The numbers of a form that count as often as a quantity says."""
    for inner in form.nested:
        yield from weighed_in(inner, schema)
    quantities = {f.object for f in form.facts if is_quantity(schema, f.property)}
    for part in (e for column in form.computed for e in within(column.value)):
        if isinstance(part, Calculation) and part.operator == "*":
            by, number = part.operands
            if not quantities.isdisjoint(within(by)):
                yield number


def _doubt(m: Set) -> float:
    """What it costs to take a set for the whole of a question."""
    dear = OPEN if m.open is not None else 0.0
    dear += VALUELESS if m.open is not None and m.open.literal else 0.0
    is_cut = m.cut != FIRST and not m.function
    dear += UNUSED if (m.limit or is_cut) and not m.order else 0.0
    dear += UNUSED if m.open is not None and m.counted and not m.named else 0.0
    is_value_alone = not m.named and len(m.facts) == 1 and isinstance(m.facts[0].object, Literal)
    return dear + (UNUSED if is_value_alone else 0.0)


def _listed(m: Set, pattern: Form, schema: Schema, known: frozenset[str]) -> Form:
    focus = str(m.focus.node)
    ordered = [m.order.variable] if m.order and not m.order.count else []
    measured_by = (*ordered, *_limited(m, schema), *_held(m, schema))
    measures = tuple(v for v in dict.fromkeys(measured_by) if v != focus)
    shown = (focus, *(str(e.node) for e in (*m.asked, *m.also) if isinstance(e.node, str)))
    is_told = m.is_value and m.open is None and not m.order and m.focus.literal not in known
    tells_apart = m.is_value and schema.is_key(m.focus.literal)
    if is_told and not tells_apart and (owner := _owner(m, schema, known)):
        shown = (owner, *shown)  # the values of several things, each beside its thing
    computed: tuple[Computed, ...] = ()
    if m.order and (m.cut.shown or (m.order.function and m.limit != 1)):  # a ranking by what stands nowhere
        if m.order.in_groups:
            computed = (Parts(schema, known).counted(pattern, m.order),)
        else:
            shown = (*shown, m.order.variable)
            measures = tuple(v for v in measures if v != m.order.variable)
    return replace(
        pattern,
        shown=tuple(dict.fromkeys(shown)),
        computed=computed,
        having=m.having,
        order=m.order,
        limit=m.limit if m.order else None,
        offset=m.cut.offset if m.order else 0,
        measures=tuple(v for v in measures if v not in shown),
    )


def _limited(m: Set, schema: Schema) -> Iterator[Variable]:
    """The own numbers of what is listed that conditions limit, which stand beside it, and what is worked out
    of it; its dates only where they are compared with others.
    """
    worked = {c.name for c in m.bound}
    for condition in m.filters:
        if condition.variable in worked:
            yield condition.variable
        fact = next((f for f in m.facts if f.object == condition.variable), None)
        if fact is None or schema.is_key(fact.property):
            continue
        is_compared = any(isinstance(v, str) for v in condition.values)
        if not (schema.is_numeric(fact.property) or (is_compared and is_dated(schema, fact.property))):
            continue
        is_own = fact.subject == m.focus.node
        if is_own or any(f.subject == m.focus.node and f.object == fact.subject for f in m.facts):
            yield condition.variable


def _held(m: Set, schema: Schema) -> Iterator[Variable]:
    """The numbers and dates that what is listed has to have: "all gauges with their weight"; not those that
    something is worked out of.
    """
    limited = {f.variable for f in m.filters} | {v for c in m.bound for v in within(c.value)}
    for fact in m.facts:
        is_own = fact.subject == m.focus.node and isinstance(fact.object, str) and fact.object not in limited
        if is_own and (schema.is_numeric(fact.property) or schema.is_temporal(fact.property)):
            yield str(fact.object)


def _counted_those(m: Set, pattern: Form, dear: float) -> tuple[Form, float] | None:
    """“How many customers have more than two orders": the customers that do are found first, then counted.
    How many there are for each of something, and what they come to, is not read.
    """
    if not m.counted or m.by or m.order or not isinstance(m.focus.node, str):
        return None
    those = replace(pattern, kind=Kind.LIST, shown=(m.focus.node,), having=m.having)
    return Form(kind=Kind.COUNT, shown=those.shown, nested=(those,)), dear


def _grouped(m: Set, pattern: Form, dear: float, schema: Schema) -> tuple[Form, float] | None:
    shown = (str(m.focus.node),)
    periods = [c.name for c in m.bound if c.name in m.by]
    if periods and m.order is None:  # years stand one behind the other
        pattern = replace(pattern, order=Order(periods[0], descending=False))
    function = m.function or ("SUM" if m.is_value and not m.counted else "")
    if m.order is not None:  # "most first"
        order = replace(m.order, variable=shown[0], count=not function, function=function)
        pattern = replace(pattern, order=order)
    if m.function:
        made = replace(pattern, kind=Kind.AGGREGATE, shown=shown, function=m.function, group=m.by)
        return made, dear
    if m.counted or not m.is_value:
        if shown[0] in m.by:
            return None  # one each
        made = replace(pattern, kind=Kind.COUNT, shown=shown, group=m.by)
        return made, dear + (0.0 if m.counted else UNCOUNTED)
    is_sum = _of_sums(shown[0], m, schema) is not None or extends(schema, m.focus.literal)
    if is_sum and (m.order is None or _is_additive(shown[0], m, schema)):
        return _added(m, pattern, schema), dear + 2 * ADDED
    return None


def _added(m: Set, pattern: Form, schema: Schema) -> Form:
    """The sum of amounts, or what is worked out of their sums."""
    focus = str(m.focus.node)
    worked = _of_sums(focus, m, schema)
    if isinstance(worked, Calculation):
        bound = tuple(c for c in pattern.bound if c.name != focus)
        return replace(pattern, shown=m.by, bound=bound, computed=(Computed(focus, worked),))
    return replace(pattern, kind=Kind.AGGREGATE, shown=(focus,), function="SUM", group=m.by)


def _of_sums(value: Expression, m: Set, schema: Schema) -> Expression | None:
    """A sum of amounts, or a ratio of amounts as that of their sums: the revenue per unit sold, of each
    region. None for what does not add up.
    """
    worked = next((c.value for c in m.bound if c.name == value), value)
    if isinstance(worked, Literal):
        return worked
    if _is_additive(worked, m, schema):
        return Aggregate("SUM", value)
    if not isinstance(worked, Calculation) or worked.operator not in ("/", "*"):
        return None
    parts = [_of_sums(o, m, schema) for o in worked.operands]
    known = tuple(p for p in parts if p is not None)
    return replace(worked, operands=known) if len(known) == len(parts) else None


def _is_additive(value: Expression, m: Set, schema: Schema) -> bool:
    """Whether a number of many is meant together: amounts, and what is worked out of them. A number times how
    many there are is an amount as well; a ratio is none.
    """
    worked = next((c.value for c in m.bound if c.name == value), value)
    if isinstance(worked, Calculation):
        parts = [_is_additive(o, m, schema) for o in worked.operands if not isinstance(o, Literal)]
        if worked.operator == "*":
            return any(parts)
        if worked.operator == "/":
            return all(parts) and isinstance(worked.operands[1], Literal)
        return bool(parts) and all(parts)
    prop = next((f.property for f in m.facts if f.object == worked), "")
    return bool(prop) and (is_additive(schema, prop) or is_quantity(schema, prop))


def _owner(m: Set, schema: Schema, known: frozenset[str]) -> Variable:
    """What has the values, at once or behind what stands for the number (the price of a product); "" where no
    noun in the plural names it.
    """
    fact = next((f for f in m.facts if f.object == measured(m)), None)
    while fact is not None and fact.subject not in m.many:
        holder = fact.subject
        above = (f for f in m.facts if f.object == holder)
        fact = next((f for f in above if schema.number_of(f.property, known) is not None), None)
    return str(fact.subject) if fact is not None else ""


def _adds_up(m: Set, schema: Schema) -> bool:
    """Whether the amounts of many are asked for, which people mean together: "revenue in 2024"."""
    owner = next((f.subject for f in m.facts if f.object == measured(m)), None)
    if not isinstance(owner, str) or m.order or m.also or any(v == owner for v, _ in m.types):
        return False
    limited = {f.variable for f in m.filters}
    dated = any(f.subject == owner and f.object in limited and is_dated(schema, f.property) for f in m.facts)
    return _of_sums(str(m.focus.node), m, schema) is not None and (m.open is not None or dated)


# ── names of variables ───────────────────────────────────────────────────────────────────────────


def called(form: Form, schema: Schema, said: Mapping[Variable, str] | None = None) -> Form:
    """The form with variables called as what they stand for: by the class that was `said`, where one was."""
    names: dict[Variable, Variable] = {}
    taken: set[str] = set()
    for variable in _variables(form):
        kind = (said or {}).get(variable)
        base = _name(schema.ontology.label(kind) if kind else _called(variable, form, schema))
        name, number = base, 2
        while name in taken:
            name, number = f"{base}{number}", number + 1
        taken.add(name)
        names[variable] = name
    return renamed(form, names)


def _variables(form: Form) -> list[Variable]:
    found: dict[Variable, None] = dict.fromkeys((*form.shown, *form.group))
    for inner in (form, *form.nested):
        for fact in (*inner.facts, *(f for a in inner.absent for each in a.all() for f in each.facts)):
            found.update((n, None) for n in (fact.subject, fact.object) if isinstance(n, str))
        found.update((v, None) for v, _ in inner.classes)
        found.update((c.name, None) for c in (*inner.bound, *inner.computed))
    return list(found)


def _called(variable: Variable, form: Form, schema: Schema) -> str:
    """What a variable stands for, in words."""
    if variable.startswith(TITLE):
        return variable.removeprefix(TITLE)
    if variable.endswith(LIMIT):
        return "limit"
    label, every = schema.ontology.label, (form, *form.nested)
    for inner in every:
        for v, classes in inner.classes:
            if v == variable and (cls := schema.nearest(classes)):
                return label(cls)
        for absent in (each for a in inner.absent for each in a.all()):
            if (classes := _kinds(variable, absent)) and (cls := schema.nearest(classes)):
                return label(cls)
    made = next((c for i in every for c in (*i.bound, *i.computed) if c.name == variable), None)
    if made is not None:
        return _worked(made.value, form, schema)
    ruled_out = (each for i in every for a in i.absent for each in a.all())
    facts = [*(f for i in every for f in i.facts), *(f for each in ruled_out for f in each.facts)]
    for fact in facts:
        if fact.object == variable and schema.is_data(fact.property):
            return label(fact.property)
    for fact in facts:
        ends = schema.objects(fact.property) if fact.object == variable else ()
        ends = schema.subjects(fact.property) if fact.subject == variable else ends
        cls = schema.nearest(ends) if len(ends) <= _FEW else schema.above_all(ends)
        if cls:
            return label(cls)
    return next((label(f.property) for f in facts if f.object == variable), "thing")


def _kinds(variable: Variable, absent: Absent) -> tuple[str, ...]:
    """The classes that say what must not be there."""
    types = [f.object for f in absent.facts if f.subject == variable and f.property == RDF_TYPE]
    listed = [v for f in absent.filters if f.variable in types for v in f.values]
    return tuple(n.iri for n in (*types, *listed) if isinstance(n, Thing))


_FEW = 3
_WORKED = {"decade of text": "decade", "+": "sum", "-": "difference", "*": "product", "/": "ratio"}


def _worked(value: Expression, form: Form, schema: Schema) -> str:
    """What a value that is worked out is called: "average lead time", "weight difference"."""
    if isinstance(value, Aggregate):
        of = without_unit(_called(value.of, form, schema)) if isinstance(value.of, str) else "value"
        return f"{AGGREGATED.get(value.function, value.function)} {of}"
    if not isinstance(value, Calculation):
        return "value"
    of_each = {_called(v, form, schema) if isinstance(v, str) else "" for v in value.operands}
    if value.operator in (DAY_NUMBER, MOMENT_NUMBER):
        return f"{of_each.pop()} day"
    if value.operator == "-" and _are_days(value, form):
        return "days"
    word = _WORKED.get(value.operator, value.operator)
    return f"{without_unit(of_each.pop())} {word}" if word == "difference" and len(of_each) == 1 else word


def _are_days(value: Calculation, form: Form) -> bool:
    """Whether a difference is one of two days."""
    made = {c.name: c.value for f in (form, *form.nested) for c in f.bound}
    operands = [made.get(v) for v in value.operands if isinstance(v, str)]
    return all(isinstance(o, Calculation) and o.operator in (DAY_NUMBER, MOMENT_NUMBER) for o in operands)


def _name(label: str) -> str:
    words = [fold(w) for w in _WORD.findall(label)]
    words = [w for w in words if w.isascii()] or ["thing"]
    name = words[0] + "".join(w.capitalize() for w in words[1:4])
    return name if name[0].isalpha() else f"v{name}"
