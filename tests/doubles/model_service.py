"""A small OpenAI-compatible service on loopback, which knows as little and behaves as badly as a test wants.

async with served(ModelService(say, ...)) as service: ...   # service.url, service.asked
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from aiohttp.test_utils import TestServer

_USAGE = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}


@dataclass(frozen=True)
class Fails:
    """An answer that is an error. `body` is the error's object, or a page that is none."""

    status: int
    body: Mapping[str, Any] | str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass
class ModelService:
    """Replies with `say(request)` in pieces of `piece` characters, as a stream where it is asked for one.

    First come the `failures`, one a request; `always` fails for ever. It refuses `forms` of reply and
    `refuses` parameters by their names. `breaks` says after how many pieces the connection is cut,
    `hangs` after how many it says nothing more. `is_counting` says that it counts tokens in a stream,
    `is_streaming` that it knows what a stream is, `ends` why it ends. Keeps what it was asked.
    """

    say: Callable[[dict[str, Any]], str]
    forms: tuple[str, ...] = ("json_schema", "json_object")
    status: int = 200
    body: str = ""  # instead of a completion
    failures: list[Fails] = field(default_factory=list)
    always: Fails | None = None
    refuses: tuple[str, ...] = ()
    piece: int = 5
    breaks: int | None = None
    hangs: int | None = None
    is_counting: bool = True
    is_streaming: bool = True
    ends: str = "stop"
    last: str = ""  # a line of the stream, as it is
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    said: int = 0  # pieces that were sent
    url: str = ""
    over: asyncio.Event = field(default_factory=asyncio.Event)

    async def _complete(self, request: web.Request) -> web.StreamResponse:
        data = await request.json()
        self.asked.append(data)
        self.keys.append(request.headers.get("Authorization", ""))
        self.paths.append(request.path_qs)
        if failing := self._failing(data):
            return failing
        if self.body:
            return web.Response(text=self.body, content_type="text/html")
        text = self.say(data)
        if not (data.get("stream") and self.is_streaming):
            message = {"role": "assistant", "content": text}
            choice = {"index": 0, "finish_reason": self.ends, "message": message}
            whole = {"id": "1", "object": "chat.completion", "created": 1, "model": f"{data['model']}-1"}
            return web.json_response({**whole, "choices": [choice], "usage": _USAGE})
        return await self._streamed(request, data, text)

    def _failing(self, data: dict[str, Any]) -> web.Response | None:
        if self.failures:
            return _error(self.failures.pop(0))
        if self.always:
            return _error(self.always)
        if self.status != 200:
            return _error(Fails(self.status, {"message": f"status {self.status}"}))
        form = (data.get("response_format") or {}).get("type")
        if form and form not in self.forms:
            return _error(Fails(400, {"message": f"{form} is not supported"}))
        for name in self.refuses:
            if name in data:
                return _error(Fails(400, {"message": f"Unsupported parameter: '{name}'.", "param": name}))
        return None

    async def _streamed(self, request: web.Request, data: dict[str, Any], text: str) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        chunk = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": f"{data['model']}-1"}

        async def send(**more: Any) -> None:
            await response.write(f"data: {json.dumps({**chunk, **more})}\n\n".encode())

        await send(choices=[{"index": 0, "delta": {"role": "assistant"}, "finish_reason": None}])
        pieces = [text[n : n + self.piece] for n in range(0, len(text), self.piece)]
        for number, piece in enumerate([*pieces, None]):
            if number == self.hangs:
                await self.over.wait()
            if number == self.breaks:
                assert request.transport
                request.transport.close()
                return response
            if piece is not None:
                await send(choices=[{"index": 0, "delta": {"content": piece}, "finish_reason": None}])
                self.said += 1
        if self.last:
            await response.write(f"data: {self.last}\n\n".encode())
            return response
        await send(choices=[{"index": 0, "delta": {}, "finish_reason": self.ends}])
        if self.is_counting and (data.get("stream_options") or {}).get("include_usage"):
            await send(choices=[], usage=_USAGE)
        await response.write(b"data: [DONE]\n\n")
        return response


def _error(failing: Fails) -> web.Response:
    if isinstance(failing.body, str):
        text = failing.body or f"status {failing.status}"
        return web.Response(text=text, status=failing.status, headers=dict(failing.headers))
    return web.json_response(
        {"error": dict(failing.body)}, status=failing.status, headers=dict(failing.headers)
    )


@asynccontextmanager
async def served(service: ModelService) -> AsyncIterator[ModelService]:
    """The service while it runs; `url` says where."""
    app = web.Application()
    app.router.add_post("/v1/chat/completions", service._complete)
    app.router.add_post("/openai/deployments/{name}/chat/completions", service._complete)
    async with TestServer(app, host="127.0.0.1") as server:
        service.url = str(server.make_url("/v1"))
        try:
            yield service
        finally:
            service.over.set()  # who hangs may go home
