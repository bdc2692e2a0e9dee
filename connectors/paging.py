"""A query that a server cuts -> the queries that fetch the rest.

In: the text of a SELECT without a LIMIT of its own, and what the first reply looked like. Out: the same
query with LIMIT and OFFSET, in an order that is total, so that no row is missed or comes twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kgqa.sparql import ParsedQuery, parse, write
from kgqa.sparql.model import Aggregate, Call, Column, Group, Key, Select, Subquery, Triple, Var
from kgqa.sparql.walk import bound, parts

_ROUND = (100, 200, 250, 500)


def open_ended(text: str) -> ParsedQuery | None:
    """The query, if it is a SELECT that sets no limit itself."""
    parsed = parse(text)
    if isinstance(parsed, ParsedQuery) and parsed.form == "select" and parsed.select.limit is None:
        return parsed
    return None


def at_most(query: ParsedQuery, rows: int) -> str:
    """The query with a limit, its own words kept where the grammar lets us add to them."""
    if query.select.values is None and query.select.offset is None:
        return f"{query.text}\nLIMIT {rows}"
    return write(replace(query, select=replace(query.select, limit=rows)))


def without_first(text: str, rows: int) -> str:
    """A SELECT without its first `rows` rows; a store leaves them out ten times as fast as we do.

    The store must plan both alike, so the text itself is kept where the grammar lets us add to it.
    """
    query = parse(text)
    if not isinstance(query, ParsedQuery) or query.form != "select":
        return text
    select = query.select
    if select.limit is None and select.offset is None and select.values is None:
        return f"{query.text}\nOFFSET {rows}" if rows else query.text
    left = None if select.limit is None else max(select.limit - rows, 0)
    return _part(query, select, limit=left, offset=rows)


def any_row_after(query: ParsedQuery, rows: int) -> str:
    """Asks whether there are more than `rows` rows; that does not depend on their order."""
    return _part(query, replace(query.select, order_by=()), limit=1, offset=rows)


def part(query: ParsedQuery, *, limit: int | None, offset: int, inside: bool = False) -> str:
    """Rows `offset` to `offset + limit`, or to the end, in an order that is the same each time.

    `inside` sorts in a query inside and cuts outside of it: the way in which Virtuoso sorts more than
    10,000 rows. Only servers that refused the plain form are asked so, since the standard promises no
    order there.
    """
    select = replace(query.select, order_by=query.select.order_by + _order(query.select), reduced=False)
    start = (select.offset or 0) + offset
    if inside:
        sorted_inside = replace(select, limit=None, offset=None)
        columns = tuple(Column(column.variable) for column in select.columns)
        select = Select(columns=columns, where=Group((Subquery(sorted_inside),)))
    return write(replace(query, select=replace(select, limit=limit, offset=start or None)))


def _order(select: Select) -> tuple[Key, ...]:
    """Keys that tell any two rows apart.

    An order by the terms alone has ties: "Berlin"@de and "Berlin"@en, 1 and 1.0. What a group adds up to
    may stand in no expression on some servers; there the group's own names tell rows apart. A key that the
    query has already is not given again: Virtuoso 7 then mixes up the values of different rows.
    """
    keys: list[Key] = []
    things = {
        element.subject.name
        for element in select.where.elements
        if isinstance(element, Triple) and isinstance(element.subject, Var)
    }
    columns = select.columns or tuple(Column(Var(name)) for name in sorted(bound(select)))
    for column in columns:
        variable = column.variable
        functions = (
            ("STR",) if variable.name in things else ("STR", "LANG", "DATATYPE")
        )  # a thing has no more
        if column.value is None or not any(isinstance(inner, Aggregate) for inner in parts(column.value)):
            keys += [Key(Call(function, (variable,))) for function in functions]
        keys.append(Key(variable))
    own = {key.value for key in select.order_by}
    return tuple(key for key in keys if key.value not in own)


def looks_cut(rows: int, asked: int, headers: Mapping[str, str]) -> bool:
    """Whether the server may have had more: it says so, or the count is too round to be chance."""
    if not 0 < rows < asked:
        return False
    says = headers.get("X-SPARQL-MaxRows", "")  # Virtuoso
    return (says.isdigit() and rows >= int(says)) or rows in _ROUND or rows % 1000 == 0


def _part(query: ParsedQuery, select: Select, *, limit: int | None, offset: int) -> str:
    start = (select.offset or 0) + offset
    return write(replace(query, select=replace(select, limit=limit, offset=start)))
