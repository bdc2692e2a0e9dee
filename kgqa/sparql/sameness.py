"""What makes one node of two in a query: `FILTER(?a = ?b)`, `BIND(ex:a AS ?x)`, IN, VALUES.

In: expressions and VALUES. Out: pairs of nodes that are the same, and variables that are one of a few IRIs.
Literals are left out: two that are equal need not be the same term, and what a literal is compared with has
rules of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kgqa.sparql.model import (
    Aggregate,
    And,
    Call,
    Compare,
    Expr,
    Iri,
    Lit,
    Node,
    OneOfList,
    Or,
    Values,
    Var,
)

_PICKS = ("SAMPLE", "MIN", "MAX")  # aggregates whose value is one of those in the group


@dataclass(frozen=True, slots=True)
class Same:
    """Both nodes stand for one thing. Of a variable and an IRI, the IRI is `other`."""

    one: Node
    other: Node


@dataclass(frozen=True, slots=True)
class Choice:
    """The variable is one of several IRIs."""

    variable: Var
    iris: frozenset[str]


def filter_sameness(condition: Expr) -> Iterator[Same | Choice]:
    """What holds of the nodes of every solution that a filter lets pass."""
    match condition:
        case And(conditions):
            for each in conditions:
                yield from filter_sameness(each)
        case Compare("=", Var() as one, Var() as other) | Call("SAMETERM", (Var() as one, Var() as other)):
            yield Same(one, other)
        case _:
            chosen = _chosen(condition)
            if chosen is not None:
                yield _among(*chosen)


def column_sameness(name: Var, value: Expr) -> Iterator[Same]:
    """What holds of a name that an expression was given."""
    match value:
        case Var():
            yield Same(name, value)
        case Aggregate(function, Var() as picked) if function in _PICKS:
            yield Same(name, picked)
        case _:
            iri = _constant(value)
            if iri is not None:
                yield Same(name, Iri(iri))


def row_choices(values: Values) -> Iterator[Same | Choice]:
    """What the rows of VALUES say of each of its variables; nothing where a row leaves it open (UNDEF)."""
    for index, variable in enumerate(values.variables):
        given = {row[index] if index < len(row) else None for row in values.rows}
        iris = frozenset(value.value for value in given if isinstance(value, Iri))
        if iris and len(iris) == len(given):
            yield _among(variable, iris)


def _among(variable: Var, iris: frozenset[str]) -> Same | Choice:
    return Same(variable, Iri(min(iris))) if len(iris) == 1 else Choice(variable, iris)


def _chosen(condition: Expr) -> tuple[Var, frozenset[str]] | None:
    """The variable that a condition holds to some IRIs, and which."""
    match condition:
        case Compare("=", Var() as variable, value) | Compare("=", value, Var() as variable):
            return _limited(variable, (value,))
        case Call("SAMETERM", (Var() as variable, value)) | Call("SAMETERM", (value, Var() as variable)):
            return _limited(variable, (value,))
        case OneOfList(Var() as variable, items, False):
            return _limited(variable, items)
        case Or(conditions):
            ways = [_chosen(each) for each in conditions]
            found = [way for way in ways if way is not None]
            if len(found) == len(ways) and len({variable for variable, _ in found}) == 1:
                return found[0][0], frozenset().union(*(iris for _, iris in found))
    return None


def _limited(variable: Var, items: tuple[Expr, ...]) -> tuple[Var, frozenset[str]] | None:
    iris = [_constant(item) for item in items]
    known = frozenset(iri for iri in iris if iri is not None)
    return (variable, known) if known and None not in iris else None


def _constant(value: Expr) -> str | None:
    match value:
        case Iri(iri) | Call("IRI" | "URI", (Lit(iri, None, None),)):
            return iri
    return None
