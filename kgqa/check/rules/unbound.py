"""*Unbound*: what a query shows, sorts by or compares is looked up somewhere in it."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.words import quoted
from kgqa.sparql.model import Filter, Group, Maybe, Minus, Select, Subquery, Union
from kgqa.sparql.walk import all_elements, bound, bound_in, variables
from kgqa.types import Ground, Issue

NAME = "unbound"


def find(case: Case) -> Iterator[Issue]:
    selects = [case.query.select]
    selects += [e.select for e in all_elements(case.query) if isinstance(e, Subquery)]
    for select in selects:
        yield from _heads(select)
    known = frozenset().union(*(bound(s) for s in selects))
    for name in dict.fromkeys(_compared(case.query.select.where)):
        if name not in known:
            yield Issue(
                rule=NAME,
                message=f"A condition compares {quoted(name)}, which the query never looks up.",
                hint=f"?{name} occurs in a FILTER and in no pattern; the condition can never hold.",
            )


def _heads(select: Select) -> Iterator[Issue]:
    known = set(bound(select))
    for column in select.columns:
        used = {column.variable.name} if column.value is None else variables(column.value)
        for name in sorted(used - known):
            yield Issue(
                rule=NAME,
                message=f"The query shows {quoted(name)}, but never looks it up.",
                hint=f"?{name} is selected and never bound in the body of the query.",
            )
        known.add(column.variable.name)
    for key in (*select.group_by, *select.order_by):
        for name in sorted(variables(key.value) - known):
            yield Issue(
                rule=NAME,
                message=f"The query sorts or groups by {quoted(name)}, but never looks it up.",
                hint=f"?{name} is never bound in the body of the query.",
            )


def _compared(group: Group) -> Iterator[str]:
    for element in group.elements:
        match element:
            case Filter(condition):
                yield from sorted(variables(condition))
            case Group():
                yield from _compared(element)
            case Maybe(inner) | Minus(inner):
                yield from sorted(set(_compared(inner)) - bound_in(inner))
            case Union(branches):
                for branch in branches:
                    yield from _compared(branch)


RULE = Rule(
    name=NAME,
    why="A column that nothing fills stays empty, and a condition on it never holds.",
    find=find,
    needs_ontology=False,
    allows=(
        "SELECT ?p (COUNT(?s) AS ?n) WHERE { ?p ex:hasSupplier ?s } GROUP BY ?p ORDER BY DESC(?n)",
        "SELECT ?p ?v WHERE { ?p a ex:Product OPTIONAL { ?p ex:price ?v } }",
        "SELECT ?p ?w WHERE { ?p ex:price ?v BIND(?v * 2 AS ?w) FILTER(?w > 5) }",
        "SELECT ?p ?n WHERE { { SELECT ?p (COUNT(*) AS ?n) WHERE { ?p ex:hasSupplier ?s } GROUP BY ?p } }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?p ?nam WHERE { ?p ex:name ?name }",
            message="The query shows “nam”, but never looks it up.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p a ex:Product MINUS { ?p ex:price ?v } } ORDER BY ?v",
            message="The query sorts or groups by “v”, but never looks it up.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p ex:price ?v FILTER(?prise > 5) }",
            message="A condition compares “prise”, which the query never looks up.",
            ground=Ground.BROKEN,
        ),
    ),
)
