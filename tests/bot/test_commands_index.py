"""`querist index`: what it builds, shows, finds and writes, on a real small graph."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from bot.commands import index as command
from kgqa.errors import BadInput, BadSetting, QueristError

pytestmark = pytest.mark.slow

GRAPH = """
@prefix ex: <https://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
ex:LandUse a owl:Class ; rdfs:label "land use"@en , "Nutzung"@de .
ex:Plot a owl:Class ; rdfs:label "plot"@en .
ex:hasUse a owl:ObjectProperty ; rdfs:label "has use"@en ; rdfs:domain ex:Plot ; rdfs:range ex:LandUse .
ex:u1 a ex:LandUse ; rdfs:label "Residential"@en .
ex:u2 a ex:LandUse ; rdfs:label "Industrial"@en .
ex:p1 a ex:Plot ; rdfs:label "Plot [7]" ; ex:hasUse ex:u1 .
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a graph, and settings of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QUERIST_DATA", str(tmp_path / "data"))
    (tmp_path / "city.ttl").write_text(GRAPH, "utf-8")
    return tmp_path


def index(*given: str, env: dict[str, str] | None = None) -> Result:
    app = typer.Typer()
    app.callback()(lambda: None)
    command.add(app)
    return CliRunner().invoke(app, ["index", "city.ttl", *given], env=env)


def plain(*given: str, env: dict[str, str] | None = None) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(index(*given, "--json", env=env).stdout)
    return found


def failing(kind: type[QueristError], said: str, *given: str, env: dict[str, str] | None = None) -> None:
    result = index(*given, env=env)
    assert isinstance(result.exception, kind), result.output
    assert re.search(said, str(result.exception)), result.exception


# ── the index ────────────────────────────────────────────────────────────────────────────────────


def test_it_builds_and_says_what_it_holds(here: Path) -> None:
    shown = index()
    assert shown.exit_code == 0
    text = " ".join(shown.output.split())
    assert "Names of city.ttl up to date · read in" in text
    assert "Classes 2 with" in text
    assert "Things 3 with" in text
    assert "Languages English 2, not said" in text
    assert f"Folder {here / 'data' / 'index'}" in text


def test_json_says_the_same_for_programs() -> None:
    first = plain()
    assert (first["state"], first["kept"], first["things"]) == ("up to date", False, 3)
    assert first["entries"]["class"] == 3
    assert first["bytes"] > 0
    second = plain()
    assert second["kept"]
    assert second["written"] == first["written"]
    assert not plain("--fresh")["kept"]


def test_to_look_reads_nothing_and_tells_what_is_out_of_date_by_the_exit_code(here: Path) -> None:
    assert "not built · querist index builds it." in _said(index("--inspect"), code=1)
    assert not list((here / "data" / "index").rglob("names-*"))
    index()
    assert "up to date" in _said(index("--inspect"), code=0)
    (here / "city.ttl").write_text(GRAPH + 'ex:u3 a ex:LandUse ; rdfs:label "Park" .', "utf-8")
    assert "out of date" in _said(index("--inspect"), code=1)
    assert plain("--inspect")["things"] == 3
    index()
    assert plain("--inspect")["things"] == 4


def _said(result: Result, code: int) -> str:
    assert result.exit_code == code, result.output
    lines = [line.strip() for line in result.output.splitlines() if line.strip()]
    return f"{lines[0]} · {lines[-1]}"


def test_no_bar_is_drawn_where_there_is_no_terminal() -> None:
    assert index().stderr == ""


# ── a search ─────────────────────────────────────────────────────────────────────────────────────


def test_a_search_shows_label_class_way_score_and_iri() -> None:
    lines = index("--search", "residentail").output.splitlines()
    assert re.match(r" 0\.\d\d  Residential +land use +with slips", lines[1])
    assert lines[2].strip() == "https://example.org/u1"


def test_names_that_look_like_markup_stay_names() -> None:
    assert "Plot [7]" in index("--search", "plot 7").output


def test_a_search_for_nothing_known_says_so() -> None:
    assert index("--search", "zeppelin").output == "Nothing is called “zeppelin”, and nothing much like it.\n"


def test_a_search_as_json_has_every_field() -> None:
    (match,) = plain("--search", "industrial")["matches"]
    assert match == {
        "kind": "entity",
        "iri": "https://example.org/u2",
        "label": "Industrial",
        "value": None,
        "classes": ["https://example.org/LandUse"],
        "how": "exact",
        "score": 1.0,
        "matched": "Industrial",
        "source": "",
    }


# ── lexicons, ways, linkers ──────────────────────────────────────────────────────────────────────


def test_names_of_a_lexicon_are_found_and_it_says_how_things_are_called(here: Path) -> None:
    records = [
        {
            "iri": "https://example.org/u1",
            "cls": "x:LandUse",
            "label": "Homes",
            "surface_forms": ["housing zone"],
        },
        {"iri": "https://example.org/LandUse", "label": "land use", "surface_forms": ["zoning"]},
    ]
    (here / "names.json").write_text(json.dumps(records), "utf-8")
    given = {"QUERIST_LEXICON": "names.json"}
    assert plain("--inspect", env=given)["state"] == "not built"
    (match,) = plain("--search", "housing zone", env=given)["matches"]
    assert (match["iri"], match["label"], match["how"]) == ("https://example.org/u1", "Homes", "exact")
    assert match["source"] == "names.json"
    assert plain("--search", "residential", env=given)["matches"][0]["label"] == "Homes"
    assert plain("--search", "zoning", env=given)["matches"][0]["kind"] == "class"
    assert plain("--inspect")["state"] == "out of date"


def test_names_that_no_way_leads_to_are_left_in_the_graph_and_that_is_no_fault(here: Path) -> None:
    (here / "ways.toml").write_text('[default]\nways = ["text search"]\n')
    for given in ((), ("--inspect",)):
        result = index(*given, env={"QUERIST_LINKING": "ways.toml"})
        assert result.exit_code == 0
        assert "left in the graph" in result.output
        assert "builds it" not in result.output


def test_what_a_lexicon_has_wrong_is_told_once_and_does_not_stop_the_index(here: Path) -> None:
    record = {"iri": "https://example.org/u9", "cls": "https://example.org/LandUs", "label": "Homes"}
    (here / "names.json").write_text(json.dumps([record]), "utf-8")
    notices = plain(env={"QUERIST_LEXICON": "names.json"})["notices"]
    assert [n for n in notices if n.startswith("names.json")] == [
        "names.json: the graph has no class https://example.org/LandUs. Check the field cls.",
        "names.json: the graph says nothing of https://example.org/u9. Check the field iri.",
    ]
    (here / "names.json").write_text("[{]", "utf-8")
    failing(BadInput, r"names\.json, line 1: this is no JSON", env={"QUERIST_LEXICON": "names.json"})


def test_ways_and_own_linkers_are_used_by_the_search(here: Path) -> None:
    (here / "city_linkers_3.py").write_text(
        "def uses(phrase, *, language):\n    return ['https://example.org/u2'] if phrase == 'homes' else []\n"
    )
    (here / "ways.toml").write_text(
        '[classes."ex:LandUse"]\nways = ["custom:uses"]\n[custom]\nuses = "city_linkers_3:uses"\n'
    )
    given = {"QUERIST_LINKING": str(here / "ways.toml")}
    (match,) = plain("--search", "homes", env=given)["matches"]
    assert (match["label"], match["how"], match["source"]) == ("Industrial", "custom", "custom:uses")
    assert plain("--search", "residential", env=given)["matches"] == []
    (here / "ways.toml").write_text('[classes."ex:LandUse"]\nways = ["custom:users"]\n')
    failing(BadSetting, r"There is no linker users", "--search", "homes", env=given)


# ── a lexicon to complete ────────────────────────────────────────────────────────────────────────


def test_a_skeleton_holds_the_schema_and_the_things_of_chosen_classes(here: Path) -> None:
    assert (
        "use.json has 5 terms with 1 other name"
        in index("--lexicon", "use.json", "--class", "land use").output
    )
    records = json.loads((here / "use.json").read_text("utf-8"))
    assert [(r["iri"].rpartition("/")[2], r["label"]) for r in records] == [
        ("LandUse", "land use"),
        ("Plot", "plot"),
        ("hasUse", "has use"),
        ("u1", "Residential"),
        ("u2", "Industrial"),
    ]
    assert records[0]["surface_forms"] == ["Nutzung"]
    assert records[3]["cls"] == "https://example.org/LandUse"


def test_what_an_admin_has_written_stays_when_the_skeleton_is_written_again(here: Path) -> None:
    record = {"iri": "https://example.org/u1", "label": "Homes", "surface_forms": ["housing"]}
    (here / "use.json").write_text(json.dumps([record]), "utf-8")
    assert (
        "what it had before (1) stays as it is"
        in index("--lexicon", "use.json", "--class", "ex:LandUse").output
    )
    records = json.loads((here / "use.json").read_text("utf-8"))
    assert (records[0]["label"], records[0]["surface_forms"]) == ("Homes", ["housing"])
    assert len(records) == 5


def test_a_lexicon_that_is_written_can_be_used_as_it_is(here: Path) -> None:
    for name in ("use.csv", "use.jsonl"):
        index("--lexicon", name, "--class", "ex:LandUse", "--class", "plot")
        assert plain(env={"QUERIST_LEXICON": name})["lexicons"] == {name: 6}


@pytest.mark.parametrize(
    ("given", "kind", "said"),
    [
        (["--class", "plot"], BadInput, r"Say where: --lexicon FILE"),
        (["--inspect", "--fresh"], BadInput, r"--inspect only looks"),
        (["--search", "a", "--lexicon", "a.json"], BadInput, r"one after the other"),
        (["--lexicon", "a.txt"], BadInput, r"a\.txt ends in no format of a lexicon"),
        (["--lexicon", "no/a.json"], BadInput, r"there is no folder no"),
        (
            ["--lexicon", "a.json", "--class", "plott"],
            BadInput,
            r"No class is called plott\. Did you mean plot",
        ),
    ],
)
def test_what_cannot_be_done_is_said_with_the_remedy(
    given: list[str], kind: type[QueristError], said: str, here: Path
) -> None:
    failing(kind, said, *given)
    assert not (here / "a.json").exists()
