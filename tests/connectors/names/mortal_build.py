"""Builds an index and dies: `main` runs in a process of its own (tests/mortal.py).

The point is "page:7" (before the seventh page), "writing" (when entries are written), "unpublished" (the
index is whole and nobody knows), or "published" (it is current, nothing is cleared away).
"""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

from connectors.names.shelf import Shelf
from kgqa.linking.fact import Report
from kgqa.ports import Indexed
from tests.connectors.names.shelves import Pumps, build, pumps

PUMPS, PAGES = 60, 19
POINTS = ("page:1", "page:2", "page:9", "page:15", "writing", "unpublished", "published")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class MortalShelf(Shelf):
    """Dies before or after it says that an index is whole."""

    point = ""

    def _publish(self, folder: Path, stamp: str, report: Report) -> Indexed:
        if self.point == "unpublished":
            die()
        return super()._publish(folder, stamp, report)

    def _published(self, folder: Path) -> None:
        if self.point == "published":
            die()
        super()._published(folder)


def main(folder: Path, point: str) -> None:
    page = int(point.removeprefix("page:")) if point.startswith("page:") else 0
    shelf = MortalShelf(folder)
    shelf.point = point

    def at_page(number: int) -> None:
        if number == page:
            die()

    def progress(title: str, _done: int, _total: int | None) -> None:
        if point == "writing" and title.startswith("writing the values"):
            die()

    asyncio.run(build(Pumps(pumps(PUMPS), at_page=at_page), shelf, progress=progress))
