"""`querist tables` shows an admin the tables of a graph, and where each column comes from."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

pytest.importorskip("sqlglot")

from bot.commands import ask, tables
from bot.settings import load
from bot.wiring.strategies import strategies_of
from kgqa.errors import BadSetting
from tests.kgqa.induced.garage import DEF, GARAGE


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QUERIST_DATA", str(tmp_path / "kept"))
    (tmp_path / "garage.ttl").write_text(GARAGE, "utf-8")


def run(*arguments: str) -> Result:
    app = typer.Typer()
    app.callback()(lambda: None)
    for command in (ask, tables):
        command.add(app)
    return CliRunner().invoke(app, arguments)


def test_the_tables_are_told_as_markdown() -> None:
    told = run("tables", "garage.ttl")
    assert told.exit_code == 0
    assert "# The tables of garage.ttl" in told.stdout
    assert f"- `price NUMBER EUR`: “price (EUR)”, <{DEF}price>" in told.stdout
    assert "about 3 things" in told.stdout


def test_filled_they_are_counted_and_kept(tmp_path: Path) -> None:
    told = json.loads(run("tables", "garage.ttl", "--fill", "--json").stdout)
    assert {t["name"]: t["rows"] for t in told["tables"]}["car_equipment"] == 3
    assert list((tmp_path / "kept").rglob("tables.sqlite"))


def test_what_is_closed_is_not_among_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUERIST_CLOSED_PROPERTIES", f"{DEF}price")
    monkeypatch.setenv("QUERIST_CLOSED_CLASSES", f"{DEF}Order")
    told = run("tables", "garage.ttl", "--fill")
    assert told.exit_code == 0
    assert "price" not in told.stdout
    assert "order" not in told.stdout


def test_without_what_reads_sql_an_admin_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sqlglot", None)
    told = run("tables", "garage.ttl", "--fill")
    assert isinstance(told.exception, BadSetting)
    assert "pip install 'querist[tables]'" in str(told.exception)


def test_the_strategy_needs_a_model() -> None:
    with pytest.raises(BadSetting, match="which asks a language model"):
        strategies_of(load(strategies="parse,tables"))
    assert strategies_of(load(strategies="tables", model_name="x")) == ("tables",)
