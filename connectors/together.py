"""Several small queries -> one request, whose rows are told apart again.

In: SELECTs that were parsed. Out: one SELECT of their union, in which each row says of which query it is;
then from its result the result of each. On a long way to a server requests cost more than what they ask for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from connectors.results import Found, Row
from kgqa.ontology import XSD
from kgqa.sparql import ParsedQuery, write
from kgqa.sparql.model import Bind, Column, Group, Lit, Select, Subquery, Union, Values, Var
from kgqa.sparql.walk import bound

_WHICH = "querist_which"  # no query of ours has such a variable
_INTEGER = XSD + "integer"
_END = "-1"  # of a row that no query has: without it the reply was cut


def together(queries: Sequence[ParsedQuery], rows: Sequence[int]) -> str:
    """The union of queries, each with at most so many `rows` and one more, by which it is seen that there are
    more. Each keeps its own order and limit; none has clauses that name a dataset.
    """
    names = dict.fromkeys(name for query in queries for name in columns(query))
    branches = [
        Group((Group((Subquery(_at_most(query.select, most + 1)),)), Bind(_number(place), Var(_WHICH))))
        for place, (query, most) in enumerate(zip(queries, rows, strict=True))
    ]
    end = Group((Values((Var(_WHICH),), ((Lit(_END, _INTEGER),),)),))
    select = Select(
        columns=tuple(Column(Var(name)) for name in (_WHICH, *names)),
        where=Group((Union((*branches, end)),)),
    )
    return write(ParsedQuery(text="", form="select", select=select))


def apart(found: Found, queries: Sequence[ParsedQuery], rows: Sequence[int]) -> list[Found] | None:
    """What each query found; None where the reply is not whole. A union has no order (Oxigraph mixes its
    branches), so that the end may come early: whether the reply looks cut is for the asker to see.
    """
    which = found.columns.index(_WHICH) if _WHICH in found.columns else None
    if which is None or found.truncated:
        return None
    place = {name: at for at, name in enumerate(found.columns)}
    parts: dict[str, list[Row]] = {}
    for row in found.rows:
        said = row[which]
        if said is None:
            return None
        parts.setdefault(said[1], []).append(row)
    if len(parts.pop(_END, ())) != 1:
        return None
    made = []
    for number, (query, most) in enumerate(zip(queries, rows, strict=True)):
        own = columns(query)
        if any(name not in place for name in own):
            return None
        at = [place[name] for name in own]
        mine = parts.pop(str(number), [])
        taken = tuple(tuple(row[n] for n in at) for row in mine[:most])
        made.append(Found(own, taken, truncated=len(mine) > most))
    return made if not parts else None


def columns(query: ParsedQuery) -> tuple[str, ...]:
    """The names of a query's columns."""
    return tuple(c.variable.name for c in query.select.columns) or tuple(sorted(bound(query.select)))


def _at_most(select: Select, rows: int) -> Select:
    return replace(select, limit=rows if select.limit is None else min(select.limit, rows))


def _number(number: int) -> Lit:
    return Lit(str(number), _INTEGER)
