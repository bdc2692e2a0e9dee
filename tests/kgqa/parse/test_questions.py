"""What the parser reads, as data: questions.toml and repairs.toml hold questions, each with a query for what
is asked.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pyoxigraph as ox
import pytest

from kgqa.pipeline import Kit
from kgqa.types import Answer, Outcome
from tests.kgqa.zoo import ask, kit_of

HERE = Path(__file__).parent
GRAPH = (HERE / "library.ttl").read_text("utf-8")
QUESTIONS = tomllib.loads((HERE / "questions.toml").read_text("utf-8"))["question"]
YARD = (HERE / "repairs.ttl").read_text("utf-8")
COLUMNS = tomllib.loads((HERE / "repairs.toml").read_text("utf-8"))["question"]
PREFIXES = """PREFIX : <https://library.example/def/> PREFIX i: <https://library.example/id/>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> """


@pytest.fixture(scope="module")
def library() -> Kit:
    return kit_of(GRAPH, strategies=("parse",))


@pytest.fixture(scope="module")
def store() -> ox.Store:
    made = ox.Store()
    made.load(GRAPH.encode(), format=ox.RdfFormat.TURTLE)
    return made


def rows(answer: Answer) -> list[list[str]]:
    """The rows of an answer as texts."""
    table = answer.table
    if table is None:
        return []
    if table.boolean is not None:
        return [[str(table.boolean).lower()]]
    return sorted([c.value if c else "" for c in row] for row in table.rows)


def gold(store: ox.Store, sparql: str, prefixes: str = PREFIXES) -> list[list[str]]:
    found = store.query(prefixes + sparql)
    if isinstance(found, ox.QueryBoolean):
        return [[str(bool(found)).lower()]]
    assert isinstance(found, ox.QuerySolutions)
    return sorted([str(getattr(v, "value", "")) for v in row] for row in found)


@pytest.mark.parametrize("entry", QUESTIONS, ids=lambda e: str(e["text"]))
def test_a_question_finds_what_is_asked_for(entry: dict[str, str], library: Kit, store: ox.Store) -> None:
    if why := entry.get("skip"):
        pytest.xfail(why)
    answer = ask(library, entry["text"])
    assert answer.outcome is Outcome.ANSWERED, answer.text
    assert rows(answer) == gold(store, entry["sparql"]), answer.query and answer.query.text


@pytest.fixture(scope="module")
def yard() -> Kit:
    return kit_of(YARD, strategies=("parse",))


@pytest.mark.parametrize("entry", COLUMNS, ids=lambda e: str(e["text"]))
def test_columns_stand_beside_their_keys(entry: dict[str, str], yard: Kit) -> None:
    store = ox.Store()
    store.load(YARD.encode(), format=ox.RdfFormat.TURTLE)
    answer = ask(yard, entry["text"])
    assert answer.outcome is Outcome.ANSWERED, answer.text
    prefixes = PREFIXES.replace("library.example", "yard.example")
    assert rows(answer) == gold(store, entry["sparql"], prefixes), answer.query and answer.query.text
