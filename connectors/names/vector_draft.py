"""Vectors as they come from a model, kept batch by batch, so that a run that broke off can go on.

In: names with their vectors. Out: those of an earlier run. A row counts when the line of its name is whole
and its vector is one.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

_MARK, _TEXTS, _ROWS = "mark", "texts.jsonl", "rows.f32"
_ONE = 0.01  # by which the length of a vector may differ from one

Rows = dict[str, NDArray[np.float32]]


class VectorDraft:
    """Rows in a folder, of one model; those of another are forgotten. The caller holds a lock."""

    def __init__(self, folder: Path, mark: str, dimension: int) -> None:
        """`mark` says what the vectors were made with."""
        self._folder = folder
        self._dimension = dimension
        if not (folder / _MARK).exists() or (folder / _MARK).read_text("utf-8") != mark:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            (folder / _MARK).write_text(mark, "utf-8")
        self._found = self._read()

    def rows(self) -> Rows:
        """What an earlier run has kept."""
        return self._found

    def add(self, texts: Sequence[str], rows: NDArray[np.float32]) -> None:
        """Keeps some names with their vectors."""
        with (self._folder / _ROWS).open("ab") as file:
            file.write(rows.astype(np.float32).tobytes())
        with (self._folder / _TEXTS).open("a", encoding="ascii") as names:
            names.write("".join(json.dumps(text) + "\n" for text in texts))

    def _read(self) -> Rows:
        """The whole rows; both files are cut after the last of them, so that more can follow."""
        names, rows = self._folder / _TEXTS, self._folder / _ROWS
        if not names.exists() or not rows.exists():
            names.unlink(missing_ok=True)
            rows.unlink(missing_ok=True)
            return {}
        lines = names.read_bytes().split(b"\n")[:-1]
        size = self._dimension * 4
        whole = min(len(lines), rows.stat().st_size // size)
        found: Rows = {}
        matrix = np.fromfile(rows, dtype=np.float32, count=whole * self._dimension)
        for line, row in zip(lines, matrix.reshape(whole, self._dimension), strict=False):
            try:
                text = json.loads(line)
            except ValueError:
                continue
            if isinstance(text, str) and abs(float(np.linalg.norm(row)) - 1) < _ONE:
                found[text] = row
        os.truncate(rows, whole * size)
        os.truncate(names, sum(len(line) + 1 for line in lines[:whole]))
        return found
