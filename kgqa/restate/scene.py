"""What a query says must hold, as a scene: things, what connects them, and what is said of each.

In: nothing; `kgqa.restate.staging` fills scenes. Out: values that the speaker walks over.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kgqa.sparql.model import (
    Expr,
    Iri,
    Lit,
    Node,
    Select,
    Var,
)
from kgqa.sparql.walk import variables


@dataclass(frozen=True, slots=True, eq=False)
class Edge:
    """A property from one node to another: one IRI, several as alternatives, or one repeated."""

    subject: Node
    iris: tuple[str, ...]
    object: Node
    mark: str = ""

    def other(self, node: Node) -> Node:
        return self.object if node == self.subject else self.subject

    def touches(self, node: Node) -> bool:
        return node in (self.subject, self.object)


@dataclass(slots=True, eq=False)
class Scene:
    """What must hold. `types` are unions of classes; `conditions` speak of one variable each, `others` of
    several; `computed` variables are made by an expression. `apart` are subqueries that work something out
    over a scene of their own, `picked` are things that a subquery picks by rank ("the ship with the highest
    price"); the scene of the others is in this one, `limited` are those among them that take only some of
    their rows, and `distinct` the columns of those that give each row once.
    """

    edges: list[Edge] = field(default_factory=list)
    types: dict[Node, list[tuple[str, ...]]] = field(default_factory=dict)
    conditions: dict[str, list[Expr]] = field(default_factory=dict)
    others: list[Expr] = field(default_factory=list)
    optional: list[Scene] = field(default_factory=list)
    unions: list[list[Scene]] = field(default_factory=list)
    negations: list[Scene] = field(default_factory=list)
    is_minus: bool = False  # one of these; with nothing in common with the rest it takes nothing away
    distinct: list[frozenset[str]] = field(default_factory=list)
    given: dict[str, tuple[Iri | Lit, ...]] = field(default_factory=dict)
    computed: dict[str, Expr] = field(default_factory=dict)
    apart: list[Select] = field(default_factory=list)
    picked: dict[Node, Select] = field(default_factory=dict)
    limited: list[Select] = field(default_factory=list)
    further: int = 0

    def nodes(self) -> list[Node]:
        """The nodes of the scene in the order of the query, those that are constants too."""
        found: dict[Node, None] = {}
        for node in self.types:
            found.setdefault(node)
        for edge in self.edges:
            found.setdefault(edge.subject)
            found.setdefault(edge.object)
        for first, *rest in self.unions:
            for node in first.nodes():
                if all(branch.mentions(node) for branch in rest):
                    found.setdefault(node)
        return list(found)

    def is_apart_from(self, negation: Scene) -> bool:
        """Whether what must not be is without anything that varies with the rest. Such a MINUS takes nothing
        away.
        """
        return not negation.is_minus and negation._varying.isdisjoint(self._varying)

    @property
    def _varying(self) -> set[str]:
        """The variables of its patterns and conditions."""
        compared = {name for condition in self.others for name in variables(condition)}
        own = {node.name for node in self.nodes() if isinstance(node, Var)}
        return own | compared | self.conditions.keys() | self.given.keys()

    def all_edges(self) -> list[Edge]:
        """Its own edges and those of its optional parts."""
        return [*self.edges, *(e for scene in self.optional for e in scene.all_edges())]

    def take(self, other: Scene) -> None:
        """Makes what another scene says a part of this one."""
        self.edges += other.edges
        for node, kinds in other.types.items():
            self.types.setdefault(node, []).extend(kinds)
        for name, conditions in other.conditions.items():
            self.conditions.setdefault(name, []).extend(conditions)
        self.others += other.others
        self.optional += other.optional
        self.unions += other.unions
        self.negations += other.negations
        self.given |= other.given
        self.computed |= other.computed
        self.apart += other.apart
        self.picked |= other.picked
        self.distinct += other.distinct
        self.limited += other.limited
        self.further += other.further

    def mentions(self, node: Node) -> bool:
        return (
            node in self.types
            or any(e.touches(node) for e in self.edges)
            or any(s.mentions(node) for s in (*self.negations, *self.optional))
            or any(all(b.mentions(node) for b in branches) for branches in self.unions)
            or (isinstance(node, Var) and (node.name in self.conditions or node.name in self.given))
        )
