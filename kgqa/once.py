"""A graph for one question: what it was asked once for that question is not asked again.

In: a Graph. Out: the same, to be let go with the question, which sees one state of the graph. Strategies ask
what the pipeline asks after them: a query that a model has tried is run again as the answer.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator

from kgqa.ports import Graph
from kgqa.types import CheckedQuery, GraphDescription, Limits, ResultTable

KEPT = 64  # results
ROWS = 1_000  # of a result that is kept


class Once:
    """A `Graph` in front of another."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._found: dict[str, tuple[Limits, ResultTable]] = {}
        self._asking: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        """As the graph itself; who asks the same at the same time waits for the first."""
        async with self._asking[query.sha256]:
            kept = self._found.get(query.sha256)
            if kept and _is_whole(*kept, limits):
                return kept[1]
            table = await self.graph.run(query, limits)
            if len(self._found) < KEPT and len(table.rows) <= ROWS:
                self._found[query.sha256] = limits, table
            return table

    def pages(
        self, query: CheckedQuery, limits: Limits, *, skip: int = 0
    ) -> AsyncGenerator[ResultTable, None]:
        return self.graph.pages(query, limits, skip=skip)

    async def describe(self, *, afresh: bool = False) -> GraphDescription:
        return await self.graph.describe(afresh=afresh)


def _is_whole(given: Limits, table: ResultTable, wanted: Limits) -> bool:
    """Whether a result that was read within some limits is what others would give."""
    if table.truncated:
        return (given.rows, given.bytes) == (wanted.rows, wanted.bytes)
    return given.rows <= wanted.rows and given.bytes <= wanted.bytes
