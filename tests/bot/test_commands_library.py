"""`querist library`: what is verified is checked first, kept, found again, retired, exported and imported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from bot.commands import library as command
from kgqa.errors import BadInput
from tests.kgqa.zoo import DATA, ONTOLOGY

GOOD = "SELECT ?x WHERE { ?x a ?c }"
BAD = "SELECT ?x WHERE { ?x <https://zoo.example/nonsense> ?y }"
GRAPH = ("--graph", "zoo.ttl")


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


def run(app: typer.Typer, *call: str, text: str | None = None) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["library", *call], input=text)
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout


def test_a_pair_is_added_listed_and_retired(app: typer.Typer) -> None:
    code, shown = run(app, "add", "What is there?", "-", "--by", "Ada", *GRAPH, text=GOOD)
    assert code == 0
    assert "Added" in shown
    _, listed = run(app, "list", "--json")
    (pair,) = json.loads(listed)
    assert (pair["question"], pair["sparql"], pair["by"]) == ("What is there?", GOOD, "Ada")
    code, shown = run(app, "retire", pair["id"][:6], "--why", "too wide")
    assert (code, "Retired" in shown) == (0, True)
    assert "No question is verified yet" in run(app, "list")[1]


def test_a_query_that_fails_is_refused_with_the_reasons(app: typer.Typer) -> None:
    code, shown = run(app, "add", "What is there?", BAD, *GRAPH)
    assert code == 1
    assert "Not added" in shown
    assert "nonsense" in shown
    assert json.loads(run(app, "list", "--json")[1]) == []


@pytest.mark.slow
def test_what_is_exported_is_imported_again_and_beside_the_database(
    app: typer.Typer, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(app, "add", "What is there?", GOOD, "--to", "one.toml", *GRAPH)
    assert json.loads(run(app, "list", "--json")[1]) == []
    code, shown = run(app, "import", "one.toml", *GRAPH)
    assert (code, shown.strip()) == (0, "1 pair kept.")
    run(app, "export", "two.toml")
    assert Path("two.toml").read_text("utf-8") == Path("one.toml").read_text("utf-8")
    monkeypatch.setenv("QUERIST_LIBRARY", "two.toml")
    assert len(json.loads(run(app, "list", "--json")[1])) == 1
    assert "It still stands in two.toml, line 1" in run(app, "retire", "what is there?")[1]


@pytest.mark.slow
def test_a_check_tells_what_broke(app: typer.Typer) -> None:
    Path("library.toml").write_text(
        f"[[pair]]\nquestion = 'What?'\nsparql = '{BAD}'\nby = 'Ada'\nat = 2026-01-01\n", "utf-8"
    )
    code, shown = run(app, "import", "library.toml", *GRAPH)
    assert (code, "Fails  What?" in shown, "0 pairs kept." in shown) == (1, True, True)


def test_what_nobody_verified_cannot_be_retired(app: typer.Typer) -> None:
    with pytest.raises(BadInput, match="No verified question is"):
        run(app, "retire", "Who?")
