"""A graph from files, held on this machine by pyoxigraph, in memory or in a folder on disk.

In: files and folders, then checked queries. Out: result tables. Queries see all named
graphs as one, and can name one with GRAPH.
The graph lives in a process of its own, so that the event loop never waits and a query can be stopped. The
loop itself sends a query and takes its reply; threads do only what takes milliseconds and is rare.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
import weakref
from collections.abc import AsyncGenerator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ParamSpec, TypeVar

from connectors import paging
from connectors.files import Progress, locate
from connectors.metrics import graph_request
from connectors.reader import Reader
from connectors.readers import Readers
from connectors.result_tables import to_table
from connectors.results import Found
from connectors.turns import Turns
from connectors.wall import refuse_outside
from connectors.wire import Ask, AskOver, AskParts, Incoming, More, Reply, Request
from connectors.words import clean
from kgqa.errors import GraphRejected, GraphTimeout, GraphUnavailable
from kgqa.trail import sending
from kgqa.types import CheckedQuery, GraphDescription, Limits, ResultTable

_GIGABYTE = 2**30
_LARGE = 1 << 13  # bytes of a reply that are made into a table in a thread: about a millisecond's work

Arrived = Incoming[Reply]
P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Opening:
    """What it takes to open the graph, and to open it again should its process be killed."""

    paths: tuple[str, ...]
    name: str
    folder: Path | None
    memory: int

    def readers(self, progress: Progress | None = None) -> tuple[Readers, GraphDescription]:
        readers = Readers(memory=self.memory)
        try:
            opened = readers.open(self.paths, self.folder, progress)
        except BaseException:
            readers.close()
            raise
        return readers, GraphDescription(
            name=self.name,
            fingerprint=opened.fingerprint,
            triples=opened.triples,
            on_disk=self.folder is not None,
        )


class EmbeddedGraph:
    """The adapter of `kgqa.ports.Graph` for files. It may be used from several event loops at once."""

    def __init__(self, opening: _Opening, *, at_once: int, progress: Progress | None) -> None:
        """Use `open`."""
        self._opening = opening
        self._readers, self._description = opening.readers(progress)
        self._turns = Turns(at_once)
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="graph")
        self._lock = threading.Lock()
        self._finalize = weakref.finalize(self, _close, self._readers, self._threads)

    @classmethod
    def open(
        cls,
        sources: Iterable[str | Path],
        *,
        name: str = "",
        folder: Path | None = None,
        at_once: int = 4,
        memory: int = 2 * _GIGABYTE,
        progress: Progress | None = None,
    ) -> EmbeddedGraph:
        """Loads files and folders, in memory or into the store `folder`, and blocks until that is done.

        A store that already holds the same content is not loaded again. `at_once` queries run at the same
        time, each with `memory` bytes of its own at most. `progress` is told bytes done and bytes in all.
        Raises BadInput for the files, BadSetting or GraphUnavailable for the folder and the machine.
        """
        paths = tuple(str(locate(source)) for source in sources)
        name = name or ", ".join(Path(path).name for path in paths)
        opening = _Opening(paths=paths, name=name, folder=folder, memory=memory)
        return cls(opening, at_once=at_once, progress=progress)

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        """Answers one query. A query whose asker has gone (cancelled) is stopped."""
        refuse_outside(query.text)
        with sending(query, self._description.name) as under_way:
            return under_way.found(await self._answer(Ask(query.text, limits.rows, limits.bytes), limits))

    async def run_over(self, statements: str, query: CheckedQuery, limits: Limits) -> ResultTable:
        """Answers one query over statements (N-Triples) instead of the graph, with the same bounds."""
        refuse_outside(query.text)
        return await self._answer(AskOver(statements, query.text, limits.rows, limits.bytes), limits)

    async def pages(
        self, query: CheckedQuery, limits: Limits, *, skip: int = 0
    ) -> AsyncGenerator[ResultTable, None]:
        """The rows in parts, from a reader of its own, which is killed when nobody reads on."""
        refuse_outside(query.text)
        request: Request = AskParts(paging.without_first(query.text, skip), limits.rows, limits.bytes)
        reader: Reader | None = None
        more = True
        try:
            while more:
                async with self._turns:
                    self._refuse_closed()
                    start = time.perf_counter()
                    with graph_request(self._description.name):
                        if reader is None:
                            reader, reply = await self._asked(request, limits)
                        else:
                            reply = await self._reply(reader, More(), limits)
                    part = await self._table(reply, start)
                more = part.truncated
                if part.rows:
                    yield replace(part, truncated=False)
        finally:
            if reader and more:
                await self._ended(reader)
            elif reader:
                reader.readers.keep(reader)

    async def describe(self, *, afresh: bool = False) -> GraphDescription:  # noqa: ARG002 - it cannot change
        """As it was when the files were loaded."""
        return self._description

    def close(self) -> None:
        """Ends the process that holds the graph. Closing twice is no error."""
        self._finalize()

    # ── one question to a reader ─────────────────────────────────────────────────────────────────

    async def _answer(self, request: Request, limits: Limits) -> ResultTable:
        async with self._turns:
            self._refuse_closed()
            start = time.perf_counter()
            with graph_request(self._description.name):
                reader, reply = await self._asked(request, limits)
            reader.readers.keep(reader)
            return await self._table(reply, start)

    async def _asked(self, request: Request, limits: Limits) -> tuple[Reader, Arrived]:
        """Asks a reader, and once more after the process that holds the graph was killed."""
        readers = self._readers
        try:
            return await self._asked_of(readers, request, limits)
        except GraphUnavailable:
            if readers.alive:
                raise
        return await self._asked_of(await self._apart(self._opened_again, readers), request, limits)

    async def _asked_of(self, readers: Readers, request: Request, limits: Limits) -> tuple[Reader, Arrived]:
        loop = asyncio.get_running_loop()
        while (reader := readers.take(loop)) is None:
            await self._apart(readers.fork, loop)
        return reader, await self._reply(reader, request, limits)

    async def _reply(self, reader: Reader, request: Request, limits: Limits) -> Arrived:
        """What the reader says. When something is raised, the reader ends."""
        try:
            return await reader.ask(request, limits.seconds)
        except TimeoutError as error:
            await self._ended(reader)
            raise GraphTimeout(
                f"The graph did not answer in {limits.seconds:g} seconds, so the query was stopped. "
                "Ask for less, or raise QUERIST_QUERY_SECONDS."
            ) from error
        except EOFError as error:
            raise reader.readers.death(await self._ended(reader)) from error
        except BaseException:
            self._end_unseen(reader)
            raise

    async def _table(self, reply: Arrived, start: float) -> ResultTable:
        if reply.size > _LARGE:
            return await self._apart(_table, reply, start)
        return _table(reply, start)

    # ── what is done in threads ──────────────────────────────────────────────────────────────────

    async def _ended(self, reader: Reader) -> int:
        """Ends the reader and returns the signal that it died of."""
        reader.let_go()
        try:
            return await self._apart(reader.readers.end, reader)
        except asyncio.CancelledError:
            self._end_unseen(reader)
            raise
        except GraphUnavailable:  # closed: all readers end
            return 0

    def _end_unseen(self, reader: Reader) -> None:
        """Ends the reader; nobody waits for that."""
        reader.let_go()
        with contextlib.suppress(RuntimeError):  # closed: all readers end
            self._threads.submit(reader.readers.end, reader)

    def _opened_again(self, dead: Readers) -> Readers:
        """Loads the graph anew after its process was killed; of several threads one does it."""
        with self._lock:
            self._refuse_closed()
            if self._readers is dead:
                self._readers, self._description = self._opening.readers()
                self._finalize.detach()
                self._finalize = weakref.finalize(self, _close, self._readers, self._threads)
                dead.close()
            return self._readers

    async def _apart(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """What `work` returns, from a thread. Who is cancelled does not wait for its end."""
        try:
            done = self._threads.submit(work, *given, **named)
        except RuntimeError as error:
            raise self._closed() from error
        return await asyncio.wrap_future(done)

    def _refuse_closed(self) -> None:
        if not self._finalize.alive:
            raise self._closed()

    def _closed(self) -> GraphUnavailable:
        return GraphUnavailable(f"The graph {self._description.name} is closed. Start Querist again.")


def _table(reply: Arrived, start: float) -> ResultTable:
    """Raises GraphRejected when the reply is that the store refused the query."""
    said = reply.message()
    if isinstance(said, Found):
        return to_table(said, seconds=time.perf_counter() - start)
    raise GraphRejected("The graph refused the query.", aside=f"It said: {clean(said.words)}")


def _close(readers: Readers, threads: ThreadPoolExecutor) -> None:
    threads.shutdown(wait=False)
    readers.close()
