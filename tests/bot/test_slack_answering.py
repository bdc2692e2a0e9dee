"""What Slack signs may name an address to answer at; nothing is posted to any that is not Slack's."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.platforms.slack.answering import is_slacks
from tests.bot.slack_bot import running
from tests.doubles import answers

SLACK = "https://slack.com/api/"


@pytest.mark.parametrize("url", ["https://hooks.slack.com/commands/T1/2/x", "https://hooks.slack.com:443/x"])
def test_slacks_own_addresses_are_answered(url: str) -> None:
    assert is_slacks(url, SLACK)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "http://hooks.slack.com/commands/T1/2/x",
        "https://hooks.slack.com.evil.example/x",
        "https://hooks.slack.com@evil.example/x",
        "https://ada@hooks.slack.com/x",
        "https://evil.example/hooks.slack.com",
        "https://hooks.slack.com\\.evil.example/x",
        "http://169.254.169.254/latest/meta-data",
        "http://127.0.0.1:9/",
        "file:///etc/passwd",
        "https://[::1",
        "https://hooks.slack.com:9/x",
    ],
)
def test_no_other_address_is_slacks(url: str) -> None:
    assert not is_slacks(url, SLACK)


async def test_an_answer_to_the_asker_alone_goes_by_slack_where_another_address_is_named() -> None:
    stolen: list[str] = []

    async def steal(request: web.Request) -> web.Response:
        stolen.append(await request.text())
        return web.Response(text="ok")

    app = web.Application()
    app.router.add_post("/", steal)
    async with TestServer(app) as elsewhere, running("http") as bot:
        fields = {
            "command": "/querist",
            "text": "Who leads Sales?",
            "team_id": bot.slack.workspace.team,
            "channel_id": "C1",
            "user_id": "UADA",
            "trigger_id": "1.2",
            "response_url": str(elsewhere.make_url("/")),
        }
        assert await bot.people.post(urlencode(fields), form=True) == 200
        assert bot.desk.received[0].to_asker
        await bot.platform.send(bot.reply(answers.one_thing()), again=False)
    assert stolen == []
