"""`querist check`: verdicts, hints, fixes, what blocks, files and folders, exit codes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import typer
import yaml
from typer.testing import CliRunner

from bot.commands import check as command
from kgqa.errors import BadInput, BadSetting
from tests import querist

ONTOLOGY = """
@prefix ex: <https://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
ex:Policy a owl:Class ; rdfs:label "Policy" .
ex:Agent a owl:Class ; rdfs:label "Agent" .
ex:soldBy a owl:ObjectProperty ; rdfs:label "sold by agent" ; rdfs:domain ex:Policy ; rdfs:range ex:Agent .
"""
DATA = (
    ONTOLOGY
    + """
ex:p1 a ex:Policy ; rdfs:label "House 1" ; ex:soldBy ex:ann .
ex:ann a ex:Agent ; rdfs:label "Ann" .
"""
)
GOOD = "SELECT ?agent WHERE { ?policy a ex:Policy ; ex:soldBy ?agent }"
SLIP = "SELECT ?agent WHERE { ?policy a ex:Polciy ; ex:soldBy ?agent }"
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
    return call(app, str(file), "--ontology", str(ontology), *options)


def call(app: typer.Typer, *arguments: str, typed: str = "") -> tuple[int, str]:
    result = CliRunner().invoke(app, ["check", *arguments], input=typed)
    if isinstance(result.exception, BadInput | BadSetting):
        raise result.exception
    return result.exit_code, result.output


def test_a_good_query_passes_and_is_restated(app: typer.Typer, ontology: Path) -> None:
    code, output = run(app, ontology, GOOD)
    assert code == 0
    assert "Passed" in output
    assert "domain-range" in output
    assert "the agents that a policy is sold by" in output


def test_a_function_of_the_store_passes_where_it_is_named(app: typer.Typer, ontology: Path) -> None:
    own = "https://example.com/functions#"
    query = f"SELECT ?a {{ ?p ex:soldBy ?a FILTER(<{own}near>(?a, 5)) }}"
    code, output = run(app, ontology, query)
    assert code == 1
    assert f"{own}near" in "".join(output.split())
    assert "--function IRI allows a function" in " ".join(output.split())
    for allowed in (f"{own}near", f"<{own}near>", f"{own}*"):
        assert run(app, ontology, query, "--function", allowed)[0] == 0


@pytest.mark.parametrize("allowed", ["https://example.com/functions#*", "near:near"])
def test_a_function_passes_that_the_settings_allow(
    app: typer.Typer, ontology: Path, monkeypatch: pytest.MonkeyPatch, allowed: str
) -> None:
    own = "https://example.com/functions#"
    ontology.write_text(f"@prefix near: <{own}> . {ONTOLOGY}", encoding="utf-8")
    query = f"SELECT ?a {{ ?p ex:soldBy ?a FILTER(<{own}near>(?a, 5)) }}"
    monkeypatch.setenv("QUERIST_CHECK_FUNCTIONS", allowed)
    assert run(app, ontology, query)[0] == 0
    assert run(app, ontology, query.replace("#near", "#far"), "--function", f"{own}far")[0] == 0


@pytest.mark.parametrize(
    "name", ["afn:localname", "", "near", "*", "http*", "http://*", "https://example*", "urn:*"]
)
def test_a_function_is_named_whole(
    app: typer.Typer, ontology: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    with pytest.raises(BadInput, match=f"^“{re.escape(name)}” names no function. Give a whole IRI"):
        run(app, ontology, GOOD, "--function", name)
    monkeypatch.setenv("QUERIST_CHECK_FUNCTIONS", name or "near")
    with pytest.raises(BadSetting, match="QUERIST_CHECK_FUNCTIONS is not right"):
        run(app, ontology, GOOD)


def test_an_annotated_triple_and_a_relative_address_are_read(app: typer.Typer, ontology: Path) -> None:
    code, output = run(app, ontology, "SELECT ?a { <p1> ex:soldBy ?a {| rdfs:label ?why |} }")
    assert code == 0
    assert "The address <p1> is not whole" in output
    code, output = run(app, ontology, "SELECT ?a { ?p ex:soldBy ?a {| ex:soldBye ?why |} }", "--fix")
    assert code == 0
    assert "“sold bye” is taken for “sold by agent”" in output


def test_an_issue_is_said_with_its_ground_its_hint_and_what_puts_it_right(
    app: typer.Typer, ontology: Path
) -> None:
    code, output = run(app, ontology, TURNED)
    assert code == 1
    assert "(unlikely)" in output
    assert "“sold by agent” leads from a policy to an agent, but here it starts at an agent." in output
    assert "has domain a policy, but its subject ?agent is an agent" in output
    assert "Can be put right" in output
    assert "the agents that a policy is sold by" in output


def test_json_holds_the_same(app: typer.Typer, ontology: Path) -> None:
    code, output = run(app, ontology, TURNED, "--json")
    whole = json.loads(output)
    (found,) = whole["queries"]
    assert (code, whole["passed"], found["passed"]) == (1, False, False)
    assert [(i["rule"], i["level"], i["ground"]) for i in found["issues"]] == [
        ("domain", "error", "unlikely")
    ]
    assert [f["kind"] for f in found["fixes"]] == ["direction"]
    code, output = run(app, ontology, GOOD, "--json")
    (found,) = json.loads(output)["queries"]
    assert (code, found["passed"]) == (0, True)
    assert found["restatement"] == "the agents that a policy is sold by"
    assert len(found["sha256"]) == 64


def test_a_fix_is_written_into_the_file_under_the_comments_at_its_head(
    app: typer.Typer, ontology: Path
) -> None:
    code, output = run(app, ontology, f"# Who sells?\n\n{TURNED}", "--fix")
    assert code == 0
    assert "Put right" in output
    written = (ontology.parent / "query.rq").read_text("utf-8")
    assert written.startswith("# Who sells?\n\n")
    code, output = call(app, str(ontology.parent / "query.rq"), "--ontology", str(ontology))
    assert (code, "Passed" in output) == (0, True)


def test_a_query_with_comments_inside_is_not_written_over(app: typer.Typer, ontology: Path) -> None:
    query = TURNED.replace("{", "{ # agents, <not> orders\n")
    code, output = run(app, ontology, query, "--fix")
    assert code == 1
    assert "Not written" in output
    assert (ontology.parent / "query.rq").read_text("utf-8") == query


def test_a_hash_inside_an_iri_or_a_text_is_no_comment(app: typer.Typer, ontology: Path) -> None:
    query = TURNED.replace("}", "; <http://www.w3.org/2000/01/rdf-schema#label> 'no # comment' }")
    assert run(app, ontology, query, "--fix")[0] == 0
    assert "no # comment" in (ontology.parent / "query.rq").read_text("utf-8")


def test_from_standard_input_the_query_put_right_is_printed(app: typer.Typer, ontology: Path) -> None:
    result = CliRunner().invoke(app, ["check", "-", "--fix", "--ontology", str(ontology)], input=TURNED)
    assert result.exit_code == 0
    assert "Put right" in result.stderr
    again = CliRunner().invoke(app, ["check", "-", "--ontology", str(ontology)], input=result.stdout)
    assert again.exit_code == 0
    code, output = call(app, "-", "--ontology", str(ontology), typed="SELEC ?x")
    assert code == 1
    assert "line 1, column 1" in output


def test_folders_of_queries_are_counted(app: typer.Typer, ontology: Path, tmp_path: Path) -> None:
    folder = tmp_path / "queries"
    folder.mkdir()
    (folder / "good.rq").write_text(GOOD, "utf-8")
    (folder / "turned.sparql").write_text(TURNED, "utf-8")
    (folder / "notes.txt").write_text("no query", "utf-8")
    code, output = call(app, str(folder), "--ontology", str(ontology))
    assert code == 1
    assert "1 of 2 queries pass." in output
    (folder / "none").mkdir()
    with pytest.raises(BadInput, match="holds no queries"):
        call(app, str(folder / "none"), "--ontology", str(ontology))


def test_what_blocks_can_be_chosen(app: typer.Typer, ontology: Path) -> None:
    code, output = run(app, ontology, TURNED, "--allow", "unlikely")
    assert code == 0
    assert "warning" in output
    code, output = run(app, ontology, GOOD, "--block", "output")
    assert code == 1
    assert "(output)" in output
    with pytest.raises(BadInput, match="There is no ground “strict”"):
        run(app, ontology, GOOD, "--block", "strict")
    with pytest.raises(BadInput, match="There is no ground “forbidden” to choose"):
        run(app, ontology, GOOD, "--allow", "forbidden")


@pytest.mark.slow
def test_data_alone_is_enough_and_its_things_are_known(app: typer.Typer, tmp_path: Path) -> None:
    data = tmp_path / "data.ttl"
    data.write_text(DATA, "utf-8")
    code, output = call(app, "-", "--data", str(data), typed=f"PREFIX ex: <https://example.org/> {GOOD}")
    assert (code, "Passed" in output) == (0, True)
    turned = "PREFIX ex: <https://example.org/> SELECT ?policy WHERE { ex:ann ex:soldBy ?policy }"
    code, output = call(app, "-", "--data", str(data), typed=turned)
    assert code == 1
    assert "but here it starts at an agent" in output
    code, output = call(app, "-", "--data", str(data), "--fix", typed=turned)
    assert code == 0


def test_an_ontology_may_lie_in_several_files(app: typer.Typer, ontology: Path, tmp_path: Path) -> None:
    folder = tmp_path / "ontology"
    folder.mkdir()
    head, _, tail = ONTOLOGY.partition("ex:soldBy")
    prefixes = head.partition("ex:Policy a")[0]
    (folder / "classes.ttl").write_text(head, "utf-8")
    (folder / "properties.ttl").write_text(f"{prefixes}ex:soldBy{tail}", "utf-8")
    assert call(app, "-", "--ontology", str(folder), typed=GOOD)[0] == 0
    assert call(app, "-", "--ontology", str(folder), typed=TURNED)[0] == 1


def test_a_call_without_ontology_and_data_says_what_is_missing(app: typer.Typer) -> None:
    with pytest.raises(BadInput, match="Name an ontology with --ontology, or data with --data"):
        call(app, "-", typed=GOOD)


def test_unreadable_files_are_named(app: typer.Typer, ontology: Path, tmp_path: Path) -> None:
    missing = str(tmp_path / "none.rq")
    with pytest.raises(BadInput, match=r"none\.rq cannot be read"):
        call(app, missing, "--ontology", str(ontology))
    broken = tmp_path / "broken.ttl"
    broken.write_text("@prefix ex: <", encoding="utf-8")
    with pytest.raises(BadInput, match=r"broken\.ttl"):
        call(app, "-", "--ontology", str(broken), typed=GOOD)


def test_the_hooks_before_a_commit_call_this_command(ontology: Path) -> None:
    hooks = yaml.safe_load((Path(__file__).parents[2] / ".pre-commit-hooks.yaml").read_text("utf-8"))
    for hook in hooks:
        (ontology.parent / "query.rq").write_text(TURNED, encoding="utf-8")
        program, *words = hook["entry"].split()
        # as pre-commit calls it: the entry, the repository's arguments, the files
        done = querist.run(*words, "--ontology", "schema.ttl", "query.rq", cwd=ontology.parent)
        assert done.ended() == (0 if "--fix" in words else 1), done.err
        assert (program, hook["language"]) == ("querist", "python")


def test_the_command_line_says_one_sentence_and_ends_with_two(tmp_path: Path) -> None:
    done = querist.run("check", "-", "--ontology", str(tmp_path / "none.ttl"), cwd=tmp_path)
    assert done.ended() == 2
    assert "Traceback" not in done.err
    assert "none.ttl cannot be read" in done.err
