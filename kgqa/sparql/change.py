"""Queries with parts exchanged: in comes a value, out comes another value of the same kind."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from operator import is_not
from typing import Any, cast

from kgqa.sparql.model import Expr, Key, Select, Subquery, Triple, Var


def replace_triple(select: Select, old: Triple, new: Triple) -> Select:
    """The same query with `new` where `old` itself (not its equal) stood."""
    return cast("Select", exchanged(select, lambda value: new if value is old else None))


def with_columns(select: Select, names: Collection[str]) -> Select:
    """The same query with these columns alone. Where it orders or chooses groups by one that is gone, what
    that was worked out from stands in its place.
    """
    gone = [c for c in select.columns if c.variable.name not in names]
    made = {c.variable: c.value for c in gone if c.value is not None}

    def change(value: object) -> object:
        return made.get(value) if isinstance(value, Var) else None

    return replace(
        select,
        columns=exchanged(tuple(c for c in select.columns if c not in gone), change),
        having=cast("tuple[Expr, ...]", exchanged(select.having, change)),
        order_by=cast("tuple[Key, ...]", exchanged(select.order_by, change)),
    )


def renamed(select: Select, names: Mapping[str, str]) -> Select:
    """The same query with variables renamed, in filters and inner queries too."""
    return cast(
        "Select",
        exchanged(select, lambda v: Var(names[v.name]) if isinstance(v, Var) and v.name in names else None),
    )


def with_own_names(select: Select, number: int) -> Select:
    """A subquery whose inner variables cannot be taken for the outer ones of the same name.

    They get a mark that no variable's name can have: "x" becomes "x#3".
    """
    shown = {c.variable.name for c in select.columns}
    if not shown:
        return select  # `SELECT *` keeps nothing to itself
    inner = {name for name in _names(select) if name not in shown}
    return renamed(select, {name: f"{name}#{number}" for name in inner})


def _names(value: Any) -> set[str]:
    if isinstance(value, Var):
        return {value.name}
    if isinstance(value, tuple):
        return set().union(*map(_names, value))
    if isinstance(value, Subquery) and value.select.columns:
        return {c.variable.name for c in value.select.columns}
    return set().union(*(_names(getattr(value, name)) for name in _parts(value)))


def exchanged(value: Any, change: Callable[[Any], Any]) -> Any:
    """A value with every part for which `change` gives another one (not None) exchanged, outermost first."""
    new = change(value)
    if new is not None:
        return new
    if isinstance(value, tuple):
        parts = tuple([exchanged(v, change) for v in value])
        return parts if any(map(is_not, parts, value)) else value
    changed = {}
    for name in _parts(value):
        part = getattr(value, name)
        if part is None or part is False or part is True:
            continue
        other = exchanged(part, change)
        if other is not part:
            changed[name] = other
    return replace(value, **changed) if changed else value


def inside(value: Any) -> Iterator[Any]:
    """Every node of a value, in no order."""
    todo = [value]
    while todo:
        value = todo.pop()
        if isinstance(value, tuple):
            todo += value
        elif names := _parts(value):
            yield value
            todo += [getattr(value, name) for name in names]


def variables_in(value: Any) -> frozenset[Var]:
    """The variables in a value, wherever they stand."""
    return frozenset(part for part in inside(value) if isinstance(part, Var))


_PARTS: dict[type, tuple[str, ...]] = {}


def _parts(value: Any) -> tuple[str, ...]:
    """The names of a node's parts; () for what is no node."""
    kind = type(value)
    known = _PARTS.get(kind)
    if known is None:
        known = _PARTS[kind] = tuple(f.name for f in fields(kind)) if is_dataclass(kind) else ()
    return known
