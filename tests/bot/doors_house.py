"""A house with open doors: the real edge on loopback, the real desk and database, any core."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, web

from bot import wiring
from bot.desk import Core, Desk, Limits
from bot.message import Platform
from bot.settings import Settings, load
from connectors.database.database import Database
from connectors.database.inbox import InboxTable
from connectors.database.record import Record
from connectors.database.seats import FileSeats
from connectors.database.turns import Turns
from tests.doubles.core import PreparedCore
from tests.sqlite import with_tables

ALL = "api, mcp, text2sparql"


@dataclass(frozen=True)
class House:
    """Where the doors are, who knocks, and what is written down."""

    url: str
    client: ClientSession
    database: Database
    runner: web.AppRunner

    @property
    def record(self) -> Record:
        return Record(self.database)

    async def ask(self, question: str, status: int = 200, **more: Any) -> dict[str, Any]:
        return await self.post("/v1/ask", {"question": question, **more}, status)

    async def post(self, path: str, body: Any, status: int = 200) -> dict[str, Any]:
        async with self.client.post(self.url + path, json=body) as response:
            return await _said(response.status, status, await response.json())

    async def get(self, path: str, status: int = 200, **query: str) -> dict[str, Any]:
        async with self.client.get(self.url + path, params=query) as response:
            return await _said(response.status, status, await response.json())


async def _said(status: int, wanted: int, body: dict[str, Any]) -> dict[str, Any]:
    assert status == wanted, body
    return body


def _desk(core: Core, doors: Sequence[Platform], database: Database, settings: Settings) -> Desk:
    if not isinstance(core, PreparedCore):
        return wiring.open_desk(settings, core, doors, database)
    return Desk(  # in the loop of the test, which holds the core's answers back
        core,
        Record(database),
        Turns(database),
        doors,
        work_url=f"sqlite:///{settings.data}/querist-work.db",
        inbox=InboxTable(database),
        seats=FileSeats(settings.data / "seats"),
        limits=Limits(
            person_questions=settings.person_questions, channel_questions=settings.channel_questions, grace=0
        ),
    )


@asynccontextmanager
async def house(
    core: Core, folder: Path, *, token: str = "", user: str = "", **given: Any
) -> AsyncIterator[House]:
    """A house of these settings; the client shows the `token`, as the password of the `user` where one is
    named.
    """
    settings = load(**{"data": folder / "data", "doors": ALL, **given})
    with_tables(settings.data / "querist.db", settings.data / "querist-work.db")
    database = wiring.open_database(settings)
    doors = wiring.open_doors(settings, core)
    desk = _desk(core, doors, database, settings)
    runner = web.AppRunner(wiring.build_app(desk, doors), **wiring.SERVING)
    shown = f"Basic {b64encode(f'{user}:{token}'.encode()).decode()}" if user else f"Bearer {token}"
    headers = {"Authorization": shown} if token else {}
    try:
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = runner.addresses[0][1]
        async with ClientSession(headers=headers) as client:
            yield House(f"http://127.0.0.1:{port}", client, database, runner)
    finally:
        await runner.cleanup()
        database.close()
