"""`querist check`: verdict, hints, restatement, exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from bot.commands import check as command
from kgqa.errors import BadInput

ONTOLOGY = """
@prefix ex: <https://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
ex:Policy a owl:Class ; rdfs:label "Policy" .
ex:Agent a owl:Class ; rdfs:label "Agent" .
ex:soldBy a owl:ObjectProperty ; rdfs:label "sold by agent" ; rdfs:domain ex:Policy ; rdfs:range ex:Agent .
"""
GOOD = "SELECT ?agent WHERE { ?policy a ex:Policy ; ex:soldBy ?agent }"
TURNED = "SELECT ?agent WHERE { ?agent a ex:Agent ; ex:soldBy ?policy }"


@pytest.fixture
def app() -> typer.Typer:
    app = typer.Typer()
    app.callback()(lambda: None)
    command.add(app)
    return app


@pytest.fixture
def ontology(tmp_path: Path) -> Path:
    path = tmp_path / "schema.ttl"
    path.write_text(ONTOLOGY, encoding="utf-8")
    return path


def run(app: typer.Typer, ontology: Path, query: str, *options: str) -> tuple[int, str]:
    file = ontology.parent / "query.rq"
    file.write_text(query, encoding="utf-8")
    result = CliRunner().invoke(app, ["check", str(file), "--ontology", str(ontology), *options])
    return result.exit_code, result.output


def test_a_good_query_passes_and_is_restated(app: typer.Typer, ontology: Path) -> None:
    code, output = run(app, ontology, GOOD)
    assert code == 0
    assert "Passed" in output
    assert "domain-range" in output
    assert "the agents that a policy is sold by" in output


def test_an_issue_is_said_with_its_hint_and_the_query_put_right(app: typer.Typer, ontology: Path) -> None:
    code, output = run(app, ontology, TURNED)
    assert code == 1
    assert "“sold by agent” leads from a policy to an agent, but here it starts at an agent." in output
    assert "has domain a policy, but its subject ?agent is an agent" in output


def test_json_holds_the_same(app: typer.Typer, ontology: Path) -> None:
    code, output = run(app, ontology, TURNED, "--json")
    found = json.loads(output)
    assert (code, found["passed"]) == (1, False)
    assert [(i["rule"], i["level"]) for i in found["issues"]] == [("domain", "error")]
    code, output = run(app, ontology, GOOD, "--json")
    found = json.loads(output)
    assert (code, found["passed"], found["restatement"]) == (0, True, "the agents that a policy is sold by")
    assert len(found["sha256"]) == 64


def test_a_query_comes_from_standard_input_too(app: typer.Typer, ontology: Path) -> None:
    result = CliRunner().invoke(app, ["check", "-", "--ontology", str(ontology)], input="SELEC ?x")
    assert result.exit_code == 1
    assert "line 1, column 1" in result.output


def test_unreadable_files_are_named(app: typer.Typer, ontology: Path, tmp_path: Path) -> None:
    missing = str(tmp_path / "none.rq")
    result = CliRunner().invoke(app, ["check", missing, "--ontology", str(ontology)])
    assert isinstance(result.exception, BadInput)
    assert missing in str(result.exception)
    broken = tmp_path / "broken.ttl"
    broken.write_text("@prefix ex: <", encoding="utf-8")
    result = CliRunner().invoke(app, ["check", missing, "--ontology", str(broken)])
    assert isinstance(result.exception, BadInput)
    assert "broken.ttl" in str(result.exception)


def test_the_command_line_says_one_sentence_and_ends_with_two(tmp_path: Path) -> None:
    """As `main` of `bot.cli` does it, with this command alone."""
    program = """
import sys
import bot.commands.check as command
from bot import cli
cli.app.callback()(lambda: None)
cli.register = lambda: command.add(cli.app)
cli.main()
"""
    done = subprocess.run(
        [sys.executable, "-c", program, "check", "none.rq", "--ontology", str(tmp_path / "none.ttl")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "none.ttl cannot be read" in done.stderr
