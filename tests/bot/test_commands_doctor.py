"""`querist doctor`: a line a check, one thing to do first, and an exit code."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from bot.commands import doctor
from bot.doctor import CHECKS
from tests.bot.doctor.visits import company


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No settings but a graph."""
    for name in os.environ:
        if name.startswith("QUERIST_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QUERIST_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("QUERIST_PORT", "0")
    monkeypatch.setenv("QUERIST_GRAPH", company(tmp_path))


def run(*arguments: str) -> Result:
    app = typer.Typer()
    doctor.add(app)
    return CliRunner().invoke(app, arguments)


def test_without_a_chat_platform_it_says_how_to_get_one() -> None:
    result = run("--offline")
    assert result.exit_code == 3
    last = " ".join(result.stdout.rpartition("Do this first")[2].split())
    assert last.startswith("(Chat):")
    assert "docs/admin/slack.md" in last


def test_when_all_is_there_it_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUERIST_SLACK_BOT_TOKEN", "xoxb-1")
    monkeypatch.setenv("QUERIST_SLACK_SIGNING_SECRET", "0123456789abcdef" * 2)
    result = run("--offline")
    assert result.exit_code == 0
    assert "Ready." in result.stdout


def test_a_setting_that_does_not_exist_is_the_first_thing_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUERIST_SLACK_TOKEN", "xoxb-1")
    result = run("--offline", "--json")
    told = json.loads(result.stdout)
    assert (result.exit_code, told["first"], told["ready"]) == (3, "Settings", False)
    assert "Did you mean" in told["checks"][0]["step"]


def test_as_json_every_check_is_there_in_its_order() -> None:
    told = json.loads(run("--offline", "--json").stdout)
    assert [check["name"] for check in told["checks"]] == ["Settings", *(check.name for check in CHECKS)]
    assert {check["state"] for check in told["checks"]} <= {"ok", "note", "wrong", "skipped"}
    assert told["first"] == "Chat"
