"""Durable work: an inbox that is cheap to fill, and behind it the engine that runs what is in it.

In: pieces of work with an identity. Out: calls of `run`, and of `tell` for what a server with another stamp
left. See docs/decisions/0703 and 0704.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

from bot.desk.engine import Engine
from bot.desk.feeding import Feeding
from bot.desk.inbox import Inbox, Kept, Piece
from bot.desk.left import PATIENCE, Left
from bot.desk.ports import Seats
from bot.desk.queues import queue_of
from bot.desk.writing import Writing
from kgqa.errors import OperatorsMove


class Work:
    """One for a process."""

    def __init__(
        self,
        url: str,
        inbox: Inbox,
        seats: Seats,
        platforms: Sequence[str],
        run: Callable[[str], Awaitable[None]],
        *,
        stamp: str = "",
        tell: Callable[[str], Awaitable[None]],
        patience: float = PATIENCE,
    ) -> None:
        self._inbox = inbox
        self._stamp = stamp
        # What an earlier version took over is of no stamp, and anybody's.
        queues = dict.fromkeys((*(queue_of(p, stamp) for p in platforms), *platforms))
        self._queues = tuple(queues)
        self.engine = Engine(url, seats, self._queues, run)
        self._writing = Writing(inbox)
        left = Left(inbox, seats, self._queues, platforms, tell, patience)
        self._moved = time.monotonic()
        self._feeding = Feeding(self.engine, inbox, self._writing, seats, self._queues, left)

    async def start(self, *, workers: int) -> None:
        """Connects and begins to run, `workers` at a time for each queue. Raises OperatorsMove."""
        await self._inbox.open()
        self._writing.start()
        try:
            await self.engine.start(workers=workers)
            await self._adopt()
        except OperatorsMove:
            await self._writing.stop()
            await self._inbox.close()
            raise
        self._moved = time.monotonic()
        self._feeding.start(most=workers)

    async def stop(self, *, grace: float) -> None:
        """Lets running jobs end for `grace` seconds; what is left then is resumed by the next start."""
        await self._feeding.stop()
        await self.engine.stop(grace=grace)
        await self._writing.stop()
        await self._inbox.close()

    async def keep(self, piece: Piece) -> tuple[int, int, int] | None:
        """Keeps it, durably when this returns; the same identity twice is one. What comes back says that too
        many wait: of its person, its channel and its tenant. Raises OperatorsMove when it cannot be kept.
        """
        begin = time.monotonic()
        self._feeding.arrived()
        found = await self._writing.keep(piece)
        self._feeding.kept(time.monotonic() - begin)
        return found

    @property
    def is_rush(self) -> bool:
        """Whether messages come so fast that all else should wait."""
        return self._feeding.is_rush

    @asynccontextmanager
    async def running(self, identity: str, *, by_engine: bool = True) -> AsyncIterator[None]:
        """Around the work on a piece. One that is cut off goes on later, any other end is the end: where the
        engine runs it, by the engine; else it waits as before.
        """
        if by_engine:
            self._writing.note("begun", identity)
        self._moved = time.monotonic()
        self._feeding.look()
        try:
            yield
        except asyncio.CancelledError:
            raise
        except Exception:
            await self._writing.note("done", identity)
            raise
        await self._writing.note("done", identity)
        self._moved = time.monotonic()
        self._feeding.look()

    async def stuck(self) -> tuple[float, float]:
        """The seconds for which the oldest piece waits that could be begun, 0 for none, and those since any
        was begun or ended here. Raises OperatorsMove.
        """
        return await self._inbox.oldest(self._queues), time.monotonic() - self._moved

    @property
    def is_dead(self) -> bool:
        """Whether nothing goes into the engine any more, and nobody wanted that."""
        return self._feeding.has_ended

    def queue_of(self, platform: str) -> str:
        """The queue in which what a platform brings here waits."""
        return queue_of(platform, self._stamp)

    async def of_thread(self, thread: str) -> Sequence[Kept]:
        """What is not done of a thread, here or with another server."""
        return await self._inbox.of_thread(thread)

    async def of_person(self, person: str) -> Sequence[Kept]:
        """What is not done of a person, here or with another server."""
        return await self._inbox.of_person(person)

    async def waiting(self) -> int:
        """How many pieces are not done."""
        return await self._inbox.count(self._queues)

    async def job(self, identity: str) -> str:
        """The job as it was handed in; "" for an unknown one."""
        return (await self._inbox.find(identity))[1] or await self.engine.job(identity)

    async def state(self, identity: str) -> str:
        """How far the job is: "waiting" or "done", and nothing for an unknown one."""
        state, _ = await self._inbox.find(identity)
        if state:
            return "done" if state == "done" else "waiting"
        return await self.engine.state(identity)

    async def _adopt(self) -> None:
        """What an earlier version gave to the engine itself."""
        for queue in self._queues:
            for one in await self.engine.waiting(queue):
                piece = Piece(
                    identity=one.identity,
                    queue=queue,
                    thread=one.order,
                    job=await self.engine.job(one.identity),
                    person=one.person,
                    channel=one.channel,
                    fed=True,
                )
                await self._writing.keep(piece)
