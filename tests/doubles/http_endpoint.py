"""A SPARQL endpoint on loopback that misbehaves, one way a path; it keeps the requests it got.

`async with http_endpoint() as endpoint:` gives one; `endpoint.url("/html")` is the address of a manner.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web
from aiohttp.test_utils import TestServer

JSON_RESULTS = "application/sparql-results+json"
SERVER_CUT = 100  # rows that the cutting endpoint sends at most, of 250
SERVER_ROWS = 250

_ONE_ROW = {"head": {"vars": ["x"]}, "results": {"bindings": [{"x": {"type": "literal", "value": "1"}}]}}
_STATUS = {
    "400": (400, "text/plain", "Parse error: syntax error at '}'\nline 3"),
    "401": (401, "text/plain", "who are you"),
    "403": (403, "text/html", "<html><body><h1>Forbidden</h1><script>alert(1)</script></body></html>"),
    "404": (404, "text/html", "<html><title>404</title>no such page</html>"),
    "429": (429, "text/plain", ""),
    "500": (500, "text/plain", "Virtuoso 37000 Error SP030: " + "very long " * 200 + "\x1b[31m"),
    "500-late": (
        500,
        "text/plain",
        "Virtuoso 42000 Error The estimated execution time 900 (sec) exceeds 400",
    ),
    "secrets": (
        500,
        "text/plain",
        "\x1b[31mno connection\x1b[0m to http://reader:hunter2@db.example.com, token=hunter3, sent hunter4",
    ),
    "503": (503, "text/plain", "restarting"),
}
_BODIES = {
    "html": ("text/html; charset=utf-8", "<!DOCTYPE html><html><body>Welcome</body></html>"),
    "html-as-json": (JSON_RESULTS, "\n<html><body>Welcome</body></html>"),
    "csv": ("text/csv", "x\r\n1\r\n"),
    "turtle": ("text/turtle", "<https://a.example/1> a <https://a.example/Pump> ."),
    "half": (JSON_RESULTS, '{"head": {"vars": ["x"]}, "results": {"bindings": [{"x": '),
    "not-results": (JSON_RESULTS, '["hello"]'),
    "no-list": (JSON_RESULTS, '{"head": {"vars": ["x"]}, "results": {"bindings": {}}}'),
    "no-rows": (JSON_RESULTS, '{"head": {"vars": ["x"]}, "results": {"bindings": ["x"]}}'),
    "vars-no-list": (JSON_RESULTS, '{"head": {"vars": "x"}, "results": {"bindings": []}}'),
    "unknown-variable": (
        JSON_RESULTS,
        '{"head": {"vars": ["x"]}, "results": {"bindings": [{"y": {"type": "literal", "value": "1"}}]}}',
    ),
    "no-value": (
        JSON_RESULTS,
        '{"head": {"vars": ["x"]}, "results": {"bindings": [{"x": {"type": "literal", "value": null}}]}}',
    ),
    "truth": (JSON_RESULTS, '{"head": {}, "boolean": false}'),
    "no-truth": (JSON_RESULTS, '{"head": {}, "boolean": "maybe"}'),
    "virtuoso": (
        JSON_RESULTS,
        json.dumps({
            "head": {"link": [], "vars": ["n", "i", "l", "b"]},
            "results": {"distinct": False, "ordered": True, "bindings": [{
                "n": {"type": "typed-literal", "datatype": "http://www.w3.org/2001/XMLSchema#integer",
                      "value": "7"},
                "i": {"type": "uri", "value": "http://a.example/with space"},
                "l": {"type": "literal", "xml:lang": "en_US", "value": "color"},
                "b": {"type": "bnode", "value": "nodeID://b10"},
            }]},
        }),
    ),
    "virtuoso-ask": (
        JSON_RESULTS,
        json.dumps({
            "head": {"link": [], "vars": ["__ASK_RETVAL"]},
            "results": {"bindings": [{"__ASK_RETVAL": {"type": "typed-literal", "value": "1"}}]},
        }),
    ),
    "xml": (
        "application/sparql-results+xml",
        """<?xml version="1.0"?>
        <sparql xmlns="http://www.w3.org/2005/sparql-results#"><head><variable name="x"/></head>
        <results><result><binding name="x"><literal>1</literal></binding></result></results></sparql>""",
    ),
}  # fmt: skip


@dataclass
class HttpEndpoint:
    """`requests` are (path, method, headers, parameters), in the order in which they came."""

    server: TestServer
    requests: list[tuple[str, str, dict[str, str], dict[str, str]]] = field(default_factory=list)
    over: asyncio.Event = field(default_factory=asyncio.Event)
    elsewhere: str = ""
    told: dict[str, list[str]] = field(default_factory=dict)
    recorded: dict[str, list[dict[str, dict[str, str]]]] = field(
        default_factory=dict
    )  # rows by a part of the query

    def url(self, path: str) -> str:
        return str(self.server.make_url(path))

    def queries(self) -> list[str]:
        return [parameters["query"] for _, _, _, parameters in self.requests]

    async def answer(self, request: web.Request) -> web.StreamResponse:
        posted = await request.post() if request.method == "POST" else {}
        parameters = {key: str(value) for key, value in (*request.query.items(), *posted.items())}
        self.requests.append((request.path, request.method, dict(request.headers), parameters))
        manner = request.match_info["manner"]
        if manner in _STATUS:
            status, kind, text = _STATUS[manner]
            return web.Response(status=status, content_type=kind, text=text, headers={"Retry-After": "30"})
        if manner in _BODIES:
            kind, text = _BODIES[manner]
            return web.Response(body=text.encode(), headers={"Content-Type": kind})
        return await getattr(self, "_" + manner.replace("-", "_"))(request, parameters)  # type: ignore[no-any-return]

    async def _fine(self, request: web.Request, parameters: dict[str, str]) -> web.StreamResponse:
        return _json(_ONE_ROW)

    async def _replay(self, request: web.Request, parameters: dict[str, str]) -> web.StreamResponse:
        """The recorded rows of the first part that the query has; no rows where it has none."""
        rows = next((rows for part, rows in self.recorded.items() if part in parameters["query"]), [])
        columns = list(dict.fromkeys(name for row in rows for name in row))
        return _json({"head": {"vars": columns or ["x"]}, "results": {"bindings": rows}})

    async def _telling(self, request: web.Request, parameters: dict[str, str]) -> web.StreamResponse:
        """The values in `told` for the first sign that the query has; anything else is too much for it."""
        for sign, values in self.told.items():
            if sign in parameters["query"]:
                rows = [{"x": {"type": "literal", "value": value}} for value in values]
                return _json({"head": {"vars": ["x"]}, "results": {"bindings": rows}})
        return web.Response(status=503, text="query timed out")

    async def _slow(self, request: web.Request, parameters: dict[str, str]) -> web.StreamResponse:
        await self.over.wait()
        return _json(_ONE_ROW)

    async def _drip(self, request: web.Request, parameters: dict[str, str]) -> web.StreamResponse:
        """A byte now and then, so that no single read ever waits long."""
        response = web.StreamResponse(headers={"Content-Type": JSON_RESULTS})
        await response.prepare(request)
        while not self.over.is_set():
            await response.write(b" ")
            try:
                await asyncio.wait_for(self.over.wait(), 0.02)
            except TimeoutError:
                continue
        return response

    async def _drip_headers(self, request: web.Request, parameters: dict[str, str]) -> web.StreamResponse:
        return await self._dripped(request, b"HTTP/1.1 200 OK\r\nContent-Type: ")

    async def _drip_chunks(self, request: web.Request, parameters: dict[str, str]) -> web.StreamResponse:
        """The length of a chunk never comes to its end."""
        head = f"HTTP/1.1 200 OK\r\nContent-Type: {JSON_RESULTS}\r\nTransfer-Encoding: chunked\r\n\r\n"
        return await self._dripped(request, head.encode())

    async def _dripped(self, request: web.Request, head: bytes) -> web.StreamResponse:
        transport = request.transport
        while transport and not transport.is_closing() and not self.over.is_set():
            transport.write(head or b"0")
            head = b""
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.over.wait(), 0.02)
        return web.Response()

    async def _packed(self, request: web.Request, parameters: dict[str, str]) -> web.StreamResponse:
        """A gigabyte of blanks in a megabyte, for who unpacks it."""
        body = gzip.compress(b" " * 2**20) * 2**10
        return web.Response(body=body, headers={"Content-Type": JSON_RESULTS, "Content-Encoding": "gzip"})

    async def _reset(self, request: web.Request, parameters: dict[str, str]) -> web.StreamResponse:
        if request.transport:
            request.transport.abort()
        return web.Response()

    async def _broken(self, request: web.Request, parameters: dict[str, str]) -> web.StreamResponse:
        """Says how long the answer is and stops in the middle."""
        response = web.StreamResponse(headers={"Content-Type": JSON_RESULTS, "Content-Length": "1000"})
        await response.prepare(request)
        await response.write(b'{"head": {"vars": ["x"]}, ')
        if request.transport:
            request.transport.close()
        return response

    async def _flood(self, request: web.Request, parameters: dict[str, str]) -> web.StreamResponse:
        """Rows without end."""
        response = web.StreamResponse(headers={"Content-Type": JSON_RESULTS})
        await response.prepare(request)
        row = b'{"x": {"type": "literal", "value": "' + b"y" * 200 + b'"}},'
        try:
            await response.write(b'{"head": {"vars": ["x"]}, "results": {"bindings": [')
            while not self.over.is_set():
                await response.write(row * 50)
        except ConnectionError:
            pass
        return response

    async def _cutting(self, request: web.Request, parameters: dict[str, str]) -> web.StreamResponse:
        return self._rows(parameters["query"], ordered_only=False)

    async def _unordered(self, request: web.Request, parameters: dict[str, str]) -> web.StreamResponse:
        """Cuts, and refuses to sort."""
        return self._rows(parameters["query"], ordered_only=True)

    async def _away(self, request: web.Request, parameters: dict[str, str]) -> web.StreamResponse:
        raise web.HTTPFound(self.elsewhere)

    async def _moved(self, request: web.Request, parameters: dict[str, str]) -> web.StreamResponse:
        raise web.HTTPFound(self.url("/fine") + "?" + request.query_string)

    def _rows(self, query: str, *, ordered_only: bool) -> web.StreamResponse:
        """Rows `"0"`, `"1"`, …: as many as are asked for from the offset on, but never more than the cut.
        Without an order they come as a real store might send them: differently each time.
        """
        ordered = "ORDER BY" in query
        if ordered and ordered_only:
            return web.Response(status=500, text="sorted TOP clause specifies more rows than allowed")
        asked = re.search(r"LIMIT (\d+)", query)
        skipped = re.search(r"OFFSET (\d+)", query)
        numbers = list(range(SERVER_ROWS))
        if not ordered:
            turn = len(self.requests) * 37 % SERVER_ROWS
            numbers = numbers[turn:] + numbers[:turn]
        start = int(skipped[1]) if skipped else 0
        wanted = numbers[start : start + min(int(asked[1]) if asked else SERVER_ROWS, SERVER_CUT)]
        rows = [{"x": {"type": "literal", "value": f"{number:03}"}} for number in wanted]
        return _json({"head": {"vars": ["x"]}, "results": {"bindings": rows}})


def _json(document: object) -> web.Response:
    return web.Response(body=json.dumps(document).encode(), headers={"Content-Type": JSON_RESULTS})


@asynccontextmanager
async def http_endpoint() -> AsyncIterator[HttpEndpoint]:
    """A running endpoint with every manner."""
    app = web.Application()
    endpoint = HttpEndpoint(TestServer(app, host="127.0.0.1"))
    app.router.add_route("*", "/{manner}", endpoint.answer)
    await endpoint.server.start_server()
    try:
        yield endpoint
    finally:
        endpoint.over.set()
        await endpoint.server.close()
