"""Seconds on cores of this process and of those it started: the one that holds the graph is one of them.

What it takes to look is little, and is counted: the files that say it stay open, by thread.
"""

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


class Clock:
    """Of this process and of those that it had started when this was made."""

    def __init__(self) -> None:
        self._files: dict[str, int] = {}
        self._tasks = [f"/proc/{process}/task" for process in started()]

    def seconds(self) -> float:
        """All threads, since they began."""
        return sum(map(self._of, self._tasks)) / 1e9 + time.process_time()

    def _of(self, tasks: str) -> int:
        spent = 0
        for thread in os.listdir(tasks) if os.path.exists(tasks) else ():  # noqa: PTH208, PTH110
            path = f"{tasks}/{thread}/schedstat"
            try:
                if path not in self._files:
                    self._files[path] = os.open(path, os.O_RDONLY)
                spent += int(os.pread(self._files[path], 64, 0).split()[0])
            except (OSError, IndexError):
                continue  # it has ended
        return spent

    def close(self) -> None:
        for file in self._files.values():
            os.close(file)
        self._files.clear()
