"""A query with fewer layers and the same rows.

In: a Select. Out: a Select. A query that only filters, orders or shows the groups of one inner query is
that inner query with HAVING, an order and fewer columns.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from kgqa.sparql.model import (
    Aggregate,
    Column,
    Compare,
    Element,
    Expr,
    Filter,
    Group,
    Key,
    Select,
    Subquery,
    Triple,
    Union,
    Var,
)
from kgqa.sparql.walk import parts, projected, variables

T = TypeVar("T")
_OVER_ALL = "_over_all"


def folded(select: Select) -> Select:
    """The query without a layer that says nothing of its own."""
    layer = _layer(select)
    if layer is None:
        return select
    inner, conditions = folded(layer[0]), layer[1]
    made = {c.variable.name: c.value for c in inner.columns if c.value is not None}
    if any(v not in projected(inner) for c in conditions for v in variables(c)):
        return select
    if select.group_by or select.having or any(_aggregates(c.value) for c in select.columns):
        having = (*inner.having, *(substituted(c, made) for c in conditions))
        return replace(select, where=Group((Subquery(replace(inner, having=having)),)))
    columns = tuple(_column(c, made) for c in select.columns) or inner.columns
    kept = {c.variable.name: c.value for c in columns if c.value is not None}
    gone = {name: value for name, value in made.items() if kept.get(name) != value}
    return replace(
        inner,
        columns=columns,
        having=(*inner.having, *(substituted(c, made) for c in conditions)),
        order_by=tuple(_key(k, gone) for k in select.order_by),
        limit=select.limit,
        offset=select.offset,
    )


def compared(select: Select) -> Select:
    """The query with a condition in place of a name that two share: what a subquery works out over all (the
    lowest price), and what the other patterns look up (the price of each).
    """
    elements = tuple(_flat(select.where))
    made = {
        c.variable: e
        for e in elements
        if isinstance(e, Subquery) and not e.select.group_by
        for c in e.select.columns
        if c.value is not None and _aggregates(c.value)
    }
    shared = {v: e for v, e in made.items() if any(v in _bound(o) for o in elements if o is not e)}
    if not shared:
        return select
    own = {v: Var(f"{v.name}{_OVER_ALL}") for v in shared}
    apart = (
        replace(e, select=_called(e.select, own)) if isinstance(e, Subquery) and e in shared.values() else e
        for e in elements
    )
    conditions = (Filter(Compare("=", v, own[v])) for v in shared)
    return replace(select, where=Group((*apart, *conditions)))


def _bound(element: Element) -> Collection[Var]:
    """The variables that a triple looks up, or that a subquery gives."""
    match element:
        case Triple(subject, _, found):
            return [n for n in (subject, found) if isinstance(n, Var)]
        case Subquery(select):
            return [c.variable for c in select.columns]
        case _:
            return ()


def _called(select: Select, names: Mapping[Var, Var]) -> Select:
    columns = (replace(c, variable=names.get(c.variable, c.variable)) for c in select.columns)
    return replace(select, columns=tuple(columns))


def _layer(select: Select) -> tuple[Select, tuple[Expr, ...]] | None:
    """The one grouped query inside and the filters beside it, if there is nothing else."""
    listed = tuple(_flat(select.where))
    inner = [e.select for e in listed if isinstance(e, Subquery)]
    conditions = tuple(e.condition for e in listed if isinstance(e, Filter))
    if len(inner) != 1 or len(inner) + len(conditions) != len(listed) or select.values:
        return None
    whole = inner[0].limit is None and inner[0].offset is None and inner[0].values is None
    return (inner[0], conditions) if inner[0].group_by and whole else None


def _flat(group: Group) -> Iterator[Element]:
    for element in group.elements:
        match element:
            case Group():
                yield from _flat(element)
            case Union((alone,)):
                yield from _flat(alone)
            case _:
                yield element


def _aggregates(value: Expr | None) -> bool:
    return value is not None and any(isinstance(p, Aggregate) for p in parts(value))


def _column(column: Column, made: Mapping[str, Expr]) -> Column:
    if column.value is None:
        return replace(column, value=made.get(column.variable.name))
    return replace(column, value=substituted(column.value, made))


def _key(key: Key, made: Mapping[str, Expr]) -> Key:
    return replace(key, value=substituted(key.value, made))


def substituted(value: T, made: Mapping[str, Expr]) -> T:
    """A part of a query with what makes its variables in their place."""

    def change(part: Any) -> Any:
        if isinstance(part, Var) and part.name in made:
            return made[part.name]
        if isinstance(part, tuple):
            return tuple(change(p) for p in part)
        if is_dataclass(part) and not isinstance(part, type):
            return replace(part, **{f.name: change(getattr(part, f.name)) for f in fields(part)})
        return part

    changed: T = change(value)
    return changed
