"""Tables in a SQLite file that is only read: the adapter of `kgqa.ports.Tables`.

In: checked SQL. Out: result tables, with things as IRIs. The file is opened read-only for each query, an
authorizer lets through what the check allows and nothing else, and a query whose time is over is stopped.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from connectors.induced.layout import quoted
from kgqa.check.sql.functions import FUNCTIONS
from kgqa.errors import GraphRejected, GraphTimeout, GraphUnavailable
from kgqa.induced.cells import term_of
from kgqa.induced.schema import Schema
from kgqa.trail import sending
from kgqa.types import CheckedQuery, Limits, QueryLanguage, ResultTable, Term

_STEPS = 20_000  # of SQLite's machine between two looks at the clock: about a millisecond
_LONGEST = 1_000_000  # bytes of one value
_MEMORY = 32_000  # kilobytes of the file that one query holds
_INSIDE = ("sqlite_", "querist_", "pragma_")  # of SQLite itself, and beside the tables
_SELECTS = frozenset((sqlite3.SQLITE_SELECT, sqlite3.SQLITE_RECURSIVE))


class StoredTables:
    """It may be used by several tasks at once: each query has a connection of its own."""

    def __init__(self, file: Path, schema: Schema, aside: Mapping[tuple[str, str], int]) -> None:
        self._file, self.schema, self.aside = file, schema, aside
        self._allowed = frozenset(t.name for t in schema.tables)

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        if query.language is not QueryLanguage.SQL:
            raise GraphRejected("The tables answer SQL, and this query is not.")
        over = _Clock(limits.seconds)
        with sending(query, "") as under_way:
            try:
                return under_way.found(await asyncio.to_thread(self._run, query, limits, over))
            except asyncio.CancelledError:
                over.stop()
                raise

    async def rows(self) -> Mapping[str, int]:
        def counted() -> dict[str, int]:
            with self._opened(_Clock(60.0)) as database:
                return {
                    t.name: database.execute(f"SELECT count(*) FROM {quoted(t.name)}").fetchone()[0]
                    for t in self.schema.tables
                }

        return await asyncio.to_thread(counted)

    def _run(self, query: CheckedQuery, limits: Limits, over: _Clock) -> ResultTable:
        start = time.perf_counter()
        with self._opened(over) as database:
            found = database.execute(query.text)
            rows: list[tuple[Term | None, ...]] = []
            size, truncated = 0, False
            for row in found:
                size += sum(len(value) if isinstance(value, str | bytes) else 8 for value in row)
                if len(rows) >= limits.rows or size > limits.bytes:
                    truncated = True
                    break
                rows.append(tuple(map(term_of, row, query.origins)))
        seconds = time.perf_counter() - start
        if query.form == "ask":
            is_so = bool(rows and rows[0][0] is not None and rows[0][0].value not in ("0", "false"))
            return ResultTable(boolean=is_so, seconds=seconds)
        names = tuple(o.column for o in query.origins)
        return ResultTable(columns=names, rows=tuple(rows), truncated=truncated, seconds=seconds)

    @contextmanager
    def _opened(self, over: _Clock) -> Iterator[sqlite3.Connection]:
        try:
            database = sqlite3.connect(
                f"{self._file.resolve().as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None
            )
        except sqlite3.Error as error:
            raise self._unavailable(error) from error
        try:
            database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
            database.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
            database.execute("PRAGMA query_only=1")
            database.execute("PRAGMA trusted_schema=0")
            database.execute(f"PRAGMA cache_size=-{_MEMORY}")
            database.set_authorizer(self._authorizer())
            database.set_progress_handler(over.is_over, _STEPS)
            yield database
        except sqlite3.Error as error:
            if over.is_over():
                raise GraphTimeout(
                    f"The tables did not answer in {over.seconds:g} seconds, so the query was stopped. "
                    "Ask for less, or raise QUERIST_QUERY_SECONDS."
                ) from error
            if isinstance(error, sqlite3.OperationalError) and not self._file.exists():
                raise self._unavailable(error) from error
            raise GraphRejected(f"The tables refused the query: {error}.") from error
        finally:
            database.close()

    def _authorizer(self) -> Callable[[int, str | None, str | None, str | None, str | None], int]:
        """Says what a query may do: read these tables, call these functions."""

        def allow(action: int, one: str | None, two: str | None, *_: str | None) -> int:
            if action in _SELECTS or (action == sqlite3.SQLITE_READ and one in self._allowed):
                return sqlite3.SQLITE_OK
            if action == sqlite3.SQLITE_READ and not two and not (one or "").lower().startswith(_INSIDE):
                return sqlite3.SQLITE_OK  # the rows of a query in the query, which has a name of its own
            if action == sqlite3.SQLITE_FUNCTION and (two or "").lower() in FUNCTIONS:
                return sqlite3.SQLITE_OK
            return sqlite3.SQLITE_DENY

        return allow

    def _unavailable(self, error: sqlite3.Error) -> GraphUnavailable:
        return GraphUnavailable(
            f"The tables of the graph cannot be read ({error}). Start Querist again: they are filled anew."
        )


class _Clock:
    """Says when the time of a query is over, or nobody waits for it any more."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    def stop(self) -> None:
        self._end = 0.0

    def is_over(self) -> bool:
        return time.monotonic() > self._end
