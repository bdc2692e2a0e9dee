"""What `querist doctor` finds out about the doors for machines."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.doctor import Visit
from tests.bot.doctor.visits import finding, settings


async def test_doors_that_nobody_opened_are_passed_over(tmp_path: Path) -> None:
    assert (await finding(Visit(settings=settings(tmp_path)), "Doors")).state == "skipped"


async def test_an_open_door_is_told_with_who_may_come_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = await finding(Visit(settings=settings(tmp_path, doors="api, mcp")), "Doors")
    assert (here.state, here.told) == ("ok", "api, mcp, open to programs on this machine, without a token")
    monkeypatch.setenv("CI_TOKEN", "c" * 43)
    file = tmp_path / "tokens.toml"
    file.write_text('[ci]\ntoken = "CI_TOKEN"\n')
    known = await finding(Visit(settings=settings(tmp_path, doors="api", tokens=file)), "Doors")
    assert (known.state, known.told) == ("ok", "api, open to ci")


async def test_a_door_that_stands_open_to_others_is_wrong(tmp_path: Path) -> None:
    visit = Visit(settings=settings(tmp_path, doors="api", public_url="https://querist.example"))
    found = await finding(visit, "Doors")
    assert found.state == "wrong"
    assert "without a token" in found.told
    assert "QUERIST_TOKENS" in found.step


async def test_tokens_without_a_door_are_pointed_out(tmp_path: Path) -> None:
    found = await finding(Visit(settings=settings(tmp_path, tokens=tmp_path / "tokens.toml")), "Doors")
    assert (found.state, "QUERIST_DOORS" in found.step) == ("note", True)


async def test_where_programs_ask_no_chat_is_missing(tmp_path: Path) -> None:
    assert (await finding(Visit(settings=settings(tmp_path)), "Chat")).state == "wrong"
    assert (await finding(Visit(settings=settings(tmp_path, doors="api")), "Chat")).state == "skipped"
