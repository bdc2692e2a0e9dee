"""Seconds on cores of this process and of those it started: the one that holds the graph is one of them."""

from __future__ import annotations

import os
import time
from pathlib import Path


def started() -> list[int]:
    """The processes that this one has started, and those that they have, as they are now."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parents[int(folder.name)] = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue  # it has ended
    found, below = [], {os.getpid()}
    while below := {p for p, parent in parents.items() if parent in below}:
        found += sorted(below)
    return found


def seconds(others: list[int]) -> float:
    """Of this process and the others, all threads, since they began."""
    return time.process_time() + sum(map(_of, others))


def _of(process: int) -> float:
    spent = 0
    for thread in Path(f"/proc/{process}/task").iterdir():
        try:
            spent += int((thread / "schedstat").read_text().split()[0])
        except (OSError, IndexError):
            continue
    return spent / 1e9
