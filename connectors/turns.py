"""Turns: so many at the same time, over all event loops of the process; the others wait in a queue.

In: askers, each in a loop of its own or not. Out: their turns, in the order in which they came, and no
thread that waits.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from types import TracebackType


class Turns:
    """`async with turns:` waits for a turn and has it inside. `asyncio.Semaphore` is for one loop alone."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._called: set[asyncio.Future[None]] = set()  # their turn is on its way
        self._lock = threading.Lock()  # held for a moment and never while anything waits

    async def __aenter__(self) -> None:
        with self._lock:
            if self._free:  # then nobody waits
                self._free -= 1
                return
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
        try:
            await turn
        except BaseException:
            if self._was_called(turn):
                self._pass_on()  # nobody takes it
            raise
        self._was_called(turn)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pass_on()

    def _was_called(self, turn: asyncio.Future[None]) -> bool:
        """Whether the turn was on its way; in any case it is waited for no more."""
        with self._lock:
            called = turn in self._called
            if called:
                self._called.remove(turn)
            elif turn in self._waiting:
                self._waiting.remove(turn)
            return called

    def _pass_on(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._free += 1
                    return
                turn = self._waiting.popleft()
                self._called.add(turn)
            try:
                turn.get_loop().call_soon_threadsafe(_come, turn)
            except RuntimeError:  # its loop was closed, so nobody waits there any more
                self._was_called(turn)
            else:
                return


def _come(turn: asyncio.Future[None]) -> None:
    if not turn.done():
        turn.set_result(None)
