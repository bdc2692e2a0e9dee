"""The stream of events that the page listens to, one for each window."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from aiohttp import web

from bot.platforms.loopback import HEADERS

HEARTBEAT = 15.0  # seconds of silence after which the stream says that it lives
WAITING = 1_000  # events that a slow window may be behind

Event = dict[str, Any]


class Streams:
    """Tells every open window the same."""

    def __init__(self, waiting: int = WAITING) -> None:
        self._waiting = waiting
        self._open: set[asyncio.Queue[Event | None]] = set()

    def tell(self, event: Event) -> None:
        """To all; a window that does not read is cut off, and reads everything anew when it comes again."""
        for queue in tuple(self._open):
            if queue.full():
                self._end(queue)
            else:
                queue.put_nowait(event)

    def join(self) -> asyncio.Queue[Event | None]:
        """What is told from now on, until None."""
        queue: asyncio.Queue[Event | None] = asyncio.Queue(maxsize=self._waiting)
        self._open.add(queue)
        return queue

    async def answer(self, request: web.Request) -> web.StreamResponse:
        """The response to a window that listens; returns when it is closed, or at the end."""
        response = web.StreamResponse(headers={**HEADERS, "Content-Type": "text/event-stream"})
        queue = self.join()
        try:
            await response.prepare(request)
            await response.write(b"retry: 1000\n\n")
            while (line := await _next(queue)) is not None:
                await response.write(line)
        except ConnectionResetError:
            pass  # the page was closed
        finally:
            self._open.discard(queue)
        return response

    async def close(self, _app: web.Application) -> None:
        """Ends all streams."""
        for queue in tuple(self._open):
            self._end(queue)

    def _end(self, queue: asyncio.Queue[Event | None]) -> None:
        self._open.discard(queue)
        while not queue.empty():
            queue.get_nowait()
        queue.put_nowait(None)


async def _next(queue: asyncio.Queue[Event | None]) -> bytes | None:
    """The next event as the stream spells it, or a sign of life; None at the end."""
    try:
        event = await asyncio.wait_for(queue.get(), HEARTBEAT)
    except TimeoutError:
        return b": still here\n\n"
    return None if event is None else f"data: {json.dumps(event)}\n\n".encode()
