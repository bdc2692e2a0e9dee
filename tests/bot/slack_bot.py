"""A running Slack bot for tests: the real platform on the strict local Slack, a small desk behind it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from bot.buttons import Seal
from bot.cards.look import Look
from bot.message import Reception, Reply
from bot.platforms.slack import Slack
from bot.platforms.slack.pace import Tempo
from bot.platforms.slack.threads import TakesPart
from kgqa.types import Answer
from manifests.slack import Mode, build
from tests.doubles.reception import PaperReception
from tests.doubles.slack import LocalSlack, People

SEAL = Seal("a secret of the tests")


@dataclass(frozen=True)
class Bot:
    slack: LocalSlack
    people: People
    desk: PaperReception
    platform: Slack

    def reply(self, answer: Answer, reference: str = "7f3a-21") -> Reply:
        """The reply to the last message that the desk took over."""
        return Reply(message=self.desk.received[-1], answer=answer, reference=reference)


def installed(
    mode: Mode, *, follow_up: bool = False, access: bool = False, without: tuple[str, ...] = ()
) -> LocalSlack:
    """A workspace that has installed the manifest of `mode`, `without` some of its scopes."""
    url = "https://querist.example" if mode == "http" else ""
    slack = LocalSlack(build(mode, url, follow_up=follow_up, access=access))
    slack.workspace.scopes -= set(without)
    return slack


def connect(
    slack: LocalSlack,
    mode: Mode,
    *,
    follow_up: bool = False,
    takes_part: TakesPart | None = None,
    look: Look | None = None,
    tempo: Tempo | None = None,
    strangers: bool = False,
) -> Slack:
    """The platform, with the tokens that the workspace gives for `mode`."""
    workspace = slack.workspace
    tokens: dict[str, Any] = (
        {"app_token": workspace.app_token}
        if mode == "socket"
        else {"signing_secret": workspace.signing_secret}
    )
    return Slack(
        bot_token=workspace.bot_token,
        api_url=slack.api_url,
        seal=SEAL,
        follow_up=follow_up,
        takes_part=takes_part,
        look=look,
        tempo=tempo,
        connect=strangers,
        **tokens,
    )


@asynccontextmanager
async def serving(platform: Slack, slack: LocalSlack, desk: Reception, mode: Mode) -> AsyncIterator[People]:
    """The platform on an HTTP application of its own, and the people who reach it."""
    app = web.Application()
    platform.mount(app, desk)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    try:
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        url = f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events" if mode == "http" else ""
        yield People(slack, url)
    finally:
        await runner.cleanup()


@asynccontextmanager
async def running(
    mode: Mode = "http",
    *,
    follow_up: bool = False,
    without: tuple[str, ...] = (),
    takes_part: TakesPart | None = None,
    look: Look | None = None,
    tempo: Tempo | None = None,
    strangers: bool = False,
) -> AsyncIterator[Bot]:
    """A bot with the small desk."""
    desk = PaperReception()
    async with installed(mode, follow_up=follow_up, without=without) as slack:
        platform = connect(
            slack,
            mode,
            follow_up=follow_up,
            takes_part=takes_part,
            look=look,
            tempo=tempo,
            strangers=strangers,
        )
        async with serving(platform, slack, desk, mode) as people:
            yield Bot(slack, people, desk, platform)
