"""`querist definitions`: what each definition was read as, and an exit code that CI can use."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from bot.commands import definitions as command
from tests.kgqa.zoo import DATA, ONTOLOGY

GOOD = '[[term]]\nname = "giant"\nalso = ["Riese"]\nmeans = "mammals heavier than 1000 kg"\n'
BAD = '[[term]]\nname = "unicorn"\nmeans = "animals with a horn"\n'


@pytest.fixture
def app() -> typer.Typer:
    app = typer.Typer()
    app.callback()(lambda: None)
    command.add(app)
    return app


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QUERIST_DATA", str(tmp_path / "data"))
    (tmp_path / "zoo.ttl").write_text(ONTOLOGY + DATA, "utf-8")


def run(app: typer.Typer, text: str, *options: str) -> tuple[int, str]:
    Path("definitions.toml").write_text(text, "utf-8")
    done = CliRunner().invoke(app, ["definitions", "definitions.toml", "--graph", "zoo.ttl", *options])
    return done.exit_code, done.stdout


def test_each_definition_is_shown_with_what_it_was_read_as(app: typer.Typer) -> None:
    code, shown = run(app, GOOD)
    assert code == 0
    assert "giant  term  also Riese" in shown
    assert "means    mammals heavier than 1000 kg" in shown
    assert "read as  the mammals whose weight is more than 1000 kg" in shown.replace(",", "")


@pytest.mark.slow
def test_one_that_cannot_be_read_is_told_and_fails_the_command(app: typer.Typer) -> None:
    code, shown = run(app, GOOD + BAD)
    assert code == 1
    assert "speaks of “horn”, which the graph does not know" in shown


def test_programs_get_the_same_as_json(app: typer.Typer) -> None:
    code, shown = run(app, GOOD + BAD, "--json")
    giant, unicorn = json.loads(shown)
    assert code == 1
    assert giant["kind"] == "term"
    assert "weight" in giant["sparql"]
    assert giant["problem"] == ""
    assert unicorn["sparql"] == ""
    assert unicorn["problem"]


def test_without_any_definition_it_says_how_to_begin(app: typer.Typer) -> None:
    done = CliRunner().invoke(app, ["definitions", "--graph", "zoo.ttl"])
    assert done.exit_code == 0
    assert "QUERIST_DEFINITIONS" in done.stdout
