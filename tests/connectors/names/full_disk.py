"""Builds indexes on small disks until they are full: `python -m tests.connectors.names.full_disk FOLDER ...`.

Ends with 0 when each disk was told to be full and the index before it still answers.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from connectors.names.shelf import Shelf
from kgqa.errors import NamesUnavailable
from tests.connectors.names.shelves import Pumps, build, pumps


async def fill(folder: Path) -> None:
    number = 20
    had = 0
    while number < 1_000_000:
        try:
            found = await build(Pumps(pumps(number), rows=5_000), folder)
        except NamesUnavailable as error:
            said = str(error)
            break
        had, number = number, number * 3
        del found
    else:
        raise AssertionError("The disk was never full.")
    assert "full" in said or "room" in said, said
    last = Shelf(folder).whole([])
    assert (last is not None) == (had > 0), (had, said)
    if last is not None:
        assert len(last[1].names.named(f"pump number {had - 1}")) == 1


if __name__ == "__main__":
    for disk in sys.argv[1:]:
        asyncio.run(fill(Path(disk)))
