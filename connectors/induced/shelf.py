"""The folder in which the tables of one graph are kept: the adapters of `TablesShelf` and `TablesDraft`.

In: a folder. Out: tables that are whole, and drafts of the next ones. A draft is a file of its own; finished,
it takes the place of the one before it in one step, so that who reads that one reads on.
"""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Sequence
from contextlib import suppress
from pathlib import Path

from connectors import whole
from connectors.induced.layout import (
    ASIDE,
    BESIDE,
    FURTHER,
    KEPT_ASIDE,
    NOTE,
    ODD,
    indexed,
    made,
    quoted,
    stamp,
    translated,
)
from connectors.induced.tables import StoredTables
from kgqa.induced.schema import KEY, Column, Schema, Table

FILE = "tables.sqlite"
_Row = tuple[str, int, str | int | float]  # a thing, the place of its row, a value
_CACHE = 64_000  # kilobytes of the file that are held in memory while it is filled


class Shelf:
    """A `TablesShelf` in a folder. Several processes may use it at once: the last one that finishes stays."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def file(self) -> Path:
        return self.folder / FILE

    def whole(self, schema: Schema, fingerprint: str, closed: Collection[str]) -> StoredTables | None:
        notes = self._notes()
        if notes.get("stamp") != stamp(schema, fingerprint, closed):
            return None
        aside = tuple(json.loads(notes["aside"]))
        return StoredTables(self.file, Schema(schema.tables, schema.together, aside), _counts(notes))

    def several(self, fingerprint: str) -> tuple[tuple[str, str], ...]:
        notes = self._notes()
        if notes.get("fingerprint") != fingerprint:
            return ()
        return tuple((cls, prop) for cls, prop in json.loads(notes["several"]))

    def draft(self, schema: Schema) -> Draft:
        with translated(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            return Draft(self.folder, schema)

    def _notes(self) -> dict[str, str]:
        """What was noted in the file; {} where nothing can be read: it is filled anew."""
        if not self.file.exists():
            return {}
        with suppress(sqlite3.Error):
            database = sqlite3.connect(f"{self.file.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
            try:
                return dict(database.execute(f"SELECT about, text FROM {NOTE}"))
            finally:
                database.close()
        return {}


class Draft:
    """A `TablesDraft` in a file beside the whole one. One task uses it."""

    def __init__(self, folder: Path, schema: Schema) -> None:
        self._folder = folder
        self._part = folder / f"{FILE}.{os.getpid()}.part"
        self._part.unlink(missing_ok=True)
        os.close(os.open(self._part, os.O_CREAT | os.O_EXCL, 0o600))
        self._database: sqlite3.Connection | None = None
        database = sqlite3.connect(self._part, isolation_level=None, check_same_thread=False)
        self._database = database
        # A draft that is not finished is thrown away, so nothing of it needs to outlive the power.
        database.execute("PRAGMA journal_mode=OFF")
        database.execute("PRAGMA synchronous=OFF")
        database.execute(f"PRAGMA cache_size=-{_CACHE}")
        database.execute("BEGIN")
        for statement in (*map(made, schema.tables), *BESIDE):
            database.execute(statement)
        self._counted: dict[tuple[str, str, str], int] = {}
        self._numbers: dict[str, int] = {}
        self._rows: dict[str, int] = {}

    async def things(self, table: Table, keys: Sequence[str]) -> None:
        await asyncio.to_thread(self._things, table, keys)

    async def values(
        self,
        places: Sequence[tuple[Table, Column]],
        cells: Sequence[tuple[str, str | int | float]],
        odd: Sequence[tuple[str, str]],
    ) -> None:
        await asyncio.to_thread(self._values, places, cells, odd)

    async def add(self, table: Table) -> None:
        with translated(self._folder):
            self._opened.execute(made(table))

    async def counted(self, table: Table, column: Column) -> tuple[int, int]:
        return await asyncio.to_thread(self._having, table, column)

    def finish(
        self, schema: Schema, fingerprint: str, closed: Collection[str], several: Collection[tuple[str, str]]
    ) -> StoredTables:
        known = {(t.name, c.name) for t in schema.tables for c in t.columns}
        notes = {
            "stamp": stamp(schema, fingerprint, closed),
            "fingerprint": fingerprint,
            "several": json.dumps(list(several)),
            "aside": json.dumps(schema.aside),
            "counts": json.dumps([[t, c, n] for (t, c, _), n in self._counted.items() if (t, c) in known]),
        }
        file = self._folder / FILE
        with translated(self._folder):
            database = self._opened
            database.execute("DROP TABLE stage")
            database.execute("DROP TABLE member")
            for statement in indexed(schema):
                database.execute(statement)
            database.executemany(f"INSERT INTO {NOTE} VALUES (?, ?)", notes.items())
            database.execute("COMMIT")
            database.execute("PRAGMA optimize=0x10002")  # what the planner of queries wants to know
            database.close()
            self._database = None
            whole.sync(self._part)
            self._part.replace(file)
            whole.sync(self._folder)
        return StoredTables(file, schema, _counts(notes))

    def close(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None
        with suppress(OSError):
            self._part.unlink(missing_ok=True)

    # ── in a thread ──────────────────────────────────────────────────────────────────────────────

    @property
    def _opened(self) -> sqlite3.Connection:
        if self._database is None:
            raise sqlite3.ProgrammingError("The draft is closed.")
        return self._database

    def _things(self, table: Table, keys: Sequence[str]) -> None:
        number = self._numbers.setdefault(table.name, len(self._numbers))
        place = self._rows.get(table.name, 0)
        new = [_storable(key) for key in dict.fromkeys(keys)]
        with translated(self._folder):
            known = "SELECT 1 FROM member WHERE key = ? AND of = ?"
            new = [k for k in new if self._opened.execute(known, (k, number)).fetchone() is None]
            rows = [(key, number, place + n) for n, key in enumerate(new, 1)]
            self._opened.executemany("INSERT INTO member VALUES (?, ?, ?)", rows)
            into = f"INSERT INTO {quoted(table.name)} (rowid, {KEY}) VALUES (?, ?)"
            self._opened.executemany(into, ((n, key) for key, _, n in rows))
        self._rows[table.name] = place + len(new)

    def _values(
        self,
        places: Sequence[tuple[Table, Column]],
        cells: Sequence[tuple[str, str | int | float]],
        odd: Sequence[tuple[str, str]],
    ) -> None:
        with translated(self._folder):
            strays, values = self._placed(odd), self._placed(cells)
            for table, column in places:
                number = self._numbers.get(table.of or table.name, -1)
                self._aside(table, column, ODD, [(k, str(v)) for k, _, v in strays.get(number, ())])
                if rows := values.get(number):
                    self._put(table, column, rows)

    def _placed(self, found: Sequence[tuple[str, str | int | float]]) -> dict[int, list[_Row]]:
        """The things with their values, by the number of each table that they are in."""
        if not found:
            return {}
        self._stage(found)
        placed: defaultdict[int, list[_Row]] = defaultdict(list)
        joined = "SELECT m.of, s.key, m.place, s.value FROM stage s JOIN member m ON m.key = s.key"
        for number, key, place, value in self._opened.execute(joined):
            placed[number].append((key, place, value))
        return placed

    def _put(self, table: Table, column: Column, rows: list[_Row]) -> None:
        name, field = quoted(table.name), quoted(column.name)
        if table.of:
            into = f"INSERT OR IGNORE INTO {name} VALUES (?, ?)"
            self._opened.executemany(into, ((key, value) for key, _, value in rows))
            return
        update = f"UPDATE {name} SET {field} = ? WHERE rowid = ? AND {field} IS NULL"
        done = self._opened.executemany(update, ((value, place) for _, place, value in rows))
        if done.rowcount < len(rows):
            other = f"SELECT 1 FROM {name} WHERE rowid = ? AND {field} <> ?"
            further = [
                (key, str(value))
                for key, place, value in rows
                if self._opened.execute(other, (place, value)).fetchone()
            ]
            self._aside(table, column, FURTHER, further)

    def _stage(self, rows: Sequence[tuple[str, str | int | float]]) -> None:
        self._opened.execute("DELETE FROM stage")
        storable = ((_storable(k), _storable(v) if isinstance(v, str) else v) for k, v in rows)
        self._opened.executemany("INSERT INTO stage VALUES (?, ?)", storable)

    def _aside(self, table: Table, column: Column, why: str, found: list[tuple[str, str]]) -> None:
        if not found:
            return
        key = table.name, column.name, why
        room = max(KEPT_ASIDE - self._counted.get(key, 0), 0)
        self._counted[key] = self._counted.get(key, 0) + len(found)
        into = f"INSERT INTO {ASIDE} VALUES (?, ?, ?, ?, ?)"
        self._opened.executemany(into, ((*key, k, v) for k, v in found[:room]))

    def _having(self, table: Table, column: Column) -> tuple[int, int]:
        with translated(self._folder):
            counted = f"SELECT COUNT({quoted(column.name)}) FROM {quoted(table.name)}"
            having: int = self._opened.execute(counted).fetchone()[0]
        return having, self._counted.get((table.name, column.name, FURTHER), 0)


def _counts(notes: dict[str, str]) -> dict[tuple[str, str], int]:
    found: dict[tuple[str, str], int] = {}
    for table, column, count in json.loads(notes["counts"]):
        found[table, column] = found.get((table, column), 0) + count
    return found


def _storable(text: str) -> str:
    """`text` without lone surrogates, which no database keeps."""
    return text.encode("utf-8", "replace").decode()
