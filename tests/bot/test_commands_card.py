"""`querist card` shows what a graph holds, as a model sees it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from bot.commands import ask, card
from kgqa.errors import BadInput

ONTOLOGY = """
@prefix : <https://box.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<https://box.example/> a owl:Ontology ; rdfs:label "Boxes" .
:Box a owl:Class . :Size a owl:Class .
:size a owl:ObjectProperty ; rdfs:domain :Box ; rdfs:range :Size .
:s1 a :Size ; rdfs:label "small" . :s2 a owl:NamedIndividual , :Size ; rdfs:label "large" .
"""
DATA = """
@prefix : <https://box.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:b1 a :Box ; rdfs:label "Anton" ; :size :s1 . :b2 a :Box ; rdfs:label "Berta" ; :size :s2 .
:b3 a :Box ; rdfs:label "Caesar" ; :size :s1 .
"""


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QUERIST_DATA", str(tmp_path / "kept"))


def run(*arguments: str) -> Result:
    app = typer.Typer()
    app.callback()(lambda: None)
    for command in (ask, card):
        command.add(app)
    return CliRunner().invoke(app, arguments)


def files(folder: Path) -> list[str]:
    (folder / "data.ttl").write_text(DATA, "utf-8")
    (folder / "ontology.ttl").write_text(ONTOLOGY, "utf-8")
    return [str(folder / "data.ttl"), "--ontology", str(folder / "ontology.ttl")]


def test_the_card_is_told_as_markdown_with_the_members_of_code_lists(tmp_path: Path) -> None:
    told = run("card", *files(tmp_path))
    assert told.exit_code == 0
    assert "# data.ttl" in told.stdout
    assert "## :Box" in told.stdout
    assert "- :size -> :Size; values: :small 2, :large 1" in told.stdout
    assert "Boxes" not in told.stdout


def test_the_part_for_a_question_is_around_what_it_names(tmp_path: Path) -> None:
    (tmp_path / "wide.ttl").write_text(
        DATA + "".join(f":t{n} a :Kind{n} ; :holds{n} :t{n + 1} .\n" for n in range(200)), "utf-8"
    )
    told = run("card", str(tmp_path / "wide.ttl"), "--question", "Which size has Berta?", "--room", "200")
    assert ":size -> " in told.stdout
    assert len(told.stdout) < 2_000


def test_a_part_tells_a_person_of_the_rest_and_asks_nothing_of_them(tmp_path: Path) -> None:
    (tmp_path / "kinds.ttl").write_text(
        DATA
        + "@prefix owl: <http://www.w3.org/2002/07/owl#> . :Party a owl:Class .\n"
        + ":Firm a owl:Class ; rdfs:subClassOf :Party . :f a :Firm .\n"
        + "".join(f":b1 :feature{n} {n} .\n" for n in range(30)),
        "utf-8",
    )
    told = run("card", str(tmp_path / "kinds.ttl"), "--question", "Which size has Berta?", "--room", "300")
    assert " more properties, which a larger --room shows" in told.stdout
    assert "describe" not in told.stdout
    others = told.stdout.rpartition("Other classes, ")[2]
    assert others.startswith("with their numbers of things: ")
    assert ":Party (in its kinds)" in others
    assert " 0" not in others


def test_a_part_as_json_is_refused(tmp_path: Path) -> None:
    told = run("card", *files(tmp_path), "--json", "--question", "Which size has Berta?")
    assert told.exit_code == 2
    assert "leave out --question, or --json" in told.output


def test_or_as_json_with_the_handles(tmp_path: Path) -> None:
    card = json.loads(run("card", *files(tmp_path), "--json").stdout)
    (box,) = [c for c in card["classes"] if c["iri"].endswith("/Box")]
    assert (box["things"], box["held"][0]["having"]) == (3, 3)
    assert card["handles"]["https://box.example/s1"] == ":small"


def test_or_the_part_that_one_question_would_get(tmp_path: Path) -> None:
    told = run("card", *files(tmp_path), "--question", "Which boxes have which size?", "--room", "200")
    assert ":size -> :Size" in told.stdout


def test_what_stands_in_the_ontology_file_alone_is_found_and_answered_with(tmp_path: Path) -> None:
    told = run("ask", "Which boxes are small?", "--graph", *files(tmp_path))
    assert "Anton" in told.stdout
    assert "Caesar" in told.stdout
    assert "Berta" not in told.stdout


def test_a_graph_that_is_not_there_is_named() -> None:
    assert isinstance(run("card", "/nowhere/graph.ttl").exception, BadInput)
