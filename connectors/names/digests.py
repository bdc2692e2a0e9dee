"""What was written of each thing and value, as one digest each: so that the next index writes only changes.

In: things and values in the order in which a draft gives them. Out: whether each is new, changed or as it
was, and which have gone. Both files are read and written from their beginning to their end, side by side.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from connectors.names.staging import bucket_of, opened
from kgqa.linking.entry import Entry

_GATHERED = 10_000
_TABLE = """
CREATE TABLE digests (kind INTEGER, bucket INTEGER, iri TEXT, value TEXT, digest BLOB,
  PRIMARY KEY (kind, bucket, iri, value)) WITHOUT ROWID
"""
_ALL = "SELECT kind, bucket, iri, value, digest FROM digests ORDER BY kind, bucket, iri, value"


class Mark(NamedTuple):
    """What stands for a thing, or for a value of a property, in the order of both files."""

    kind: int  # things before values
    bucket: int
    iri: str
    text: str

    @property
    def value(self) -> str | None:
        return self.text if self.kind else None


def mark_of(iri: str, value: str | None) -> Mark:
    return Mark(0, bucket_of(iri), iri, "") if value is None else Mark(1, 0, iri, value)


def digest_of(entries: Sequence[Entry]) -> bytes:
    said = repr([(e.kind.value, *(getattr(e, f) for f in _FIELDS)) for e in entries])
    return blake2b(said.encode("utf-8", "surrogatepass"), digest_size=8).digest()


_FIELDS = ("name", "label", "preferred", "identifier", "classes", "datatype", "language", "source")


class Digests:
    """The new file beside the earlier one, if there is one. Raises sqlite3.Error."""

    def __init__(self, file: Path, earlier: Path | None) -> None:
        self._database = opened(file)
        self._database.execute(_TABLE)
        self._gathered: list[tuple[int, int, str, str, bytes]] = []
        self._old = _rows(earlier) if earlier else iter(())
        self._next = next(self._old, None)

    def gone_before(self, mark: Mark | None) -> Iterator[Mark]:
        """What the earlier file has before this mark, or to its end, and which nobody has written since."""
        while self._next is not None and (mark is None or self._next[0] < mark):
            yield self._next[0]
            self._next = next(self._old, None)

    def earlier(self, mark: Mark) -> bytes | None:
        """The digest that the earlier file has at this mark, where `gone_before` has come to."""
        if self._next is None or self._next[0] != mark:
            return None
        digest = self._next[1]
        self._next = next(self._old, None)
        return digest

    def add(self, mark: Mark, digest: bytes) -> None:
        self._gathered.append((*mark, digest))
        if len(self._gathered) >= _GATHERED:
            self._flush()

    def finish(self) -> None:
        """All of it is on the disk, and in one file."""
        self._flush()
        self._database.execute("PRAGMA journal_mode=DELETE")
        self.close()

    def close(self) -> None:
        self._database.close()

    def _flush(self) -> None:
        self._database.execute("BEGIN")
        self._database.executemany("INSERT INTO digests VALUES (?, ?, ?, ?, ?)", self._gathered)
        self._database.execute("COMMIT")
        self._gathered.clear()


def readable(file: Path) -> bool:
    """Whether the digests in a file can be read to their end; a disk may have changed them."""
    with suppress(sqlite3.DatabaseError), closing(_opened(file)) as database:
        first = database.execute("PRAGMA quick_check(1)").fetchone()
        return bool(first == ("ok",))
    return False


def _opened(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro&immutable=1", uri=True)


def _rows(file: Path) -> Iterator[tuple[Mark, bytes]]:
    with closing(_opened(file)) as database:
        for kind, bucket, iri, value, digest in database.execute(_ALL):
            yield Mark(kind, bucket, iri, value), digest
