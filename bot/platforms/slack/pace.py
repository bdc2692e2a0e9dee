"""How fast Slack may be spoken to: about one message a second in a channel, and no call while it asks for a
pause.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.http_retry.request import HttpRequest
from slack_sdk.http_retry.response import HttpResponse
from slack_sdk.http_retry.state import RetryState

from bot.message import NotPosted

SHORT_PAUSE = 3  # seconds that a call waits when Slack asks for a pause; longer ones are the desk's to plan
BURST = 5  # messages that a channel takes at once, after which it is one a second
WAITING = 20  # messages that may wait for one channel; more are the desk's to bring again
CHANNELS = 2_000  # of which is remembered when something was said


@dataclass(frozen=True, slots=True, kw_only=True)
class Tempo:
    """Seconds: in which an answer needs nothing before it, after which it grows before people's eyes, and
    between two messages in a channel.
    """

    at_once: float = 0.5
    grows: float = 1.0
    interval: float = 1.0


class Pauses(AsyncRateLimitErrorRetryHandler):
    """Waits out a short pause that Slack asks for (429 with Retry-After), once; a long one is an error.

    It belongs to the client of one workspace, and remembers which of its methods are not to be called yet.
    """

    def __init__(self) -> None:
        super().__init__(max_retry_count=1)
        self._until: dict[str, float] = {}

    def left(self, method: str) -> float:
        """Seconds for which Slack wants the method left alone."""
        return max(self._until.get(method, 0.0) - time.monotonic(), 0.0)

    def respect(self, method: str) -> None:
        """Raises NotPosted while Slack wants the method left alone."""
        if pause := self.left(method):
            raise NotPosted("Slack asks for a pause.", retry_after=max(pause, 1.0))

    async def _can_retry_async(
        self,
        *,
        state: RetryState,  # noqa: ARG002  # the SDK's signature
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,  # noqa: ARG002  # the SDK's signature
    ) -> bool:
        if response is None or response.status_code != 429:  # noqa: PLR2004  # HTTP's own number
            return False
        asked = next((v for k, v in response.headers.items() if k.lower() == "retry-after"), ["1"])
        if not str(asked[0]).isdigit():
            return False
        seconds = int(asked[0])
        self._until[request.url.rpartition("/")[2]] = time.monotonic() + seconds
        return seconds <= SHORT_PAUSE


@dataclass(slots=True)
class _Channel:
    """A bucket that gains a message a second; `full_at` is when it holds all of a burst again."""

    full_at: float = 0.0
    waiting: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class Pace:
    """Turns to say something, in the order in which they were wanted, channel by channel."""

    def __init__(
        self,
        interval: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._interval = interval
        self._clock = clock
        self._sleep = sleep
        self._channels: OrderedDict[str, _Channel] = OrderedDict()

    @asynccontextmanager
    async def turn(self, channel: str) -> AsyncIterator[None]:
        """Waits for a turn in the channel. Raises NotPosted when too many wait already."""
        queue = self._channels.setdefault(channel, _Channel())
        self._channels.move_to_end(channel)
        if queue.waiting >= WAITING:
            raise NotPosted(
                "Many answers wait for this channel, which takes one a second.",
                retry_after=max(queue.waiting * self._interval, 1.0),
            )
        queue.waiting += 1
        try:
            async with queue.turn:
                early = queue.full_at - (BURST - 1) * self._interval - self._clock()
                if early > 0:
                    await self._sleep(early)
                queue.full_at = max(queue.full_at, self._clock()) + self._interval
                yield
        finally:
            queue.waiting -= 1
            self._forget()

    def _forget(self) -> None:
        while len(self._channels) > CHANNELS:
            name, queue = next(iter(self._channels.items()))
            if queue.waiting:
                return
            del self._channels[name]
