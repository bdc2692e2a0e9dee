"""A proxy on loopback in front of a real SPARQL server, which gets in the way as proxies and networks do.

`async with proxy(url, busy=7) as between:` answers each seventh request with 503; `between.url` is asked in
the place of `url`.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
from aiohttp import web
from aiohttp.test_utils import TestServer
from yarl import URL

_PASSED_ON = ("Content-Type", "Accept", "Authorization")
_QUIET = 0.25  # seconds without another request after which a round is full
_WAITED = 20.0


@dataclass
class Proxy:
    """Each n-th request is `busy` (503), `dropped` without a word, `cut` in the middle of the reply, or
    `halved`: the half is sent as if it were all. After `until` requests nobody answers any more. One that
    works in `rounds` answers when no more requests come: as many as those are the delays of a slow server.
    `delay` is such a delay in seconds, for measuring. One that is `deaf` takes no notice of the parameters
    that name a dataset, and one that `forgets` none of the clauses either. One that `refuses` a word answers
    each request with it with `status`. One that `hangs` at a word answers no request with it until it is
    `freed`; `hung` is set when one has come.
    """

    target: str
    busy: int = 0
    dropped: int = 0
    cut: int = 0
    halved: int = 0
    until: int = 10**9
    rounds: bool = False
    delay: float = 0.0
    retry_after: str = "0"
    deaf: bool = False
    forgets: bool = False
    refuses: str = ""
    status: int = 400
    hangs: str = ""
    hung: asyncio.Event = field(default_factory=asyncio.Event)
    freed: asyncio.Event = field(default_factory=asyncio.Event)
    url: str = ""
    asked: list[str] = field(default_factory=list)  # the queries
    answered: list[str] = field(default_factory=list)  # those of them that got a whole answer
    failed: int = 0  # requests that got no whole answer
    passed: int = 0  # rounds that were answered
    most: int = 0  # requests that were under way at once
    _waiting: list[asyncio.Event] = field(default_factory=list)
    _timer: asyncio.TimerHandle | None = None
    _under_way: int = 0
    _session: aiohttp.ClientSession | None = None

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self._under_way += 1
        self.most = max(self.most, self._under_way)
        try:
            return await self._answer(request)
        finally:
            self._under_way -= 1

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        body = await request.read()
        posted = await request.post() if request.method == "POST" else {}
        query = str(posted.get("query") or request.query.get("query", ""))
        self.asked.append(query)
        number = len(self.asked)
        if number > self.until:
            return web.Response(status=502, text="gone")
        if self.refuses and (self.refuses in query or self.refuses in request.query_string):
            return web.Response(status=self.status, text=f"{self.refuses} is too much for me")
        if self.hangs and self.hangs in query:
            self.hung.set()
            await self.freed.wait()
            return self._gone(request)
        if self.rounds:
            await self._round()
        if self.delay:
            await asyncio.sleep(self.delay)
        if _is_turn(number, self.busy):
            self.failed += 1
            return web.Response(status=503, text="busy", headers={"Retry-After": self.retry_after})
        if _is_turn(number, self.dropped):
            return self._gone(request)
        status, kind, reply = await self._reply(request, body)
        if _is_turn(number, self.halved):
            self.failed += 1
            reply = reply[: len(reply) // 2]
        headers = {"Content-Type": kind, "Content-Length": str(len(reply))}
        if _is_turn(number, self.cut):
            response = web.StreamResponse(status=status, headers=headers)
            await response.prepare(request)
            await response.write(reply[: len(reply) // 2])
            return self._gone(request)
        if not _is_turn(number, self.halved):
            self.answered.append(query)
        return web.Response(status=status, headers=headers, body=reply)

    async def _reply(self, request: web.Request, body: bytes) -> tuple[int, str, bytes]:
        assert self._session
        headers = {name: request.headers[name] for name in _PASSED_ON if name in request.headers}
        url = URL(f"{self.target}?{request.rel_url.raw_query_string}", encoded=True)
        if self.deaf:
            url = url.without_query_params("default-graph-uri", "named-graph-uri")
        if self.forgets:
            query = re.sub(r"FROM (NAMED )?<[^>]*>", "", url.query["query"])
            url = url.update_query(query=query)
        async with self._session.request(request.method, url, data=body, headers=headers) as reply:
            return reply.status, reply.headers.get("Content-Type", ""), await reply.read()

    def _gone(self, request: web.Request) -> web.Response:
        self.failed += 1
        if request.transport:
            request.transport.close()
        return web.Response()

    async def _round(self) -> None:
        """Comes back with all others that wait at the time."""
        mine = asyncio.Event()
        self._waiting.append(mine)
        if self._timer:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(_QUIET, self._pass)
        await mine.wait()

    def _pass(self) -> None:
        self.passed += 1
        for each in self._waiting:
            each.set()
        self._waiting = []


def _is_turn(number: int, every: int) -> bool:
    return bool(every) and number % every == 0


@asynccontextmanager
async def proxy(target: str, **manners: Any) -> AsyncIterator[Proxy]:
    """A running proxy."""
    between = Proxy(target, **manners)
    app = web.Application(client_max_size=2**26)
    app.router.add_route("*", "/query", between.answer)
    running = TestServer(app, host="127.0.0.1")
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(_WAITED * 30)) as session:
        between._session = session
        await running.start_server()
        between.url = str(running.make_url("/query"))
        try:
            yield between
        finally:
            await running.close()
