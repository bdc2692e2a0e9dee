"""Who asked may have the work stopped: by a word in the thread, or a button where a platform has one.

In: the wish, written into the question's record (so that any process that works at it, or will, finds it).
Out: the work, ended at its next pause.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from bot.desk.ports import Records
from kgqa.errors import OperatorsMove

LOOK = 1.0  # seconds between two looks at the record: how late a process learns what another one was told

T = TypeVar("T")


class Stops:
    """The wishes as this process sees them: its own at once, those of others by looking every `look`
    seconds.
    """

    def __init__(self, records: Records, look: float = LOOK) -> None:
        self._records = records
        self._look = look
        self._told: dict[str, asyncio.Event] = {}

    def tell(self, reference: str) -> None:
        """A wish was just written here."""
        if told := self._told.get(reference):
            told.set()

    async def unless(self, reference: str, work: Callable[[], Awaitable[T]]) -> T | Stopped:
        """What the work gives, or Stopped. Nobody waits for the work any more when this returns."""
        if await self._is_wished(reference):
            return Stopped()
        told = self._told[reference] = asyncio.Event()
        working = asyncio.ensure_future(work())
        watching = asyncio.create_task(self._wished(reference, told))
        try:
            await asyncio.wait((working, watching), return_when=asyncio.FIRST_COMPLETED)
            return working.result() if working.done() else Stopped()
        finally:
            del self._told[reference]
            for task in (working, watching):
                task.cancel()
            await asyncio.gather(working, watching, return_exceptions=True)

    async def _wished(self, reference: str, told: asyncio.Event) -> None:
        while not await self._is_wished(reference):
            with suppress(TimeoutError):
                await asyncio.wait_for(told.wait(), self._look)
            told.clear()

    async def _is_wished(self, reference: str) -> bool:
        try:
            return await self._records.is_stopped(reference)
        except OperatorsMove:
            return False  # the database is away: the next look tells


class Stopped:
    """Instead of what the work would have given."""
