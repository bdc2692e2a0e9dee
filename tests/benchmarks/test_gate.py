"""The gate names each question that was right and is not, and keeps what is right only when it is told to."""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path

import pytest

from benchmarks import gate


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "right.toml"
    file.write_text('zoo = ["birds", "cats"]\nport = ["ships"]\n', "utf-8")
    monkeypatch.setattr(gate, "KEPT", file)
    return file


def held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verdicts: dict[str, str], *more: str) -> int:
    records = [{"folder": "zoo", "id": name, "verdict": verdict} for name, verdict in verdicts.items()]
    bench = tmp_path / "bench.json"
    bench.write_text(json.dumps({"questions": records}), "utf-8")
    monkeypatch.setattr(sys, "argv", ["gate", str(bench), *more])
    return gate.main()


def test_a_lost_question_fails_and_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert held(tmp_path, monkeypatch, {"birds": "right", "cats": "wrong"}) == 1
    assert "no longer right: zoo/cats" in capsys.readouterr().out


def test_a_folder_that_was_not_asked_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert held(tmp_path, monkeypatch, {"birds": "right", "cats": "right"}) == 0


def test_what_is_new_is_kept_when_it_is_told(
    tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = {"birds": "right", "cats": "right", "fish": "right", "bats": "abstained"}
    assert held(tmp_path, monkeypatch, now) == 0
    assert "fish" not in kept.read_text("utf-8")
    assert held(tmp_path, monkeypatch, now, "--write") == 0
    assert tomllib.loads(kept.read_text("utf-8")) == {"port": ["ships"], "zoo": ["birds", "cats", "fish"]}
