"""Socket Mode connections come and go: no event is lost or heard twice, and installing works beside it."""

from __future__ import annotations

from pathlib import Path

from aiohttp import web

from bot.platforms.slack import OAuth, Slack
from connectors.database.installations import InstallationBook
from connectors.database.sealing import Cipher
from manifests.slack import build
from tests.bot.slack_bot import SEAL, Bot, connect, installed, running, serving
from tests.bot.slack_installs import AT_ONCE, SECRET, Installs, database
from tests.doubles import answers
from tests.doubles.reception import PaperReception
from tests.doubles.slack import LocalSlack


async def told_until_heard(bot: Bot, *questions: str) -> list[str]:
    """Slack tells each question until it is acknowledged; what the desk then has."""
    for question in questions:
        bot.people.mention(question)
        while not all(await bot.people.deliver()):
            pass
    return [message.text for message in bot.desk.received]


async def test_a_connection_that_slack_wants_made_anew_loses_nothing() -> None:
    async with running("socket") as bot:
        assert await told_until_heard(bot, "One?") == ["One?"]
        await bot.slack.refresh_connections()
        assert await told_until_heard(bot, "Two?", "Three?") == ["One?", "Two?", "Three?"]
        assert bot.desk.offered == 3


async def test_a_connection_that_is_cut_before_its_acknowledgement_came_is_told_again_and_heard_once() -> (
    None
):
    async with running("socket") as bot:
        bot.people.patience = 0.5
        bot.slack.cutting = 1
        assert await told_until_heard(bot, "One?", "Two?") == ["One?", "Two?"]


async def test_of_two_processes_the_one_that_is_left_hears_what_the_other_could_not() -> None:
    async with installed("socket") as slack:
        desk = PaperReception()
        async with (
            serving(first := connect(slack, "socket"), slack, desk, "socket") as people,
            serving(connect(slack, "socket"), slack, desk, "socket"),
        ):
            people.patience = 0.5
            bot = Bot(slack, people, desk, first)
            await told_until_heard(bot, "One?")
            slack.cutting = 1
            assert await told_until_heard(bot, "Two?", "Three?") == ["One?", "Two?", "Three?"]


async def test_people_install_the_app_while_its_events_come_by_socket_mode(tmp_path: Path) -> None:
    slack = LocalSlack(build("socket", "https://querist.example", oauth=True))
    slack.workspace.bot_token = "none"
    async with slack, database(tmp_path) as opened:
        desk = PaperReception()
        platform = Slack(
            seal=SEAL,
            app_token=slack.workspace.app_token,
            api_url=slack.api_url,
            oauth=OAuth(
                client_id=slack.oauth.client_id,
                client_secret=slack.oauth.client_secret,
                public_url="https://querist.example",
            ),
            book=InstallationBook(opened, Cipher((SECRET,), "installations")),
            tempo=AT_ONCE,
        )
        app = web.Application()
        platform.mount(app, desk)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        try:
            await runner.setup()
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            bot = Installs(slack, platform, desk, f"http://127.0.0.1:{runner.addresses[0][1]}")
            assert (await bot.install(slack.workspace)).status == 200
            people = bot.people()
            people.url = ""  # by Socket Mode
            people.mention("Who leads Field Engineering?")
            assert await people.deliver() == [True]
            await platform.send(bot.reply(answers.one_thing()), again=False)
            assert len(slack.workspace.answers()) == 1
        finally:
            await runner.cleanup()
