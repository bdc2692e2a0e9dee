"""An OpenAI-compatible embeddings service on loopback that misbehaves, one way a path; and a model of meaning
whose meanings are written down.

`async with embeddings_service() as service:` gives one; `service.url("fine")` is the address of a manner.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from aiohttp import web
from aiohttp.test_utils import TestServer

from kgqa.errors import ModelUnavailable

DIMENSION = 8
FEW = 3  # phrases that the stingy service takes at a time

_STATUS = {
    "stranger": (401, {"error": {"message": "bad key"}}),
    "no-model": (404, {"error": {"message": "no such model"}}),
    "busy": (429, {"error": {"message": "slow down"}}),
    "refusing": (400, {"error": {"message": "bad input"}}),
    "broken": (500, {"error": {"message": "out of memory\x1b[31m"}}),
}


@dataclass
class EmbeddingsService:
    """`requests` are (manner, headers, document), in the order in which they came."""

    server: TestServer
    requests: list[tuple[str, dict[str, str], dict[str, Any]]] = field(default_factory=list)
    over: asyncio.Event = field(default_factory=asyncio.Event)

    def url(self, manner: str) -> str:
        return str(self.server.make_url(f"/{manner}/v1"))

    async def answer(self, request: web.Request) -> web.StreamResponse:
        asked = await request.json()
        manner = request.match_info["manner"]
        self.requests.append((manner, dict(request.headers), asked))
        phrases: list[str] = asked["input"]
        rows = [{"index": i, "embedding": meaning(phrase)} for i, phrase in enumerate(phrases)]
        if manner in _STATUS:
            status, body = _STATUS[manner]
            return web.json_response(body, status=status, headers={"x-should-retry": "false"})
        match manner:
            case "slow":
                await self.over.wait()
            case "stingy" if len(phrases) > FEW:
                return web.json_response({"error": {"message": "batch too large"}}, status=413)
            case "hiccup" if len(self.requests) == 1:
                return web.json_response(
                    {"error": {"message": "again"}}, status=503, headers={"retry-after-ms": "1"}
                )
            case "web-page":
                return web.Response(text="<html>Welcome</html>", content_type="text/html")
            case "garbage":
                return web.Response(text='{"data": [{"embe', content_type="application/json")
            case "strange":
                return web.json_response({"data": [{"index": 0, "embedding": "AAAA", "x": 1}]})
            case "missing":
                rows.pop()
            case "turned":
                rows.reverse()
            case "uneven":
                rows[-1]["embedding"] = [1.0]
            case "not-numbers":
                return web.Response(
                    text=json.dumps({"data": [{"index": 0, "embedding": [float("nan")] * DIMENSION}]}),
                    content_type="application/json",
                )
        return web.json_response({"object": "list", "model": asked["model"], "data": rows})


@asynccontextmanager
async def embeddings_service() -> AsyncIterator[EmbeddingsService]:
    """A running service with every manner."""
    app = web.Application()
    service = EmbeddingsService(TestServer(app, host="127.0.0.1"))
    app.router.add_post("/{manner}/v1/embeddings", service.answer)
    await service.server.start_server()
    try:
        yield service
    finally:
        service.over.set()
        await service.server.close()


class WrittenMeanings:
    """An `Embedder` for which phrases of one meaning are one vector, and all others strangers.

    `asked` are the phrases that it was asked for; after `breaks_after` of them it is gone.
    """

    def __init__(
        self, alike: Sequence[Sequence[str]] = (), *, name: str = "written", dimension: int = 64
    ) -> None:
        self.name = name
        self.dimension = dimension
        self.asked: list[str] = []
        self.breaks_after: int | None = None
        self._meant: Mapping[str, str] = {phrase: same[0] for same in alike for phrase in same}

    async def embed(self, phrases: Sequence[str]) -> Sequence[Sequence[float]]:
        if self.breaks_after is not None and len(self.asked) + len(phrases) > self.breaks_after:
            raise ModelUnavailable("The model is gone.")
        self.asked += phrases
        return [meaning(self._meant.get(phrase, phrase), self.dimension) for phrase in phrases]


def meaning(phrase: str, dimension: int = DIMENSION) -> list[float]:
    """A direction in space that is the phrase's own."""
    digest = b"".join(blake2b(f"{phrase} {i}".encode()).digest() for i in range(dimension // 32 + 1))
    return [(digest[2 * i] * 256 + digest[2 * i + 1]) / 32768 - 1 for i in range(dimension)]
