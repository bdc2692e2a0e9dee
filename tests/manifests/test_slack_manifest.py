"""The Slack manifests ask for what the bot uses and for nothing else, and administrators are told why."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from bot.commands import manifest as command
from bot.message import Heard
from kgqa.errors import BadInput
from kgqa.types import Stage
from manifests import slack
from manifests.slack import build
from tests.bot.slack_bot import running
from tests.doubles import answers
from tests.doubles.slack.hands import Hands

URL = "https://querist.example.com"
PROMPTS = [{"title": f"Ask {number}", "message": "Ask"} for number in range(4)]


def app() -> typer.Typer:
    querist = typer.Typer()
    command.add(querist)
    return querist


EVERY_WAY = [
    {"mode": mode, "follow_up": follow_up, "oauth": oauth, "rotate": rotate, "org": org, "language": language}
    for mode in ("socket", "http")
    for follow_up in (False, True)
    for oauth, rotate in ((False, False), (True, False), (True, True))
    for org in (False, True)
    for language in ("en", "de")
]


@pytest.mark.parametrize("way", EVERY_WAY)
def test_every_manifest_is_one_that_slack_takes(way: dict[str, Any]) -> None:
    assert slack.check(build(url=URL, **way)) == []


def broken(change: Callable[[dict[str, Any]], object]) -> list[str]:
    manifest = build("http", URL)
    change(manifest)
    return slack.check(manifest)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda m: m["display_information"].update(name="x" * 36), "display_information.name: 36 characters"),
        (
            lambda m: m["features"].update(assistant_view={}),
            "features.assistant_view: there is no such field",
        ),
        (
            lambda m: m["features"]["agent_view"].pop("agent_description"),
            "agent_description: this is missing",
        ),
        (lambda m: m["features"]["agent_view"]["suggested_prompts"].extend(PROMPTS), "5 entries"),
        (lambda m: m["features"]["shortcuts"][0].update(name="x" * 25), "features.shortcuts[0].name: 25"),
        (lambda m: m["features"]["slash_commands"][0].update(command="ask"), "is not of the form"),
        (
            lambda m: m["features"]["slash_commands"][0].pop("url"),
            "features.slash_commands.url: this is missing",
        ),
        (lambda m: m["features"]["app_home"].update(home_tab_enabled="yes"), "neither true nor false"),
        (lambda m: m["oauth_config"]["scopes"]["bot"].remove("im:history"), "message.im needs the scope"),
        (lambda m: m["oauth_config"]["scopes"]["bot"].remove("commands"), "need the scope commands"),
        (lambda m: m["oauth_config"]["scopes"]["bot"].append("commands"), "an entry stands twice"),
        (lambda m: m["settings"].update(token_rotation_enabled=True), "redirect_urls"),
        (lambda m: m["settings"]["interactivity"].update(request_url="http://q"), "is not of the form"),
        (
            lambda m: m["settings"]["interactivity"].pop("request_url"),
            "interactivity.request_url: this is missing",
        ),
        (lambda m: m.update(settings=[]), "settings: this is no object"),
        (lambda m: m["oauth_config"].update(redirect_urls="x"), "this is no list"),
        (lambda m: m["display_information"].update(name=1), "this is no text"),
        (lambda m: m["features"]["shortcuts"][0].update(type="other"), "none of global, message"),
    ],
)
def test_what_slack_would_not_take_is_named_with_its_place(
    change: Callable[[dict[str, Any]], object], told: str
) -> None:
    assert any(told in problem for problem in broken(change))


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


async def test_the_least_scopes_are_enough_for_a_mention_and_a_direct_message() -> None:
    async with running("http") as bot:
        for say, channel in ((bot.people.mention, "C1"), (bot.people.say, "D1")):
            say("Who leads Field Engineering?", channel=channel)
            assert await bot.people.deliver() == [True]
            await bot.platform.send(bot.reply(answers.many_rows()), again=False)
        answered = bot.slack.workspace.answers()
        assert len(answered) == 2
        bot.desk.heard = Heard(reply=bot.reply(answers.many_rows()))
        for count, answer in enumerate(answered, 1):
            await Hands(bot.people).press(answer, "Get the files")
            await bot.slack.wait_for(2, files=4 * count)


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
        bot.desk.heard = Heard(reply=bot.reply(answers.one_thing()))
        await Hands(bot.people).press(workspace.answers()[0], "Get the files")
        await bot.slack.wait_for(1, files=1)
        await bot.platform.directory.is_guest("T1", "UADA", "")
        for_events = {event.scope for event in slack.EVENTS if event.scope}
        asked = {scope.name for scope in slack.scopes(follow_up=True)}
        assert workspace.used | for_events | {"commands"} == asked


def test_the_command_prints_the_manifest() -> None:
    result = CliRunner().invoke(app(), ["manifest", "slack", "--mode", "socket", "--name", "Ask us"])
    assert result.exit_code == 0
    assert json.loads(result.stdout) == build("socket", name="Ask us")


def test_several_workspaces_install_by_a_link_that_leads_back_here() -> None:
    arguments = ["slack", "--mode", "http", "--url", f"{URL}/", "--oauth", "--rotate", "--org", "--follow-up"]
    result = CliRunner().invoke(app(), ["manifest", *arguments])
    manifest = json.loads(result.stdout)
    assert manifest["oauth_config"]["redirect_urls"] == [f"{URL}/slack/oauth_redirect"]
    assert (
        manifest["settings"]["token_rotation_enabled"] is manifest["settings"]["org_deploy_enabled"] is True
    )
    assert "channels:history" in manifest["oauth_config"]["scopes"]["bot"]


def test_rotation_without_an_installation_by_link_is_refused() -> None:
    with pytest.raises(BadInput, match="--oauth"):
        build("socket", rotate=True)


def test_an_installation_by_link_needs_an_address_in_socket_mode_too() -> None:
    with pytest.raises(BadInput, match="--url"):
        build("socket", oauth=True)


def test_the_app_speaks_the_language_of_the_workspace() -> None:
    shown = [build("socket", language=language)["features"]["shortcuts"][0] for language in ("en", "de")]
    assert shown[0]["name"] != shown[1]["name"]
    assert shown[0]["callback_id"] == shown[1]["callback_id"] == slack.SHORTCUT
