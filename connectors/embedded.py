"""A graph from files, held on this machine by pyoxigraph, in memory or in a folder on disk.

In: files and folders, then checked queries. Out: result tables. Queries see all named
graphs as one, and can name one with GRAPH.
The graph lives in a process of its own, so that the event loop never waits and a query can be stopped.
"""

from __future__ import annotations

import asyncio
import time
import weakref
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from connectors.files import Progress
from connectors.readers import Call, Cancelled, Readers
from connectors.results import to_table
from connectors.wall import refuse_outside
from kgqa.errors import GraphUnavailable
from kgqa.types import CheckedQuery, GraphDescription, Limits, ResultTable

_GIGABYTE = 2**30


class EmbeddedGraph:
    """The adapter of `kgqa.ports.Graph` for files. It may be used from several event loops at once."""

    def __init__(self, readers: Readers, description: GraphDescription, *, at_once: int) -> None:
        self._readers = readers
        self._description = description
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="graph")
        self._finalize = weakref.finalize(self, _close, readers, self._threads)

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
        paths = tuple(str(Path(source).expanduser().resolve()) for source in sources)
        readers = Readers(memory=memory)
        try:
            opened = readers.open(paths, folder, progress)
        except BaseException:
            readers.close()
            raise
        description = GraphDescription(
            name=name or ", ".join(Path(path).name for path in paths),
            fingerprint=opened.fingerprint,
            triples=opened.triples,
        )
        return cls(readers, description, at_once=at_once)

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        """Answers one query. A query whose asker has gone (cancelled) is stopped."""
        refuse_outside(query.text)
        if not self._finalize.alive:
            raise GraphUnavailable(f"The graph {self._description.name} is closed. Start Querist again.")
        call = Call(query.text, limits)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._run, call)
        except asyncio.CancelledError:
            call.cancel()
            raise

    async def describe(self) -> GraphDescription:
        """As it was when the files were loaded."""
        return self._description

    def close(self) -> None:
        """Ends the process that holds the graph. Closing twice is no error."""
        self._finalize()

    def _run(self, call: Call) -> ResultTable:
        start = time.perf_counter()
        try:
            found = self._readers.run(call)
        except Cancelled:
            return ResultTable(seconds=time.perf_counter() - start)  # nobody reads it
        return to_table(found, seconds=time.perf_counter() - start)


def _close(readers: Readers, threads: ThreadPoolExecutor) -> None:
    threads.shutdown(wait=False, cancel_futures=True)
    readers.close()
