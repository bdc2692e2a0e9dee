"""A SPARQL endpoint on loopback with many rows and the ways in which real servers withhold them.

`async with row_server(rows=2500, cap=1000) as server:` gives one; `server.url` is its address.
Rows are pairs ?x ?l. Without an order they come as a parallel store sends them: from elsewhere each time.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from aiohttp.test_utils import TestServer

from kgqa.types import Term

_KIND = {"Content-Type": "application/sparql-results+json"}
_THING = "https://rows.example/"


def row(number: int) -> tuple[Term, Term]:
    """The row of this number; two rows that follow each other differ in their language alone."""
    language = ("de", "en")[number % 2]
    return (
        Term(kind="iri", value=f"{_THING}{number // 4:06}"),
        Term(kind="literal", value=f"Ding {number // 2:06}", language=language),
    )


@dataclass(kw_only=True)
class RowServer:
    """`cap`: rows of a reply at most. `deaths`: after how many rows the next replies break off.
    `statuses`: what is answered first instead of rows. `sorts`: rows that it sorts at most, unless inside of
    a query, and then it knows no OFFSET without LIMIT (Virtuoso). `in_time`: it answers only who asks for so
    few rows. `hides`: it sends no row after so many. `forgets`: it ignores OFFSET. `shuffles`: it ignores
    ORDER BY.
    """

    rows: int
    cap: int = 10**9
    deaths: list[int] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    sorts: int = 10**9
    in_time: int = 10**9
    hides: int = 10**9
    forgets: bool = False
    shuffles: bool = False
    keeps_order: bool = False
    name: str = "a server"
    queries: list[str] = field(default_factory=list)
    url: str = ""
    over: asyncio.Event = field(default_factory=asyncio.Event)

    async def answer(self, request: web.Request) -> web.StreamResponse:
        posted = await request.post() if request.method == "POST" else {}
        query = str(posted.get("query") or request.query["query"])
        self.queries.append(query)
        if self.statuses:
            return web.Response(status=self.statuses.pop(0), text="busy", headers={"Retry-After": "7"})
        limit, offset = _last(r"LIMIT (\d+)", query), _last(r"OFFSET (\d+)", query) or 0
        ordered = "ORDER BY" in query
        if refusal := self._refusal(query, limit, offset, ordered=ordered):
            return web.Response(status=500, text=refusal)
        if ordered and (10**9 if limit is None else limit) > self.in_time:
            await self.over.wait()
        numbers = self._numbers(limit, 0 if self.forgets else offset, ordered=ordered and not self.shuffles)
        dies = self.deaths.pop(0) if self.deaths and limit != 1 else None
        return await self._send(request, numbers, dies)

    def _refusal(self, query: str, limit: int | None, offset: int, *, ordered: bool) -> str:
        inside = re.search(r"WHERE \{ SELECT", query) is not None
        if self.sorts == 10**9:
            return ""
        if offset and limit is None:
            return "Virtuoso 22023 Error SR350: TOP parameter < 0"
        if ordered and not inside and (limit or 0) + offset > self.sorts:
            return "Virtuoso 22023 Error SR353: Sorted TOP clause specifies more rows than allowed"
        return ""

    def _numbers(self, limit: int | None, offset: int, *, ordered: bool) -> list[int]:
        turn = 0 if ordered or self.keeps_order else len(self.queries) * 37
        upto = self.rows if limit is None else min(offset + limit, self.rows)
        numbers = [(number + turn) % self.rows for number in range(offset, upto)]
        if limit != 1:
            numbers = numbers[: max(self.hides - offset, 0)]
        return numbers[: self.cap]

    async def _send(self, request: web.Request, numbers: list[int], dies: int | None) -> web.StreamResponse:
        response = web.StreamResponse(headers=_KIND | {"Server": self.name})
        response.enable_chunked_encoding()
        await response.prepare(request)
        await response.write(b'{"head": {"vars": ["x", "l"]}, "results": {"bindings": [')
        for place, number in enumerate(numbers):
            if place == dies:
                break
            await response.write((", " if place else "").encode() + json.dumps(_binding(number)).encode())
        if dies is not None:
            if request.transport:
                request.transport.close()
            return response
        await response.write(b"]}}")
        await response.write_eof()
        return response


def _last(pattern: str, query: str) -> int | None:
    found = re.findall(pattern, query)
    return int(found[-1]) if found else None


def _binding(number: int) -> dict[str, Any]:
    thing, name = row(number)
    return {
        "x": {"type": "uri", "value": thing.value},
        "l": {"type": "literal", "value": name.value, "xml:lang": name.language},
    }


@asynccontextmanager
async def row_server(**manners: Any) -> AsyncIterator[RowServer]:
    """A running server."""
    server = RowServer(**manners)
    app = web.Application()
    app.router.add_route("*", "/sparql", server.answer)
    running = TestServer(app, host="127.0.0.1")
    await running.start_server()
    server.url = str(running.make_url("/sparql"))
    try:
        yield server
    finally:
        server.over.set()
        await running.close()
