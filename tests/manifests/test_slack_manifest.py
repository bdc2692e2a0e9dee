"""The Slack manifests ask for what the bot uses and for nothing else, and administrators are told why."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from bot.commands import manifest as command
from kgqa.errors import BadInput
from kgqa.types import Stage
from manifests import slack
from manifests.slack import Mode, build
from tests.bot.slack_bot import running
from tests.doubles import answers

README = Path(__file__).parents[2] / "manifests" / "README.md"


def app() -> typer.Typer:
    querist = typer.Typer()
    command.add(querist)
    return querist


@pytest.mark.parametrize("mode", ["socket", "http"])
@pytest.mark.parametrize("follow_up", [False, True])
def test_a_manifest_keeps_slacks_limits(mode: Mode, follow_up: bool) -> None:
    manifest = build(mode, "https://querist.example.com", follow_up=follow_up)
    shown = manifest["display_information"]
    assert len(shown["name"]) <= 35
    assert len(shown["description"]) <= 140
    assert 175 <= len(shown["long_description"]) <= 4_000
    assert re.fullmatch("#[0-9a-f]{6}", shown["background_color"])
    assert len(manifest["features"]["agent_view"]["agent_description"]) <= 300
    assert len(manifest["features"]["bot_user"]["display_name"]) <= 80
    assert "assistant_view" not in manifest["features"]
    events = manifest["settings"]["event_subscriptions"]["bot_events"]
    assert events == sorted(set(events))
    needed = {(slack.EVENTS | slack.FOLLOW_UP_EVENTS)[event] for event in events}
    assert needed <= set(manifest["oauth_config"]["scopes"]["bot"])


def test_socket_mode_needs_no_address() -> None:
    settings = build("socket")["settings"]
    assert settings["socket_mode_enabled"]
    assert "request_url" not in json.dumps(settings)


@pytest.mark.parametrize("url", ["https://q.example", "https://q.example/", "https://q.example/slack/events"])
def test_http_names_one_address_for_events_and_buttons(url: str) -> None:
    settings = build("http", url)["settings"]
    assert not settings["socket_mode_enabled"]
    assert settings["event_subscriptions"]["request_url"] == "https://q.example/slack/events"
    assert settings["interactivity"]["request_url"] == "https://q.example/slack/events"


@pytest.mark.parametrize(
    "url", ["", "http://q.example", "q.example", "https://", "https://q.example/?a=1", "https://["]
)
def test_an_address_that_slack_does_not_take_is_named(url: str) -> None:
    with pytest.raises(BadInput, match="--url"):
        build("http", url)


@pytest.mark.parametrize("name", ["", "x" * 36])
def test_a_name_that_slack_does_not_take_is_named(name: str) -> None:
    with pytest.raises(BadInput, match="--name"):
        build("socket", name=name)


def test_every_scope_is_explained_to_administrators() -> None:
    rows = dict(re.findall(r"^\| `([a-z:_]+)` \| (.+) \|$", README.read_text(), flags=re.MULTILINE))
    told = {scope: why for scope, why in rows.items() if ":" in scope}
    for scope, why in (slack.SCOPES | slack.FOLLOW_UP_SCOPES).items():
        assert told[scope].startswith(why)


async def test_the_least_scopes_are_enough_for_a_mention_and_a_direct_message() -> None:
    async with running("http") as bot:
        for say, channel in ((bot.people.mention, "C1"), (bot.people.say, "D1")):
            say("Who leads Field Engineering?", channel=channel)
            assert await bot.people.deliver() == [True]
            await bot.platform.send(bot.reply(answers.many_rows()), again=False)
        assert len(bot.slack.workspace.answers()) == 2
        assert len(bot.slack.workspace.files()) == 8
        assert "No files" not in str(bot.slack.workspace.answers())


async def test_no_scope_is_asked_for_in_vain() -> None:
    async with running("http", follow_up=True) as bot:
        workspace = bot.slack.workspace
        for channel in workspace.channels:
            ask = bot.people.say if channel == "D1" else bot.people.mention
            ask("Who leads Field Engineering?", channel=channel)
            await bot.people.deliver()
            await bot.platform.progress(bot.desk.received[-1], Stage.RUNNING)
            await bot.platform.send(bot.reply(answers.one_thing()), again=False)
            await bot.platform.send(bot.reply(answers.one_thing()), again=True)
        events = {slack.EVENTS[event] for event in slack.EVENTS}
        assert workspace.used | events == set(slack.SCOPES | slack.FOLLOW_UP_SCOPES)


def test_the_command_prints_the_manifest() -> None:
    result = CliRunner().invoke(app(), ["manifest", "slack", "--mode", "socket", "--name", "Ask us"])
    assert result.exit_code == 0
    assert json.loads(result.stdout) == build("socket", name="Ask us")
