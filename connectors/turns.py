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
            if not self._given_up(turn):
                self._pass_on()  # it has just come, and nobody takes it
            raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pass_on()

    def _given_up(self, turn: asyncio.Future[None]) -> bool:
        with self._lock:
            waits = turn in self._waiting
            if waits:
                self._waiting.remove(turn)
            return waits

    def _pass_on(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._free += 1
                    return
                turn = self._waiting.popleft()
            try:
                turn.get_loop().call_soon_threadsafe(_come, turn)
            except RuntimeError:  # its loop was closed, so nobody waits there any more
                continue
            return


def _come(turn: asyncio.Future[None]) -> None:
    if not turn.done():
        turn.set_result(None)
