"""The folder in which the names of one graph are kept: the adapter of `kgqa.ports.NameShelf`.

In: a folder. Out: the index that is whole, and the draft of the next one. Each is a folder `names-N`;
`current.json`, which is replaced in one step, says which of them is whole and how large its files are. The
draft has facts besides, and whoever works on it holds `draft.lock`. Who reads an index holds a lock in its
folder, and what nobody reads is removed. `observed.json` holds what was observed of the graph's schema, and
`looked.jsonl` what has been read for that so far.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import shutil
import weakref
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from connectors import whole
from connectors.names import fields
from connectors.names.digests import readable
from connectors.names.draft import DIGESTS, FACTS, NAMES, Draft, translated
from connectors.names.notes import NotesFile
from connectors.names.store import StoredNames
from kgqa.errors import NamesUnavailable
from kgqa.linking.fact import Report
from kgqa.ports import Indexed

FORMAT = f"2.{fields.FORMAT}"  # of the shelf and of the index; another one is made anew
_CURRENT, _DRAFT_LOCK, _LOCK = "current.json", "draft.lock", "lock"
_OBSERVED, _OBSERVED_FORMAT = "observed.json", "1"
_NOTES = "looked.jsonl"
_BETWEEN = 0.2  # seconds between two looks at a lock
_TRIES = 5  # times that an index may be replaced while we reach for it


class Shelf:
    """A `NameShelf` in a folder. Several processes may use it at once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def whole(self, notices: list[str]) -> tuple[str, Indexed] | None:
        for _ in range(_TRIES):
            current = self._current(notices)
            if current is None:
                return None
            try:
                return current.stamp, self._opened(current)
            except FileNotFoundError:
                if self._current([]) == current:  # it was not replaced: it is gone
                    notices.append(_anew(f"parts of the index of names in {self.folder} are missing"))
                    return None
            except _Damaged as error:
                notices.append(_anew(f"the index of names in {self.folder} is damaged ({error})"))
                return None
            except OSError as error:
                notices.append(
                    _anew(f"the index of names in {self.folder} cannot be read ({error.strerror})")
                )
                return None
        return None

    def draft(self, stamp: str, *, fresh: bool) -> Draft | None:
        with translated(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            held = whole.lock(self.folder / _DRAFT_LOCK, alone=True)
        if held is None:
            return None
        try:
            folder = self._begun()
            if fresh:
                shutil.rmtree(folder, ignore_errors=True)
            earlier = None if fresh else self._sound()
            return Draft(
                folder,
                stamp,
                held,
                earlier=earlier,
                publish=lambda report: self._publish(folder, stamp, report),
            )
        except BaseException:
            os.close(held)
            raise

    async def turn(self) -> None:
        while (held := whole.lock(self.folder / _DRAFT_LOCK, alone=True)) is None:  # noqa: ASYNC110  # the other is another process
            await asyncio.sleep(_BETWEEN)
        os.close(held)

    def notes(self, stamp: str, *, fresh: bool) -> NotesFile:
        return NotesFile(self.folder / _NOTES, stamp, fresh=fresh)

    def observed(self, stamp: str) -> str | None:
        try:
            data = json.loads((self.folder / _OBSERVED).read_text("utf-8"))
            text = data["text"]
            return text if data == _observed(stamp, text) else None
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None  # it is observed again, which is all there is to say

    def keep_observed(self, stamp: str, text: str) -> None:
        with translated(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            whole.write(self.folder / _OBSERVED, _observed(stamp, text))

    # ── the index that is whole ──────────────────────────────────────────────────────────────────

    def _current(self, notices: list[str]) -> _Current | None:
        file = self.folder / _CURRENT
        try:
            data = json.loads(file.read_text("utf-8"))
            if data["format"] != FORMAT:
                notices.append(_anew(f"the index of names in {self.folder} is of another version of Querist"))
                return None
            return _Current(self.folder / data["folder"], data["stamp"], data["files"], data["report"])
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError):
            notices.append(_anew(f"{file} cannot be read"))
            return None

    def _opened(self, current: _Current) -> Indexed:
        """Raises FileNotFoundError, and _Damaged for files that are not as they were written."""
        held = whole.lock(current.folder / _LOCK, alone=False)
        if held is None:
            raise FileNotFoundError  # it is being removed
        try:
            _compare(current)
            names = StoredNames.open(current.folder / NAMES)
            report = _report(current.report)
        except NamesUnavailable as error:
            os.close(held)
            raise _Damaged(str(error.__cause__)) from error
        except BaseException:
            os.close(held)
            raise
        weakref.finalize(names, os.close, held)  # held as long as somebody has the names
        return Indexed(names, report)

    def _sound(self) -> Path | None:
        """The folder of the whole index, if it can be read and what was written of each thing is known."""
        current = self._current([])
        with suppress(OSError, _Damaged):
            if current:
                self._opened(current)
                return current.folder if readable(current.folder / DIGESTS) else None
        return None

    # ── a new one ────────────────────────────────────────────────────────────────────────────────

    def _begun(self) -> Path:
        """The folder of the draft that was begun, or of a new one; the lock of drafts is held."""
        current = self._current([])
        if current is not None:
            _forget_facts(current.folder)  # a process that was killed in the end has left them
        begun = (f.parent for f in self.folder.glob(f"names-*/{FACTS}"))
        return next(begun, None) or self.folder / f"names-{_numbers(self.folder) + 1}"

    def _publish(self, folder: Path, stamp: str, report: Report) -> Indexed:
        """Makes the draft the whole index; the lock of drafts is held."""
        (folder / _LOCK).touch(mode=0o600)
        for file in (*folder.rglob("*"), folder):
            whole.sync(file)
        report = replace(report, written=datetime.now(UTC).replace(microsecond=0))
        told: dict[str, Any] = asdict(report) | {"written": report.written and report.written.isoformat()}
        current = _Current(folder, stamp, _sizes(folder), told)
        whole.write(
            self.folder / _CURRENT,
            {
                "format": FORMAT,
                "folder": folder.name,
                "stamp": stamp,
                "files": current.files,
                "report": told,
            },
        )
        self._published(folder)
        try:
            indexed = self._opened(current)
        except _Damaged as error:
            raise NamesUnavailable(
                f"The index of names that was written into {folder} cannot be read: {error}. Start again."
            ) from error
        return indexed

    def _published(self, current: Path) -> None:
        """Removes the facts, and the indexes that nobody reads any more."""
        _forget_facts(current)
        for folder in self.folder.glob("names-*"):
            if folder == current:
                continue
            with suppress(OSError):
                held = whole.lock(folder / _LOCK, alone=True)
                if held is not None:
                    shutil.rmtree(folder, ignore_errors=True)
                    os.close(held)


@dataclass(frozen=True, slots=True)
class _Current:
    """What `current.json` says."""

    folder: Path
    stamp: str
    files: dict[str, int]
    report: dict[str, Any]


class _Damaged(Exception):  # noqa: N818  # never leaves this module
    """An index that is not as it was written."""


def _observed(stamp: str, text: str) -> dict[str, str]:
    """What `observed.json` says."""
    digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    return {"format": _OBSERVED_FORMAT, "stamp": stamp, "sha256": digest, "text": text}


def _sizes(folder: Path) -> dict[str, int]:
    """The files that make the index, and how large they are."""
    files = [folder / DIGESTS, *(f for f in (folder / NAMES).iterdir() if f.suffix != ".lock")]
    return {str(f.relative_to(folder)): f.stat().st_size for f in sorted(files)}


def _compare(current: _Current) -> None:
    if _sizes(current.folder) != current.files:
        raise _Damaged("its files are not as they were written")


def _report(data: dict[str, Any]) -> Report:
    try:
        written = datetime.fromisoformat(data["written"]) if data["written"] else None
        return Report(
            **{**data, "notices": tuple(data["notices"]), "unread": tuple(data["unread"]), "written": written}
        )
    except (TypeError, ValueError, KeyError) as error:
        raise _Damaged(str(error)) from error


def _forget_facts(folder: Path) -> None:
    for left in folder.glob(f"{FACTS}*"):
        left.unlink()


def _numbers(folder: Path) -> int:
    """The highest number of an index in the folder."""
    found = (f.name.partition("-")[2] for f in folder.glob("names-*"))
    return max((int(number) for number in found if number.isdigit()), default=0)


def _anew(what: str) -> str:
    return f"The names are read anew: {what}."
