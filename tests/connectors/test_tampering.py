"""Whoever changes, deletes, moves, adds or cuts anything of the record past Querist is found out.

In: a record in SQLite, and changes that a seed makes up, written with SQL as an admin of the database would.
`make test` makes a hundred of them, `make slow` a thousand.
"""

from __future__ import annotations

import asyncio
import random
import re
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from connectors.database.audit import AuditTrail
from connectors.database.chain import link_hash
from connectors.database.database import Database
from connectors.verify_export import Broken, verify
from kgqa.audit import Checkpoint
from tests.connectors.recorded import ADA, lived

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
    """A record in a file, and the checkpoint of its end."""

    file: Path
    checkpoint: Checkpoint


@dataclass
class Vandal:
    """Does one thing to the record, chosen by a seed, and says what."""

    database: sqlite3.Connection
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
            self.random.choice(deeds)()
        return self.done[0]

    def change(self) -> None:
        table, row = self._row()
        column = self.random.choice([c for c in row if (table, c) not in UNCOVERED])
        value = self._other(row[column])
        try:
            self._set(table, row, {column: value})
        except sqlite3.IntegrityError:
            return  # the database itself refuses it
        self.done.append(f"{table}.{column} of {self._key(table, row)}: {row[column]!r:.60} is {value!r:.60}")

    def delete(self) -> None:
        table, row = self._row()
        self.database.execute(f"DELETE FROM {table} WHERE {self._is(table)}", self._key(table, row))
        self.done.append(f"{table} {self._key(table, row)} deleted")

    def swap(self) -> None:
        """Two rows trade places: all but their keys."""
        table, one = self._row()
        other = self.random.choice(self._rows(table))
        rest = [c for c in one if c not in KEYS[table] and (table, c) not in UNCOVERED]
        if all(one[c] == other[c] for c in rest):
            return
        try:
            with_mark = {c: f"~{one[c]}" if c in ("event", "reference") else one[c] for c in rest}
            self._set(table, other, with_mark)
            self._set(table, one, {c: other[c] for c in rest})
            self._set(table, other, {c: one[c] for c in rest})
        except sqlite3.IntegrityError:
            self.database.rollback()
            return
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
        try:
            self.database.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", list(row.values()))
        except sqlite3.IntegrityError:
            return
        self.done.append(f"{table} {self._key(table, row)} put in")

    def cut(self) -> None:
        """The last links go, with all that they tell of: only a checkpoint shows it."""
        links = self._rows("record_chain")
        count = self.random.randint(1, len(links))
        gone = sorted(links, key=lambda link: link["number"])[-count:]
        for link in gone:
            self.database.execute("DELETE FROM record_chain WHERE number = ?", (link["number"],))
            if link["reference"]:
                self.database.execute(
                    "DELETE FROM record_entries WHERE reference = ? AND number = ?",
                    (link["reference"], link["entry"]),
                )
            else:
                self.database.execute("DELETE FROM audit_acts WHERE number = ?", (link["entry"],))
            if link["kind"] in ("opened", "closed"):
                table = "records" if link["kind"] == "opened" else "record_answers"
                self.database.execute(f"DELETE FROM {table} WHERE reference = ?", (link["reference"],))
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
        self.database.execute("DELETE FROM record_chain WHERE number = ?", (gone["number"],))
        if gone["reference"]:
            place = (gone["reference"], gone["entry"])
            self.database.execute("DELETE FROM record_entries WHERE reference = ? AND number = ?", place)
        else:
            self.database.execute("DELETE FROM audit_acts WHERE number = ?", (gone["entry"],))
        for old in links[hidden + 1 :]:
            link = old | {"number": old["number"] - 1, "previous": before}
            before = link["hash"] = link_hash(link)
            self._set("record_chain", old, link)
        self.done.append(f"link {hidden + 1} taken out, and all after it written anew")

    def _row(self) -> tuple[str, dict[str, Any]]:
        table = self.random.choice([t for t in KEYS if self._rows(t)])
        return table, self.random.choice(self._rows(table))

    def _rows(self, table: str) -> list[dict[str, Any]]:
        return [dict(row) for row in self.database.execute(f"SELECT * FROM {table} ORDER BY 1, 2")]

    def _set(self, table: str, row: dict[str, Any], values: dict[str, Any]) -> None:
        sets = ", ".join(f'"{c}" = ?' for c in values)
        self.database.execute(
            f"UPDATE {table} SET {sets} WHERE {self._is(table)}", [*values.values(), *self._key(table, row)]
        )

    def _is(self, table: str) -> str:
        return " AND ".join(f'"{c}" = ?' for c in KEYS[table])

    def _key(self, table: str, row: dict[str, Any]) -> tuple[Any, ...]:
        return tuple(row[c] for c in KEYS[table])

    def _other(self, value: Any) -> Any:
        """Another value of the same sort."""
        if value is None:
            return self.random.choice(("x", 1))
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


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    file = tmp_path_factory.mktemp("kept") / "querist.db"
    database = Database.open(f"sqlite:///{file}")

    async def live() -> tuple[int, str]:
        await lived(database)
        return await AuditTrail(database).head()

    size, head = asyncio.run(live())
    database.close()
    return Kept(file, Checkpoint(size=size, head=head, at=datetime.now(UTC), key="", signature=""))


def tampered(kept: Kept, folder: Path, seed: int) -> str:
    """What was done to a copy of the record, and what verifying said of it; "" for nothing."""
    file = folder / f"{seed}.db"
    shutil.copyfile(kept.file, file)
    raw = sqlite3.connect(file)
    raw.row_factory = sqlite3.Row
    raw.execute("PRAGMA synchronous = OFF")
    deed = Vandal(raw, random.Random(seed)).act()  # noqa: S311 - nothing secret
    raw.commit()
    raw.close()
    database = Database.bare(make_url(f"sqlite:///{file}"))
    try:
        proof = asyncio.run(AuditTrail(database).verify([kept.checkpoint]))
    finally:
        database.close()
        for each in folder.glob(f"{seed}.db*"):
            each.unlink()
    return "" if proof.broken and proof.broken.what.endswith(".") else f"seed {seed}: {deed}"


def test_a_record_that_nobody_touched_holds(kept: Kept) -> None:
    database = Database.bare(make_url(f"sqlite:///{kept.file}"))
    proof = asyncio.run(AuditTrail(database).verify([kept.checkpoint]))
    database.close()
    assert (proof.broken, proof.checkpoints) == (None, 1)


def test_each_of_a_hundred_changes_is_found(kept: Kept, tmp_path: Path) -> None:
    assert list(filter(None, (tampered(kept, tmp_path, seed) for seed in range(100)))) == []


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
    file = tmp_path / "querist.db"
    shutil.copyfile(kept.file, file)
    with sqlite3.connect(file) as raw:
        raw.execute(statement)
    raw.close()
    database = Database.bare(make_url(f"sqlite:///{file}"))
    broken = asyncio.run(AuditTrail(database).verify()).broken
    database.close()
    assert broken is not None
    assert re.search(said, broken.what)


# ── exports ──────────────────────────────────────────────────────────────────────────────────────


async def exported(kept: Kept, folder: Path, *, forget: str = "") -> list[dict[str, Any]]:
    file = folder / "querist.db"
    shutil.copyfile(kept.file, file)
    database = Database.bare(make_url(f"sqlite:///{file}"))
    audit = AuditTrail(database)
    if forget:
        await audit.forget(forget, by="carol", why="")
    lines = [line async for line in audit.links()]
    database.close()
    return lines


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
