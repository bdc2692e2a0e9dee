"""A running Slack bot for tests: the real platform on the strict local Slack, a small desk behind it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from bot.buttons import Seal
from bot.message import Message, Reply
from bot.platforms.slack import Slack
from kgqa.errors import OperatorsMove
from kgqa.ports import Conversations
from kgqa.types import Answer
from manifests.slack import Mode, build
from tests.doubles.slack import LocalSlack, People

SEAL = Seal("a secret of the tests")


@dataclass
class Desk:
    """Writes down what it takes over, once an event; `refusing` refuses everything."""

    received: list[Message] = field(default_factory=list)
    offered: int = 0
    refusing: bool = False

    async def receive(self, message: Message) -> None:
        self.offered += 1
        if self.refusing:
            raise OperatorsMove("The database cannot be reached.")
        if message.event not in [m.event for m in self.received]:
            self.received.append(message)


@dataclass(frozen=True)
class Bot:
    slack: LocalSlack
    people: People
    desk: Desk
    platform: Slack

    def reply(self, answer: Answer, reference: str = "7f3a-21") -> Reply:
        """The reply to the last message that the desk took over."""
        return Reply(message=self.desk.received[-1], answer=answer, reference=reference)


@asynccontextmanager
async def running(
    mode: Mode = "http",
    *,
    follow_up: bool = False,
    without: tuple[str, ...] = (),
    conversations: Conversations | None = None,
    wrong_token: bool = False,
) -> AsyncIterator[Bot]:
    """A bot whose workspace installed the manifest of `mode`, `without` some scopes of it.

    `wrong_token` gives it a token that Slack does not know: of the bot, or for Socket Mode of the app.
    """
    manifest = build(mode, "https://querist.example" if mode == "http" else "", follow_up=follow_up)
    desk = Desk()
    async with LocalSlack(manifest) as slack:
        workspace = slack.workspace
        workspace.scopes -= set(without)
        app_token = "xapp-wrong" if wrong_token else workspace.app_token
        tokens: dict[str, Any] = (
            {"app_token": app_token} if mode == "socket" else {"signing_secret": workspace.signing_secret}
        )
        platform = Slack(
            bot_token="xoxb-wrong" if wrong_token and mode == "http" else workspace.bot_token,
            api_url=slack.api_url,
            seal=SEAL,
            follow_up=follow_up,
            conversations=conversations,
            **tokens,
        )
        app = web.Application()
        platform.mount(app, desk)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        try:
            await runner.setup()
        except BaseException:
            await runner.cleanup()
            raise
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        url = f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events" if mode == "http" else ""
        try:
            yield Bot(slack, People(slack, url), desk, platform)
        finally:
            await runner.cleanup()
