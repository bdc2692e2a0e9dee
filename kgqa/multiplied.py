"""Amounts that count a value more than once, since another pattern of the query matches several times for it:
the salary of an employee once for each of her projects.

In: a query that passed the check, the ontology, and what runs a query. Out: for each such amount its result
as written and its result with every value once. What is measured is a thing with its value, in its group. The
ontology tells which properties have one value each; for the rest two bounded queries are compared, so that
only what really changes the result is told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeGuard, cast

from kgqa.looks import Run, look
from kgqa.ontology import Ontology
from kgqa.rows import same_rows
from kgqa.sparql import ParsedQuery
from kgqa.sparql.change import exchanged, inside, variables_in
from kgqa.sparql.model import (
    Aggregate,
    Bind,
    Column,
    Element,
    Expr,
    Group,
    InGraph,
    Iri,
    Key,
    Maybe,
    Select,
    Subquery,
    Triple,
    Union,
    Values,
    Var,
)
from kgqa.sparql.stepwise import stepwise
from kgqa.sparql.walk import projected
from kgqa.types import Limits, ResultTable, Term

MOST = 3  # amounts of a query that are looked into
ROWS = 1_000  # groups that are compared
_MEASURED = Var("measured")
_ADDING = frozenset(("SUM", "AVG"))


@dataclass(frozen=True, slots=True)
class Multiplied:
    """An amount with its first result that changes: as `written`, and with every value `once`. Of amounts in
    groups `different` of all `groups` change. `by` is a pattern that matches several times, as far as it is
    known. `merges` says that a DISTINCT took equal values of different things for one.
    """

    amount: Expr
    written: Term
    once: Term
    by: Triple | None = None
    different: int = 1
    groups: int = 1
    merges: bool = False


async def multiplied(
    query: ParsedQuery, ontology: Ontology, run: Run, seconds: float
) -> tuple[Multiplied, ...]:
    """The amounts of a query, and of the queries in it, that count values more than once. What cannot be told
    in time is not told.
    """
    measures = [m for s in _selects(query) for m in _measures(stepwise(s), ontology)][:MOST]
    limits = Limits(seconds=seconds, rows=ROWS)
    found = await asyncio.gather(*(_compared(m, ontology, run, limits) for m in measures))
    return tuple(each for each in found if each)


def _selects(query: ParsedQuery) -> Iterator[Select]:
    if query.form == "select":
        yield query.select
    yield from (s.select for s in inside(query.select.where) if isinstance(s, Subquery))


# ── what is measured ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Measure:
    """An amount of a query; each combination of the `key`s is measured once."""

    amount: Expr
    select: Select
    key: tuple[Var, ...]
    by: Triple | None


def _measures(select: Select, ontology: Ontology) -> Iterator[_Measure]:
    amounts = [c.value for c in select.columns] + [k.value for k in select.order_by]
    amounts += [part for each in select.having for part in inside(each) if isinstance(part, Aggregate)]
    for amount in dict.fromkeys(a for a in amounts if a is not None):
        if not any(_is_sensitive(part) for part in inside(amount)):
            continue
        key = _key(amount, select)
        if not key:
            continue
        several, by = _multiplying(key, select, ontology)
        if several:
            yield _Measure(amount, select, tuple(sorted(key, key=lambda v: v.name)), by)


def _is_sensitive(part: object) -> TypeGuard[Aggregate]:
    """Whether an aggregate changes when a row comes twice, or loses equal values of different things."""
    if not isinstance(part, Aggregate) or part.argument is None:
        return False
    return part.name in _ADDING or (part.name == "COUNT" and not part.distinct)


def _key(amount: Expr, select: Select) -> frozenset[Var]:
    """What makes one measured row: the values, the things that have them, and the groups; nothing where that
    cannot be told.
    """
    elements = tuple(_elements(select.where))
    made = {e.variable: e.value for e in elements if isinstance(e, Bind)}
    grouped = variables_in(tuple(key.value for key in select.group_by))
    key = grouped | variables_in(amount)
    while more := {v for name in key if name in made for v in variables_in(made[name])} - key:
        key |= more
    owners: set[Var] = set()
    for value in key - grouped - made.keys():
        found = _owners(value, elements)
        if not found:
            return frozenset()
        owners |= found
    return frozenset(key | owners)


def _owners(value: Var, elements: tuple[Element, ...]) -> set[Var]:
    """The things that have a value; a thing that has something itself is its own."""
    triples = [e for e in elements if isinstance(e, Triple)]
    if any(t.subject == value for t in triples):
        return {value}
    own = [t for t in triples if t.object == value]
    if not all(isinstance(t.predicate, Iri) for t in own):
        return set()  # which of several properties a value is of is not known
    found = {value} if own else set[Var]()
    found |= {t.subject for t in own if isinstance(t.subject, Var)}
    for each in elements:
        if isinstance(each, Subquery) and value.name in projected(each.select):
            found |= {Var(name) for name in projected(each.select)}
        if isinstance(each, Values) and value in each.variables:
            found |= set(each.variables)
    return found


def _elements(group: Group) -> Iterator[Element]:
    """The elements whose matches make the rows of a group."""
    for element in group.elements:
        yield element
        match element:
            case Group():
                yield from _elements(element)
            case Maybe(inner) | InGraph(_, inner):
                yield from _elements(inner)
            case Union(branches):
                for branch in branches:
                    yield from _elements(branch)


# ── what multiplies ──────────────────────────────────────────────────────────────────────────────


def _multiplying(key: frozenset[Var], select: Select, ontology: Ontology) -> tuple[bool, Triple | None]:
    """Whether there may be several rows for what is measured once, and a pattern that makes them."""
    known = set(key)
    elements = tuple(_elements(select.where))
    triples = [e for e in elements if isinstance(e, Triple)]
    while more := {t.object for t in triples if _follows(t, known, ontology)}:
        known |= cast("set[Var]", more)
    other = [t for t in triples if any(isinstance(e, Var) and e not in known for e in t.ends)]
    near = [t for t in other if any(e in known for e in t.ends)]
    is_joined = any(isinstance(e, Union | Subquery) for e in elements)
    several = bool(other) or is_joined or any(not isinstance(t.predicate, Iri) for t in triples)
    return several, next(iter(near), None)


def _follows(triple: Triple, known: set[Var], ontology: Ontology) -> bool:
    """Whether a triple says one more thing, and only one, of what is known."""
    if not isinstance(triple.object, Var) or triple.object in known or not isinstance(triple.predicate, Iri):
        return False
    is_known = triple.subject in known or isinstance(triple.subject, Iri)
    return is_known and _is_single(triple.predicate.value, ontology)


def _is_single(prop: str, ontology: Ontology) -> bool:
    """Whether no thing has several values of a property, as far as the data was read."""
    uses = ontology.uses_of(prop)
    for subject in {use.subject for use in uses}:
        own = [use for use in uses if use.subject == subject]
        sample = ontology.sample(subject, prop)
        if sample is not None and sample.count > sample.having:
            return False
        if sample is None and (len(own) > 1 or own[0].count > own[0].subjects):
            return False
    return bool(uses)


# ── both results ─────────────────────────────────────────────────────────────────────────────────


async def _compared(measure: _Measure, ontology: Ontology, run: Run, limits: Limits) -> Multiplied | None:
    written, once = await asyncio.gather(
        *(_results(q, ontology, run, limits) for q in (_as_written(measure), _each_once(measure)))
    )
    pairs = [(written[group], once[group]) for group in written if group in once]
    changed = [(one, other) for one, other in pairs if one and other and not _is_same(one, other)]
    if not changed:
        return None
    one, other = changed[0]
    return Multiplied(
        amount=measure.amount,
        written=one,
        once=other,
        by=measure.by,
        different=len(changed),
        groups=len(pairs),
        merges=any(_is_sensitive(part) and part.distinct for part in inside(measure.amount)),
    )


def _as_written(measure: _Measure) -> Select:
    """The amount of each group, whatever the query does with it."""
    return _grouped(measure.select.group_by, measure.amount, measure.select.where)


def _each_once(measure: _Measure) -> Select:
    """The same over each measured row once."""
    rows = Select(columns=tuple(map(Column, measure.key)), distinct=True, where=measure.select.where)

    def change(part: object) -> object:
        return replace(part, distinct=False) if _is_sensitive(part) else None

    amount = cast("Expr", exchanged(measure.amount, change))
    return _grouped(measure.select.group_by, amount, Group((Subquery(rows),)))


def _grouped(keys: tuple[Key, ...], amount: Expr, where: Group) -> Select:
    named = [
        key if isinstance(key.value, Var) else replace(key, variable=key.variable or Var(f"group{number}"))
        for number, key in enumerate(keys)
    ]
    names = (key.value if isinstance(key.value, Var) else key.variable for key in named)
    columns = (*(Column(name) for name in names if name), Column(_MEASURED, amount))
    return Select(columns=columns, where=where, group_by=tuple(named))


async def _results(
    select: Select, ontology: Ontology, run: Run, limits: Limits
) -> dict[tuple[Term | None, ...], Term | None]:
    """The amount of each group; none where that is not known in time."""
    table = await look(select, ontology, run, limits)
    return {row[:-1]: row[-1] for row in table.rows} if table else {}


def _is_same(one: Term, other: Term) -> bool:
    return same_rows(*(ResultTable(columns=("amount",), rows=((term,),)) for term in (one, other)))
