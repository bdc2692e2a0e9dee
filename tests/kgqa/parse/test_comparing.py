"""Comparisons with something that is no number, over the sample company, as data: comparisons.toml holds
questions, each with a query for what is asked.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pyoxigraph as ox
import pytest

from connectors import sample
from kgqa.trace import bound
from kgqa.types import Outcome
from tests.kgqa.company import Graph, by_parser, rounded

HERE = Path(__file__).parent
QUESTIONS = tomllib.loads((HERE / "comparisons.toml").read_text("utf-8"))["question"]
PREFIXES = f"""PREFIX : <{sample.ONTOLOGY}>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> """


@pytest.fixture(scope="session")
def company(company: Graph) -> Graph:
    return by_parser(company)


def _found(graph: Graph, sparql: str) -> set[tuple[str, ...]]:
    """What a query finds; numbers rounded, so that only their value counts."""
    found = graph.store.query(PREFIXES + sparql)
    if isinstance(found, ox.QueryBoolean):
        return {(str(bool(found)).lower(),)}
    assert isinstance(found, ox.QuerySolutions)
    return {tuple(rounded(getattr(term, "value", None)) for term in row) for row in found}


@pytest.mark.slow
@pytest.mark.parametrize("entry", QUESTIONS, ids=lambda e: str(e["text"]))
def test_a_comparison_finds_what_is_asked_for(entry: dict[str, str], company: Graph) -> None:
    answer = company.ask(entry["text"])
    assert answer.outcome in (Outcome.ANSWERED, Outcome.NOTHING_FOUND), answer.text
    assert {tuple(map(rounded, row)) for row in bound(answer.table)} == _found(company, entry["sparql"])


@pytest.mark.parametrize(
    "question",
    ["Which products are heavier than the median?", "Welche Produkte sind schwerer als der Median?"],
)
def test_more_than_the_median_is_more_than_the_value_in_the_middle(company: Graph, question: str) -> None:
    found = _found(company, "SELECT ?x ?w { ?x :weight ?w }")
    values, half = sorted(float(w) for _, w in found), len(found) // 2
    median = values[half] if len(values) % 2 else (values[half - 1] + values[half]) / 2
    rows = {tuple(map(rounded, row)) for row in bound(company.ask(question).table)}
    assert rows == {(x,) for x, w in found if float(w) > median}


@pytest.mark.parametrize(
    "question",
    [
        "What does Aino Kettunen weigh?",
        "Was wiegt Aino Kettunen?",
        "How much does the calibration of the Weir Radar Pro cost?",
        "Which customers are heavier than the average?",
        "Which employees are older than Aino Kettunen?",
    ],
)
def test_a_value_that_a_thing_does_not_have_is_not_taken_from_something_else(
    company: Graph, question: str
) -> None:
    assert company.ask(question).outcome in (Outcome.UNKNOWN, Outcome.NOT_IN_GRAPH)


@pytest.mark.slow
def test_what_is_missing_without_a_comparison_is_told_in_its_words(company: Graph) -> None:
    answer = company.ask("Which products are as heavy as the Spar 3?")
    assert answer.outcome is Outcome.NOTHING_FOUND
    assert "“as heavy as the Spar 3”" in (answer.text or "")
