"""*Grouping*: beside totals a query shows only what it groups by, and each name is given once."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.words import quoted
from kgqa.sparql.model import Aggregate, Bind, Expr, Group, Select, Subquery, Var
from kgqa.sparql.walk import all_elements, bound, bound_in, elements, parts, variables
from kgqa.types import Ground, Issue

NAME = "grouping"


def find(case: Case) -> Iterator[Issue]:
    query = case.query
    selects = [query.select]
    selects += [e.select for e in all_elements(query) if isinstance(e, Subquery)]
    for select in selects:
        yield from _ungrouped(select)
        yield from _renamed(select)
    for group in [query.select.where, *(e for e in elements(query.select.where) if isinstance(e, Group))]:
        yield from _bound_before(group)


def _ungrouped(select: Select) -> Iterator[Issue]:
    totals = any(
        isinstance(p, Aggregate) for c in select.columns if c.value is not None for p in parts(c.value)
    )
    if not (totals or select.group_by):
        return
    allowed = {k.variable.name for k in select.group_by if k.variable is not None}
    allowed |= {k.value.name for k in select.group_by if isinstance(k.value, Var)}
    keys = {k.value for k in select.group_by}
    for column in select.columns:
        shown = column.value if column.value is not None else column.variable
        for name in sorted(_outside_totals(shown) - allowed) if shown not in keys else ():
            yield Issue(
                rule=NAME,
                message=f"The query shows {quoted(name)} beside totals, but does not group by it.",
                hint=f"Add ?{name} to GROUP BY, or take it out.",
            )
        allowed.add(column.variable.name)


def _outside_totals(expr: Expr) -> frozenset[str]:
    """The variables of an expression that no aggregate takes in."""
    inside = [p.argument for p in parts(expr) if isinstance(p, Aggregate) and p.argument is not None]
    return variables(expr).difference(*(variables(i) for i in inside)) if inside else variables(expr)


def _renamed(select: Select) -> Iterator[Issue]:
    taken = set(bound(select)) - {k.variable.name for k in select.group_by if k.variable is not None}
    for column in select.columns:
        if column.value is not None and column.variable.name in taken:
            yield _taken(column.variable.name)
        taken.add(column.variable.name)


def _bound_before(group: Group) -> Iterator[Issue]:
    for index, element in enumerate(group.elements):
        if isinstance(element, Bind) and element.variable.name in bound_in(Group(group.elements[:index])):
            yield _taken(element.variable.name)


def _taken(name: str) -> Issue:
    return Issue(
        rule=NAME,
        message=f"The query gives the name {quoted(name)} to a second value.",
        hint=f"?{name} is bound already; call the calculated value something else.",
    )


RULE = Rule(
    name=NAME,
    why="A value that differs inside a group has no one value for it; stores refuse such a query.",
    find=find,
    needs_ontology=False,
    allows=(
        "SELECT ?p (COUNT(?s) AS ?n) WHERE { ?p ex:hasSupplier ?s } GROUP BY ?p",
        "SELECT ?y (SUM(?y) / COUNT(*) AS ?m) { ?x ex:placedOn ?d ; ex:name ?v } GROUP BY (YEAR(?d) AS ?y)",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?p ?s (AVG(?v) AS ?m) WHERE { ?p ex:hasSupplier ?s ; ex:price ?v } GROUP BY ?p",
            message="The query shows “s” beside totals, but does not group by it.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p ex:price ?v . BIND(?v * 2 AS ?p) }",
            message="The query gives the name “p” to a second value.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT (COUNT(?p) AS ?p) WHERE { ?p ex:price ?v }",
            message="The query gives the name “p” to a second value.",
            ground=Ground.BROKEN,
        ),
    ),
)
