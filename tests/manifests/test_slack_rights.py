"""The table of Slack's rights, what the bot calls and hears, and what the strict Slack enforces agree."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from manifests import slack
from tests.doubles.slack.api import METHODS
from tests.doubles.slack.workspace import HISTORY

CODE = Path(__file__).parents[2] / "bot" / "platforms" / "slack"


def calls() -> Iterator[ast.Call]:
    """Every call of a method in the Slack platform's code."""
    for file in sorted(CODE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                yield node


def called() -> set[str]:
    """Slack's names of the methods that the bot calls."""
    found: set[str] = set()
    for call in calls():
        assert isinstance(call.func, ast.Attribute)
        name = call.func.attr
        if name == "api_call" and call.args and isinstance(call.args[0], ast.Constant):
            found.add(str(call.args[0].value))
        elif "_" in name and (method := getattr(AsyncWebClient, name, None)) is not None:
            found.update(re.findall(r'api_call\(\s*"([\w.]+)"', inspect.getsource(method)))
            if name == "files_upload_v2":
                found.update(("files.getUploadURLExternal", "files.completeUploadExternal"))
    return found


def enforced(method: str) -> set[str]:
    """The scopes that the strict Slack wants for a method."""
    text = inspect.getsource(METHODS[method])
    scopes = set(re.findall(r'need\("([a-z:_]+)"\)', text))
    if ":history" in text:
        scopes.update(f"{kind}:history" for kind in HISTORY.values())
    return scopes


def listened(kind: str) -> set[str]:
    """What the bot registers with Bolt: names as they stand, or the manifest's own."""
    named = {"COMMAND": slack.COMMAND, "SHORTCUT": slack.SHORTCUT}
    found: set[str] = set()
    for call in calls():
        assert isinstance(call.func, ast.Attribute)
        if call.func.attr == kind and call.args and ast.unparse(call.func.value) in ("bolt", "app"):
            first = call.args[0]
            found.add(str(first.value) if isinstance(first, ast.Constant) else named[ast.unparse(first)])
    return found


def test_the_bot_calls_nothing_that_the_strict_slack_does_not_know() -> None:
    assert called() <= METHODS.keys()
    assert "chat.postMessage" in called()


@pytest.mark.parametrize("method", sorted(called() & METHODS.keys()))
def test_what_a_call_needs_is_asked_for(method: str) -> None:
    assert enforced(method) <= {scope.name for scope in slack.SCOPES}


def test_every_scope_is_needed_by_a_call_an_event_or_a_command() -> None:
    by_calls = {scope for method in called() & METHODS.keys() for scope in enforced(method)}
    by_events = {event.scope for event in slack.EVENTS if event.scope}
    assert by_calls | by_events | {"commands"} == {scope.name for scope in slack.SCOPES}


def test_the_bot_listens_to_the_events_of_the_manifest_and_to_no_others() -> None:
    assert listened("event") == {event.name.partition(".")[0] for event in slack.EVENTS}


def test_the_bot_answers_the_command_and_the_shortcut_of_the_manifest() -> None:
    assert listened("command") == {slack.COMMAND}
    assert listened("shortcut") == {slack.SHORTCUT}


@pytest.mark.parametrize("follow_up", [False, True])
def test_an_event_comes_with_its_scope(follow_up: bool) -> None:
    scopes = {scope.name for scope in slack.scopes(follow_up=follow_up)}
    assert {event.scope for event in slack.events(follow_up=follow_up) if event.scope} <= scopes


def test_every_right_stands_once_in_the_table() -> None:
    for rights in (slack.SCOPES, slack.EVENTS):
        names = [right.name for right in rights]
        assert len(names) == len(set(names))
