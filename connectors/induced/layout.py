"""How tables stand in a file: the SQL that makes them, and what SQLite's trouble means.

In: a schema. Out: statements; errors in our words.
"""

from __future__ import annotations

import errno
import json
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from kgqa.errors import BadSetting, OperatorsMove, TablesUnavailable
from kgqa.induced.schema import KEY, Column, Kind, Schema, Table

FORMAT = "1"  # of the file; another one is filled anew
NOTE, ASIDE = "querist_note", "querist_aside"
FURTHER, ODD = "further", "odd"
KEPT_ASIDE = 1_000  # values of one column that are kept, of however many
_TYPES = {
    Kind.INTEGER: "INTEGER",
    Kind.BOOLEAN: "INTEGER",
    Kind.NUMBER: "REAL",
}


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


BESIDE = (
    f"CREATE TABLE {NOTE} (about TEXT PRIMARY KEY, text TEXT) WITHOUT ROWID",
    f"CREATE TABLE {ASIDE} (of TEXT, col TEXT, why TEXT, key TEXT, value TEXT)",
    # Which row of which table a thing is: each value is looked up once, however many tables there are.
    "CREATE TEMP TABLE member (key TEXT, of INTEGER, place INTEGER, PRIMARY KEY (key, of)) WITHOUT ROWID",
    "CREATE TEMP TABLE stage (key TEXT, value)",
)


def made(table: Table) -> str:
    """The statement that makes a table."""
    names = ", ".join(_defined(c) for c in table.columns)
    if not table.of:
        return f"CREATE TABLE {quoted(table.name)} ({names})"
    key = ", ".join(quoted(c.name) for c in table.columns)
    return f"CREATE TABLE {quoted(table.name)} ({names}, PRIMARY KEY ({key})) WITHOUT ROWID"


def indexed(schema: Schema) -> Iterator[str]:
    """The statements that make what joins need, once the rows are there."""
    for table in schema.tables:
        if not table.of:
            name = quoted(f"{table.name}.{KEY}")
            yield f"CREATE UNIQUE INDEX {name} ON {quoted(table.name)} ({KEY})"
        for column in table.columns:
            if column.kind is Kind.THING and not _is_first(column, table):
                name = quoted(f"{table.name}.{column.name}")
                yield f"CREATE INDEX {name} ON {quoted(table.name)} ({quoted(column.name)})"


def _is_first(column: Column, table: Table) -> bool:
    return column == table.columns[0]


def _defined(column: Column) -> str:
    return f"{quoted(column.name)} {_TYPES.get(column.kind, 'TEXT')}"


def stamp(schema: Schema, fingerprint: str, closed: Collection[str]) -> str:
    """Of which graph, by which schema, and without what the tables were filled."""
    tables = [asdict(t) for t in schema.tables]
    for table in tables:
        del table["things"]
    of = json.dumps([FORMAT, fingerprint, sorted(closed), tables])
    return sha256(of.encode("utf-8", "surrogatepass")).hexdigest()


@contextmanager
def translated(place: Path) -> Iterator[None]:
    """What disks and SQLite say, in our words."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise _refusal(place, error) from error


def _refusal(place: Path, error: sqlite3.Error | OSError) -> OperatorsMove:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    is_full = code == sqlite3.SQLITE_FULL
    is_closed = code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
    if isinstance(error, OSError):
        is_full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        is_closed = error.errno in (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR)
    if is_full:
        return TablesUnavailable(
            f"The disk is full: the tables of the graph cannot be kept in {place}. Make room, or set "
            "QUERIST_DATA to a folder that has it, and start again."
        )
    if is_closed:
        return BadSetting(
            f"The folder {place} for the tables of the graph cannot be used: {error}. "
            "Set QUERIST_DATA to a folder that I may write to."
        )
    return TablesUnavailable(
        f"The tables of the graph cannot be kept in {place}: {error}. Look after the disk, or remove the "
        "folder, and start again."
    )
