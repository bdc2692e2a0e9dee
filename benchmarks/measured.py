"""What is measured of a way to find names: ranks, milliseconds, seconds, megabytes.

In: single measurements. Out: their shares, medians and percentiles.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

TOP = 10


@dataclass(slots=True)
class Hits:
    """The looks for samples of one kind: where the label that was meant stood, and how long each took."""

    ranks: list[int | None] = field(default_factory=list)
    spent: list[float] = field(default_factory=list)  # milliseconds on the wall
    worked: list[float] = field(
        default_factory=list
    )  # on cores, of this process; the rest is waiting for one

    def add(self, rank: int | None, watch: Watch) -> None:
        self.ranks.append(rank)
        self.spent.append(watch.spent)
        self.worked.append(watch.worked)

    def join(self, other: Hits) -> None:
        self.ranks += other.ranks
        self.spent += other.spent
        self.worked += other.worked

    def share(self, within: int = 1) -> float:
        """The part of the looks that found the label among the first so many."""
        return sum(rank is not None and rank < within for rank in self.ranks) / max(1, len(self.ranks))

    def figures(self) -> dict[str, float]:
        """Everything that is said of them."""
        return {
            "looks": len(self.ranks),
            "top 1": self.share(),
            "top 10": self.share(TOP),
            "median, ms": statistics.median(self.spent),
            "p95, ms": percentile(self.spent),
            "median on a core, ms": statistics.median(self.worked),
            "p95 on a core, ms": percentile(self.worked),
        }


@dataclass(slots=True)
class Watch:
    """Milliseconds of what is done `with` it."""

    spent: float = 0.0
    worked: float = 0.0

    def __enter__(self) -> Self:
        self.spent, self.worked = time.perf_counter(), time.process_time()
        return self

    def __exit__(self, *_: object) -> None:
        self.spent = 1000 * (time.perf_counter() - self.spent)
        self.worked = 1000 * (time.process_time() - self.worked)


def percentile(values: Sequence[float], percent: int = 95) -> float:
    if len(values) < 2:
        return max(values)
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def seconds_and_memory(begun: float) -> dict[str, float]:
    """What this process has taken since `begun`, and its memory now and at most."""
    return {"seconds": time.perf_counter() - begun, **memory()}


def memory() -> dict[str, float]:
    """Megabytes of this process: in all, its own without files, and the most that there ever was."""
    rolled = _fields(Path("/proc/self/smaps_rollup"))
    return {
        "memory, MB": rolled["Rss"] / 1024,
        "memory of its own, MB": rolled["Anonymous"] / 1024,
        "peak memory, MB": _fields(Path("/proc/self/status"))["VmHWM"] / 1024,
    }


def size(folder: Path) -> float:
    """Megabytes of the files in a folder."""
    return sum(f.stat().st_size for f in folder.rglob("*") if f.is_file()) / 1e6


def _fields(file: Path) -> dict[str, int]:
    """The fields of a file of the kernel that are kilobytes."""
    rows = (line.split() for line in file.read_text("ascii").splitlines())
    return {row[0].rstrip(":"): int(row[1]) for row in rows if row[-1] == "kB"}
