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
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from connectors import paging, replies, transport
from connectors.all_rows import AllRows
from connectors.dataset import Dataset
from connectors.metrics import graph_request
from connectors.own_graphs import MOST, leaving_out
from connectors.refusals import late
from connectors.result_tables import to_table
from connectors.results import Found, Row, weight
from connectors.retrying import retried
from connectors.small import SmallQueries
from connectors.transport import Address, Reply
from connectors.turns import Turns
from connectors.wall import refuse_outside
from kgqa.check import admit, parsed_of
from kgqa.errors import GraphRejected, GraphTimeout, OperatorsMove
from kgqa.numbers import counted
from kgqa.queries import written
from kgqa.sparql import ParsedQuery, parse
from kgqa.trail import sending
from kgqa.types import UNTOLD, CheckedQuery, GraphDescription, Limits, ResultTable, Term

AT_ONCE = 8  # requests under way: about as many as a browser has at one server
_FRESH = 300.0  # seconds for which a description is taken as still true
_GLANCE = 10.0  # seconds that a look at the endpoint may take
_FINDING = Limits(seconds=60.0)  # the dataset, in a few requests one after the other
_LOOK = 30.0  # seconds to see which graphs there are, when nothing else can be done
_LARGEST = 5  # graphs that are told
T = TypeVar("T")
Terms = tuple[Term | None, ...]

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
_SIGNS = (_DATED, _COUNT, _TOLD)
_BY_SIZE = """
SELECT ?graph (COUNT(*) AS ?triples) WHERE { GRAPH ?graph { ?s ?p ?o } }
GROUP BY ?graph ORDER BY DESC(?triples) ?graph"""
_BY_NAME = "SELECT DISTINCT ?graph WHERE { GRAPH ?graph { ?s ?p ?o } }"
_SHARED = """
SELECT ?s ?p ?o WHERE {
  ?s ?p ?o . GRAPH ?one { ?s ?p ?o } GRAPH ?other { ?s ?p ?o }
  FILTER(?one != ?other && isIRI(?s) && isIRI(?o))
} LIMIT 1"""
_IN_A_GRAPH = "SELECT ?s ?p ?o WHERE { GRAPH ?g { ?s ?p ?o } FILTER(isIRI(?s) && isIRI(?o)) } LIMIT 1"
_TIMES = "SELECT (COUNT(*) AS ?times) WHERE {{ {triple} }}"
_TWICE = (
    "Several of the named graphs hold the same triples, and {place} counts such a triple once for each "
    "graph: numbers may come out too high, and answers that count say so. Read graphs that share nothing, or "
    "load the data from files."
)
_MIXED = (
    "{place} mixes triples of its own into the default graph, and they are counted with yours: it did not "
    "list its graphs in time, or has more than {most} of them. Name those to be read in "
    "QUERIST_ENDPOINT_GRAPHS."
)


@dataclass(frozen=True, slots=True)
class NamedGraphs:
    """Named graphs with their triples, where those could be counted; `more` says that these are not all."""

    largest: tuple[tuple[str, int | None], ...]
    more: bool


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
        graphs: Sequence[str] = (),
        at_once: int = AT_ONCE,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        """`token` is a bearer token and goes before user and password. `graphs` are the IRIs of the named
        graphs that are read as one, or `dataset.ALL`; none leave that to the endpoint. No more than `at_once`
        requests are under way at any time; the others wait, and their own time begins with their turn.
        `pause` blocks for so many seconds, before a busy server is asked again. Raises BadSetting for the
        address.
        """
        self._pause = pause
        self._turns = Turns(at_once)
        self._answered = threading.Event()
        self._small = SmallQueries(self._turns, alone=self._alone, at_once=self._at_once)
        self._address = transport.address(url, user=user, password=password, token=token)
        self._dataset = Dataset(self._address, graphs)
        self._told = tuple(graphs)
        self._name = name or self._address.shown
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="endpoint")
        self._description: tuple[float, GraphDescription] | None = None

    @property
    def place(self) -> str:
        """Its address, safe to show."""
        return self._address.shown

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        """Answers one query.

        A SELECT without a limit of its own is sent with one. When nobody waits any more the reply is thrown
        away; that the server stops its own work is in the server's hands.
        """
        refuse_outside(query.text)
        with sending(query, self._name) as under_way:
            return under_way.found(await self._sent(query, limits))

    async def _sent(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        address = await self._found()
        if limits.small:
            return await self._small.run(query, limits, address)
        async with self._turns:
            return await self._within(limits, self._exchange(address, query, limits).run)

    async def pages(
        self, query: CheckedQuery, limits: Limits, *, skip: int = 0
    ) -> AsyncGenerator[ResultTable, None]:
        """The rows in parts, in a total order, which the server has to sort; see connectors/all_rows.py."""
        refuse_outside(query.text)
        parsed = parsed_of(query)
        if parsed is None or parsed.form != "select":
            raise GraphRejected("The graph refused the query: only a SELECT that can be read comes in parts.")
        address = await self._found()
        reading = _Reading(
            self._name, AllRows(address, query, parsed, limits, skip, self._pause, self._answered)
        )
        loop = asyncio.get_running_loop()
        try:
            while True:
                async with self._turns:
                    table = await loop.run_in_executor(self._threads, reading.next)
                if table is None:
                    break
                yield table
        finally:
            self._end(reading)

    async def describe(self, *, afresh: bool = False) -> GraphDescription:
        """What the store mixes into its default graph of its own is left out from here on.

        The fingerprint is made from the dates and versions that the endpoint gives for its data sets and
        ontologies, and from the number of triples (counted, or else as VoID tells it), each if it comes
        within seconds; without any it is "unknown". Kept for minutes; `afresh` looks at these signs alone.
        """
        if self._description and afresh:
            description = self._signed(self._description[1], await self._signs())
        elif self._description and time.monotonic() - self._description[0] < _FRESH:
            return self._description[1]
        else:
            left_out, found = await asyncio.gather(self._leaves_out_own(), self._looked())
            repeats, signs = await self._looked() if left_out else found
            notices = [_TWICE] * repeats + [_MIXED] * (left_out is None)
            described = GraphDescription(
                name=self._name,
                fingerprint=UNTOLD,
                notices=tuple(notice.format(place=self._address.shown, most=MOST) for notice in notices),
                remote=True,
                repeats=repeats,
            )
            description = self._signed(described, signs)
        self._description = time.monotonic(), description
        return description

    def _signed(self, description: GraphDescription, signs: Sequence[Sequence[str]]) -> GraphDescription:
        """The description of a graph that gives these signs of its state."""
        dated, count, told = signs
        triples = next((n for said in (*count, *told) if (n := counted(said)) is not None), None)
        given = sorted(dated) + ([] if triples is None else [str(triples)])
        fingerprint = hashlib.sha256("\n".join([self._address.url, *self._told, *given]).encode()).hexdigest()
        return replace(description, fingerprint=fingerprint if given else UNTOLD, triples=triples)

    async def named_graphs(self) -> NamedGraphs:
        """The named graphs that hold triples, whatever the dataset; the largest first, as far as the endpoint
        tells it in time. Raises as `run` does.
        """
        limits = Limits(seconds=_LOOK, rows=_LARGEST)
        try:
            table = await self._plainly(_BY_SIZE, limits)
        except (GraphTimeout, GraphRejected):
            table = await self._plainly(_BY_NAME, limits)
        largest = (
            (row[0].value, counted(row[1].value) if row[1:] and row[1] else None)
            for row in table.rows
            if row[0]
        )
        return NamedGraphs(tuple(largest), more=table.truncated)

    async def leaves_graphs_unread(self) -> bool:
        """Whether named graphs are seen to hold what the default graph does not, where nobody has chosen
        among them; one triple is looked at, so that "no" is no promise. Raises GraphUnavailable.
        """
        if self._told:
            return False
        return await self._times(await self._glance(_IN_A_GRAPH)) == "0"

    async def _plainly(self, text: str, limits: Limits) -> ResultTable:
        """What the endpoint answers when no dataset is asked for."""
        async with self._turns:
            return await self._within(limits, self._exchange(self._address, _own(text), limits).run)

    async def _found(self) -> Address:
        """The address with its dataset, which is found out before the first query."""
        if found := self._dataset.found:
            return found

        async with self._turns:
            return await self._within(_FINDING, partial(self._dataset.find, self._finding))

    def _finding(self, address: Address, text: str) -> Found:
        return self._exchange(address, _own(text), _FINDING).found()

    async def _leaves_out_own(self) -> bool | None:
        """Whether the store mixes graphs of its own into its default graph, which nobody has chosen among:
        they are left out from here on, or None where they cannot be. Raises GraphUnavailable.
        """
        if self._told:
            return False
        both = replace(_FINDING, seconds=2 * _FINDING.seconds)  # it asks twice, and each has its time
        try:
            async with self._turns:
                address = await self._within(both, partial(leaving_out, self._address, self._finding))
        except (GraphTimeout, GraphRejected):  # then nothing is known to be mixed in
            return False
        self._dataset.found = address or self._address
        return address != self._address if address else None

    async def _alone(self, address: Address, query: CheckedQuery, limits: Limits) -> Found:
        return await self._within(limits, self._exchange(address, query, limits).found)

    async def _at_once(self, address: Address, query: CheckedQuery, limits: Limits) -> Found:
        return await self._within(limits, self._exchange(address, query, limits).at_once)

    def _exchange(self, address: Address, query: CheckedQuery, limits: Limits) -> _Exchange:
        return _Exchange(self._name, address, query, limits, self._pause, self._answered)

    async def _within(self, limits: Limits, work: Callable[[], T]) -> T:
        """What `work` gives, from a thread. Raises GraphTimeout when it takes longer than it may."""
        done = asyncio.get_running_loop().run_in_executor(self._threads, work)
        try:
            return await asyncio.wait_for(done, limits.seconds)
        except TimeoutError as error:
            raise late(self._address.shown, limits.seconds) from error

    async def _looked(self) -> tuple[bool, list[list[str]]]:
        """Whether the endpoint repeats triples, and what it tells of its versions and its size."""
        return await asyncio.gather(self._repeats(), self._signs())

    async def _repeats(self) -> bool:
        """Whether the endpoint counts a triple once for each graph in which it stands, and there is one such;
        by the standard the default graph is the merge of its graphs, and has it once.
        """
        return await self._times(await self._glance(_SHARED)) not in {"", "1"}

    async def _times(self, triples: Sequence[Terms]) -> str:
        """How often the endpoint counts the first of some triples of IRIs; "" where it does not say."""
        terms = [written(term.value) for row in triples[:1] for term in row if term]
        text = _TIMES.format(triple=" ".join(terms))
        if not terms or not isinstance(parse(text), ParsedQuery):
            return ""  # stores hold IRIs, with a space in them for one, that no query can name
        return next((term.value for row in await self._glance(text) for term in row if term), "")

    def close(self) -> None:
        """Ends the threads as soon as their replies are in."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _end(self, reading: _Reading) -> None:
        with contextlib.suppress(RuntimeError):  # the threads have ended
            self._threads.submit(reading.close)

    async def _signs(self) -> list[list[str]]:
        """What the endpoint tells of its versions and its size."""
        signs = await asyncio.gather(*map(self._glance, _SIGNS))
        return [[term.value for row in rows for term in row if term] for rows in signs]

    async def _glance(self, text: str) -> Sequence[Terms]:
        """The rows of a query that may fail; none when not all of them came."""
        try:
            table = await self.run(_own(text), Limits(seconds=_GLANCE, rows=1000))
        except (GraphTimeout, GraphRejected):
            return ()
        return () if table.truncated else table.rows


class _Reading:
    """All rows, part by part; a part that nobody waits for any more is read to its end and thrown away."""

    def __init__(self, name: str, rows: AllRows) -> None:
        self._name = name
        self._parts = rows.parts()
        self._lock = threading.Lock()

    def next(self) -> ResultTable | None:
        with self._lock:
            start = time.perf_counter()
            with graph_request(self._name):
                found = next(self._parts, None)
            return to_table(found, seconds=time.perf_counter() - start) if found else None

    def close(self) -> None:
        with self._lock:
            self._parts.close()


@dataclass(frozen=True, slots=True)
class _Exchange:
    """One question to the endpoint, in as many requests as it takes; blocks."""

    name: str
    address: Address
    query: CheckedQuery
    limits: Limits
    pause: Callable[[float], None]
    answered: threading.Event  # the endpoint has

    def run(self) -> ResultTable:
        start = time.perf_counter()
        return to_table(self.found(), seconds=time.perf_counter() - start)

    def at_once(self) -> Found:
        """What one request brings; truncated also where the server may have cut it."""
        deadline = time.monotonic() + self.limits.seconds
        found, reply = self._ask(self.query.text, self.limits.bytes, deadline)
        cut = paging.looks_cut(len(found.rows), self.limits.rows, reply.headers)
        return found._replace(truncated=found.truncated or cut)

    def found(self) -> Found:
        deadline = time.monotonic() + self.limits.seconds
        asked = self.limits.rows + 1
        ended = paging.open_ended(self.query.text)
        text = paging.at_most(ended, asked) if ended else self.query.text
        try:
            found, reply = self._ask(text, self.limits.bytes, deadline)
        except GraphRejected:
            if not ended or not ended.select.order_by:
                raise
            # Virtuoso sorts 10,000 rows at most when a limit is given, and as many as it likes without one.
            found, reply = self._ask(self.query.text, self.limits.bytes, deadline)
        rows = len(found.rows)
        if ended and not found.truncated and paging.looks_cut(rows, asked, reply.headers):
            try:
                found = self._rest(ended, found, deadline)
            except OperatorsMove:  # what came stands
                found = found._replace(truncated=True)
        return found

    def _rest(self, query: ParsedQuery, first: Found, deadline: float) -> Found:
        """All rows again, page by page in a total order; the first ones when they were all."""
        step, most, left = len(first.rows), self.limits.rows, self.limits.bytes
        soon = deadline - self.limits.seconds / 5  # in time to give at least the first rows
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
        limits = replace(self.limits, bytes=size)

        def once() -> tuple[Found, Reply]:
            with graph_request(self.name):
                return replies.ask(self.address, self.query, text, limits, deadline)

        answer = retried(
            once,
            known=self.answered.is_set,
            seconds=deadline - time.monotonic(),
            pause=self.pause,
        )
        self.answered.set()
        return answer


def _own(text: str) -> CheckedQuery:
    """A query of this very file, which only reads."""
    return admit(text)
