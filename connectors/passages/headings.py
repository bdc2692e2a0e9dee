"""The headings above a piece of text, outermost first."""

from __future__ import annotations

from kgqa.passages.passage import HEADINGS


class Headings:
    """Grows as a document is read from top to bottom."""

    def __init__(self) -> None:
        self._open: list[tuple[int, str]] = []

    def enter(self, level: int, title: str) -> None:
        """A heading begins: it ends all of its own level and below (1 is the topmost)."""
        self._open = [kept for kept in self._open if kept[0] < level]
        self._open.append((level, title))

    @property
    def path(self) -> str:
        """“Travel policy > Claims”; "" above the first heading."""
        return HEADINGS.join(title for _, title in self._open)
