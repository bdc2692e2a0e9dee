"""An ASGI application behind a route of aiohttp: one request in, its response out, streamed or whole.

The library of the Model Context Protocol speaks ASGI; the one HTTP application speaks aiohttp. This is the
part of ASGI that a single HTTP exchange needs (https://asgi.readthedocs.io, HTTP, version 2.3).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any

from aiohttp import web

from bot.platforms.doors.http import HEADERS, Served, body_of, has_left, problem
from bot.platforms.doors.platform import LOOK
from bot.platforms.doors.tokens import Caller
from bot.platforms.doors.turned import TurnedAway

CALLER = "querist.caller"  # the key of a scope under which it holds who asks

Event = MutableMapping[str, Any]
Application = Callable[
    [Event, Callable[[], Awaitable[Event]], Callable[[Event], Awaitable[None]]], Awaitable[None]
]
_OURS = frozenset({b"connection", b"transfer-encoding", b"keep-alive"})  # headers that aiohttp writes itself


def served(application: Application) -> Served:
    """A handler that gives each request to the application. When who asked leaves, the application is told;
    what it does not end by itself is ended.
    """

    async def handle(request: web.Request, caller: Caller) -> web.StreamResponse:
        body = await body_of(request)
        if isinstance(body, TurnedAway):
            return problem(body)
        exchange = _Exchange(request, body)
        answering = asyncio.ensure_future(
            application(_scope(request, caller), exchange.receive, exchange.send)
        )
        leaving = asyncio.ensure_future(exchange.left())
        try:
            await asyncio.wait((answering, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not answering.done():  # it has heard of it, and gets a moment to end by itself
                await asyncio.wait((answering,), timeout=LOOK)
        finally:
            for task in (answering, leaving):
                task.cancel()
            with suppress(asyncio.CancelledError, ConnectionError):
                await answering
        return await exchange.ended()

    return handle


class _Exchange:
    """One request and its response."""

    def __init__(self, request: web.Request, body: bytes) -> None:
        self._request = request
        self._body: bytes | None = body
        self._response: web.StreamResponse | None = None

    async def receive(self) -> Event:
        """The body, at once and whole; after that, that the other end has left, when it has."""
        if self._body is not None:
            body, self._body = self._body, None
            return {"type": "http.request", "body": body, "more_body": False}
        await self.left()
        return {"type": "http.disconnect"}

    async def left(self) -> None:
        """Returns when the other end has closed the connection, of which aiohttp tells nobody."""
        while not has_left(self._request):  # noqa: ASYNC110
            await asyncio.sleep(LOOK)

    async def send(self, event: Event) -> None:
        if event["type"] == "http.response.start":
            self._response = web.StreamResponse(status=event["status"], headers=HEADERS)
            for name, value in event.get("headers", ()):
                if name.lower() not in _OURS:
                    self._response.headers[name.decode("latin-1")] = value.decode("latin-1")
            await self._response.prepare(self._request)
        elif self._response is not None and (piece := event.get("body", b"")):
            await self._response.write(piece)

    async def ended(self) -> web.StreamResponse:
        """The response, where there is one."""
        if self._response is None:
            return web.Response(status=500)
        with suppress(ConnectionError):
            await self._response.write_eof()
        return self._response


def _scope(request: web.Request, caller: Caller) -> Event:
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": f"{request.version.major}.{request.version.minor}",
        "method": request.method,
        "scheme": request.scheme,
        "path": request.path,
        "raw_path": request.rel_url.raw_path.encode(),
        "query_string": request.query_string.encode(),
        "root_path": "",
        "headers": [(name.lower(), value) for name, value in request.raw_headers],
        "client": (request.remote or "", 0),
        "server": None,
        "state": {},
        CALLER: caller,
    }
