"""An index of names in the making, in a folder: the adapter of `kgqa.ports.NameDraft`.

In: facts, then entries. Out: the folder of a whole index. Where an earlier index is given, its files are
taken over and only what has changed is written: they are never written into, so that links to them do.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from connectors.names.digests import Digests, digest_of, mark_of
from connectors.names.staging import Staging
from connectors.names.writer import NamesWriter
from kgqa.errors import BadSetting, NamesUnavailable, OperatorsMove
from kgqa.linking.entry import Entry
from kgqa.linking.fact import Fact, Literal, Reached, Report
from kgqa.ports import Indexed

NAMES, DIGESTS = "names", "digests.db"  # what a whole index consists of
FACTS = "facts.db"  # what a draft is made of
_STAMP = "stamp 2"  # what drafts of other tables have under another name, they are begun anew
_SEGMENT = re.compile(r"[0-9a-f]{32}\.[\w.]+")  # these are written once and never into
_HEAP = 50_000_000  # bytes of documents that are gathered before they go to disk
_FULL = (errno.ENOSPC, errno.EDQUOT)
_NOT_OURS = (errno.EACCES, errno.EPERM, errno.EROFS)


class Draft:
    """A `NameDraft` in a folder, held by this process alone as long as `held`, a lock, is open."""

    def __init__(
        self,
        folder: Path,
        stamp: str,
        held: int,
        *,
        earlier: Path | None,
        publish: Callable[[Report], Indexed],
        room: int = _HEAP,
    ) -> None:
        """`earlier` is the folder of a whole index; `publish` makes this one whole. `room` bounds memory."""
        self._folder = folder
        self._held: int | None = held
        self._earlier = earlier
        self._publish = publish
        self._room = room
        self._things: int | None = None
        self._writer: NamesWriter | None = None
        self._digests: Digests | None = None
        self._changed = self._removed = 0
        with translated(folder):
            self._staging = _staging(folder, stamp)

    # ── facts ────────────────────────────────────────────────────────────────────────────────────

    def recall(self, about: str) -> str:
        with translated(self._folder):
            return self._staging.recall(about)

    def remember(self, about: str, text: str) -> None:
        with translated(self._folder):
            self._staging.remember(about, text)

    def reached(self, part: str) -> Reached:
        with translated(self._folder):
            return self._staging.reached(part)

    def keep(
        self, part: str, reached: Reached, facts: Iterable[Fact] = (), literals: Iterable[Literal] = ()
    ) -> None:
        self._things = None
        with translated(self._folder):
            self._staging.keep(part, reached, facts, literals)

    def things(self) -> int:
        if self._things is None:
            with translated(self._folder):
                self._things = self._staging.things()
        return self._things

    def telling(self) -> dict[str, tuple[int, int]]:
        with translated(self._folder):
            return self._staging.telling()

    def by_thing(self) -> Iterator[tuple[str, Sequence[Fact]]]:
        with translated(self._folder):
            yield from self._staging.by_thing()

    def by_value(self) -> Iterator[tuple[str, str, Sequence[Literal]]]:
        with translated(self._folder):
            yield from self._staging.by_value()

    # ── entries ──────────────────────────────────────────────────────────────────────────────────

    def write(self, iri: str, value: str | None, entries: Sequence[Entry]) -> None:
        with translated(self._folder):
            writer, digests = self._writing()
            mark = mark_of(iri, value)
            for gone in digests.gone_before(mark):
                self._remove(gone.iri, gone.value)
            earlier = digests.earlier(mark)
            digest = digest_of(entries) if entries else None
            if digest is not None:
                digests.add(mark, digest)
            if digest == earlier:
                return
            if earlier is not None:
                self._take_out(iri, value)
            if not entries:
                self._removed += 1
                return
            self._changed += 1
            for entry in entries:
                writer.add(entry)

    def finish(self, report: Report) -> Indexed:
        with translated(self._folder):
            writer, digests = self._writing()
            for gone in digests.gone_before(None):
                self._remove(gone.iri, gone.value)
            writer.finish()
            digests.finish()
            self._writer = self._digests = None
            self._staging.close()
            indexed = self._publish(replace(report, changed=self._changed, removed=self._removed))
        self.close()
        return indexed

    def close(self) -> None:
        if self._held is None:
            return
        self._staging.close()
        if self._digests is not None:
            self._digests.close()
        self._writer = self._digests = None  # what it had not committed is as if it had never been
        os.close(self._held)
        self._held = None

    def _writing(self) -> tuple[NamesWriter, Digests]:
        """The writers, begun anew in each process: entries are made of facts in minutes, facts in hours."""
        if self._writer is None or self._digests is None:
            names, digests = self._folder / NAMES, self._folder / DIGESTS
            shutil.rmtree(names, ignore_errors=True)
            for left in self._folder.glob(f"{DIGESTS}*"):
                left.unlink()
            if self._earlier is not None:
                take_over(self._earlier / NAMES, names)
            expected = self.things() if self._earlier is None else 0
            self._writer = NamesWriter(names, heap=self._room, expected=expected)
            self._digests = Digests(digests, self._earlier / DIGESTS if self._earlier else None)
        return self._writer, self._digests

    def _remove(self, iri: str, value: str | None) -> None:
        self._take_out(iri, value)
        self._removed += 1

    def _take_out(self, iri: str, value: str | None) -> None:
        writer, _ = self._writing()
        if value is None:
            writer.remove(iri)
        else:
            writer.remove_value(iri, value)


def take_over(source: Path, target: Path) -> None:
    """Another folder with the same files. Those that are never written into are shared where the disk can."""
    target.mkdir(parents=True)
    for file in source.iterdir():
        if file.suffix == ".lock":
            continue  # who holds the lock of one folder does not hold the other's
        if _SEGMENT.fullmatch(file.name):
            with suppress(OSError):
                os.link(file, target / file.name)
                continue
        shutil.copyfile(file, target / file.name)


@contextmanager
def translated(folder: Path) -> Iterator[None]:
    """What disks and SQLite say, in our words."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise refusal(folder, error) from error


def refusal(folder: Path, error: sqlite3.Error | OSError) -> OperatorsMove:
    """What is wrong with the folder, and what to do."""
    full = isinstance(error, OSError) and error.errno in _FULL
    closed = isinstance(error, OSError) and error.errno in _NOT_OURS
    said = error.strerror if isinstance(error, OSError) else str(error)
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        full, closed = code == sqlite3.SQLITE_FULL, code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
    if full:
        return NamesUnavailable(
            f"The disk is full: the names of the graph cannot be kept in {folder}. Make room, or set "
            "QUERIST_DATA to a folder that has it, and start again. What was read so far is kept there."
        )
    if closed:
        return BadSetting(
            f"The folder {folder} for the names of the graph cannot be used: {said}. "
            "Set QUERIST_DATA to a folder that I may write to."
        )
    return NamesUnavailable(
        f"The names of the graph cannot be kept in {folder}: {said}. Look after the disk, or remove the "
        "folder, and start again."
    )


def _staging(folder: Path, stamp: str) -> Staging:
    """The facts of an earlier run for the same stamp, or none."""
    file = folder / FACTS
    with suppress(sqlite3.DatabaseError):
        if file.exists():
            found = Staging(file)
            if found.recall(_STAMP) == stamp:
                return found
            found.close()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    begun = Staging(file)
    begun.remember(_STAMP, stamp)
    return begun
