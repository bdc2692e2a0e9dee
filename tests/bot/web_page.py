"""A browser's part of the local chat page, without a browser: asks, and listens to the stream."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import uuid4

from aiohttp import ClientResponse, ClientTimeout, CookieJar, web
from aiohttp.test_utils import TestClient, TestServer

from bot.buttons import Seal
from bot.cards.look import Look
from bot.platforms.loopback import Guard
from bot.platforms.web import WebPlatform
from tests.bot.local_desk import LocalDesk

Client = TestClient[web.Request, web.Application]
SEAL = Seal("secret")
EXAMPLES = ("Who leads Field Engineering?", "What is the margin of our valves?")


class Page:
    """One window."""

    def __init__(self, client: Client, desk: LocalDesk, platform: WebPlatform) -> None:
        self.client, self.desk, self.platform = client, desk, platform
        self.origin = str(client.make_url("")).rstrip("/")

    async def get(self, path: str, **headers: str) -> ClientResponse:
        return await self.client.get(path, headers=headers)

    async def json(self, path: str, **headers: str) -> dict[str, Any]:
        data: dict[str, Any] = await (await self.get(path, **headers)).json()
        return data

    async def post(self, text: str, *, origin: str | None = None, **more: Any) -> ClientResponse:
        posting = {"event": str(uuid4()), "text": text, **more}
        headers = {"Origin": self.origin if origin is None else origin}
        return await self.client.post("/api/messages", json=posting, headers=headers)

    async def ask(self, text: str, **more: Any) -> str:
        response = await self.post(text, **more)
        assert response.status == 200, await response.text()
        return str((await response.json())["conversation"])

    async def press(self, item: dict[str, Any], kind: str, **more: Any) -> dict[str, Any]:
        """Presses a quiet button of a reply; what the page hears."""
        (button,) = [act for act in item["acts"] if act["kind"] == kind]
        response = await self.post(button["label"], pressed=button["value"], **more)
        assert response.status == 200, await response.text()
        heard: dict[str, Any] = await response.json()
        return heard

    @asynccontextmanager
    async def listen(self) -> AsyncIterator[AsyncIterator[dict[str, Any]]]:
        """The stream of events; inside, it is open, so that nothing told from now on is missed."""
        async with self.client.get("/api/events", timeout=ClientTimeout(total=10)) as response:
            yield _events(response)

    async def reply(self, text: str, **more: Any) -> tuple[str, dict[str, Any]]:
        """Asks, and waits for the reply as the page gets it: (conversation, item)."""
        async with self.listen() as stream:
            conversation = await self.ask(text, **more)
            told = await until_reply(stream)
        assert told[-1]["conversation"] == conversation
        return conversation, told[-1]["item"]


async def _events(response: ClientResponse) -> AsyncIterator[dict[str, Any]]:
    async for line in response.content:
        if line.startswith(b"data: "):
            yield json.loads(line[6:])


async def until_reply(stream: AsyncIterator[dict[str, Any]]) -> list[dict[str, Any]]:
    """All that is told up to a reply, with it."""
    told = [await anext(stream)]
    while told[-1].get("item", {}).get("kind") != "reply":
        told.append(await anext(stream))
    return told


@asynccontextmanager
async def served(look: Look | None = None) -> AsyncIterator[Page]:
    """A window that has not shown the key, which is "the-key"."""
    platform = WebPlatform(
        seal=SEAL, look=look, examples=EXAMPLES, about="company graph", guard=Guard("the-key")
    )
    desk = LocalDesk()
    desk.platform = platform
    app = web.Application()
    platform.mount(app, desk)
    async with TestClient(TestServer(app), cookie_jar=CookieJar(unsafe=True)) as client:
        yield Page(client, desk, platform)
