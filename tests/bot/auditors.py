"""A browser's part of the auditors' pages, without a browser: signs in, reads, sends forms."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from aiohttp import ClientResponse, CookieJar, web
from aiohttp.test_utils import TestClient, TestServer

from bot.audit.accounts import Account, Known, with_account
from bot.audit.names import Names
from bot.audit.web import AuditPages
from bot.audit.web.signing import Door
from bot.cards.look import Look
from bot.settings import Settings
from connectors.database.audit import AuditTrail
from connectors.database.codec import result_sha256
from connectors.database.database import Database
from connectors.database.record import Record
from connectors.database.sessions import SessionBook
from kgqa.types import Answer, Question
from tests.doubles.core import PreparedCore
from tests.sqlite import with_database

PASSWORD = "correct horse battery"
# as `hashed` makes it, but in no time
HASH = "scrypt:16:8:1:c2l4dGVlbiBvZiBzYWx0Lg==:kSzYIHWKdAlxCclf73YB9tZ1zqxCX03GhYk9JdGM4OA="

Client = TestClient[web.Request, web.Application]


@dataclass
class Office:
    """The pages on a database; `core` is what runs queries again."""

    folder: Path
    database: Database
    client: Client
    core: PreparedCore
    pages: AuditPages
    moved: list[datetime] = field(default_factory=list)

    @property
    def file(self) -> Path:
        return self.folder / "auditors.toml"

    @property
    def origin(self) -> str:
        return str(self.client.make_url("")).rstrip("/")

    async def get(self, path: str, **more: Any) -> ClientResponse:
        return await self.client.get(path, allow_redirects=False, **more)

    async def text(self, path: str, status: int = 200) -> str:
        response = await self.get(path)
        text = await response.text()
        assert response.status == status, text
        return text

    async def send(self, path: str, origin: str | None = None, **told: str) -> ClientResponse:
        headers = {"Origin": self.origin if origin is None else origin}
        return await self.client.post(path, data=told, headers=headers, allow_redirects=False)

    async def sign_in(self, name: str = "ada", password: str = PASSWORD, **told: str) -> ClientResponse:
        return await self.send("/audit/sign-in", name=name, password=password, **told)

    async def mark(self) -> str:
        """What the forms of this session bring along."""
        found = re.search(r'name="mark" value="([0-9a-f]{64})"', await self.text("/audit"))
        assert found
        return found[1]

    async def acts(self) -> list[tuple[str, str]]:
        """Who did what, the oldest first."""
        return [(act.by, act.kind) for act in (await AuditTrail(self.database).acts(most=100))[::-1]]


@asynccontextmanager
async def office(
    folder: Path, *, role: str = "admin", secure: bool = False, names: Path | None = None
) -> AsyncIterator[Office]:
    """The pages, with an account for ada."""
    settings = Settings(data=folder)
    with_account(folder / "auditors.toml", Account(name="ada", role=role, password=HASH))  # type: ignore[arg-type]
    database = Database.open(with_database(folder / "querist.db"))
    core = PreparedCore()

    async def answered(question: Question) -> Answer:
        return await core.answer(question, _unheard)

    pages = AuditPages(
        audit=AuditTrail(database),
        records=Record(database),
        door=Door(Known(settings), SessionBook(database), secure=secure, secret="s" * 32),
        look=Look(),
        answered=answered,
        hashed=result_sha256,
        names=Names(names),
        verifier=lambda: "print('verified')",
    )
    app = web.Application()
    pages.mount(app)
    async with TestClient(TestServer(app), cookie_jar=CookieJar(unsafe=True)) as client:
        yield Office(folder, database, client, core, pages)
    database.close()


async def _unheard(*_: object) -> None:
    """Nobody looks on."""
