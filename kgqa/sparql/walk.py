"""Ways through a query: what it mentions, and what it binds.

In: a ParsedQuery or a part of it. Out: nodes of it, in the order in which they were written.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from kgqa.itself import Itself
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
    Lit,
    Maybe,
    Minus,
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
    TripleTerm,
    Union,
    Values,
    Var,
    leaves,
)

_LEAVES = (Var, Lit, Iri)

# ── parts ────────────────────────────────────────────────────────────────────────────────────────


def elements(group: Group) -> Iterator[Element]:
    """Every element of a group and of the groups inside it, in filters and subqueries too."""
    for element in group.elements:
        yield element
        if not isinstance(element, Triple):
            for inner in groups_in(element):
                yield from elements(inner)


def all_elements(query: ParsedQuery) -> Iterator[Element]:
    """Every element of a query; the rows of a closing VALUES too."""
    yield from elements(query.select.where)
    for expr in own_expressions(query.select):
        for inner in _groups_of(expr):
            yield from elements(inner)
    if query.select.values is not None:
        yield query.select.values


def triples(query: ParsedQuery) -> Iterator[Triple]:
    """Every triple pattern of the query, in whatever scope; not the template of a CONSTRUCT."""
    return (e for e in all_elements(query) if isinstance(e, Triple))


def expressions(query: ParsedQuery, among: Iterable[Element] | None = None) -> Iterator[Expr]:
    """Every expression of the query with all its parts; its elements may be given, where they are known."""
    for expr in own_expressions(query.select):
        yield from parts(expr)
    for element in all_elements(query) if among is None else among:
        match element:
            case Filter(expr) | Bind(expr, _):
                yield from parts(expr)
            case Subquery(select):
                for expr in own_expressions(select):
                    yield from parts(expr)


def parts(expr: Expr) -> Iterator[Expr]:
    """An expression and everything inside it, groups of EXISTS excepted."""
    todo = [expr]
    while todo:
        expr = todo.pop()
        yield expr
        todo += reversed(children(expr))


def path_iris(path: Path) -> Iterator[Iri]:
    """The properties that a path names."""
    match path:
        case Iri():
            yield path
        case Inverse(inner) | Repeat(inner, _):
            yield from path_iris(inner)
        case Sequence(paths) | Alternative(paths) | NoneOf(paths):
            for part in paths:
                yield from path_iris(part)


def variables(expr: Expr) -> frozenset[str]:
    """The names of the variables in an expression, those of EXISTS excepted."""
    return frozenset(e.name for e in parts(expr) if isinstance(e, Var))


def reached(triple: Triple, triples: Collection[Triple]) -> frozenset[Var]:
    """The variables behind a triple: its object, what that has, and so on."""
    found = {triple.object} if isinstance(triple.object, Var) else set[Var]()
    while new := {t.object for t in triples if t.subject in found and isinstance(t.object, Var)} - found:
        found |= new
    return frozenset(found)


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
        bind(element, names)
    return frozenset(names)


def bound_by(element: Element) -> frozenset[str]:
    """The variables that some solution of one element can bind."""
    names: set[str] = set()
    bind(element, names)
    return frozenset(names)


def bind(element: Element, names: set[str]) -> None:
    """Adds the variables that an element of a group can bind."""
    match element:
        case Triple(subject, predicate, object_):
            for node in (subject, predicate, object_):
                if isinstance(node, Var):
                    names.add(node.name)
                elif isinstance(node, TripleTerm):
                    names.update(n.name for n in leaves(node) if isinstance(n, Var))
        case Group():
            names |= bound_in(element)
        case Maybe(inner):
            names |= bound_in(inner)
        case InGraph(place, inner) | Service(place, inner, _):
            names |= bound_in(inner)
            if isinstance(place, Var):
                names.add(place.name)
        case Union(branches):
            for branch in branches:
                names |= bound_in(branch)
        case Bind(_, variable):
            names.add(variable.name)
        case Values(listed, _):
            names.update(v.name for v in listed)
        case Subquery(select):
            names |= projected(select)


def always_matches(group: Group) -> bool:
    """Whether a group has a result whatever the graph holds: it is empty, or all in it may be missing."""
    for element in group.elements:
        match element:
            case Maybe():
                continue
            case Group() if always_matches(element):
                continue
            case Union(branches) if any(map(always_matches, branches)):
                continue
            case _:
                return False
    return True


def projected(select: Select) -> frozenset[str]:
    """The names that a SELECT gives to what is around it."""
    return frozenset(c.variable.name for c in select.columns) or bound(select)


def own_expressions(select: Select) -> Iterator[Expr]:
    """The expressions of a SELECT outside its body: columns, grouping, conditions on groups, order."""
    yield from (c.value for c in select.columns if c.value is not None)
    yield from (k.value for k in select.group_by)
    yield from select.having
    yield from (k.value for k in select.order_by)


def children(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside one, groups of EXISTS excepted."""
    if isinstance(expr, _LEAVES):
        return ()
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
        case TripleTerm():
            return tuple(n for n in leaves(expr) if not isinstance(n, Blank))
        case Aggregate(_, argument, _, _):
            return () if argument is None else (argument,)
        case _:
            return ()


def groups_in(element: Element) -> Iterator[Group]:
    """The groups directly inside an element, those of EXISTS in its expressions too."""
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
            for expr in own_expressions(select):
                yield from _groups_of(expr)


def _groups_of(expr: Expr) -> Iterator[Group]:
    return (e.group for e in parts(expr) if isinstance(e, Exists))


# ── things ───────────────────────────────────────────────────────────────────────────────────────


def named_things(query: ParsedQuery) -> tuple[str, ...]:
    """The IRIs that stand for things in the query: subjects and objects of patterns, constants in filters
    and values, and what it asks to describe; not its properties.
    """
    return _named_things(Itself(query))


@lru_cache(maxsize=16)  # one query is asked for them several times in a row
def _named_things(key: Itself[ParsedQuery]) -> tuple[str, ...]:
    query = key.value
    elements_ = tuple(all_elements(query))
    found = [thing.value for thing in query.described if isinstance(thing, Iri)]
    triples_ = (e for e in elements_ if isinstance(e, Triple))
    found += [n.value for t in triples_ for n in t.ends if isinstance(n, Iri)]
    found += [e.value for e in expressions(query, elements_) if isinstance(e, Iri)]
    for element in elements_:
        if isinstance(element, Values):
            given = (n for row in element.rows for v in row if v is not None for n in leaves(v))
            found += [n.value for n in given if isinstance(n, Iri)]
    return tuple(dict.fromkeys(found))
