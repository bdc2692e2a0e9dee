"""Ways through a query: what it mentions, what it binds, and the plain facts that its patterns assert.

In: a ParsedQuery or a part of it. Out: nodes of it, in the order in which they were written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from kgqa.sparql.change import with_own_names
from kgqa.sparql.model import (
    Aggregate,
    Alternative,
    And,
    Bind,
    Blank,
    Call,
    Compare,
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
    Not,
    OneOfList,
    Or,
    ParsedQuery,
    Path,
    Product,
    Repeat,
    Select,
    Sequence,
    Service,
    Signed,
    Subquery,
    Sum,
    Triple,
    Union,
    Values,
    Var,
)

# ── parts ────────────────────────────────────────────────────────────────────────────────────────


def elements(group: Group) -> Iterator[Element]:
    """Every element of a group and of the groups inside it, in filters and subqueries too."""
    for element in group.elements:
        yield element
        for inner in _groups_in(element):
            yield from elements(inner)


def all_elements(query: ParsedQuery) -> Iterator[Element]:
    """Every element of a query; the rows of a closing VALUES too."""
    yield from elements(query.select.where)
    for expr in _own_expressions(query.select):
        for inner in _groups_of(expr):
            yield from elements(inner)
    if query.select.values is not None:
        yield query.select.values


def triples(query: ParsedQuery) -> Iterator[Triple]:
    """Every triple pattern of the query, in whatever scope; not the template of a CONSTRUCT."""
    return (e for e in all_elements(query) if isinstance(e, Triple))


def expressions(query: ParsedQuery) -> Iterator[Expr]:
    """Every expression of the query with all its parts."""
    for expr in _own_expressions(query.select):
        yield from parts(expr)
    for element in all_elements(query):
        match element:
            case Filter(expr) | Bind(expr, _):
                yield from parts(expr)
            case Subquery(select):
                for expr in _own_expressions(select):
                    yield from parts(expr)


def parts(expr: Expr) -> Iterator[Expr]:
    """An expression and everything inside it, groups of EXISTS excepted."""
    yield expr
    for inner in _children(expr):
        yield from parts(inner)


def path_iris(path: Path) -> Iterator[Iri]:
    """The properties that a path names."""
    match path:
        case Iri():
            yield path
        case Inverse(inner) | Repeat(inner, _):
            yield from path_iris(inner)
        case Sequence(paths) | Alternative(paths):
            for part in paths:
                yield from path_iris(part)
        case NoneOf(iris):
            yield from iris


def variables(expr: Expr) -> frozenset[str]:
    """The names of the variables in an expression, those of EXISTS excepted."""
    return frozenset(e.name for e in parts(expr) if isinstance(e, Var))


def bound(select: Select) -> frozenset[str]:
    """The variables that some solution of a SELECT's body can bind, grouping names included."""
    names = set(bound_in(select.where))
    if select.values is not None:
        names.update(v.name for v in select.values.variables)
    names.update(k.variable.name for k in select.group_by if k.variable is not None)
    return frozenset(names)


def bound_in(group: Group) -> frozenset[str]:
    """The variables that some solution of a group can bind."""
    names: set[str] = set()
    for element in group.elements:
        match element:
            case Triple(subject, predicate, object_):
                names.update(n.name for n in (subject, predicate, object_) if isinstance(n, Var))
            case Group():
                names |= bound_in(element)
            case Maybe(inner):
                names |= bound_in(inner)
            case InGraph(place, inner) | Service(place, inner, _):
                names |= bound_in(inner) | ({place.name} if isinstance(place, Var) else set())
            case Union(branches):
                names.update(*(bound_in(b) for b in branches))
            case Bind(_, variable):
                names.add(variable.name)
            case Values(listed, _):
                names.update(v.name for v in listed)
            case Subquery(select):
                names |= projected(select)
    return frozenset(names)


def projected(select: Select) -> frozenset[str]:
    """The names that a SELECT gives to what is around it."""
    return frozenset(c.variable.name for c in select.columns) or bound(select)


def _own_expressions(select: Select) -> Iterator[Expr]:
    yield from (c.value for c in select.columns if c.value is not None)
    yield from (k.value for k in select.group_by)
    yield from select.having
    yield from (k.value for k in select.order_by)


def _children(expr: Expr) -> tuple[Expr, ...]:
    match expr:
        case Compare(_, left, right):
            return (left, right)
        case OneOfList(subject, items, _):
            return (subject, *items)
        case And(inner) | Or(inner):
            return inner
        case Not(inner_one) | Signed(_, inner_one):
            return (inner_one,)
        case Sum(steps) | Product(steps):
            return tuple(value for _, value in steps)
        case Call(_, arguments, _):
            return arguments
        case Aggregate(_, argument, _, _):
            return () if argument is None else (argument,)
        case _:
            return ()


def _groups_in(element: Element) -> Iterator[Group]:
    match element:
        case Group():
            yield element
        case Maybe(group) | Minus(group) | InGraph(_, group) | Service(_, group, _):
            yield group
        case Union(branches):
            yield from branches
        case Filter(expr) | Bind(expr, _):
            yield from _groups_of(expr)
        case Subquery(select):
            yield select.where
            for expr in _own_expressions(select):
                yield from _groups_of(expr)


def _groups_of(expr: Expr) -> Iterator[Group]:
    return (e.group for e in parts(expr) if isinstance(e, Exists))


# ── facts ────────────────────────────────────────────────────────────────────────────────────────

Scope = tuple[tuple[str, int], ...]  # the way from the outermost group: ("optional", 3), ("union", 4), …


@dataclass(frozen=True, slots=True)
class Fact:
    """One single-property statement that a pattern asserts, in the direction of the property.

    Paths are taken apart, with unnamed nodes between their steps. `sure` is False where the property may
    also be followed no times at all (`p*`, `p?`). Variables that a subquery keeps to itself are renamed.
    """

    subject: Node
    property: str
    object: Node
    scope: Scope
    triple: Triple
    sure: bool = True
    repeated: bool = False


def together(one: Scope, other: Scope) -> bool:
    """Whether what stands in one scope is joined with what stands in the other."""
    short, long = sorted((one, other), key=len)
    return long[: len(short)] == short


def negated(scope: Scope) -> bool:
    return any(kind in ("minus", "not exists") for kind, _ in scope)


@dataclass(slots=True)
class _Walker:
    facts: list[Fact] = field(default_factory=list)
    given: dict[str, set[str | None]] = field(default_factory=dict)  # variable -> IRIs of its VALUES
    count: int = 0

    def number(self) -> int:
        self.count += 1
        return self.count

    def select(self, select: Select, scope: Scope) -> None:
        self.group(select.where, scope)
        for expr in _own_expressions(select):
            self.expression(expr, scope)
        if select.values is not None:
            self.values(select.values)

    def group(self, group: Group, scope: Scope) -> None:
        for element in group.elements:
            self.element(element, scope)

    def element(self, element: Element, scope: Scope) -> None:
        match element:
            case Triple(subject, predicate, object_):
                if not isinstance(predicate, Var):
                    self.path((subject, object_), predicate, scope, element, sure=True)
            case Group():
                self.group(element, scope)
            case InGraph(_, group) | Service(_, group, _):
                self.group(group, scope)
            case Maybe(group):
                self.group(group, (*scope, ("optional", self.number())))
            case Minus(group):
                self.group(group, (*scope, ("minus", self.number())))
            case Union(branches):
                for branch in branches:
                    self.group(branch, (*scope, ("union", self.number())))
            case Filter(expr) | Bind(expr, _):
                self.expression(expr, scope)
            case Values():
                self.values(element)
            case Subquery(select):
                self.select(with_own_names(select, self.number()), scope)

    def expression(self, expr: Expr, scope: Scope) -> None:
        for part in parts(expr):
            if isinstance(part, Exists):
                kind = "not exists" if part.negated else "exists"
                self.group(part.group, (*scope, (kind, self.number())))

    def values(self, values: Values) -> None:
        for index, variable in enumerate(values.variables):
            given = self.given.setdefault(variable.name, set())
            for row in values.rows:
                value = row[index] if index < len(row) else None
                given.add(value.value if isinstance(value, Iri) else None)

    def path(self, ends: tuple[Node, Node], path: Path, scope: Scope, triple: Triple, *, sure: bool) -> None:
        start, end = ends
        match path:
            case Iri(value):
                self.facts.append(Fact(start, value, end, scope, triple, sure))
            case Inverse(inner):
                self.path((end, start), inner, scope, triple, sure=sure)
            case Sequence(steps):
                nodes = [start, *(Blank(f"step {self.number()}") for _ in steps[1:]), end]
                for step, pair in zip(steps, pairwise(nodes), strict=True):
                    self.path(pair, step, scope, triple, sure=sure)
            case Alternative(steps):
                for step in steps:
                    self.path(ends, step, (*scope, ("union", self.number())), triple, sure=sure)
            case Repeat(Iri(value), mark):
                sure = sure and mark == "+"
                self.facts.append(Fact(start, value, end, scope, triple, sure, repeated=True))
            case Repeat(inner, mark):
                sure = sure and mark == "+"
                self.path((start, Blank(f"step {self.number()}")), inner, scope, triple, sure=sure)
                self.path((Blank(f"step {self.number()}"), end), inner, scope, triple, sure=sure)
            case NoneOf():
                pass


@dataclass(frozen=True, slots=True)
class Facts:
    """All facts of a query, and the IRIs that VALUES gives to a variable (None among them: also others)."""

    facts: tuple[Fact, ...]
    given: dict[str, frozenset[str | None]]


def facts(query: ParsedQuery) -> Facts:
    """What the query's patterns assert."""
    walker = _Walker()
    walker.select(query.select, ())
    return Facts(tuple(walker.facts), {name: frozenset(iris) for name, iris in walker.given.items()})


def named_things(query: ParsedQuery) -> tuple[str, ...]:
    """The IRIs that stand for things in the query: subjects and objects of patterns, and constants in
    filters and values; not its properties.
    """
    found = [n.value for t in triples(query) for n in (t.subject, t.object) if isinstance(n, Iri)]
    found += [e.value for e in expressions(query) if isinstance(e, Iri)]
    for element in all_elements(query):
        if isinstance(element, Values):
            found += [v.value for row in element.rows for v in row if isinstance(v, Iri)]
    return tuple(dict.fromkeys(found))
