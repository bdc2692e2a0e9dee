"""A remote SPARQL 1.1 endpoint.

In: its address and login, then checked queries. Out: result tables, complete up to the limits even where
the server cuts its replies, or an error that names the endpoint and the remedy.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import threading
import time
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from connectors import paging, replies, transport
from connectors.all_rows import AllRows
from connectors.own_graphs import leaving_out
from connectors.refusals import late
from connectors.results import Found, Row, to_table, weight
from connectors.transport import Address, Reply
from connectors.wall import refuse_outside
from kgqa.check import admit
from kgqa.errors import GraphRejected, GraphTimeout, OperatorsMove
from kgqa.sparql import ParsedQuery, parse
from kgqa.types import UNTOLD, CheckedQuery, GraphDescription, Limits, ResultTable

_FRESH = 300.0  # seconds for which a description is taken as still true
_GLANCE = 5.0  # seconds that a look at the endpoint may take

_DATED = """
PREFIX void: <http://rdfs.org/ns/void#> PREFIX dcat: <http://www.w3.org/ns/dcat#>
PREFIX owl: <http://www.w3.org/2002/07/owl#> PREFIX dct: <http://purl.org/dc/terms/>
PREFIX schema: <http://schema.org/> PREFIX schemas: <https://schema.org/>
SELECT DISTINCT ?told WHERE {
  VALUES ?kind { void:Dataset dcat:Dataset dcat:Distribution owl:Ontology schema:Dataset schemas:Dataset }
  VALUES ?date {
    dct:modified dct:issued owl:versionInfo owl:versionIRI schema:dateModified schemas:dateModified
  }
  ?about a ?kind ; ?date ?told . FILTER(!isBlank(?told))
}"""
_TOLD = "SELECT (MAX(?n) AS ?triples) WHERE { ?dataset <http://rdfs.org/ns/void#triples> ?n }"
_COUNT = "SELECT (COUNT(*) AS ?triples) WHERE { ?s ?p ?o }"


class EndpointGraph:
    """The adapter of `kgqa.ports.Graph` for an endpoint. It may be used from several event loops at once."""

    def __init__(
        self,
        url: str,
        *,
        name: str = "",
        user: str = "",
        password: str = "",
        token: str = "",
        at_once: int = 8,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        """`token` is a bearer token and goes before user and password. `pause` blocks for so many seconds,
        before a busy server is asked again. Raises BadSetting for the address.
        """
        self._pause = pause
        self._given = self._address = transport.address(url, user=user, password=password, token=token)
        self._name = name or self._address.shown
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="endpoint")
        self._description: tuple[float, GraphDescription] | None = None

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        """Answers one query.

        A SELECT without a limit of its own is sent with one. When nobody waits any more the reply is thrown
        away; that the server stops its own work is in the server's hands.
        """
        refuse_outside(query.text)
        exchange = _Exchange(self._address, query, limits, time.monotonic() + limits.seconds)
        work = asyncio.get_running_loop().run_in_executor(self._threads, exchange.run)
        try:
            return await asyncio.wait_for(work, limits.seconds)
        except TimeoutError as error:
            raise late(self._address.shown, limits.seconds) from error

    async def pages(
        self, query: CheckedQuery, limits: Limits, *, skip: int = 0
    ) -> AsyncGenerator[ResultTable, None]:
        """The rows in parts, in a total order, which the server has to sort; see connectors/all_rows.py."""
        refuse_outside(query.text)
        parsed = parse(query.text)
        if not isinstance(parsed, ParsedQuery) or parsed.form != "select":
            raise GraphRejected("The graph refused the query: only a SELECT that can be read comes in parts.")
        reading = _Reading(AllRows(self._address, query, parsed, limits, skip, self._pause))
        try:
            while table := await asyncio.get_running_loop().run_in_executor(self._threads, reading.next):
                yield table
        finally:
            self._end(reading)

    async def describe(self) -> GraphDescription:
        """What the store mixes into its default graph of its own is left out from here on.

        The fingerprint is made from the dates and versions that the endpoint gives for its data sets and
        ontologies, and from the number of triples (counted, or else as VoID tells it), each if it comes
        within seconds; without any it is "unknown". Kept for minutes.
        """
        if self._description and time.monotonic() - self._description[0] < _FRESH:
            return self._description[1]
        loop = asyncio.get_running_loop()
        with contextlib.suppress(GraphTimeout, GraphRejected):  # then they are read with the rest
            self._address = await loop.run_in_executor(self._threads, leaving_out, self._given, self._asked)
        dated, counted, told = await asyncio.gather(*map(self._glance, (_DATED, _COUNT, _TOLD)))
        count = next((number for number in (*counted, *told) if number.isdigit()), "")
        signs = sorted(dated) + [count] * bool(count)
        fingerprint = hashlib.sha256("\n".join([self._address.url, *signs]).encode()).hexdigest()
        description = GraphDescription(
            name=self._name,
            fingerprint=fingerprint if signs else UNTOLD,
            triples=int(count) if count else None,
        )
        self._description = time.monotonic(), description
        return description

    def close(self) -> None:
        """Ends the threads as soon as their replies are in."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _end(self, reading: _Reading) -> None:
        with contextlib.suppress(RuntimeError):  # the threads have ended
            self._threads.submit(reading.close)

    def _asked(self, address: Address, text: str) -> Found:
        limits = Limits(seconds=_GLANCE, rows=1000)
        return replies.ask(address, _own(text), text, limits, time.monotonic() + _GLANCE)[0]

    async def _glance(self, text: str) -> list[str]:
        """The rows of a query that may fail, each as one text; none when not all of them came."""
        try:
            table = await self.run(_own(text), Limits(seconds=_GLANCE, rows=1000))
        except (GraphTimeout, GraphRejected):
            return []
        if table.truncated:
            return []
        return [" ".join(term.value for term in row if term) for row in table.rows]


class _Reading:
    """All rows, part by part; a part that nobody waits for any more is read to its end and thrown away."""

    def __init__(self, rows: AllRows) -> None:
        self._parts = rows.parts()
        self._lock = threading.Lock()

    def next(self) -> ResultTable | None:
        with self._lock:
            start = time.perf_counter()
            found = next(self._parts, None)
            return to_table(found, seconds=time.perf_counter() - start) if found else None

    def close(self) -> None:
        with self._lock:
            self._parts.close()


@dataclass(frozen=True, slots=True)
class _Exchange:
    """One question to the endpoint, in as many requests as it takes; blocks."""

    address: Address
    query: CheckedQuery
    limits: Limits
    deadline: float

    def run(self) -> ResultTable:
        start = time.perf_counter()
        asked = self.limits.rows + 1
        ended = paging.open_ended(self.query.text)
        text = paging.at_most(ended, asked) if ended else self.query.text
        try:
            found, reply = self._ask(text, self.limits.bytes, self.deadline)
        except GraphRejected:
            if not ended or not ended.select.order_by:
                raise
            # Virtuoso sorts 10,000 rows at most when a limit is given, and as many as it likes without one.
            found, reply = self._ask(self.query.text, self.limits.bytes, self.deadline)
        rows = len(found.rows)
        if ended and not found.truncated and paging.looks_cut(rows, asked, reply.headers):
            try:
                found = self._rest(ended, found)
            except OperatorsMove:  # what came stands
                found = found._replace(truncated=True)
        return to_table(found, seconds=time.perf_counter() - start)

    def _rest(self, query: ParsedQuery, first: Found) -> Found:
        """All rows again, page by page in a total order; the first ones when they were all."""
        step, most, left = len(first.rows), self.limits.rows, self.limits.bytes
        soon = self.deadline - self.limits.seconds / 5  # in time to give at least the first rows
        if not self._ask(paging.any_row_after(query, step), left, soon)[0].rows:
            return first
        if step >= most:
            return first._replace(truncated=True)
        taken: list[Row] = []
        more, inside = True, False
        while more and len(taken) <= most:
            try:
                text = paging.part(query, limit=step, offset=len(taken), inside=inside)
                found, _ = self._ask(text, left, soon)
            except GraphRejected:
                if inside:
                    raise
                inside = True  # the way in which Virtuoso sorts more than 10,000 rows
                continue
            taken += found.rows
            left -= sum(map(weight, found.rows))
            if found.truncated:
                return Found(first.columns, tuple(taken[:most]), truncated=True)
            more = len(found.rows) == step
        return Found(first.columns, tuple(taken[:most]), truncated=len(taken) > most)

    def _ask(self, text: str, size: int, deadline: float) -> tuple[Found, Reply]:
        return replies.ask(self.address, self.query, text, replace(self.limits, bytes=size), deadline)


def _own(text: str) -> CheckedQuery:
    """A query of this very file, which only reads."""
    return admit(text)
