"""A Slack bot that people install by themselves: real database, real OAuth routes, the local Slack."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import ClientSession, web

from bot.message import Message, Reply
from bot.platforms.slack import OAuth, Slack
from bot.platforms.slack.pace import Tempo
from connectors.database.database import Database
from connectors.database.installations import InstallationBook
from connectors.database.sealing import Cipher
from kgqa.types import Answer
from manifests.slack import REDIRECT_PATH, build
from tests.bot.slack_bot import SEAL
from tests.doubles.reception import PaperReception
from tests.doubles.slack import LocalSlack, People
from tests.doubles.slack.workspace import Workspace
from tests.sqlite import with_database

SECRET = "the secret of the tests"
AT_ONCE = Tempo(at_once=0, grows=0, interval=0)


@dataclass(frozen=True)
class Page:
    """What a browser got."""

    status: int
    text: str
    to: str = ""
    cookie: str = ""


@dataclass(frozen=True)
class Installs:
    slack: LocalSlack
    platform: Slack
    desk: PaperReception
    address: str

    def people(self, at: Workspace | None = None) -> People:
        return People(self.slack, f"{self.address}/slack/events", at=at)

    async def browse(self, address: str, cookie: str = "", language: str = "en") -> Page:
        headers = {"Accept-Language": language} | ({"Cookie": cookie} if cookie else {})
        async with (
            ClientSession() as session,
            session.get(address, headers=headers, allow_redirects=False) as answer,
        ):
            got = answer.headers.get("Set-Cookie", "").partition(";")[0]
            return Page(answer.status, await answer.text(), answer.headers.get("Location", ""), got)

    async def begin(self) -> Page:
        return await self.browse(f"{self.address}/slack/install")

    def back(self, address: str) -> str:
        """The way back as it reaches this process, which stands behind the public address."""
        parts = urlsplit(address)
        return f"{self.address}{parts.path}?{parts.query}"

    async def install(self, *places: Workspace, org_wide: bool = False) -> Page:
        out = await self.begin()
        allowed = self.slack.oauth.allow(out.to, *places, org_wide=org_wide)
        return await self.browse(self.back(allowed), out.cookie)

    def reply(self, answer: Answer, message: Message | None = None, reference: str = "7f3a-21") -> Reply:
        return Reply(message=message or self.desk.received[-1], answer=answer, reference=reference)


@asynccontextmanager
async def database(folder: Path) -> AsyncIterator[Database]:
    file = folder / "querist.db"
    opened = Database.open(f"sqlite:///{file}" if file.exists() else with_database(file))
    try:
        yield opened
    finally:
        opened.close()


def local(*, rotate: bool = False, org: bool = False) -> LocalSlack:
    """A Slack that knows the app of the manifest for installing, in which it is installed nowhere."""
    slack = LocalSlack(build("http", "https://querist.example", oauth=True, rotate=rotate, org=org))
    slack.workspace.bot_token, slack.workspace.token_error = "none", "account_inactive"
    return slack


@asynccontextmanager
async def open_for_installs(
    slack: LocalSlack,
    opened: Database,
    *,
    secrets: tuple[str, ...] = (SECRET,),
    allowed: tuple[str, ...] = (),
) -> AsyncIterator[Installs]:
    """One process of the bot; several on one database are a fleet."""
    desk = PaperReception()
    platform = Slack(
        seal=SEAL,
        signing_secret=slack.workspace.signing_secret,
        api_url=slack.api_url,
        oauth=OAuth(
            client_id=slack.oauth.client_id,
            client_secret=slack.oauth.client_secret,
            public_url="https://querist.example",
            allowed=allowed,
        ),
        book=InstallationBook(opened, Cipher(secrets, "installations")),
        tempo=AT_ONCE,
    )
    app = web.Application()
    platform.mount(app, desk)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    try:
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield Installs(slack, platform, desk, f"http://127.0.0.1:{runner.addresses[0][1]}")
    finally:
        await runner.cleanup()


__all__ = ["AT_ONCE", "REDIRECT_PATH", "SECRET", "Installs", "Page", "database", "local", "open_for_installs"]
