"""A query's patterns set as a scene.

In: a Select. Out: a Scene. Paths of several steps are taken apart; what the speaker has no words for is
counted in `further`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kgqa.ontology import RDF_TYPE, RDFS, Ontology
from kgqa.restate.folding import folded, substituted
from kgqa.restate.scene import Edge, Scene
from kgqa.sparql.change import with_own_names
from kgqa.sparql.model import (
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
    OneOfList,
    Path,
    Repeat,
    Select,
    Sequence,
    Subquery,
    Triple,
    TripleTerm,
    Union,
    Values,
    Var,
)
from kgqa.sparql.walk import parts, variables

SUBCLASS = RDFS + "subClassOf"


def scene_of(select: Select, ontology: Ontology) -> Scene:
    """The scene of a SELECT's body."""
    builder = _Builder(ontology)
    scene = Scene()
    builder.group(select.where, scene)
    if select.values is not None:
        builder.values(select.values, scene)
    builder.settle_class_variables(scene, {c.variable.name for c in select.columns})
    _unfold(scene)
    return scene


def _unfold(scene: Scene) -> None:
    """Conditions on a variable that an expression makes are conditions on what it is made of."""
    computed = {name: made for name, made in scene.computed.items() if name not in variables(made)}
    for _ in computed:  # what is made of what is made
        computed = {name: substituted(made, computed) for name, made in computed.items()}
    scene.others = [substituted(c, computed) for c in scene.others]
    for name in [n for n in scene.conditions if n in computed]:
        for condition in scene.conditions.pop(name):
            whole = substituted(condition, computed)
            names = variables(whole)
            if len(names) == 1:
                scene.conditions.setdefault(next(iter(names)), []).append(whole)
            else:
                scene.others.append(whole)


@dataclass(slots=True)
class _Builder:
    ontology: Ontology
    count: int = 0

    def group(self, group: Group, scene: Scene) -> None:
        for element in group.elements:
            self.element(element, scene)

    def element(self, element: Element, scene: Scene) -> None:
        match element:
            case Triple(subject, predicate, object_):
                of_triples = isinstance(subject, TripleTerm) or isinstance(object_, TripleTerm)
                if isinstance(predicate, Var) or of_triples:
                    scene.further += 1
                else:
                    self.path(subject, predicate, object_, scene)
            case Group():
                self.group(element, scene)
            case Maybe(inner):
                scene.optional.append(self.apart(inner))
            case Minus(inner):
                scene.negations.append(replace(self.apart(inner), is_minus=True))
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
        """Its patterns join the scene, unless it works out a value or picks a thing over one of its own."""
        self.count += 1
        select = with_own_names(folded(select), self.count)
        made = {c.variable.name: c.value for c in select.columns if c.value is not None}
        alone = bool(made) and len(made) == len(select.columns)
        if alone or (select.group_by and (made or select.having)):
            scene.apart.append(select)
            return
        if (thing := _picked(select)) is not None:
            scene.picked[thing] = select
            return
        scene.computed |= made
        self.group(select.where, scene)
        if select.limit is not None or select.offset is not None or select.having:
            scene.limited.append(select)
        if select.distinct:
            scene.distinct.append(frozenset(c.variable.name for c in select.columns))
        scene.further += bool(select.values)

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
        given = tuple(row[0] for row in values.rows if len(row) == 1 and isinstance(row[0], Iri | Lit))
        if len(values.variables) != 1 or len(given) != len(values.rows):
            scene.further += 1
            return
        scene.given[values.variables[0].name] = given

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
            case Alternative((Iri(value), Inverse(Iri(other)))) if (
                other == value or other in self.ontology.inverses(value)
            ):
                self.edge(Edge(subject, (value,), object_), scene)
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
            if isinstance(kind, Var):
                _give(scene, kind.name)
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


def _give(scene: Scene, name: str) -> None:
    """`FILTER(?c IN (A, B))` gives the values of ?c."""
    match scene.conditions.get(name):
        case [OneOfList(Var(), items, False)] if all(isinstance(i, Iri) for i in items):
            scene.given[name] = tuple(i for i in items if isinstance(i, Iri))
            del scene.conditions[name]


def _picked(select: Select) -> Node | None:
    """The thing that a subquery picks by its rank, in the words of its order alone."""
    ranked = select.limit is not None and not select.offset and len(select.order_by) == 1
    plain = len(select.columns) == 1 and select.columns[0].value is None
    return select.columns[0].variable if ranked and plain and select.values is None else None
