"""Whoever changes, deletes, moves, adds or cuts anything of the record past Querist is found out.

In: a record in SQLite or PostgreSQL, and a thousand changes that seeds make up, written with SQL as an admin
of the database would.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, CursorResult, make_url
from sqlalchemy.exc import DBAPIError

from connectors.database.audit import AuditTrail
from connectors.database.chain import link_hash
from connectors.database.database import Database
from connectors.verify_export import Broken, verify
from kgqa.audit import Checkpoint
from tests.connectors.recorded import ADA, lived
from tests.postgres import copied, migrated
from tests.sqlite import with_database

pytestmark = pytest.mark.slow

KEYS = {
    "records": ("reference",),
    "record_answers": ("reference",),
    "record_entries": ("reference", "number"),
    "record_chain": ("number",),
    "audit_acts": ("number",),
    "judgements": ("reference", "by"),
}
# A judgement stands there as it is now; when it was given, its entry tells.
UNCOVERED = {("judgements", "at")}


@dataclass(frozen=True)
class Kept:
    """The database of a record, and the checkpoint of its end."""

    url: str
    checkpoint: Checkpoint


@dataclass
class Vandal:
    """Does one thing to the record, chosen by a seed, and says what."""

    database: Connection
    random: random.Random
    done: list[str] = field(default_factory=list)

    def act(self) -> str:
        deeds: tuple[Callable[[], None], ...] = (
            self.change,
            self.change,
            self.delete,
            self.swap,
            self.copy,
            self.cut,
            self.hide,
        )
        while not self.done:
            with suppress(DBAPIError), self.database.begin_nested():  # the database itself may refuse it
                self.random.choice(deeds)()
        return self.done[0]

    def change(self) -> None:
        table, row = self._row()
        column = self.random.choice([c for c in row if (table, c) not in UNCOVERED])
        value = self._other(row[column])
        self._set(table, row, {column: value})
        self.done.append(f"{table}.{column} of {self._key(table, row)}: {row[column]!r:.60} is {value!r:.60}")

    def delete(self) -> None:
        table, row = self._row()
        self._run(f"DELETE FROM {table} WHERE {self._is(table)}", self._key(table, row))
        self.done.append(f"{table} {self._key(table, row)} deleted")

    def swap(self) -> None:
        """Two rows trade places: all but their keys."""
        table, one = self._row()
        other = self.random.choice(self._rows(table))
        rest = [c for c in one if c not in KEYS[table] and (table, c) not in UNCOVERED]
        if all(one[c] == other[c] for c in rest):
            return
        with_mark = {c: f"~{one[c]}" if c in ("event", "reference") else one[c] for c in rest}
        self._set(table, other, with_mark)
        self._set(table, one, {c: other[c] for c in rest})
        self._set(table, other, {c: one[c] for c in rest})
        self.done.append(f"{table} {self._key(table, one)} and {self._key(table, other)} swapped")

    def copy(self) -> None:
        """Something is put in that never was."""
        table, row = self._row()
        key = KEYS[table][-1]
        row = dict(row) | {key: self._other(row[key])}
        if table == "records":
            row["event"] = self._other(row["event"])
        if table == "record_chain":
            row["entry"] = self._other(row["entry"])
        marks = ", ".join("?" * len(row))
        names = ", ".join(f'"{c}"' for c in row)
        self._run(f"INSERT INTO {table} ({names}) VALUES ({marks})", tuple(row.values()))
        self.done.append(f"{table} {self._key(table, row)} put in")

    def cut(self) -> None:
        """The last links go, with all that they tell of: only a checkpoint shows it."""
        links = self._rows("record_chain")
        count = self.random.randint(1, len(links))
        gone = sorted(links, key=lambda link: link["number"])[-count:]
        for link in gone:
            self._unlink(link)
            if link["kind"] in ("opened", "closed"):
                table = "records" if link["kind"] == "opened" else "record_answers"
                self._run(f"DELETE FROM {table} WHERE reference = ?", (link["reference"],))
        self.done.append(f"{count} links cut")

    def hide(self) -> None:
        """Something is taken out with its link, and all links after it are made anew, as who knows the code
        would: only a checkpoint shows it.
        """
        links = sorted(self._rows("record_chain"), key=lambda link: link["number"])
        hidden = self.random.choice(
            [n for n, link in enumerate(links) if link["kind"] not in ("opened", "closed")]
        )
        gone, before = links[hidden], links[hidden]["previous"]
        self._unlink(gone)
        for old in links[hidden + 1 :]:
            link = old | {"number": old["number"] - 1, "previous": before}
            before = link["hash"] = link_hash(link)
            self._set("record_chain", old, link)
        self.done.append(f"link {hidden + 1} taken out, and all after it written anew")

    def _unlink(self, link: dict[str, Any]) -> None:
        self._run("DELETE FROM record_chain WHERE number = ?", (link["number"],))
        if link["reference"]:
            place = (link["reference"], link["entry"])
            self._run("DELETE FROM record_entries WHERE reference = ? AND number = ?", place)
        else:
            self._run("DELETE FROM audit_acts WHERE number = ?", (link["entry"],))

    def _row(self) -> tuple[str, dict[str, Any]]:
        table = self.random.choice([t for t in KEYS if self._rows(t)])
        return table, self.random.choice(self._rows(table))

    def _rows(self, table: str) -> list[dict[str, Any]]:
        rows = self._run(f"SELECT * FROM {table} ORDER BY 1, 2").mappings()
        return [
            {c: json.dumps(v) if isinstance(v, dict | list) else v for c, v in row.items()} for row in rows
        ]

    def _set(self, table: str, row: dict[str, Any], values: dict[str, Any]) -> None:
        sets = ", ".join(f'"{c}" = ?' for c in values)
        self._run(
            f"UPDATE {table} SET {sets} WHERE {self._is(table)}", (*values.values(), *self._key(table, row))
        )

    def _run(self, statement: str, values: Sequence[Any] = ()) -> CursorResult[Any]:
        is_sqlite = self.database.dialect.name == "sqlite"
        return self.database.exec_driver_sql(
            statement if is_sqlite else statement.replace("?", "%s"), tuple(values)
        )

    def _is(self, table: str) -> str:
        return " AND ".join(f'"{c}" = ?' for c in KEYS[table])

    def _key(self, table: str, row: dict[str, Any]) -> tuple[Any, ...]:
        return tuple(row[c] for c in KEYS[table])

    def _other(self, value: Any) -> Any:
        """Another value of the same sort."""
        if value is None:
            return self.random.choice(("x", 1))
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return self.random.choice((1 - value, value + 1)) if value in (0, 1) else value + 1
        if isinstance(value, float):
            return value + 0.5
        text = str(value)
        if self.random.random() < 0.1:
            return self.random.choice([t for t in ("", "{", "never", "\0", "é") if t != text])
        if len(text) == 32 and text[4] == "-":  # a moment
            return text.replace("+00:00", "+00:01") if self.random.random() < 0.3 else f"2001{text[4:]}"
        if text[:1] in ("[", "{"):  # JSON
            return self.random.choice([t for t in ('["x"]', '{"x": "y"}', "[]") if t != text])
        if len(text) in (32, 64) and all(c in "0123456789abcdef" for c in text):
            return ("1" if text[0] == "0" else "0") + text[1:]
        at = self.random.randrange(len(text) + 1)
        return text[:at] + self.random.choice("xyz ") + text[at:]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def kept(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    folder = tmp_path_factory.mktemp("kept")
    empty = nullcontext(with_database(folder / "querist.db")) if request.param == "sqlite" else migrated()
    with empty as url:
        with opened(url) as database:
            asyncio.run(lived(database))
            size, head = asyncio.run(AuditTrail(database).head())
        yield Kept(url, Checkpoint(size=size, head=head, at=datetime.now(UTC), key="", signature=""))


@contextmanager
def opened(url: str) -> Iterator[Database]:
    database = Database.bare(make_url(url))
    try:
        yield database
    finally:
        database.close()


@contextmanager
def copy_of(kept: Kept, folder: Path) -> Iterator[Database]:
    """A copy of the record that may be spoiled."""
    if not kept.url.startswith("sqlite"):
        with copied(kept.url) as url, opened(url) as database:
            yield database
        return
    file = folder / "copy.db"
    shutil.copyfile(str(make_url(kept.url).database), file)
    with opened(f"sqlite:///{file}") as database:
        yield database
    for each in folder.glob("copy.db*"):
        each.unlink()


@contextmanager
def as_admin(database: Database) -> Iterator[Connection]:
    """A transaction of somebody whom no foreign key stops."""
    with database.engine.connect() as connection:
        if database.is_sqlite:
            connection.connection.cursor().execute("PRAGMA foreign_keys = OFF")
        else:
            connection.exec_driver_sql("SET session_replication_role = replica")
        yield connection
        connection.commit()


def tampered(kept: Kept, folder: Path, seed: int) -> str:
    """What was done to a copy of the record, and what verifying said of it; "" for nothing."""
    with copy_of(kept, folder) as database:
        with as_admin(database) as connection:
            deed = Vandal(connection, random.Random(seed)).act()  # noqa: S311 - nothing secret
        proof = asyncio.run(AuditTrail(database).verify([kept.checkpoint]))
    return "" if proof.broken and proof.broken.what.endswith(".") else f"seed {seed}: {deed}"


def test_a_record_that_nobody_touched_holds(kept: Kept) -> None:
    with opened(kept.url) as database:
        proof = asyncio.run(AuditTrail(database).verify([kept.checkpoint]))
    assert (proof.broken, proof.checkpoints) == (None, 1)


def test_each_of_a_thousand_changes_is_found(kept: Kept, tmp_path: Path) -> None:
    assert list(filter(None, (tampered(kept, tmp_path, seed) for seed in range(1_000)))) == []


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE record_answers SET query = 'SELECT 1'", "the answer of record .* Its query, graph, outcome"),
        (
            "UPDATE records SET question = 'Who cooks?'",
            "the question of record .* Its words, who asked or where",
        ),
        ("DELETE FROM record_chain WHERE number = 7", "^Link 7 is missing: the next one is 8"),
        (
            "DELETE FROM record_entries WHERE kind = 'shown'",
            "is gone, or cannot be read any more: entry 8 .shown. of record",
        ),
        ("UPDATE record_chain SET kind = 'shown' WHERE number = 9", "^Link 9 .* was changed"),
        ("UPDATE judgements SET verdict = 'up'", "not what the chain says was said last"),
        (
            "INSERT INTO audit_acts VALUES (9, '2026-01-01T00:00:00.000000+00:00', 'list', 'x', '{}', '{}')",
            "^Act 9 stands in the table and in no link of the chain",
        ),
    ],
)
def test_the_first_place_is_told_in_a_sentence(kept: Kept, tmp_path: Path, statement: str, said: str) -> None:
    with copy_of(kept, tmp_path) as database:
        with as_admin(database) as connection:
            connection.exec_driver_sql(statement)
        broken = asyncio.run(AuditTrail(database).verify()).broken
    assert broken is not None
    assert re.search(said, broken.what)


# ── exports ──────────────────────────────────────────────────────────────────────────────────────


async def exported(kept: Kept, folder: Path, *, forget: str = "") -> list[dict[str, Any]]:
    with copy_of(kept, folder) as database:
        audit = AuditTrail(database)
        if forget:
            await audit.forget(forget, by="carol", why="")
        return [line async for line in audit.links()]


def holds(lines: list[dict[str, Any]], heads: dict[int, str]) -> bool:
    try:
        verify(iter(lines), heads)
    except Broken:
        return False
    return True


@pytest.mark.parametrize("forget", ["", ADA])
async def test_an_export_verifies_by_the_program_alone_and_no_change_of_it_does(
    kept: Kept, tmp_path: Path, forget: str
) -> None:
    lines = await exported(kept, tmp_path, forget=forget)
    heads = {kept.checkpoint.size: kept.checkpoint.head}
    assert holds(lines, heads)
    chance = random.Random(7)  # noqa: S311 - nothing secret
    for _ in range(150):
        copy = [dict(line) for line in lines]
        place = chance.randrange(len(copy))
        what = chance.choice(["delete", "swap", "cut", "facts", "personal", "link", "hash", "salt", "kind"])
        if what == "delete":
            del copy[place]
            if place in (0, len(copy)):
                continue  # what is left is an export of less
        elif what == "swap":
            other = chance.randrange(len(copy))
            if other == place:
                continue
            copy[place], copy[other] = copy[other], copy[place]
        elif what == "cut":
            copy = copy[: chance.randrange(kept.checkpoint.size)]
        elif what in ("hash", "salt", "kind"):
            copy[place][what] = None if what == "salt" and copy[place][what] else "00" * 16
        else:
            copy[place][what] = {**(copy[place][what] or {}), "at": "2001"}
        assert not holds(copy, heads), (what, place)
