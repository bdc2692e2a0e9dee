"""A query's patterns as a scene: things, what connects them, and what is said of each.

In: a Select. Out: a Scene that the speaker walks over. Paths of several steps are taken apart; what the
speaker has no words for is counted in `further`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kgqa.ontology import RDF_TYPE, RDFS
from kgqa.sparql.change import with_own_names
from kgqa.sparql.model import (
    Aggregate,
    Alternative,
    And,
    Bind,
    Blank,
    Element,
    Exists,
    Expr,
    Filter,
    Group,
    InGraph,
    Inverse,
    Iri,
    Lit,
    Maybe,
    Minus,
    Node,
    NoneOf,
    Path,
    Repeat,
    Select,
    Sequence,
    Subquery,
    Triple,
    Union,
    Values,
    Var,
)
from kgqa.sparql.walk import parts, variables

SUBCLASS = RDFS + "subClassOf"


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
    over a scene of their own; the scene of the others is in this one, and `limited` are those among them
    that take only some of their rows.
    """

    edges: list[Edge] = field(default_factory=list)
    types: dict[Node, list[tuple[str, ...]]] = field(default_factory=dict)
    conditions: dict[str, list[Expr]] = field(default_factory=dict)
    others: list[Expr] = field(default_factory=list)
    optional: list[Scene] = field(default_factory=list)
    unions: list[list[Scene]] = field(default_factory=list)
    negations: list[Scene] = field(default_factory=list)
    given: dict[str, tuple[Iri | Lit, ...]] = field(default_factory=dict)
    computed: dict[str, Expr] = field(default_factory=dict)
    apart: list[Select] = field(default_factory=list)
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

    def mentions(self, node: Node) -> bool:
        return (
            node in self.types
            or any(e.touches(node) for e in self.edges)
            or any(s.mentions(node) for s in (*self.negations, *self.optional))
            or any(all(b.mentions(node) for b in branches) for branches in self.unions)
            or (isinstance(node, Var) and (node.name in self.conditions or node.name in self.given))
        )


def scene_of(select: Select) -> Scene:
    """The scene of a SELECT's body."""
    builder = _Builder(aggregates=_aggregates(select))
    scene = Scene()
    builder.group(select.where, scene)
    if select.values is not None:
        builder.values(select.values, scene)
    builder.settle_class_variables(scene, {c.variable.name for c in select.columns})
    return scene


@dataclass(slots=True)
class _Builder:
    aggregates: bool
    count: int = 0

    def group(self, group: Group, scene: Scene) -> None:
        for element in group.elements:
            self.element(element, scene)

    def element(self, element: Element, scene: Scene) -> None:
        match element:
            case Triple(subject, predicate, object_):
                if isinstance(predicate, Var):
                    scene.further += 1
                else:
                    self.path(subject, predicate, object_, scene)
            case Group():
                self.group(element, scene)
            case Maybe(inner):
                scene.optional.append(self.apart(inner))
            case Minus(inner):
                scene.negations.append(self.apart(inner))
            case Union(branches):
                scene.unions.append([self.apart(b) for b in branches])
            case Filter(condition):
                self.condition(condition, scene)
            case Bind(value, variable):
                scene.computed[variable.name] = value
            case Values():
                self.values(element, scene)
            case InGraph(_, inner):
                scene.further += 1
                self.group(inner, scene)
            case Subquery(select):
                self.subquery(select, scene)
            case _:
                scene.further += 1

    def apart(self, group: Group) -> Scene:
        scene = Scene()
        self.group(group, scene)
        self.settle_class_variables(scene, set())
        return scene

    def subquery(self, select: Select, scene: Scene) -> None:
        """Its patterns join the scene, unless it only works out a value over a scene of its own."""
        self.count += 1
        select = with_own_names(select, self.count)
        made = {c.variable.name: c.value for c in select.columns if c.value is not None}
        alone = len(made) == len(select.columns)
        if made and (alone or (self.aggregates and select.group_by)):
            scene.apart.append(select)
            return
        scene.computed |= made
        self.group(select.where, scene)
        if select.limit is not None or select.offset is not None:
            scene.limited.append(select)
        scene.further += bool(select.having) + bool(select.values)

    def condition(self, condition: Expr, scene: Scene) -> None:
        if isinstance(condition, And):
            for part in condition.parts:
                self.condition(part, scene)
        elif isinstance(condition, Exists):
            if condition.negated:
                scene.negations.append(self.apart(condition.group))
            else:
                self.group(condition.group, scene)
        elif any(isinstance(p, Exists) for p in parts(condition)):
            scene.further += 1
        else:
            names = variables(condition)
            if len(names) == 1:
                scene.conditions.setdefault(next(iter(names)), []).append(condition)
            else:
                scene.others.append(condition)

    def values(self, values: Values, scene: Scene) -> None:
        if len(values.variables) != 1 or any(None in row for row in values.rows):
            scene.further += 1
            return
        scene.given[values.variables[0].name] = tuple(row[0] for row in values.rows if row[0] is not None)

    def path(self, subject: Node, path: Path, object_: Node, scene: Scene) -> None:
        match path:
            case Iri(value):
                self.edge(Edge(subject, (value,), object_), scene)
            case Inverse(inner):
                self.path(object_, inner, subject, scene)
            case Sequence((Iri(first), Repeat(Iri(second), _))) if (first, second) == (RDF_TYPE, SUBCLASS):
                self.edge(Edge(subject, (RDF_TYPE,), object_), scene)
            case Sequence(steps):
                nodes: list[Node] = [subject]
                for _ in steps[1:]:
                    self.count += 1
                    nodes.append(Blank(f"step {self.count}"))
                nodes.append(object_)
                for start, step, end in zip(nodes, steps, nodes[1:], strict=False):
                    self.path(start, step, end, scene)
            case Alternative(steps) if all(isinstance(s, Iri) for s in steps):
                iris = tuple(s.value for s in steps if isinstance(s, Iri))
                scene.edges.append(Edge(subject, iris, object_))
            case Repeat(Iri(value), mark):
                scene.edges.append(Edge(subject, (value,), object_, mark))
            case Alternative() | Repeat() | NoneOf():
                scene.further += 1

    def edge(self, edge: Edge, scene: Scene) -> None:
        if edge.iris == (RDF_TYPE,) and isinstance(edge.object, Iri):
            scene.types.setdefault(edge.subject, []).append((edge.object.value,))
        else:
            scene.edges.append(edge)

    def settle_class_variables(self, scene: Scene, shown: set[str]) -> None:
        """`?x a ?c . ?c rdfs:subClassOf* C` says that ?x is a C; `VALUES ?c { A B }`, that it is either."""
        for edge in [e for e in scene.edges if e.iris == (RDF_TYPE,)]:
            kind = edge.object
            rest = [e for e in scene.edges if e.touches(kind) and e is not edge]
            above = [e.object.value for e in rest if e.iris == (SUBCLASS,) and isinstance(e.object, Iri)]
            if not isinstance(kind, Var | Blank) or (isinstance(kind, Var) and kind.name in shown):
                continue
            given = scene.given.get(kind.name, ()) if isinstance(kind, Var) else ()
            if above and len(rest) == len(above) and not given:
                scene.types.setdefault(edge.subject, []).extend((c,) for c in above)
            elif given and not rest and all(isinstance(g, Iri) for g in given):
                scene.types.setdefault(edge.subject, []).append(tuple(g.value for g in given))
            else:
                continue
            scene.edges = [e for e in scene.edges if e is not edge and e not in rest]
            if isinstance(kind, Var):
                scene.given.pop(kind.name, None)


def _aggregates(select: Select) -> bool:
    values = [c.value for c in select.columns if c.value is not None]
    return any(isinstance(p, Aggregate) for v in values for p in parts(v))
