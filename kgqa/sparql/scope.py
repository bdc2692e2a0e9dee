"""Where in a query something holds, and what its variables are called there.

In: nothing. Out: scopes, with their relations, and names.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass

from kgqa.sparql.model import Iri, Node, TripleTerm, Var

Scope = tuple[tuple[str, int], ...]  # the way from the outermost group: ("optional", 3), ("union", 4), …


def together(one: Scope, other: Scope) -> bool:
    """Whether what stands in one scope is joined with what stands in the other."""
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    return long[: len(short)] == short


def inner(one: Scope, other: Scope) -> Scope:
    """Of two scopes that are together, the one in which both hold."""
    return one if len(one) >= len(other) else other


def around(scope: Scope) -> Iterator[Scope]:
    """The scopes outside of this one, the innermost first."""
    return (scope[:length] for length in range(len(scope) - 1, -1, -1))


@dataclass(frozen=True, slots=True)
class Names:
    """What variables are called inside a part of the query: those in `shared` as outside (`outer`), others by
    a name that no variable can have: "x" becomes "x#3". The outermost part shares all.
    """

    outer: Names | None = None
    shared: Container[str] = ()
    number: int = 0

    def node(self, node: Node) -> Node:
        if isinstance(node, TripleTerm):
            predicate = self.node(node.predicate)
            assert isinstance(predicate, Var | Iri)  # noqa: S101 - a name stays one
            return TripleTerm(self.node(node.subject), predicate, self.node(node.object))
        if self.outer is None or not isinstance(node, Var):
            return node
        name = self.name(node.name)
        return node if name == node.name else Var(name)

    def name(self, name: str) -> str:
        place = self
        while place.outer is not None:
            if name not in place.shared:
                return f"{name}#{place.number}"
            place = place.outer
        return name


@dataclass(frozen=True, slots=True)
class Either:
    one: Container[str]
    other: Container[str]

    def __contains__(self, name: object) -> bool:
        return name in self.one or name in self.other
