"""Where the things of an answer are, for who wants them on a map, and for who may want to."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit, Pipeline
from kgqa.places import is_wkt, read
from kgqa.types import Answer, Outcome, QueryEvidence
from tests.kgqa.functions.harbour import ask


@pytest.fixture(scope="module")
def core(known: Kit) -> Pipeline:
    return Pipeline(known)


def positions(answer: Answer) -> dict[str, str]:
    """What stands in the last column, by the names in the first."""
    assert answer.display is not None
    return {str(row[0].label): row[-1].term.value if row[-1].term else "" for row in answer.display.rows}


def test_a_map_has_the_positions_of_the_things_that_a_condition_leaves(core: Pipeline) -> None:
    answer = ask(core, "Which cranes have a load over 30 on a map?")
    assert positions(answer) == {"Anna": "POINT (10.002 54.001)", "Berta": "POINT (10.011 54.001)"}


def test_positions_one_step_away_are_found_too_and_a_broken_one_is_kept(core: Pipeline) -> None:
    found = positions(ask(core, "Show all sheds on a map"))
    assert set(found) == {"North Shed", "South Shed", "Lost Shed"}
    assert [name for name, text in found.items() if read(text) is None] == ["Lost Shed"]
    assert all(map(is_wkt, found.values()))


def test_a_thing_without_a_position_stays_in_the_rows(core: Pipeline) -> None:
    assert positions(ask(core, "cranes on a map"))["Cara"] == ""


def test_the_answer_itself_is_the_same_with_a_map_as_without(core: Pipeline) -> None:
    on_a_map, plain = ask(core, "Show all cranes on a map"), ask(core, "Show all cranes")
    assert on_a_map.table is not None
    assert plain.table is not None
    assert (on_a_map.text, on_a_map.table.rows) == (plain.text, plain.table.rows)


def test_the_query_for_the_positions_is_on_record(core: Pipeline) -> None:
    answer = ask(core, "Show all cranes on a map")
    first, second = (found for found in answer.evidence if isinstance(found, QueryEvidence))
    assert (first.rows, second.rows) == (3, 2)
    assert any("where these things are" in step.summary for step in answer.trace)


def test_an_answer_says_that_it_could_be_a_map_where_its_things_have_positions(core: Pipeline) -> None:
    cranes, ports = ask(core, "Show all cranes"), ask(core, "Which ports are there?")
    assert cranes.has_places
    assert cranes.display is not None
    assert len(cranes.display.columns) == 1
    assert ports.outcome is Outcome.ANSWERED
    assert not ports.has_places
