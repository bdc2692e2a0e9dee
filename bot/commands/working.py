"""What the commands show on stderr while they work: a bar for loading, a line for answering.

In: a console. Out: nothing on a pipe, and nothing for what is quick.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.status import Status
from rich.text import Text

from bot.cards.stages import stage_words, under_way
from bot.commands.reading import Reading
from bot.desk import Core
from bot.settings import Settings
from kgqa.trail import unfollowed
from kgqa.types import Stage

PATIENCE = 0.5  # seconds before it is shown that something goes on

Loaded = Callable[[int, int], None]  # bytes of files, of how many
Told = Callable[[str], None]  # what is being done
Read = Callable[[str, int, int | None], None]  # how much of something, of how much
Opening = Callable[[Settings, Loaded, Told, Read], Awaitable[Core]]
_LOG = logging.getLogger(__name__)


async def real_core(settings: Settings, loaded: Loaded, told: Told, read: Read) -> Core:
    """The core of these settings, as every command opens it."""
    from bot.wiring import open_whole_core

    return await open_whole_core(settings, loaded, told, read)


def quiet(settings: Settings) -> None:
    """Keeps the log off a person's screen, unless its level is DEBUG: then everything is shown on stderr."""
    if settings.log_level.upper() == "DEBUG":
        logging.basicConfig(level=logging.DEBUG, format="%(asctime)s %(levelname)-7s %(message)s")
    else:
        logging.disable(logging.CRITICAL)


async def load_core(settings: Settings, opening: Opening, console: Console) -> Core:
    """The core, opened with a line that shows how far it is when that takes longer than people are patient;
    in a log, where nobody looks on, the steps stand. Raises what `opening` raises.
    """
    if not console.is_terminal:
        with unfollowed():
            return await opening(settings, lambda *_: None, _LOG.info, lambda *_: None)
    reading = Reading(console)
    timer = asyncio.get_running_loop().call_later(PATIENCE, reading.start)
    try:
        with unfollowed():
            return await opening(settings, reading.loaded, reading.told, reading.read)
    finally:
        timer.cancel()
        reading.stop()


class Working:
    """A status line that shows itself when the work takes longer than people are patient."""

    def __init__(self, console: Console, patience: float = PATIENCE) -> None:
        self._console = console
        self._patience = patience
        self._words = "working"
        self._status: Status | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> Self:
        if self._console.is_terminal:
            self._timer = asyncio.get_running_loop().call_later(self._patience, self._show)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer:
            self._timer.cancel()
        if self._status:
            self._status.stop()

    async def tell(self, stage: Stage, step: str = "", /) -> None:
        """Says what is going on now."""
        self._words = under_way(stage_words(stage), step)
        if self._status:
            self._status.update(Text(self._words))  # never markup: a step may hold names of the graph

    def _show(self) -> None:
        self._status = Status(Text(self._words), console=self._console, spinner="dots")
        self._status.start()
