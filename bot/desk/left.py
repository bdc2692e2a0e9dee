"""What a server with other settings took over and left: it asks another graph, or with other rights, so
nobody here may answer it. While such a server lives it does so itself; when none does, its askers are told to
ask again.

In: the inbox. Out: a call of `tell` for each such piece. Who holds the seat of a queue feeds it: a queue
whose seat stays free is nobody's.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence

from bot.desk.inbox import Inbox
from bot.desk.ports import Seats
from bot.desk.queues import platform_of, seat_of
from bot.desk.seating import seated
from kgqa.errors import OperatorsMove

PATIENCE = (
    60.0  # seconds for which a queue must be nobody's: a server that starts again comes back to its own
)
AT_MOST = 60.0  # seconds for which its seat is taken

_LOG = logging.getLogger(__name__)


class Left:
    """`queues` are those that are served here; `platforms` those that can be spoken through."""

    def __init__(
        self,
        inbox: Inbox,
        seats: Seats,
        queues: Sequence[str],
        platforms: Sequence[str],
        tell: Callable[[str], Awaitable[None]],
        patience: float = PATIENCE,
    ) -> None:
        self._inbox = inbox
        self._seats = seats
        self._queues = frozenset(queues)
        self._platforms = frozenset(platforms)
        self._tell = tell
        self._patience = patience
        self._others: set[str] = set()
        self._since: dict[str, float] = {}
        self._telling: dict[str, asyncio.Task[None]] = {}

    async def look(self) -> None:
        """Begins to have told what is nobody's. Raises OperatorsMove."""
        self._telling = {queue: task for queue, task in self._telling.items() if not task.done()}
        others = {q for q in await self._inbox.queues() if platform_of(q) in self._platforms} - self._queues
        self._others = others
        self._since = {queue: since for queue, since in self._since.items() if queue in others}
        now = time.monotonic()
        for queue in others - set(self._telling):
            if not await seated(self._seats.hold, seat_of(queue)):
                self._since.pop(queue, None)
            elif now - self._since.setdefault(queue, now) < self._patience:
                await seated(self._seats.leave, seat_of(queue))
            else:
                self._telling[queue] = asyncio.create_task(self._tell_all(queue))

    async def stop(self) -> None:
        """Ends what is being told; the next one who looks goes on with it."""
        for task in self._telling.values():
            task.cancel()
        await asyncio.gather(*self._telling.values(), return_exceptions=True)
        for queue in self._others:  # the look may have been cut off with one of them
            await seated(self._seats.leave, seat_of(queue))

    async def _tell_all(self, queue: str) -> None:
        """With the seat of the queue, so that nobody else does; given back soon, for its server may come."""
        try:
            async with asyncio.timeout(AT_MOST):
                pieces = await self._inbox.of_queue(queue)
                await asyncio.gather(*(self._tell(piece.job) for piece in pieces))
        except (TimeoutError, OperatorsMove):
            _LOG.warning("Not all that waits in %s could be told that nobody serves it; trying again.", queue)
        finally:
            await seated(self._seats.leave, seat_of(queue))
