"""A graph while its schema is looked at: what it has answered is kept, so that a look that was ended goes on
where it was, and whoever waits is told how far it is.

In: a Graph, notes that outlive the process. Out: the same graph; what stands in the notes is not asked again.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncGenerator, Callable

from pydantic import TypeAdapter

from kgqa.errors import OperatorsMove
from kgqa.ports import Graph, Notes
from kgqa.types import CheckedQuery, GraphDescription, Limits, ResultTable

_WRITTEN = TypeAdapter(ResultTable)


class Resumed:
    """A `Graph` in front of another. `told` hears how many answers there are, of how many asked for; `of`
    says which graph this is, where the notes are those of several.
    """

    def __init__(
        self, graph: Graph, notes: Notes | None, told: Callable[[int, int], None], *, of: str = ""
    ) -> None:
        self._graph, self._notes, self._told, self._of = graph, notes, told, of
        self._asked = self._answered = 0

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        """As the graph itself."""
        asked = (query.text, limits.rows, limits.bytes, *([self._of] if self._of else []))
        about = hashlib.sha256(repr(asked).encode()).hexdigest()
        self._asked += 1
        self._told(self._answered, self._asked)
        try:
            return self._recalled(about) or self._kept(about, await self._graph.run(query, limits))
        finally:
            self._answered += 1
            self._told(self._answered, self._asked)

    def pages(
        self, query: CheckedQuery, limits: Limits, *, skip: int = 0
    ) -> AsyncGenerator[ResultTable, None]:
        return self._graph.pages(query, limits, skip=skip)

    async def describe(self, *, afresh: bool = False) -> GraphDescription:
        return await self._graph.describe(afresh=afresh)

    def _recalled(self, about: str) -> ResultTable | None:
        text = self._notes.recall(about) if self._notes else ""
        try:
            return _WRITTEN.validate_json(text) if text else None
        except ValueError:
            return None

    def _kept(self, about: str, table: ResultTable) -> ResultTable:
        if self._notes:
            try:
                self._notes.remember(about, _WRITTEN.dump_json(table).decode())
            except OperatorsMove:  # then a look that is ended begins anew
                self._notes = None
        return table
