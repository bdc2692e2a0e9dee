"""The kinds of edits. One kind, one file; adding one is a file and a line here."""

from __future__ import annotations

from kgqa.repair.edit import EditKind
from kgqa.repair.edits import direction

EDITS: tuple[EditKind, ...] = (direction.KIND,)
