"""The real desk with workspaces that come and go: answered in their own, or given up for a named reason."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from bot import wiring
from bot.platforms.slack import OAuth, Slack
from bot.platforms.slack.installation import Installation
from bot.settings import load
from connectors.database.database import Database
from connectors.database.installations import InstallationBook
from connectors.database.sealing import Cipher
from kgqa.errors import BadSetting
from tests.bot.desks import Room, until
from tests.bot.slack_bot import SEAL, serving
from tests.bot.slack_installs import AT_ONCE, SECRET, local

INSTALLED = Installation(
    team="T1",
    enterprise="",
    org_wide=False,
    token="xoxb-1",
    refresh="",
    expires_at=0.0,
    user="UQUERIST",
    bot="BQUERIST",
    home="https://acme.slack.com/",
    scopes="",
    installed_at=1.0,
)


async def test_a_workspace_that_uninstalls_while_it_waits_has_its_answers_given_up(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    room = Room(tmp_path)
    book = InstallationBook(room.database, Cipher((SECRET,), "installations"))
    await book.put(INSTALLED.name, INSTALLED.to_json())
    async with local() as slack:
        slack.workspace.bot_token, slack.workspace.token_error = "xoxb-1", ""
        platform = Slack(
            seal=SEAL,
            signing_secret=slack.workspace.signing_secret,
            api_url=slack.api_url,
            oauth=OAuth(client_id="1.2", client_secret="s", public_url="https://querist.example"),
            book=book,
            tempo=AT_ONCE,
        )
        async with (
            room.desk(platforms=[platform]) as desk,
            serving(platform, slack, desk, "http") as people,
        ):
            people.mention("Who?")
            await people.deliver()
            await slack.wait_for(1)
            room.core.gate.clear()
            people.mention("And who else?")
            await people.deliver()
            await room.core.wait_for(2)
            people.uninstall()
            assert await people.deliver() == [True, True]
            room.core.gate.set()

            async def given_up() -> bool:
                return "not installed in the Slack workspace T1" in caplog.text

            await until(given_up)
        assert len(slack.workspace.answers()) == 1


def opened(folder: Path, **values: Any) -> tuple[Any, ...]:
    chosen = load(data=folder, slack_signing_secret="s", slack_client_id="1.2", **values)
    database = Database.open(f"sqlite:///{folder}/querist.db")
    try:
        return wiring.open_platforms(chosen, database)
    finally:
        database.close()


def routes(platform: Slack) -> set[str]:
    app = web.Application()
    platform.mount(app, desk=None)  # type: ignore[arg-type]  # nobody asks
    return {resource.canonical for resource in app.router.resources()}


def test_with_client_id_and_secret_and_without_a_token_the_app_can_be_installed(tmp_path: Path) -> None:
    (slack,) = opened(tmp_path, slack_client_secret="s", public_url="https://querist.example")
    assert {"/slack/install", "/slack/oauth_redirect", "/slack/events"} <= routes(slack)


def test_with_a_token_of_its_own_it_cannot(tmp_path: Path) -> None:
    (slack,) = opened(tmp_path, slack_client_secret="s", slack_bot_token="xoxb-1")
    assert routes(slack) == {"/slack/events"}


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({}, "QUERIST_SLACK_CLIENT_SECRET"),
        ({"slack_client_secret": "s"}, "QUERIST_PUBLIC_URL"),
    ],
)
def test_what_is_missing_to_install_it_is_named(tmp_path: Path, values: dict[str, str], named: str) -> None:
    with pytest.raises(BadSetting, match=named):
        opened(tmp_path, **values)
