"""A small OpenAI-compatible service on loopback, which knows as little as a test wants."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from aiohttp.test_utils import TestServer


@dataclass
class ModelService:
    """Replies with `say(request)`; refuses the forms of reply that it does not know, or fails with `status`.
    Keeps what it was asked.
    """

    say: Callable[[dict[str, Any]], str]
    forms: tuple[str, ...] = ("json_schema", "json_object")
    status: int = 200
    body: str = ""  # instead of a completion
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    url: str = ""

    async def _complete(self, request: web.Request) -> web.Response:
        data = await request.json()
        self.asked.append(data)
        self.keys.append(request.headers.get("Authorization", ""))
        if self.status != 200:
            return web.json_response({"error": {"message": f"status {self.status}"}}, status=self.status)
        form = (data.get("response_format") or {}).get("type")
        if form and form not in self.forms:
            return web.json_response({"error": {"message": f"{form} is not supported"}}, status=400)
        if self.body:
            return web.Response(text=self.body, content_type="text/html")
        message = {"role": "assistant", "content": self.say(data)}
        return web.json_response(
            {
                "id": "1",
                "object": "chat.completion",
                "created": 1,
                "model": f"{data['model']}-1",
                "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
                "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
            }
        )


@asynccontextmanager
async def served(service: ModelService) -> AsyncIterator[ModelService]:
    """The service while it runs; `url` says where."""
    app = web.Application()
    app.router.add_post("/v1/chat/completions", service._complete)
    async with TestServer(app, host="127.0.0.1") as server:
        service.url = str(server.make_url("/v1"))
        yield service
