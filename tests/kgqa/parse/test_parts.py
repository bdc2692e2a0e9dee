"""Shares, parts of an order and totals by quantity, as data: mill.toml holds questions, each with a query for
what is asked.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pyoxigraph as ox
import pytest

from kgqa.pipeline import Kit
from kgqa.types import Outcome
from tests.kgqa.company import rounded
from tests.kgqa.zoo import ask, kit_of

HERE = Path(__file__).parent
GRAPH = (HERE / "mill.ttl").read_text("utf-8")
QUESTIONS = tomllib.loads((HERE / "mill.toml").read_text("utf-8"))["question"]


@pytest.fixture(scope="module")
def mill() -> Kit:
    return kit_of(GRAPH, strategies=("parse",))


@pytest.fixture(scope="module")
def store() -> ox.Store:
    made = ox.Store()
    made.load(GRAPH.encode(), format=ox.RdfFormat.TURTLE)
    return made


@pytest.mark.parametrize("entry", QUESTIONS, ids=lambda e: str(e["text"]))
def test_a_part_or_a_total_is_what_a_query_of_its_own_finds(
    entry: dict[str, str], mill: Kit, store: ox.Store
) -> None:
    answer = ask(mill, entry["text"])
    assert answer.outcome is Outcome.ANSWERED, answer.text
    assert answer.table is not None
    wanted = store.query("PREFIX : <https://mill.example/> " + entry["sparql"])
    assert isinstance(wanted, ox.QuerySolutions)
    expected = sorted([rounded(getattr(v, "value", "")) for v in row] for row in wanted)
    width = len(expected[0])
    found = sorted([rounded(c.value if c else "") for c in row[:width]] for row in answer.table.rows)
    assert found == expected, answer.query and answer.query.text


def test_a_whole_that_is_restricted_by_nothing_has_no_share(mill: Kit) -> None:
    """The parts alone are no part of themselves."""
    assert ask(mill, "What percentage of the parts?").outcome is not Outcome.ANSWERED


def test_the_best_few_of_each_group_are_not_the_best_few_of_all(mill: Kit) -> None:
    assert ask(mill, "What are the two cheapest parts in each hall?").outcome is not Outcome.ANSWERED
