"""*Joins*: the parts of a query are connected; else each result of one is paired with each of the other."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.sparql.model import (
    Aggregate,
    Bind,
    Blank,
    Element,
    Exists,
    Filter,
    Group,
    InGraph,
    Maybe,
    Minus,
    Subquery,
    Triple,
    Union,
    Values,
    Var,
)
from kgqa.sparql.walk import all_elements, bound_in, elements, parts, projected, variables
from kgqa.types import Ground, Issue

NAME = "joins"


def find(case: Case) -> Iterator[Issue]:
    groups = [case.query.select.where]
    groups += [e.select.where for e in all_elements(case.query) if isinstance(e, Subquery)]
    if any(len(_islands(group)) > 1 for group in groups):
        yield Issue(
            rule=NAME,
            message="Two parts of the query are not connected: every result of the one is paired with "
            "every result of the other.",
            ground=Ground.DOUBTFUL,
            hint="A property that leads from one part to the other is probably missing.",
        )


def _islands(group: Group) -> list[set[str]]:
    """The variables of a group, in sets that are connected with one another."""
    islands: list[set[str]] = []
    bridges: list[set[str]] = []
    for element in _flat(group):
        names = _names(element)
        if isinstance(element, Filter | Bind | Maybe | Minus):
            bridges.append(names)
        elif names and not _one_row(element):
            islands.append(names)
    joined: list[set[str]] = []
    for names in islands:
        joined = _merged(joined, names)
    for names in bridges:
        touched = [i for i in joined if i & names]
        if len(touched) > 1 or (touched and names - set().union(*touched)):
            joined = _merged(joined, names)
    return joined


def _merged(sets: list[set[str]], names: set[str]) -> list[set[str]]:
    touched = [s for s in sets if s & names]
    return [s for s in sets if not s & names] + [set().union(names, *touched)]


def _flat(group: Group) -> Iterator[Element]:
    for element in group.elements:
        if isinstance(element, Group):
            yield from _flat(element)
        else:
            yield element


def _names(element: Element) -> set[str]:
    match element:
        case Triple(subject, predicate, object_):
            return {_key(n) for n in (subject, predicate, object_) if isinstance(n, Var | Blank)}
        case Filter(condition):
            inside = (e.group for e in parts(condition) if isinstance(e, Exists))
            return set(variables(condition)).union(*(_all_names(g) for g in inside))
        case Bind(value, variable):
            return {*variables(value), variable.name}
        case Values(listed, _):
            return {v.name for v in listed}
        case Subquery(select):
            return set(projected(select))
        case Union(branches):
            return set().union(*(_all_names(b) for b in branches))
        case Maybe(inner) | Minus(inner) | InGraph(_, inner):
            return _all_names(inner)
        case _:
            return set()


def _key(node: Var | Blank) -> str:
    return node.name if isinstance(node, Var) else f"_:{node.name}"


def _all_names(group: Group) -> set[str]:
    blanks = {
        _key(n)
        for e in elements(group)
        if isinstance(e, Triple)
        for n in (e.subject, e.object)
        if isinstance(n, Blank)
    }
    return set(bound_in(group)) | blanks


def _one_row(element: Element) -> bool:
    """Pairing with a single row multiplies nothing."""
    match element:
        case Values(_, rows):
            return len(rows) <= 1
        case Subquery(select):
            totals = not select.group_by and any(
                isinstance(p, Aggregate) for c in select.columns if c.value for p in parts(c.value)
            )
            return totals or select.limit == 1
        case _:
            return False


RULE = Rule(
    name=NAME,
    why="Unconnected parts multiply: counts and sums come out far too high.",
    find=find,
    needs_ontology=False,
    allows=(
        "SELECT ?p WHERE { ?p ex:price ?v . ?q ex:price ?w FILTER(?v > ?w) }",
        "SELECT ?p WHERE { { SELECT (AVG(?w) AS ?m) { ?q ex:price ?w } } ?p ex:price ?v FILTER(?v > ?m) }",
        "SELECT ?p WHERE { VALUES ?n { 'a' 'b' } ?p ex:name ?n }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?p ?s WHERE { ?p a ex:Product . ?s a ex:Supplier }",
            message="Two parts of the query are not connected: every result of the one is paired with "
            "every result of the other.",
            ground=Ground.DOUBTFUL,
        ),
    ),
)
