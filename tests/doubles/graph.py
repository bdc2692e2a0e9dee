"""An honest small graph: Turtle text in a pyoxigraph store of this very process, and queries for it."""

from __future__ import annotations

import hashlib
import time
from collections.abc import AsyncGenerator
from itertools import islice

import pyoxigraph as ox

from connectors.result_tables import to_table
from connectors.results import Parts, take
from kgqa.errors import GraphRejected, QueristError
from kgqa.trail import sending
from kgqa.types import CheckedQuery, GraphDescription, Limits, ResultTable


class SmallGraph:
    """Answers queries on the Turtle it was made from, or fails with `error`; keeps the queries it ran."""

    def __init__(self, turtle: str, *, name: str = "small graph", error: QueristError | None = None) -> None:
        self._store = ox.Store()
        self._store.load(turtle, ox.RdfFormat.TURTLE)
        self._name = name
        self._fingerprint = hashlib.sha256(turtle.encode()).hexdigest()
        self.error = error
        self.queries: list[str] = []

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        self.queries.append(query.text)
        with sending(query, "") as under_way:
            if self.error:
                raise self.error
            return under_way.found(self._run(query, limits))

    def _run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        start = time.perf_counter()
        try:
            results = self._store.query(query.text, use_default_graph_as_union=True)
            found = take(results, rows=limits.rows, size=limits.bytes)
        except (SyntaxError, ValueError, RuntimeError, OSError) as error:
            raise GraphRejected(f"The graph refused the query: {error}") from error
        return to_table(found, seconds=time.perf_counter() - start)

    async def pages(
        self, query: CheckedQuery, limits: Limits, *, skip: int = 0
    ) -> AsyncGenerator[ResultTable, None]:
        self.queries.append(query.text)
        if self.error:
            raise self.error
        try:
            results = self._store.query(query.text, use_default_graph_as_union=True)
        except SyntaxError as error:
            raise GraphRejected(f"The graph refused the query: {error}") from error
        if not isinstance(results, ox.QuerySolutions):
            raise GraphRejected("The graph refused the query: only the rows of a SELECT come in parts")
        sum(1 for _ in islice(results, skip))
        parts = Parts(results, rows=limits.rows, size=limits.bytes)
        more = True
        while more:
            found = parts.next()
            more = found.truncated
            if found.rows:
                yield to_table(found._replace(truncated=False), seconds=0.0)

    async def describe(self, *, afresh: bool = False) -> GraphDescription:
        if self.error:
            raise self.error
        return GraphDescription(name=self._name, fingerprint=self._fingerprint, triples=len(self._store))
