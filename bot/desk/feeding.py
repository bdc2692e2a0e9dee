"""From the inbox into the engine: as much as can soon be worked on, oldest first, a thread's one by one.

In: what waits in the inbox. Out: jobs with the engine. One process feeds a queue: it holds the queue's seat,
the others stand by. Two that feed for a moment do no harm, since the engine knows a job by its identity.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Sequence

from bot.desk.engine import Engine
from bot.desk.inbox import Inbox
from bot.desk.left import Left
from bot.desk.ports import Seats
from bot.desk.queues import seat_of
from bot.desk.seating import seated
from bot.desk.writing import Writing
from kgqa.errors import OperatorsMove

LOOK = 0.2  # seconds between two looks at what other processes took over
SEAT_LOOK = 1.0  # seconds between two looks whether the queue's seat is free
LEFT_LOOK = 10.0  # seconds between two looks at what servers with other settings left
STALE = 60.0  # seconds after which the engine is asked what became of a piece, and between two such looks
RUSH = 25  # messages of the last second: from there on, acknowledging them goes before answering
LATE = 0.3  # seconds: who takes longer over taking a message over is in a rush for a second too
RUSH_FED = 1  # pieces that the engine is then given in a second

_LOG = logging.getLogger(__name__)


class Feeding:
    """`most` is how many the engine has that nobody has begun."""

    def __init__(
        self,
        engine: Engine,
        inbox: Inbox,
        writing: Writing,
        seats: Seats,
        queues: Sequence[str],
        left: Left,
    ) -> None:
        self._left = left
        self._engine = engine
        self._inbox = inbox
        self._writing = writing
        self._seats = seats
        self._queues = tuple(queues)
        self._ours: set[str] = set()
        self._news = asyncio.Event()
        self._arrivals: deque[float] = deque(maxlen=RUSH)
        self._late = float("-inf")
        self._tasks: list[asyncio.Task[None]] = []

    def start(self, most: int) -> None:
        self._tasks = [asyncio.create_task(self._sit()), asyncio.create_task(self._feed(most))]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
        await self._left.stop()
        for queue in self._queues:  # one of them may just have been taken
            await seated(self._seats.leave, seat_of(queue))
        self._ours.clear()

    @property
    def has_ended(self) -> bool:
        """Whether it does not go on, though nobody has stopped it."""
        return any(task.done() for task in self._tasks)

    def arrived(self) -> None:
        """Something is to be taken over."""
        self._arrivals.append(time.monotonic())

    def kept(self, seconds: float) -> None:
        """It was, and took so long."""
        if seconds > LATE:
            self._late = time.monotonic()
        self._news.set()

    def look(self) -> None:
        """Something was begun, or is done: there may be room."""
        self._news.set()

    @property
    def is_rush(self) -> bool:
        """Whether messages come faster than they could be answered."""
        now = time.monotonic()
        return now - self._late < 1 or (len(self._arrivals) == RUSH and now - self._arrivals[0] < 1)

    async def _sit(self) -> None:
        asked, looked = time.monotonic(), float("-inf")
        while True:
            for queue in self._queues:
                holds = await seated(self._seats.hold, seat_of(queue))
                (self._ours.add if holds else self._ours.discard)(queue)
            self._news.set()
            if time.monotonic() - asked > STALE:
                asked = time.monotonic()
                await self._settle()
            if time.monotonic() - looked > LEFT_LOOK:
                looked = time.monotonic()
                await self._look_for_left()
            await asyncio.sleep(SEAT_LOOK)

    async def _settle(self) -> None:
        """What became of pieces that the engine has had for long: it may not have told."""
        try:
            for identity in await self._inbox.stale(STALE):
                state = await self._engine.state(identity)
                if state == "done":
                    await self._writing.note("done", identity)
                elif not state:
                    await self._inbox.again([identity])
        except OperatorsMove:
            _LOG.warning("Could not look for work that was not told; trying again.", exc_info=True)

    async def _look_for_left(self) -> None:
        try:
            await self._left.look()
        except OperatorsMove:
            _LOG.warning("Could not look for what other servers left; trying again.", exc_info=True)

    async def _feed(self, most: int) -> None:
        while True:
            try:
                async with asyncio.timeout(LOOK):
                    await self._news.wait()
            except TimeoutError:
                pass
            self._news.clear()
            try:
                for queue in tuple(self._ours):
                    await self._give(queue, RUSH_FED if self.is_rush else most)
            except OperatorsMove:
                _LOG.warning("Could not hand work to the engine; trying again.", exc_info=True)
                await asyncio.sleep(LOOK)
            if self.is_rush:
                await asyncio.sleep(1 / RUSH_FED)

    async def _give(self, queue: str, most: int) -> None:
        pieces = await self._inbox.next(queue, most)
        for piece in pieces:
            await self._engine.enqueue(
                piece.job,
                identity=piece.identity,
                queue=queue,
                order=piece.thread,
                person=piece.person,
                channel=piece.channel,
            )
        if pieces:
            await asyncio.gather(*(self._writing.note("fed", piece.identity) for piece in pieces))
