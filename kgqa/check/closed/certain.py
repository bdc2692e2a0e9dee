"""What is known of every solution of a pattern: its nodes, and what of all that is closed they may be.

In: groups of a query. Out: for each node that every solution binds, its exposure (what it may be). Only what
is joined counts: what stands in OPTIONAL, in one branch of a UNION or behind MINUS says nothing of the whole.
A guard is a FILTER NOT EXISTS or a MINUS that takes out the things of some classes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kgqa.check.closed.exposure import NOTHING, SUBCLASS, TERM, Exposed, Exposure
from kgqa.ontology import RDF_TYPE
from kgqa.sparql.model import (
    Aggregate,
    And,
    Bind,
    Blank,
    Compare,
    Element,
    Exists,
    Expr,
    Filter,
    Group,
    InGraph,
    Iri,
    Minus,
    Node,
    Not,
    OneOfList,
    Path,
    Repeat,
    Select,
    Sequence,
    Service,
    Subquery,
    Triple,
    Union,
    Values,
    Var,
)
from kgqa.sparql.walk import parts

Known = Mapping[Node, Exposed]
Among = Mapping[str, frozenset[str]]  # variables, and the IRIs that they can only be
_TYPE, _BELOW = Iri(RDF_TYPE), Iri(SUBCLASS)


@dataclass(frozen=True)
class Certain:
    """Reads patterns; `exposure` knows the nodes and properties."""

    exposure: Exposure

    # ── what is known ────────────────────────────────────────────────────────────────────────────

    def of(self, group: Group, *, guards: bool = True) -> dict[Node, Exposed]:
        """The nodes that every solution of a group binds. Its `guards` do not count where they look into
        another graph than the one that says what a thing is.
        """
        return self.of_elements(group.elements, guards=guards)

    def of_elements(self, elements: tuple[Element, ...], *, guards: bool = True) -> dict[Node, Exposed]:
        found: dict[Node, Exposed] = {}
        among = among_of(elements)
        for element in elements:
            for node, exposed in self._of_element(element, among, guards=guards).items():
                found[node] = found.get(node, self.exposure.anything) & exposed
        for name, iris in among.items():
            if Var(name) in found:
                found[Var(name)] &= _all(self.exposure.of_node(Iri(i)) for i in iris)
        for index, element in enumerate(elements) if guards else ():
            for node, classes, _ in guards_of(element):
                guarded = elements[:index] if isinstance(element, Minus) else elements
                if node in self.matched(guarded):
                    found[node] -= self.covered(classes)
        for element in elements:
            if isinstance(element, Triple):
                self.carry_over(element, found)
        return found

    def matched(self, elements: Iterable[Element]) -> frozenset[Node]:
        """The nodes that every solution has from a triple of the graph; what VALUES or BIND gives need not be
        in it, and a guard of that would only tell what it is.
        """
        found: set[Node] = set()
        for element in elements:
            match element:
                case Triple(subject, predicate, object_):
                    if isinstance(predicate, Var) or not self.exposure.before(predicate)[1]:
                        found |= {subject, object_}
                case Group(inner) | InGraph(_, Group(inner)):
                    found |= self.matched(inner)
                case Union(branches):
                    found |= frozenset.intersection(*(self.matched(b.elements) for b in branches))
                case Subquery(select):
                    shown = {c.variable for c in select.columns if c.value is None}
                    inside = self.matched(select.where.elements)
                    found |= inside & shown if select.columns else inside
        return frozenset(found)

    def covered(self, classes: Iterable[tuple[str, bool]]) -> frozenset[str]:
        """The classes whose things a guard takes out: each alone, or with all below it."""
        below = self.exposure.closing.ontology.subclasses
        return frozenset().union(*(below(c) if deep else {c} for c, deep in classes))

    def _of_element(self, element: Element, among: Among, *, guards: bool) -> dict[Node, Exposed]:
        match element:
            case Triple():
                return self._of_triple(element, among)
            case Group():
                return self.of(element, guards=guards)
            case InGraph(_, group):
                return self.of(group, guards=False)
            case Union(branches):
                return _in_all([self.of(b, guards=guards) for b in branches])
            case Values():
                return self._of_values(element)
            case Bind(Iri() as value, variable):
                return {variable: self.exposure.of_node(value)}
            case Subquery(select):
                inside = self.of(select.where, guards=guards)
                shown = {c.variable for c in select.columns if c.value is None}
                return {n: e for n, e in inside.items() if (n in shown if select.columns else True)}
            case Service():
                return {}
            case _:
                return {}

    def _of_values(self, values: Values) -> dict[Node, Exposed]:
        found: dict[Node, Exposed] = {}
        for index, variable in enumerate(values.variables):
            given = [row[index] for row in values.rows]
            if None not in given:
                found[variable] = _all(self.exposure.of_node(v) for v in given if v is not None)
        return found

    def _of_triple(self, triple: Triple, among: Among) -> dict[Node, Exposed]:
        subject, predicate, object_ = triple.subject, triple.predicate, triple.object
        of = self.exposure
        found: dict[Node, Exposed] = {subject: of.of_node(subject)}
        found[object_] = of.of_node(object_)
        if isinstance(predicate, Var):
            found[predicate] = TERM
            if iris := sorted(among.get(predicate.name, ())):
                found[subject] &= _all(of.start(i, named=False) for i in iris)
                found[object_] &= _all(of.end(i, named=False) for i in iris)
        elif is_typing(predicate):
            classes = _classes(object_, among)
            found[subject] &= of.of_classes(classes) if classes else of.anything
            found[object_] &= TERM
        elif isinstance(predicate, Iri | Repeat) and predicate in (
            _BELOW,
            Repeat(_BELOW, "*"),
            Repeat(_BELOW, "+"),
        ):
            found[subject] &= of.below(object_.value) if isinstance(object_, Iri) else TERM
            found[object_] &= TERM
        else:
            start, none = of.before(predicate)
            if not none:
                found[subject] &= start
            end, none = of.behind(predicate)
            if not none:
                found[object_] &= end
        return found

    def carry_over(self, triple: Triple, found: dict[Node, Exposed]) -> None:
        """What is known of one end of a pattern for the other: a path of no step stays where it is, and what
        may be shown has classes that may be shown.
        """
        subject, predicate, object_ = triple.subject, triple.predicate, triple.object
        if isinstance(predicate, Var):
            return
        if is_typing(predicate) and not found[subject]:
            found[object_] = NOTHING
            return
        start, none = self.exposure.before(predicate)
        if none:
            found[object_] &= found[subject] | self.exposure.behind(predicate)[0]
            found[subject] &= found[object_] | start


# ── small readings ───────────────────────────────────────────────────────────────────────────────


def is_typing(path: Path) -> bool:
    """`a`, and `a` followed by steps from class to superclass."""
    if path == _TYPE:
        return True
    return (
        isinstance(path, Sequence)
        and path.parts[0] == _TYPE
        and all(p == _BELOW or (isinstance(p, Repeat) and p.path == _BELOW) for p in path.parts[1:])
    )


def among_of(elements: tuple[Element, ...]) -> dict[str, frozenset[str]]:
    """The variables that VALUES or a filter holds to certain IRIs."""
    found: dict[str, frozenset[str]] = {}

    def hold(name: str, iris: frozenset[str]) -> None:
        found[name] = found[name] & iris if name in found else iris

    for element in elements:
        match element:
            case Values(variables, rows):
                for index, variable in enumerate(variables):
                    given = [row[index] for row in rows]
                    if all(isinstance(v, Iri) for v in given):
                        hold(variable.name, frozenset(v.value for v in given if isinstance(v, Iri)))
            case Filter(condition):
                for expr in _conjuncts(condition):
                    match expr:
                        case Compare("=", Var(name), Iri(iri)) | Compare("=", Iri(iri), Var(name)):
                            hold(name, frozenset((iri,)))
                        case OneOfList(Var(name), items, False) if all(isinstance(i, Iri) for i in items):
                            hold(name, frozenset(i.value for i in items if isinstance(i, Iri)))
            case Bind(Iri(iri), Var(name)):
                hold(name, frozenset((iri,)))
            case Group(inner):
                for name, iris in among_of(inner).items():
                    hold(name, iris)
    return found


Guard = tuple[Node, tuple[tuple[str, bool], ...], Group]


def guards_of(element: Element) -> Iterator[Guard]:
    """The guards of an element: the node, the classes that are taken out (each alone, or (True) with all
    below it), and the group that says so.
    """
    if isinstance(element, Minus):
        yield from _as_guard(element.group)
    elif isinstance(element, Filter):
        yield from guards_in(element.condition)


def guards_in(condition: Expr) -> Iterator[Guard]:
    """The guards among the parts of a condition that must all hold."""
    for expr in _conjuncts(condition):
        match expr:
            case Exists(group, True) | Not(Exists(group, False)):
                yield from _as_guard(group)


def _as_guard(group: Group) -> Iterator[Guard]:
    """A group that says of one thing what it is, and nothing else."""
    typing = [
        e
        for e in group.elements
        if isinstance(e, Triple) and not isinstance(e.predicate, Var) and is_typing(e.predicate)
    ]
    rest = [e for e in group.elements if e not in typing]
    if len(typing) != 1 or not isinstance(typing[0].subject, Var):
        return
    subject, predicate, object_ = typing[0].subject, typing[0].predicate, typing[0].object
    deep = predicate == Sequence((_TYPE, Repeat(_BELOW, "*")))
    if predicate != _TYPE and not deep:
        return
    if isinstance(object_, Iri) and not rest:
        yield subject, ((object_.value, deep),), group
    elif isinstance(object_, Var) and len(rest) == 1:
        match rest[0]:
            case Triple(below, path, Iri(top)) if below == object_ and path == Repeat(_BELOW, "*"):
                yield subject, ((top, True),), group
            case Values() | Filter():
                iris = among_of((rest[0],)).get(object_.name, frozenset())
                yield subject, tuple((iri, deep) for iri in sorted(iris)), group


def _conjuncts(expr: Expr) -> Iterator[Expr]:
    if isinstance(expr, And):
        for part in expr.parts:
            yield from _conjuncts(part)
    else:
        yield expr


def is_total(select: Select) -> bool:
    """Whether a SELECT makes one row of several."""
    columns = (c.value for c in select.columns if c.value is not None)
    return bool(select.group_by) or any(isinstance(p, Aggregate) for c in columns for p in parts(c))


def _classes(node: Node, among: Among) -> frozenset[str]:
    """The classes that a node can only be; () for any."""
    if isinstance(node, Iri):
        return frozenset((node.value,))
    return among.get(node.name, frozenset()) if isinstance(node, Var | Blank) else frozenset()


def _all(exposures: Iterable[Exposed]) -> Exposed:
    return frozenset().union(*exposures)


def _in_all(branches: list[dict[Node, Exposed]]) -> dict[Node, Exposed]:
    shared = set(branches[0]).intersection(*branches[1:]) if branches else set()
    return {node: _all(b[node] for b in branches) for node in shared}
