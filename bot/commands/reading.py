"""What a command shows on stderr while a graph is loaded and its names are read: one line with a bar.

In: how far things are. Out: nothing on a pipe, and nothing afterwards.
"""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.filesize import decimal
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

_LONGEST = 40  # characters of what is being read


class Reading:
    """One line, from the first byte of the graph to the last name of the index."""

    def __init__(self, console: Console) -> None:
        self._bar = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=16),
            TextColumn("{task.fields[count]}"),
            TimeElapsedColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._what = "opening the graph"
        self._task = self._bar.add_task(self._what, total=None, count="")

    def __enter__(self) -> Self:
        self.start()
        return self

    def start(self) -> None:
        """Takes a line of the screen."""
        self._bar.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def stop(self) -> None:
        """Leaves the screen to what comes next."""
        self._bar.stop()

    def loaded(self, done: int, total: int) -> None:
        """Bytes of the graph's files."""
        self._show("loading the graph", done, total, f"{decimal(done)} of {decimal(total)}")

    def told(self, what: str) -> None:
        """What is being done now."""
        self._show(what, 0, None, "")

    def read(self, what: str, done: int, total: int | None) -> None:
        """How much of something is done, of how much where that is known."""
        of = f" of {total:,}" if total else ""
        self._show(what, done, total, f"{done:,}{of}")

    def _show(self, what: str, done: int, total: int | None, count: str) -> None:
        if what != self._what:  # a step of its own, with its own clock
            self._what = what
            self._bar.remove_task(self._task)
            short = what if len(what) <= _LONGEST else f"{what[: _LONGEST - 1]}…"
            self._task = self._bar.add_task(short, total=total, count=count)
        self._bar.update(self._task, completed=done, total=total, count=count)
