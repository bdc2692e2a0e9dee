"""A graph from files, held on this machine by pyoxigraph, in memory or in a folder on disk.

In: files and folders, then checked queries. Out: result tables. Queries see all named
graphs as one, and can name one with GRAPH.
The graph lives in a process of its own, so that the event loop never waits and a query can be stopped.
"""

from __future__ import annotations

import asyncio
import threading
import time
import weakref
from collections.abc import AsyncGenerator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from connectors import paging
from connectors.files import Progress, locate
from connectors.readers import Call, Cancelled, Passage, Readers
from connectors.results import Found, to_table
from connectors.wall import refuse_outside
from kgqa.errors import GraphUnavailable
from kgqa.types import CheckedQuery, GraphDescription, Limits, ResultTable

_GIGABYTE = 2**30

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
            name=self.name, fingerprint=opened.fingerprint, triples=opened.triples
        )


class EmbeddedGraph:
    """The adapter of `kgqa.ports.Graph` for files. It may be used from several event loops at once."""

    def __init__(self, opening: _Opening, *, at_once: int, progress: Progress | None) -> None:
        """Use `open`."""
        self._opening = opening
        self._readers, self._description = opening.readers(progress)
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
        call = Call(query.text, limits)
        return await self._in_a_thread(call, lambda: self._run(call))

    async def pages(
        self, query: CheckedQuery, limits: Limits, *, skip: int = 0
    ) -> AsyncGenerator[ResultTable, None]:
        """The rows in parts, from a reader of its own, which is killed when nobody reads on."""
        refuse_outside(query.text)
        passage = Passage(Call(paging.without_first(query.text, skip), limits))
        more = True
        try:
            while more:
                more, table = await self._in_a_thread(passage.call, lambda: self._part(passage))
                if table.rows:
                    yield table
        finally:
            await asyncio.to_thread(passage.drop)

    async def describe(self) -> GraphDescription:
        """As it was when the files were loaded."""
        return self._description

    def close(self) -> None:
        """Ends the process that holds the graph. Closing twice is no error."""
        self._finalize()

    async def _in_a_thread(self, call: Call, work: Callable[[], T]) -> T:
        if not self._finalize.alive:
            raise GraphUnavailable(f"The graph {self._description.name} is closed. Start Querist again.")
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        except asyncio.CancelledError:
            call.cancel()
            raise

    def _run(self, call: Call) -> ResultTable:
        start = time.perf_counter()
        try:
            found = self._asked(lambda readers: readers.run(call))
        except Cancelled:
            return ResultTable(seconds=time.perf_counter() - start)  # nobody reads it
        return to_table(found, seconds=time.perf_counter() - start)

    def _part(self, passage: Passage) -> tuple[bool, ResultTable]:
        """The next part, and whether there may be more."""
        start = time.perf_counter()
        try:
            found = (
                passage.readers.part(passage)
                if passage.readers
                else self._asked(lambda readers: readers.part(passage))
            )
        except Cancelled:
            return False, ResultTable()
        table = to_table(found._replace(truncated=False), seconds=time.perf_counter() - start)
        return found.truncated, table

    def _asked(self, ask: Callable[[Readers], Found]) -> Found:
        """Asks the readers, and once more after their process was killed."""
        readers = self._readers
        try:
            return ask(readers)
        except GraphUnavailable:
            if readers.alive:
                raise
            return ask(self._opened_again(readers))

    def _opened_again(self, dead: Readers) -> Readers:
        """Loads the graph anew after its process was killed; of several threads one does it."""
        with self._lock:
            if self._readers is dead and self._finalize.alive:
                self._readers, self._description = self._opening.readers()
                self._finalize.detach()
                self._finalize = weakref.finalize(self, _close, self._readers, self._threads)
                dead.close()
            return self._readers


def _close(readers: Readers, threads: ThreadPoolExecutor) -> None:
    threads.shutdown(wait=False, cancel_futures=True)
    readers.close()
