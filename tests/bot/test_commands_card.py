"""`querist card` shows what a graph holds, as a model sees it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from bot.commands import ask, card
from kgqa.errors import BadInput, BadSetting

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


@pytest.mark.slow
def test_the_part_for_a_question_is_around_what_it_names(tmp_path: Path) -> None:
    (tmp_path / "wide.ttl").write_text(
        DATA + "".join(f":t{n} a :Kind{n} ; :holds{n} :t{n + 1} .\n" for n in range(200)), "utf-8"
    )
    told = run("card", str(tmp_path / "wide.ttl"), "--question", "Which size has Berta?", "--room", "200")
    assert ":size -> " in told.stdout
    assert len(told.stdout) < 2_000


@pytest.mark.slow
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


@pytest.mark.slow
def test_the_card_tells_the_patterns_with_the_reason(tmp_path: Path) -> None:
    told = run("card", *files(tmp_path)).stdout.partition("## Patterns")[2]
    assert "- rdfs:label: name. Why: its vocabulary says so, and things of 2 classes have it" in told
    more = ":b1 :inside :b2 . :b2 :inside :b3 . :b4 a :Box ; :inside :b2 . :b5 a :Box ; :inside :b2 ."
    (tmp_path / "nested.ttl").write_text(DATA + more, "utf-8")
    nested = run("card", str(tmp_path / "nested.ttl"))
    assert "; below ?x: ?y :inside* ?x; " in nested.stdout
    assert (
        "- :inside: hierarchy; below ?x: ?y :inside* ?x; what holds below need not hold above. Why: each of 4"
        in (nested.stdout)
    )
    plain = json.loads(run("card", str(tmp_path / "nested.ttl"), "--json").stdout)["patterns"]
    (found,) = [p for p in plain if p["kind"] == "hierarchy"]
    assert found["roles"] == [["up", "https://box.example/inside"]]
    assert found["why"].startswith("each of 4 things leads to one above it")


def test_an_admin_overrules_a_pattern_in_a_file_of_the_profile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "profile.toml"
    monkeypatch.setenv("QUERIST_PROFILE", str(file))
    file.write_text('[classes."https://box.example/Size"]\nis = "code list"\n', "utf-8")
    assert ":Size: code list; used by :size. Why: an admin says so" in run("card", *files(tmp_path)).stdout
    file.write_text('[classes."https://box.example/Sise"]\nis = "code list"\n', "utf-8")
    error = run("card", *files(tmp_path)).exception
    assert isinstance(error, BadSetting)
    assert "the graph has no class https://box.example/Sise. Did you mean https://box.example/Size?" in str(
        error
    )


def test_what_stands_in_the_ontology_file_alone_is_found_and_answered_with(tmp_path: Path) -> None:
    told = run("ask", "Which boxes are small?", "--graph", *files(tmp_path))
    assert "Anton" in told.stdout
    assert "Caesar" in told.stdout
    assert "Berta" not in told.stdout


def test_a_graph_that_is_not_there_is_named() -> None:
    assert isinstance(run("card", "/nowhere/graph.ttl").exception, BadInput)
