"""A file of facts on their way to becoming names: kept page by page, read back thing by thing.

In: facts and literals as they come from a graph. Out: the same, those of one thing together. The file is
SQLite, so that a page is kept whole or not at all. Things are spread over buckets by their IRIs, and only a
bucket is ever sorted, so that memory does not grow with the graph.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from zlib import crc32

from kgqa.linking.fact import Fact, Literal, Reached

BUCKETS = 256
MOST_FACTS = 5_000  # facts of one thing that are read back
_TABLES = """
CREATE TABLE IF NOT EXISTS notes (about TEXT PRIMARY KEY, text TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS parts (
  part TEXT PRIMARY KEY, rows INTEGER, whole INTEGER, notice TEXT, unread INTEGER) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS iris (id INTEGER PRIMARY KEY, iri TEXT UNIQUE);
CREATE TABLE IF NOT EXISTS facts (
  bucket INTEGER, number INTEGER, subject TEXT, property INTEGER, text TEXT, language TEXT, of INTEGER,
  PRIMARY KEY (bucket, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS literals (
  property INTEGER, text TEXT, datatype TEXT, language TEXT,
  PRIMARY KEY (property, text, datatype, language)) WITHOUT ROWID;
"""


def bucket_of(iri: str) -> int:
    return crc32(iri.encode("utf-8", "surrogatepass")) % BUCKETS


def opened(file: Path) -> sqlite3.Connection:
    """A database for one writer, which a killed process leaves as it was after its last commit."""
    # Whoever writes may be another thread than the one that opened; never two at the same time.
    database = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    try:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=NORMAL")
        database.execute("PRAGMA cache_size=-16000")
    except sqlite3.Error:
        database.close()
        raise
    return database


class Staging:
    """The facts of one draft. Raises sqlite3.Error."""

    def __init__(self, file: Path) -> None:
        self._database = opened(file)
        try:
            self._database.executescript(_TABLES)
            self._iris: dict[str, int] = {i: n for n, i in self._database.execute("SELECT id, iri FROM iris")}
            last = self._database.execute("SELECT MAX(number) FROM facts").fetchone()[0]
        except sqlite3.Error:
            self._database.close()
            raise
        self._number: int = last or 0

    def close(self) -> None:
        self._database.close()

    # ── notes and pages ──────────────────────────────────────────────────────────────────────────

    def recall(self, about: str) -> str:
        row = self._database.execute("SELECT text FROM notes WHERE about = ?", (about,)).fetchone()
        return str(row[0]) if row else ""

    def remember(self, about: str, text: str) -> None:
        self._database.execute("INSERT OR REPLACE INTO notes VALUES (?, ?)", (about, text))

    def reached(self, part: str) -> Reached:
        row = self._database.execute(
            "SELECT rows, whole, notice, unread FROM parts WHERE part = ?", (part,)
        ).fetchone()
        return Reached(row[0], bool(row[1]), row[2], bool(row[3])) if row else Reached()

    def keep(self, part: str, reached: Reached, facts: Iterable[Fact], literals: Iterable[Literal]) -> None:
        """Keeps a page with its count, both or neither."""
        write = self._database.execute
        known = dict(self._iris)
        write("BEGIN IMMEDIATE")
        try:
            write("INSERT OR REPLACE INTO parts VALUES (?, ?, ?, ?, ?)", (part, *reached))
            self._database.executemany(
                "INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    (
                        bucket_of(f.subject),
                        self._next(),
                        f.subject,
                        self._id(f.property),
                        f.text,
                        f.language,
                        self._id(f.of),
                    )
                    for f in facts
                ),
            )
            self._database.executemany(
                "INSERT OR IGNORE INTO literals VALUES (?, ?, ?, ?)",
                ((self._id(v.property), v.text, v.datatype, v.language) for v in literals),
            )
            write("COMMIT")
        except BaseException:
            self._iris = known
            if self._database.in_transaction:
                write("ROLLBACK")
            raise

    def _next(self) -> int:
        self._number += 1
        return self._number

    def _id(self, iri: str) -> int:
        known = self._iris.get(iri)
        if known is None:
            known = self._iris[iri] = len(self._iris) + 1
            self._database.execute("INSERT INTO iris VALUES (?, ?)", (known, iri))
        return known

    # ── reading back ─────────────────────────────────────────────────────────────────────────────

    def things(self) -> int:
        of_bucket = "SELECT COUNT(DISTINCT subject) FROM facts WHERE bucket = ?"
        return sum(self._database.execute(of_bucket, (b,)).fetchone()[0] for b in range(BUCKETS))

    def telling(self) -> dict[str, tuple[int, int]]:
        """As `NameDraft.telling`."""
        different = dict(
            self._database.execute("SELECT property, COUNT(DISTINCT text) FROM literals GROUP BY property")
        )
        properties = {number: iri for iri, number in self._iris.items() if number in different}
        having: Counter[int] = Counter()
        for b in range(BUCKETS):
            having.update(
                dict(
                    self._database.execute(
                        "SELECT property, COUNT(*) FROM (SELECT DISTINCT property, subject, text FROM facts "
                        "WHERE bucket = ? AND property IN (SELECT DISTINCT property FROM literals)) "
                        "GROUP BY property",
                        (b,),
                    )
                )
            )
        return {iri: (having[number], different[number]) for number, iri in properties.items()}

    def by_thing(self) -> Iterator[tuple[str, Sequence[Fact]]]:
        """The facts of each thing, bucket by bucket, by IRI within each."""
        iris = {number: iri for iri, number in self._iris.items()}
        for b in range(BUCKETS):
            rows = self._database.execute(
                "SELECT subject, property, text, language, of FROM facts WHERE bucket = ? ORDER BY subject",
                (b,),
            )
            for subject, group in groupby(rows, key=itemgetter(0)):
                yield (
                    subject,
                    [
                        Fact(subject, iris[p], text, language, iris[of])
                        for _, p, text, language, of in islice(group, MOST_FACTS)
                    ],
                )

    def by_value(self) -> Iterator[tuple[str, str, Sequence[Literal]]]:
        """The literals of each property and text, by the property's IRI and by text."""
        for iri, number in sorted(self._iris.items()):
            rows = self._database.execute(
                "SELECT text, datatype, language FROM literals WHERE property = ? ORDER BY text", (number,)
            )
            for text, group in groupby(rows, key=itemgetter(0)):
                yield iri, text, [Literal(iri, *row) for row in islice(group, MOST_FACTS)]
