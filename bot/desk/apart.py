"""A core in a thread and event loop of its own.

In: a core. Out: the same core, whose thinking never holds up the application's loop.
Reading a question is work for the processor, up to seconds on a large graph; meanwhile messages come in
that must be acknowledged within three seconds. Progress is told in the loop of whoever asks.
"""

from __future__ import annotations

import asyncio
import threading
import weakref
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from bot.desk.ports import Core
from kgqa.types import Answer, Progress, Question, Stage

T = TypeVar("T")


class Apart:
    """Implements `Core`. Its thread ends with it, or by `close`."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=_think, args=(self._loop,), name="core", daemon=True)
        self.close = weakref.finalize(self, _stop, self._loop, self._thread)
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        """Whether its thread is at work."""
        return self._thread.is_alive()

    async def answer(self, question: Question, progress: Progress) -> Answer:
        """As the core itself. Who stops waiting cancels the work, at its next pause."""
        asker = asyncio.get_running_loop()

        async def tell(stage: Stage, step: str = "", /) -> None:
            asyncio.run_coroutine_threadsafe(_told(progress, stage, step), asker)

        return await self._done(self._core.answer(question, tell))

    async def beside(self, work: Callable[[Core], Coroutine[Any, Any, None]]) -> None:
        """Does something with the core, where it answers."""
        await self._done(work(self._core))

    async def _done(self, work: Coroutine[Any, Any, T]) -> T:
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))


async def _told(progress: Progress, stage: Stage, step: str) -> None:
    await progress(stage, step)


def _think(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    loop.run_forever()
    loop.close()


def _stop(loop: asyncio.AbstractEventLoop, thread: threading.Thread) -> None:
    loop.call_soon_threadsafe(loop.stop)
    thread.join(timeout=5)
