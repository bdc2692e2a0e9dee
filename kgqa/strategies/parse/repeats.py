"""What is added up is taken once: a join that repeats what has a number must not multiply it. (The fan trap:
the premium of a policy beside each of its claims. The chasm trap, where two such numbers are asked for: the
budgets of projects beside the number of their members.)

In: a form that aggregates. Out: the form with the variables whose different combinations are computed with,
or with each value worked out in a form of its own, which the keys join.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from kgqa.forms.form import (
    Aggregate,
    Calculation,
    Computed,
    Expression,
    Fact,
    Form,
    Kind,
    Node,
    Variable,
    within,
)
from kgqa.ontology import RDF_TYPE
from kgqa.schema import Schema
from kgqa.schema.uses import leads_to_one

_ADDING = ("SUM", "AVG")


def taken_once(form: Form, schema: Schema, named: frozenset[Variable]) -> Form:
    """The form, guarded where it must be. `named` are the variables that nouns of the question name."""
    if form.nested or form.once or not (form.aggregates or form.kind is Kind.AGGREGATE):
        return form
    return _apart(form, schema, named) or _guarded(form, schema, named)


def _guarded(form: Form, schema: Schema, named: frozenset[Variable]) -> Form:
    summed = frozenset(_added(form))
    if not summed:
        return form
    holders = frozenset(n for v in summed for n in _owners(form, v, named))
    kept = summed | set(_keys(form)) | _counted(form) | {n for n in holders if isinstance(n, str)}
    if not any(True for _ in _repeated(form, schema, holders, kept)):
        return form
    order = (n for f in form.facts for n in (f.subject, f.object) if isinstance(n, str) and n in kept)
    return replace(form, once=tuple(dict.fromkeys((*_keys(form), *order))))


def _apart(form: Form, schema: Schema, named: frozenset[Variable]) -> Form | None:
    """The form with each value worked out apart; None where no value repeats another one."""
    every = tuple(
        dict.fromkeys(e for c in form.computed for e in within(c.value) if isinstance(e, Aggregate))
    )
    alone = [replace(form, computed=(Computed(f"value{n}", a),)) for n, a in enumerate(every)]
    if not any(_is_repeated(form, schema, one, named) for one in alone):
        return None
    names: dict[Expression, Variable] = {}
    for n, aggregate in enumerate(every):
        own = next((c.name for c in form.computed if c.value == aggregate), f"value{n}")
        names[aggregate] = own
    parts = (_pruned(form, one, names, named) for one in alone)
    shown = tuple(c.name for c in form.computed if c.value in names)
    worked = tuple(Computed(c.name, _over(c.value, names)) for c in form.computed if c.value not in names)
    return Form(
        kind=Kind.LIST,
        shown=(*form.shown, *shown),
        computed=worked,
        nested=tuple(_guarded(p, schema, named) for p in parts),
        order=form.order,
        limit=form.limit,
    )


def _is_repeated(form: Form, schema: Schema, alone: Form, named: frozenset[Variable]) -> bool:
    """Whether what one value adds up stands several times beside another value."""
    summed = frozenset(_added(alone))
    holders = frozenset(n for v in summed for n in _owners(alone, v, named))
    kept = summed | set(_keys(form)) | {n for n in holders if isinstance(n, str)}
    others = {*_added(form), *_counted(form)}
    beside = others | {n for v in others for n in _owners(form, v, named)}
    return bool(summed) and any(v in beside for v in _repeated(form, schema, holders, kept))


def _pruned(form: Form, alone: Form, names: dict[Expression, Variable], named: frozenset[Variable]) -> Form:
    """The form of one value without what only the others need: no policy is left out of the premiums because
    it has no claim.
    """
    aggregate = alone.computed[0].value
    own = set(_of_rows(form, (e for e in within(aggregate) if isinstance(e, str))))
    held = {n for v in _added(alone) for n in _owners(alone, v, named)}
    others = ({*_added(form), *_counted(form)} - own) | {
        n for v in _added(form) if v not in own for n in _owners(form, v, named)
    }
    kept: set[Node] = {*_keys(form), *own, *held, *(f.variable for f in form.filters)}
    kept |= {n for a in form.absent for f in a.facts for n in (f.subject, f.object)}
    facts = form.facts
    while True:
        ends = Counter(n for f in facts for n in (f.subject, f.object))
        loose = {n for n in ends if n not in kept and ends[n] == 1 and isinstance(n, str)}
        loose = {n for n in loose if n in others or n not in named}
        rest = tuple(f for f in facts if f.subject not in loose and f.object not in loose)
        if rest == facts:
            break
        facts = rest
    nodes = {n for f in facts for n in (f.subject, f.object)}
    classes = tuple((v, c) for v, c in form.classes if v in nodes)
    used = {e for e in within(aggregate) if isinstance(e, str)} | set(_keys(form))
    bound = tuple(c for c in form.bound if c.name in used)
    computed = (Computed(names[aggregate], aggregate),)
    return replace(alone, facts=facts, classes=classes, bound=bound, computed=computed)


def _over(expression: Expression, names: dict[Expression, Variable]) -> Expression:
    """The expression over the names of its aggregates."""
    if expression in names:
        return names[expression]
    if isinstance(expression, Calculation):
        return replace(expression, operands=tuple(_over(o, names) for o in expression.operands))
    return expression


def _added(form: Form) -> Iterator[Variable]:
    """The variables that a form adds up."""
    if form.kind is Kind.AGGREGATE and form.function in _ADDING:
        yield from _of_rows(form, form.shown[:1])
    for computed in form.computed:
        for part in within(computed.value):
            if isinstance(part, Aggregate) and part.function in _ADDING:
                yield from _of_rows(form, (e for e in within(part.of) if isinstance(e, str)))


def _of_rows(form: Form, variables: Iterable[Variable]) -> Iterator[Variable]:
    """Variables, those that are worked out of each row by what they are worked out of."""
    bound = {c.name: c.value for c in form.bound}
    for variable in variables:
        if variable in bound:
            yield from _of_rows(form, (v for v in within(bound[variable]) if isinstance(v, str)))
        else:
            yield variable


def _counted(form: Form) -> frozenset[Variable]:
    """The variables that a form aggregates as they are."""
    parts = (e for c in form.computed for e in within(c.value))
    return frozenset(p.of for p in parts if isinstance(p, Aggregate) and isinstance(p.of, str))


def _keys(form: Form) -> tuple[Variable, ...]:
    return form.group if form.kind is Kind.AGGREGATE else form.shown


def _owners(form: Form, variable: Variable, named: frozenset[Variable]) -> Iterator[Node]:
    """What has a number, and what that belongs to while no noun names it: the price, its product."""
    for fact in form.facts:
        if fact.object == variable:
            yield fact.subject
            if fact.subject not in named:
                yield from (f.subject for f in form.facts if f.object == fact.subject)


def _repeated(
    form: Form, schema: Schema, holders: frozenset[Node], kept: set[Variable] | frozenset[Variable]
) -> Iterator[Variable]:
    """The variables that may have several values for one of the holders, the kept ones aside."""
    reached: set[Node] = set(holders)
    several: set[Node] = set()
    facts = [f for f in form.facts if f.property != RDF_TYPE]
    while (step := _next(facts, reached)) is not None:
        forward = step.subject in reached
        begin, end = (step.subject, step.object) if forward else (step.object, step.subject)
        reached.add(end)
        leads_on = begin not in several and leads_to_one(schema.ontology, step.property, forward=forward)
        if isinstance(end, str) and end not in kept and not leads_on:
            several.add(end)
            yield end


def _next(facts: Iterable[Fact], reached: set[Node]) -> Fact | None:
    """A fact that leads on from what is reached."""
    return next((f for f in facts if (f.subject in reached) != (f.object in reached)), None)
