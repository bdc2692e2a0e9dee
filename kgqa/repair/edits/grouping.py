"""*Grouping*: what is shown beside totals is grouped by, under the name by which it is shown.

In: a case. Out: the query with the missing names in its GROUP BY.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from kgqa.check.rule import Case
from kgqa.check.words import quoted
from kgqa.repair.edit import Edit, EditKind, Tier
from kgqa.sparql.change import exchanged
from kgqa.sparql.model import Aggregate, Column, Expr, Key, ParsedQuery, Select, Subquery, Var
from kgqa.sparql.walk import all_elements, parts
from kgqa.wording.said import each, say

NAME = "grouping"


def propose(case: Case) -> Iterator[Edit]:
    query = case.query
    for select in (query.select, *(e.select for e in all_elements(query) if isinstance(e, Subquery))):
        if named := _unnamed(select):
            names = each([quoted(n.name) for n in named.values()])
            yield Edit(
                kind=NAME,
                query=_with(query, select, _under_their_names(select, named)),
                what=say("The query groups by {names}, under the name that is shown.", names=names),
                tier=Tier.SPELLING,
            )
        missing = _missing(select)
        if missing:
            names = each([quoted(n) for n in missing])
            keys = (*select.group_by, *(Key(Var(n)) for n in missing))
            yield Edit(
                kind=NAME,
                query=_with(query, select, replace(select, group_by=keys)),
                what=say("The totals are for each {names}, which is shown beside them.", names=names),
                tier=Tier.ADDED,
            )


def _missing(select: Select) -> list[str]:
    totals = [c for c in select.columns if c.value is not None and _is_total(c.value)]
    if not (totals or select.group_by):
        return []
    keys = {k.variable.name for k in select.group_by if k.variable is not None}
    keys |= {k.value.name for k in select.group_by if isinstance(k.value, Var)}
    return [c.variable.name for c in select.columns if c.value is None and c.variable.name not in keys]


def _unnamed(select: Select) -> dict[Expr, Var]:
    """The calculations that rows are grouped by without a name, or that are calculated again under the same
    name, with the names under which they are shown: SELECT (YEAR(?d) AS ?year) … GROUP BY (YEAR(?d)).
    """
    keys = {(k.value, k.variable) for k in select.group_by if not isinstance(k.value, Var)}
    return {
        c.value: c.variable
        for c in select.columns
        if c.value is not None and not keys.isdisjoint(((c.value, None), (c.value, c.variable)))
    }


def _under_their_names(select: Select, named: dict[Expr, Var]) -> Select:
    keys = tuple(
        replace(k, variable=named[k.value]) if k.variable is None and k.value in named else k
        for k in select.group_by
    )
    columns = tuple(Column(c.variable) if c.value in named else c for c in select.columns)
    order = tuple(replace(k, value=named.get(k.value, k.value)) for k in select.order_by)
    return replace(select, columns=columns, group_by=keys, order_by=order)


def _is_total(expr: object) -> bool:
    return any(isinstance(p, Aggregate) for p in parts(expr))  # type: ignore[arg-type]


def _with(query: ParsedQuery, old: Select, new: Select) -> ParsedQuery:
    if query.select is old:
        return replace(query, select=new)
    return replace(query, select=cast("Select", exchanged(query.select, lambda v: new if v is old else None)))


KIND = EditKind(
    name=NAME,
    why="Models show a column beside a count and forget that each of its values makes a group, or group by a "
    "calculation without its name.",
    propose=propose,
)
