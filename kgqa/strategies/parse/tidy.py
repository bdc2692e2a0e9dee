"""A form without what its other parts say already.

In: a form. Out: one that finds the same with fewer facts: what can only be one is one, and that something has
a price says nothing beside what the price is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import TypeVar

from kgqa.forms.form import (
    TRUE,
    Absent,
    Fact,
    Form,
    Variable,
    renamed,
    within,
)
from kgqa.schema import Schema
from kgqa.schema.uses import leads_to_one

T = TypeVar("T")


def tidied(form: Form, schema: Schema, naming: frozenset[str]) -> tuple[Form, int]:
    """The form, tidied, and how many facts are gone that all have: words of the question that say nothing.
    `naming` are the properties that name things.
    """
    while (pair := next(_twins(form, schema), None)) is not None:
        kept, other = pair
        form = renamed(form, {other: kept})
        form = replace(
            form,
            shown=_once(form.shown),
            measures=_once(form.measures),
            group=_once(form.group),
            classes=_once(form.classes),
            facts=_once(form.facts),
            filters=_once(form.filters),
        )
    while (pair := next(_same(form), None)) is not None:
        kept, other = pair
        form = renamed(form, {other: kept})
        form = replace(form, bound=_once(form.bound))
    used = Counter(_uses(form))
    form = replace(
        form,
        facts=tuple(_affirmed(form.facts, used, schema)),
        absent=tuple(replace(a, facts=tuple(_affirmed(a.facts, used, schema))) for a in form.absent),
    )
    facts, common = form.facts, 0
    for fact in form.facts:
        is_idle = _is_idle(fact, facts, used)
        if is_idle or _is_common(fact, facts, used, schema):
            facts = tuple(f for f in facts if f != fact)
            common += not is_idle
    absent = tuple(replace(a, facts=tuple(_held(a, schema, naming, used))) for a in form.absent)
    return replace(form, facts=facts, absent=tuple(_told_once(absent, used))), common


def _told_once(absent: tuple[Absent, ...], used: Counter[Variable]) -> Iterator[Absent]:
    """What must not be, each once: what is overdue was not paid, and so was what is unpaid."""
    known: set[object] = set()
    for one in absent:
        ends = [f for f in one.facts if isinstance(f.object, str) and used[f.object] == 1]
        is_alone = len(one.facts) == len(ends) == 1 and not one.filters
        said = (ends[0].subject, ends[0].property) if is_alone else one
        if said not in known:
            known.add(said)
            yield one


def _affirmed(facts: tuple[Fact, ...], used: Counter[Variable], schema: Schema) -> Iterator[Fact]:
    """The facts, in which what is true or false is true where nothing else is said of it: "which lots are
    blocked" are not those of which it is known that they are not.
    """
    for fact in facts:
        is_said = not isinstance(fact.object, str) or fact.optional or used[fact.object] > 1
        yield fact if is_said or not schema.is_boolean(fact.property) else replace(fact, object=TRUE)


def _twins(form: Form, schema: Schema) -> Iterator[tuple[Variable, Variable]]:
    """Variables that stand for the same: nothing has two order dates."""
    for one, other in combinations(form.facts, 2):
        if one.property != other.property or one.optional or other.optional:
            continue
        for forward in (True, False):
            here = (one.subject, other.subject) if forward else (one.object, other.object)
            there = (one.object, other.object) if forward else (one.subject, other.subject)
            kept, twin = there
            if here[0] != here[1] or not isinstance(kept, str) or not isinstance(twin, str):
                continue
            if leads_to_one(schema.ontology, one.property, forward=forward):
                yield kept, twin


def _same(form: Form) -> Iterator[tuple[Variable, Variable]]:
    """Values that are worked out of each row in the same way."""
    for one, other in combinations(form.bound, 2):
        if one.value == other.value and one.name != other.name:
            yield one.name, other.name


def _is_idle(fact: Fact, facts: tuple[Fact, ...], used: Counter[Variable]) -> bool:
    """Whether another fact says more of the same, and nothing asks for the end of this one."""
    for other in facts:
        if other == fact or other.property != fact.property or other.optional:
            continue
        for same, end, its in (
            (other.subject == fact.subject, fact.object, other.object),
            (other.object == fact.object, fact.subject, other.subject),
        ):
            is_free = isinstance(end, str) and used[end] == 1
            if same and is_free and not (isinstance(its, str) and used[its] == 1):
                return True
    return False


def _is_common(fact: Fact, facts: tuple[Fact, ...], used: Counter[Variable], schema: Schema) -> bool:
    """Whether all have what a fact asks for, and nothing asks what it is: each order has its customer."""
    here, end = fact.subject, fact.object
    if not (isinstance(here, str) and isinstance(end, str) and used[end] == 1):
        return False
    common = schema.having_all(fact.property)
    for other in facts:
        if other != fact and not other.optional and here in (other.subject, other.object):
            is_subject = here == other.subject
            ends = schema.subjects(other.property) if is_subject else schema.objects(other.property)
            if ends and common.issuperset(ends):
                return True
    return False


def _held(absent: Absent, schema: Schema, naming: frozenset[str], used: Counter[Variable]) -> Iterator[Fact]:
    """The facts that must not be there, but for the number of what stands for one: "no price" is no thing
    that has an amount.
    """
    limited = {f.variable for f in absent.filters}
    for fact in absent.facts:
        end = fact.object
        is_free = isinstance(end, str) and used[end] == 1 and end not in limited
        leading = (f.property for f in absent.facts if f.object == fact.subject)
        if not (is_free and any(schema.number_of(p, naming) == fact.property for p in leading)):
            yield fact


def _uses(form: Form) -> Iterator[Variable]:
    """Each variable as often as it stands in a form."""
    yield from (*form.shown, *form.group, *form.measures, *form.once)
    yield from (v for v, _ in form.classes)
    for facts, filters in ((form.facts, form.filters), *((a.facts, a.filters) for a in form.absent)):
        yield from (n for f in facts for n in (f.subject, f.object) if isinstance(n, str))
        yield from (f.variable for f in filters)
        yield from (v for f in filters for v in f.values if isinstance(v, str))
    yield from (part.variable for part in (form.having, form.order) if part is not None)
    for made in (*form.bound, *form.computed):
        yield made.name
        yield from (part for part in within(made.value) if isinstance(part, str))
    for inner in form.nested:
        yield from _uses(inner)


def _once(parts: tuple[T, ...]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(parts))
