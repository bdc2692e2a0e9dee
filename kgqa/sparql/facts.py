"""The plain facts that a query's patterns assert, each with the scope in which it holds.

In: a ParsedQuery. Out: single-property statements, nodes that are one and the same, and nodes that are one of
a few IRIs. What a subquery, a MINUS or an EXISTS keeps to itself has a name of its own; what another endpoint
(SERVICE) is asked for says nothing of this graph.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache, reduce
from itertools import pairwise

from kgqa.itself import Itself
from kgqa.ontology import RDFS
from kgqa.sparql.model import (
    Alternative,
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
    Maybe,
    Minus,
    Node,
    NoneOf,
    ParsedQuery,
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
from kgqa.sparql.sameness import Choice, Same, column_sameness, filter_sameness, row_choices
from kgqa.sparql.scope import Either, Names, Scope, together
from kgqa.sparql.walk import bind, own_expressions, parts, projected

_Ends = tuple[Node, Node]
KEPT = 16  # queries whose facts are kept: each is asked for them by several
SUBPROPERTY = RDFS + "subPropertyOf"


@dataclass(frozen=True, slots=True)
class Fact:
    """One single-property statement that a pattern asserts, in the direction of the property.

    Paths are taken apart, with unnamed nodes between their steps. `skips` are the ends of the paths around it
    that may also be followed no times at all (`p*`, `p?`): then both ends are one. `triple` is the pattern as
    it stands in the query; where its property is a variable, `property` is one that the variable can be.
    """

    subject: Node
    property: str
    object: Node
    scope: Scope
    triple: Triple
    skips: tuple[tuple[Node, Node], ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """All that a query asserts: facts, pairs of nodes that are one (`same`), nodes that are one of a few IRIs
    (`choices`), each with the scope in which that holds; and the statements of which it does not say by
    which property they hold (`open`, each with "" for it).
    """

    facts: tuple[Fact, ...] = ()
    open: tuple[Fact, ...] = ()
    same: tuple[tuple[Same, Scope], ...] = ()
    choices: tuple[tuple[Choice, Scope], ...] = ()


def facts(query: ParsedQuery) -> Facts:
    """What the query's patterns assert."""
    return _facts(Itself(query))


@lru_cache(maxsize=KEPT)
def _facts(query: Itself[ParsedQuery]) -> Facts:
    walker = _Walker()
    walker.select(query.value.select, (), Names())
    return Facts(
        facts=(*walker.facts, *walker.varying()),
        open=tuple(walker.open),
        same=tuple(walker.same),
        choices=tuple(walker.choices),
    )


@dataclass(slots=True)
class _Walker:
    facts: list[Fact] = field(default_factory=list)
    same: list[tuple[Same, Scope]] = field(default_factory=list)
    choices: list[tuple[Choice, Scope]] = field(default_factory=list)
    open: list[Fact] = field(default_factory=list)
    variable: list[tuple[Fact, Var]] = field(default_factory=list)  # those whose property is a variable
    count: int = 0

    def number(self) -> int:
        self.count += 1
        return self.count

    def select(self, select: Select, scope: Scope, names: Names) -> None:
        visible = self.group(select.where, scope, names)
        for expr in own_expressions(select):
            self.expression(expr, scope, names, visible)
        for condition in select.having:
            self.sameness(filter_sameness(condition), scope, names)
        for name, value in (
            *((c.variable, c.value) for c in select.columns if c.value is not None),
            *((k.variable, k.value) for k in select.group_by if k.variable is not None),
        ):
            self.sameness(column_sameness(name, value), scope, names)
        if select.values is not None:
            self.sameness(row_choices(select.values), scope, names)

    def group(
        self, group: Group, scope: Scope, names: Names, around: Container[str] = frozenset()
    ) -> set[str]:
        """Walks a group; gives the variables it can bind. A filter of an OPTIONAL sees those `around` too."""
        bound: set[str] = set()
        filters: list[Expr] = []
        for element in group.elements:
            match element:
                case Filter(condition):
                    filters.append(condition)  # it sees the whole group, wherever it stands
                case Maybe(option):
                    bound |= self.group(option, (*scope, ("optional", self.number())), names, around=bound)
                case Minus(taken):
                    own = Names(names, bound, self.number())
                    self.group(taken, (*scope, ("minus", own.number)), own)
                case _:
                    self.element(element, scope, names, bound)
                    bind(element, bound)
        for condition in filters:
            self.sameness(filter_sameness(condition), scope, names)
            self.expression(condition, scope, names, Either(bound, around))
        return bound

    def element(self, element: Element, scope: Scope, names: Names, bound: set[str]) -> None:
        match element:
            case Triple(subject, predicate, object_):
                ends = (names.node(subject), names.node(object_))
                if isinstance(predicate, Var):
                    fact = Fact(ends[0], "", ends[1], scope, element)
                    self.open.append(fact)
                    self.variable.append((fact, Var(names.name(predicate.name))))
                else:
                    self.path(ends, predicate, scope, element)
            case Group():
                self.group(element, scope, names)
            case InGraph(_, group):
                self.group(group, scope, names)
            case Union(branches):
                for branch in branches:
                    self.group(branch, (*scope, ("union", self.number())), names)
            case Bind(value, variable):
                self.sameness(column_sameness(variable, value), scope, names)
                self.expression(value, scope, names, bound)
            case Values():
                self.sameness(row_choices(element), scope, names)
            case Subquery(select):
                self.select(select, scope, Names(names, projected(select), self.number()))

    def expression(self, expr: Expr, scope: Scope, names: Names, visible: Container[str]) -> None:
        for part in parts(expr):
            if isinstance(part, Exists):
                own = Names(names, visible, self.number())
                kind = "not exists" if part.negated else "exists"
                self.group(part.group, (*scope, (kind, own.number)), own)

    def sameness(self, found: Iterable[Same | Choice], scope: Scope, names: Names) -> None:
        for each in found:
            if isinstance(each, Same):
                self.same.append((Same(names.node(each.one), names.node(each.other)), scope))
            else:
                self.choices.append((Choice(Var(names.name(each.variable.name)), each.iris), scope))

    def path(
        self,
        ends: _Ends,
        path: Path,
        scope: Scope,
        triple: Triple,
        skips: tuple[_Ends, ...] = (),
    ) -> None:
        start, end = ends
        match path:
            case Iri(value):
                self.facts.append(Fact(start, value, end, scope, triple, skips))
            case Inverse(turned):
                self.path((end, start), turned, scope, triple, skips)
            case Sequence(steps):
                nodes = [start, *(Blank(f"step {self.number()}") for _ in steps[1:]), end]
                for step, pair in zip(steps, pairwise(nodes), strict=True):
                    self.path(pair, step, scope, triple, skips)
            case Alternative(ways):
                for way in ways:
                    self.path(ends, way, (*scope, ("union", self.number())), triple, skips)
            case Repeat(repeated, mark):
                # Followed once it says what several times say too: what the first step starts at and the
                # last one leads to.
                self.path(ends, repeated, scope, triple, skips if mark == "+" else (*skips, ends))
            case NoneOf(ways):
                backward = [isinstance(way, Inverse) for way in ways]
                if len(set(backward)) == 1:  # else it is not known where the statement starts
                    one, other = ends[::-1] if backward[0] else ends
                    self.open.append(Fact(one, "", other, scope, triple, skips))

    def varying(self) -> Iterator[Fact]:
        """The facts of patterns whose property is a variable that can only be one of a few."""
        if not self.variable:
            return
        given: defaultdict[Node, list[tuple[frozenset[str], Scope]]] = defaultdict(list)
        for choice, scope in self.choices:
            given[choice.variable].append((choice.iris, scope))
        for same, scope in self.same:
            if isinstance(same.other, Iri):
                given[same.one].append((frozenset((same.other.value,)), scope))
        for fact in self.facts:
            if fact.property == SUBPROPERTY and isinstance(fact.object, Iri):
                given[fact.subject].append((frozenset((fact.object.value,)), fact.scope))
        for fact, variable in self.variable:
            for iris, place in _narrowed(given.get(variable, ()), fact.scope):
                for iri in sorted(iris):
                    own = place if len(iris) == 1 else (*place, ("union", self.number()))
                    yield replace(fact, property=iri, scope=own)


def _narrowed(
    given: Iterable[tuple[frozenset[str], Scope]], scope: Scope
) -> Iterator[tuple[frozenset[str], Scope]]:
    """What a variable can be in `scope`; where nothing limits it there, what it can be in scopes inside."""
    within = [(iris, place) for iris, place in given if together(place, scope)]
    around = [iris for iris, place in within if len(place) <= len(scope)]
    if around:
        yield reduce(frozenset.intersection, around), scope
    else:
        yield from within
