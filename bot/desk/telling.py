"""Tells the person what is going on, without making the answer wait for it.

In: stages and steps from the core, as fast as they come. Out: the newest one shown by the platform, one call
at a time, and no more than one in a while.
"""

from __future__ import annotations

import asyncio
import logging
from types import TracebackType

from bot.message import Message, Platform
from kgqa.types import Progress, Stage

PAUSE = 1.0  # seconds between two updates for one question: nobody reads faster, and platforms count them

_LOG = logging.getLogger(__name__)


class Telling:
    """While it is entered, a Progress that returns at once; after it, nothing more is shown."""

    def __init__(self, platform: Platform, message: Message, pause: float = PAUSE) -> None:
        self._platform = platform
        self._message = message
        self._pause = pause
        self._newest: tuple[Stage, str] | None = None
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Progress:
        self._task = asyncio.create_task(self._tell())
        return self._note

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _note(self, stage: Stage, step: str = "", /) -> None:
        self._newest = (stage, step)
        self._news.set()
        await asyncio.sleep(0)  # lets the platform begin, if the core itself never waits

    async def _tell(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            if self._newest:
                await tell(self._platform, self._message, *self._newest)
            await asyncio.sleep(self._pause)


class Untold:
    """A Progress that nobody is shown: of a question that was only overheard."""

    async def __aenter__(self) -> Progress:
        return _quiet

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


async def _quiet(stage: Stage, step: str = "", /) -> None:  # noqa: ARG001
    await asyncio.sleep(0)


async def tell(platform: Platform, message: Message, stage: Stage, step: str = "") -> None:
    """Shows what is done; a platform that fails at it is its own business, not the question's."""
    try:
        await platform.progress(message, stage, step)
    except Exception:  # noqa: BLE001  # whatever it was, the question goes on
        _LOG.warning("%s could not show progress.", platform.name, exc_info=True)
