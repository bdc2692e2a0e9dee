"""What `querist doctor` finds out about Slack: token, scopes, how events come in, whose clock is wrong."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.doctor import Visit
from bot.settings import Settings
from tests.bot.doctor.visits import finding, findings, settings
from tests.bot.slack_bot import installed
from tests.doubles.slack import LocalSlack
from tests.doubles.slack.server import Fault


@pytest.fixture
async def slack() -> AsyncIterator[LocalSlack]:
    async with installed("socket") as running:
        yield running


def configured(slack: LocalSlack, folder: Path, **given: Any) -> Settings:
    tokens = {"slack_bot_token": slack.workspace.bot_token, "slack_app_token": slack.workspace.app_token}
    return settings(folder, slack_api_url=slack.api_url, **(tokens | given))


async def test_a_workspace_with_the_manifests_app_is_ready(slack: LocalSlack, tmp_path: Path) -> None:
    visit = Visit(settings=configured(slack, tmp_path))
    found = await findings(visit, "Slack token", "Slack scopes", "Slack events", "Clock")
    assert {each.state for each in found.values()} == {"ok"}
    assert "Acme" in found["Slack token"].told
    assert "Socket Mode opens" in found["Slack events"].told


async def test_a_wrong_token_is_named_with_where_the_right_one_stands(
    slack: LocalSlack, tmp_path: Path
) -> None:
    visit = Visit(settings=configured(slack, tmp_path, slack_bot_token="xoxb-another"))
    found = await findings(visit, "Slack token", "Slack scopes")
    assert found["Slack token"].state == "wrong"
    assert "QUERIST_SLACK_BOT_TOKEN (invalid_auth)" in found["Slack token"].told
    assert "xoxb-another" not in str(found)
    assert "xoxb-" in found["Slack token"].step
    assert found["Slack scopes"].state == "skipped"


async def test_a_scope_without_which_nothing_is_answered_is_wrong(tmp_path: Path) -> None:
    async with installed("socket", without=("chat:write", "files:write")) as slack:
        visit = Visit(settings=configured(slack, tmp_path))
        found = (await findings(visit, "Slack token", "Slack scopes"))["Slack scopes"]
    assert found.state == "wrong"
    assert "chat:write is not granted" in found.told
    assert "querist manifest slack" in found.step


async def test_a_scope_that_can_be_done_without_is_noted_with_what_is_lost(tmp_path: Path) -> None:
    async with installed("socket", without=("files:write",)) as slack:
        visit = Visit(settings=configured(slack, tmp_path))
        found = (await findings(visit, "Slack token", "Slack scopes"))["Slack scopes"]
    assert found.state == "note"
    assert "files:write is not granted, the answer itself contains them" in found.told


async def test_follow_ups_that_are_switched_on_need_their_scopes(slack: LocalSlack, tmp_path: Path) -> None:
    visit = Visit(settings=configured(slack, tmp_path, slack_follow_up=True))
    found = (await findings(visit, "Slack token", "Slack scopes"))["Slack scopes"]
    assert found.state == "wrong"
    assert "channels:history" in found.told
    assert "--follow-up" in found.step


async def test_more_than_is_used_is_noted(slack: LocalSlack, tmp_path: Path) -> None:
    visit = Visit(settings=configured(slack, tmp_path, guests=True))
    found = (await findings(visit, "Slack token", "Slack scopes"))["Slack scopes"]
    assert found.state == "note"
    assert "users:read" in found.told


async def test_who_is_a_guest_has_to_be_told_unless_guests_may_ask(slack: LocalSlack, tmp_path: Path) -> None:
    slack.workspace.scopes.discard("users:read")
    visit = Visit(settings=configured(slack, tmp_path))
    found = (await findings(visit, "Slack token", "Slack scopes"))["Slack scopes"]
    assert found.state == "wrong"
    assert "users:read is not granted, nobody is answered" in found.told
    visit = Visit(settings=configured(slack, tmp_path, guests=True))
    assert (await findings(visit, "Slack token", "Slack scopes"))["Slack scopes"].state == "ok"


async def test_an_app_token_that_opens_nothing_is_named(slack: LocalSlack, tmp_path: Path) -> None:
    found = await finding(
        Visit(settings=configured(slack, tmp_path, slack_app_token="xapp-no")), "Slack events"
    )
    assert found.state == "wrong"
    assert "QUERIST_SLACK_APP_TOKEN (invalid_auth)" in found.told
    assert "connections:write" in found.step


async def test_a_signing_secret_that_is_none_is_named(slack: LocalSlack, tmp_path: Path) -> None:
    given = configured(slack, tmp_path, slack_app_token="", slack_signing_secret="5ecret")
    found = await finding(Visit(settings=given), "Slack events")
    assert found.state == "wrong"
    assert "Signing Secret" in found.step


async def test_by_http_nothing_is_opened(slack: LocalSlack, tmp_path: Path) -> None:
    given = configured(slack, tmp_path, slack_app_token="", slack_signing_secret="0123456789abcdef" * 2)
    assert (await finding(Visit(settings=given), "Slack events")).told.startswith("HTTP")
    assert "apps.connections.open" not in [method for method, _ in slack.workspace.calls]


async def test_a_bot_token_alone_brings_no_events(slack: LocalSlack, tmp_path: Path) -> None:
    found = await finding(Visit(settings=configured(slack, tmp_path, slack_app_token="")), "Slack events")
    assert found.state == "wrong"


async def test_a_clock_that_is_minutes_wrong_is_named_before_signatures_fail(
    slack: LocalSlack, tmp_path: Path
) -> None:
    for seconds, state in ((-400.0, "wrong"), (-100.0, "note"), (0.0, "ok"), (400.0, "wrong")):
        visit = Visit(settings=configured(slack, tmp_path), now=lambda s=seconds: time.time() + s)  # type: ignore[misc]
        found = (await findings(visit, "Slack token", "Clock"))["Clock"]
        assert found.state == state
        if state == "wrong":
            assert ("behind" if seconds < 0 else "ahead of") in found.told


async def test_something_else_at_slacks_address_is_said(slack: LocalSlack, tmp_path: Path) -> None:
    slack.fail("auth.test", Fault(status=502))
    found = await finding(Visit(settings=configured(slack, tmp_path)), "Slack token")
    assert found.state == "wrong"


async def test_a_slack_that_is_away_hides_none_of_the_other_checks(tmp_path: Path) -> None:
    given = settings(
        tmp_path,
        slack_bot_token="xoxb-1",
        slack_app_token="xapp-1",
        slack_api_url="http://127.0.0.1:9/api/",
    )
    found = await findings(
        Visit(settings=given), "Data folder", "Slack token", "Slack events", "Port", "Clock"
    )
    assert [each.state for each in found.values()] == ["ok", "wrong", "wrong", "ok", "skipped"]
    assert "cannot be reached" in found["Slack token"].told


@asynccontextmanager
async def saying(error: str) -> AsyncIterator[str]:
    """A Slack that refuses every code with this word."""

    async def access(_: web.Request) -> web.Response:
        return web.json_response({"ok": False, "error": error})

    app = web.Application()
    app.router.add_post("/api/oauth.v2.access", access)
    async with TestServer(app) as server:
        yield f"http://127.0.0.1:{server.port}/api/"


@pytest.mark.parametrize(
    ("error", "workspaces", "state"),
    [
        ("invalid_code", "T0123", "ok"),
        ("invalid_code", "", "note"),
        ("bad_client_secret", "T0123", "wrong"),
        ("invalid_client_id", "T0123", "wrong"),
        ("ratelimited", "T0123", "note"),
    ],
)
async def test_an_app_that_workspaces_install_themselves_is_known_to_slack(
    tmp_path: Path, error: str, workspaces: str, state: str
) -> None:
    async with saying(error) as url:
        given = settings(
            tmp_path,
            slack_api_url=url,
            slack_client_id="1.2",
            slack_client_secret="hidden",
            slack_workspaces=workspaces,
            public_url="https://querist.example",
        )
        found = await findings(Visit(settings=given), "Slack token", "Slack scopes")
    assert (found["Slack token"].state, found["Slack scopes"].state) == (state, "skipped")
    assert "hidden" not in str(found)


async def test_an_app_without_a_way_back_cannot_be_installed(tmp_path: Path) -> None:
    given = settings(tmp_path, slack_client_id="1.2", slack_client_secret="hidden")
    found = await finding(Visit(settings=given), "Slack token")
    assert (found.state, "QUERIST_PUBLIC_URL" in found.step) == ("wrong", True)


async def test_half_of_the_apps_name_is_named(tmp_path: Path) -> None:
    found = await finding(Visit(settings=settings(tmp_path, slack_client_secret="hidden")), "Slack token")
    assert (found.state, "QUERIST_SLACK_CLIENT_ID missing" in found.told) == ("wrong", True)


async def test_offline_slack_is_not_asked(slack: LocalSlack, tmp_path: Path) -> None:
    visit = Visit(settings=configured(slack, tmp_path), offline=True)
    found = await findings(visit, "Slack token", "Slack scopes", "Slack events")
    assert {each.state for each in found.values()} == {"skipped"}
    assert slack.workspace.calls == []
