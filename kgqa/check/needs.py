"""Which variables an expression cannot do without, and where a query binds the others.

In: expressions and queries. Out: names of variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from rapidfuzz import fuzz, process, utils

from kgqa.sparql.model import (
    Aggregate,
    Bind,
    Call,
    Element,
    Exists,
    Expr,
    Filter,
    Group,
    InGraph,
    Maybe,
    Minus,
    OneOfList,
    Or,
    ParsedQuery,
    Select,
    Service,
    Subquery,
    Triple,
    Union,
    Var,
)
from kgqa.sparql.walk import bound, children, own_expressions, parts, projected

NEAR_ENOUGH = 60.0


def needed(expr: Expr) -> frozenset[str]:
    """The variables without which an expression has no value."""
    match expr:
        case Var(name):
            return frozenset((name,))
        case Or(branches) | Call("COALESCE", branches):
            return _common(branches)
        case Call("IF", (condition, *branches)):
            return needed(condition) | _common(branches)
        case Call("BOUND"):
            return frozenset()
        case OneOfList(subject, _, _):
            return needed(subject)
        case Aggregate(_, argument, _, _):
            return frozenset() if argument is None else needed(argument)
        case _:
            return frozenset[str]().union(*map(needed, children(expr)))


def _common(branches: Iterable[Expr]) -> frozenset[str]:
    found = [needed(b) for b in branches]
    return frozenset.intersection(*found) if found else frozenset()


class Elsewhere:
    """Where a query binds variables without showing them to all of it: those that inner queries keep to
    themselves, those in MINUS and EXISTS alone, and all. Few queries are asked for it.
    """

    def __init__(self, query: ParsedQuery) -> None:
        self._query = query

    @cached_property
    def kept(self) -> frozenset[str]:
        inner = (s for s in selects(self._query) if s is not self._query.select)
        return _NONE.union(*(bound(s) - projected(s) for s in inner))

    @cached_property
    def denied(self) -> frozenset[str]:
        return _NONE.union(*(bound(Select(where=g)) for g in _denied(self._query)))

    @cached_property
    def all(self) -> frozenset[str]:
        return self.denied.union(*map(bound, selects(self._query)))


_NONE: frozenset[str] = frozenset()


def selects(query: ParsedQuery) -> Iterator[Select]:
    """The query's own SELECT and those inside it."""
    yield query.select
    yield from (e.select for g in groups(query) for e in g.elements if isinstance(e, Subquery))


def groups(query: ParsedQuery) -> Iterator[Group]:
    """Every group of a query, the outermost first."""
    todo = [query.select.where, *(g for e in own_expressions(query.select) for g in _groups_of(e))]
    while todo:
        group = todo.pop()
        yield group
        for element in reversed(group.elements):
            if not isinstance(element, Triple):
                todo += _inside(element)


def _denied(query: ParsedQuery) -> Iterator[Group]:
    """The groups of MINUS and EXISTS."""
    yield from (g for s in selects(query) for e in own_expressions(s) for g in _groups_of(e))
    for group in groups(query):
        for element in group.elements:
            match element:
                case Minus(inner):
                    yield inner
                case Filter(expr) | Bind(expr, _):
                    yield from _groups_of(expr)


def _inside(element: Element) -> list[Group]:
    match element:
        case Group():
            return [element]
        case Maybe(group) | Minus(group) | InGraph(_, group) | Service(_, group, _):
            return [group]
        case Union(branches):
            return list(branches)
        case Filter(expr) | Bind(expr, _):
            return list(_groups_of(expr))
        case Subquery(select):
            return [select.where, *(g for e in own_expressions(select) for g in _groups_of(e))]
        case _:
            return []


def _groups_of(expr: Expr) -> Iterator[Group]:
    return (e.group for e in parts(expr) if isinstance(e, Exists))


def meant(name: str, among: Iterable[str]) -> str | None:
    """The variable of which a name is probably a slip."""
    found = process.extractOne(
        name, sorted(among), scorer=fuzz.ratio, processor=utils.default_process, score_cutoff=NEAR_ENOUGH
    )
    return None if found is None else found[0]
