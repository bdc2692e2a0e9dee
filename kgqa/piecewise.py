"""A query of our own about the whole graph -> its rows, in pieces where a store will not give all at once.

In: a Graph, the name of a query in `kgqa/queries`. Out: its rows; what could not be read in the smallest
piece either is told in the notices.

Stores have limits of many kinds: seconds, rows of a reply, bytes of a row, an estimate of the cost. A piece,
such as what one property shows, is mostly within them.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace

from kgqa.bounded import rows
from kgqa.check import admit
from kgqa.errors import GraphRejected, GraphTimeout, OurMove
from kgqa.ports import Graph
from kgqa.queries import query
from kgqa.side_by_side import tasks
from kgqa.sparql import ParsedQuery, parse, write
from kgqa.sparql.model import Element, Group, Iri, Union, Values, Var
from kgqa.types import Limits, Term

BY = {  # which of its variables a query is asked for one by one, as the query `each-…` lists them
    "classes": "class",
    "overlaps": "class",
    "uses-literal": "property",
    "uses-typed": "property",
    "uses-untyped": "property",
    "uses-subjectless": "property",
}
MOST = 3_000  # pieces
FAILED = 5  # pieces that fail before the rest is left
AT_ONCE = 6
PIECE = Limits(seconds=30.0, rows=200_000, bytes=100_000_000)
_PASSING = re.compile(r"b\d+")  # a label of a blank node that begins anew in each reply, as Jena writes them

Rows = tuple[tuple[Term | None, ...], ...]


async def all_rows(graph: Graph, name: str, limits: Limits, notices: list[str], *, written: str = "") -> Rows:
    """The rows of the query `name`, which all stand in its file. Another file may have the same query
    `written` as the graph answers it best. Raises GraphUnavailable.
    """
    told: list[str] = []
    whole = await rows(graph, written or name, limits, told)
    if not told:
        return whole
    pieces = await _pieces(graph, name)
    if not pieces:
        notices += told
        return whole
    reading = _Reading(graph)
    async with tasks() as group:
        read = [group.create_task(reading.read(piece)) for piece in pieces]
    if missing := len(reading.failed):
        notices.append(
            f"The graph could not be read fully ({name}): {missing:,} of {len(pieces):,} pieces are missing, "
            f"the first one since: {reading.failed[0]}"
        )
    return tuple(dict.fromkeys(row for found in (whole, *(task.result() for task in read)) for row in found))


class _Reading:
    """Pieces side by side, each in smaller ones where that can be; `failed` says why of each that is missing,
    also of those that were not asked for any more.
    """

    def __init__(self, graph: Graph) -> None:
        self._graph, self._turns = graph, asyncio.Semaphore(AT_ONCE)
        self.failed: list[str] = []
        self._replies = 0

    async def read(self, text: str) -> Rows:
        found, why = await self._asked(text)
        if not why:
            return found
        smaller = split(text)
        if not smaller:
            self.failed.append(why)
        for piece in smaller:
            found += await self.read(piece)
        return found

    async def _asked(self, text: str) -> tuple[Rows, str]:
        """The rows of a piece, and why these are not all."""
        async with self._turns:
            if len(self.failed) >= FAILED:
                return (), self.failed[0]
            try:
                table = await self._graph.run(admit(text), PIECE)
            except (GraphTimeout, GraphRejected) as error:
                return (), str(error)
        self._replies += 1
        found = tuple(tuple(_of_reply(term, self._replies) for term in row) for row in table.rows)
        return found, f"there are more than {len(found):,} rows." if table.truncated else ""


def _of_reply(term: Term | None, number: int) -> Term | None:
    """A term that is not taken for one of another reply: blank nodes of the same label may be different."""
    if term is None or term.kind != "bnode" or not _PASSING.fullmatch(term.value):
        return term
    return replace(term, value=f"reply{number}-{term.value}")


async def _pieces(graph: Graph, name: str) -> Sequence[str]:
    """The query in pieces; () where there are none, or too many."""
    text = query(name).text
    variable = BY.get(name)
    if variable is None:
        return split(text)
    told: list[str] = []
    terms = await rows(graph, f"each-{variable}", PIECE, told)
    iris = [term.value for (term,) in terms if term and term.kind == "iri"]
    return [] if told or len(iris) > MOST else [_of(text, variable, iri) for iri in iris]


def _of(text: str, variable: str, iri: str) -> str:
    """The query for one IRI in place of a variable."""
    parsed = _parsed(text)
    one = Values((Var(variable),), ((Iri(iri),),))
    return _with(parsed, (one, *parsed.select.where.elements))


def split(text: str) -> list[str]:
    """A query whose pattern is a choice as one query for each; [] where it is none."""
    parsed = _parsed(text)
    elements = parsed.select.where.elements
    for place, element in enumerate(elements):
        match element:
            case Union(branches) if len(branches) > 1:
                parts: list[tuple[Element, ...]] = [branch.elements for branch in branches]
            case Values(variables, rows_) if len(rows_) > 1:
                parts = [(Values(variables, (row,)),) for row in rows_]
            case _:
                continue
        return [_with(parsed, (*elements[:place], *part, *elements[place + 1 :])) for part in parts]
    return []


def _with(parsed: ParsedQuery, elements: tuple[Element, ...]) -> str:
    return write(replace(parsed, select=replace(parsed.select, where=Group(elements))))


def _parsed(text: str) -> ParsedQuery:
    parsed = parse(text)
    if not isinstance(parsed, ParsedQuery):
        raise OurMove(f"A query of our own cannot be read: {parsed}")
    return parsed
