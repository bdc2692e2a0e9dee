"""Notes for one stamp in a file: the adapter of `kgqa.ports.Notes`.

In: a path and a stamp. Out: what was remembered. Each note is a line; one that was not written to its end is
none.
"""

from __future__ import annotations

import json
from pathlib import Path

from connectors.names.draft import translated

_FORMAT = "1"


class NotesFile:
    """The file is made with the first note. Notes of another stamp are not read, and make room."""

    def __init__(self, path: Path, stamp: str, *, fresh: bool = False) -> None:
        self._path = path
        self._head = json.dumps([_FORMAT, stamp])
        self._known = None if fresh else self._read()
        self._is_begun = self._known is not None

    def recall(self, about: str) -> str:
        return (self._known or {}).get(about, "")

    def remember(self, about: str, text: str) -> None:
        with translated(self._path.parent):
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with self._path.open("a" if self._is_begun else "w", encoding="utf-8") as file:
                if not self._is_begun:
                    file.write(self._head)
                file.write(f"\n{json.dumps([about, text])}")  # in front: half a line spoils no other
        self._is_begun = True

    def forget(self) -> None:
        with translated(self._path.parent):
            self._path.unlink(missing_ok=True)
        self._known, self._is_begun = None, False

    def _read(self) -> dict[str, str] | None:
        """None where there are none for this stamp."""
        try:
            head, *lines = self._path.read_text("utf-8", "replace").split("\n")
        except OSError:
            return None
        if head != self._head:
            return None
        known: dict[str, str] = {}
        for line in lines:
            try:
                about, text = json.loads(line)
            except ValueError:
                continue
            known[about] = text
        return known
