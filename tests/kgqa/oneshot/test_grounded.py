"""What a model wrote, held against the patterns that fit the question's words."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from kgqa.types import Answer
from tests.kgqa.oneshot.asking import asking, block
from tests.kgqa.zoo import first

SAVANNAH = "Which animals live in the Savannah?"


def changes(answer: Answer) -> list[str]:
    """What the trace says that was changed."""
    steps = [s for s in answer.trace if s.summary == "what the model wrote is put right"]
    return [detail for step in steps for detail in step.details]


@pytest.mark.parametrize(
    ("reply", "change"),
    [
        (
            "SELECT DISTINCT ?animal { {e1} :hasInhabitant ?animal }",
            "“has inhabitant” is taken for “lives in”.",
        ),
        ("SELECT DISTINCT ?animal { {e1} :livesIn ?animal }", "“lives in” is asked the other way round."),
        ("SELECT DISTINCT ?animal { ?animal a :Animal . ?animal livesIn ?e1 }", "Slips of the pen"),
    ],
)
def test_a_pattern_that_joins_the_same_two_is_what_was_meant(kit: Kit, reply: str, change: str) -> None:
    answer = asking(kit, block(reply))(SAVANNAH)
    assert sorted(first(answer)) == ["asha", "kibo", "tembo"]
    assert any(said.startswith(change) for said in changes(answer))


def test_what_nothing_joins_is_joined_by_the_patterns_between(kit: Kit) -> None:
    reply = "SELECT DISTINCT ?keeper { ?animal :nativeTo {e1} . ?keeper a :Keeper }"
    answer = asking(kit, block(reply))("Which keepers are there for the animals of Kenya?")
    assert answer.query is not None
    assert "caredForBy" in answer.query.text
    assert changes(answer) == ["“cared for by” is put in."]


def test_what_is_shown_and_stands_nowhere_is_put_in(kit: Kit) -> None:
    reply = "SELECT ?area { ?enclosure a :Enclosure }"
    answer = asking(kit, block(reply))("What is the area of each enclosure?")
    assert changes(answer) == ["“area (m²)” is put in."]
    assert sorted(first(answer)) == ["1200", "300", "5000", "800"]


def test_of_two_values_of_which_a_thing_has_one_either_will_do(kit: Kit) -> None:
    reply = "SELECT DISTINCT ?animal { ?animal :livesIn {e1} . ?animal :livesIn {e2} }"
    answer = asking(kit, block(reply))("Which animals live in the Savannah or the Ice House?")
    assert answer.table is not None
    assert {"asha", "kibo", "tembo"} < set(first(answer))
    assert changes(answer) == ["Either value of “lives in” will do, as a thing has one alone."]


def test_what_the_question_names_and_the_query_leaves_out_is_put_in(kit: Kit) -> None:
    answer = asking(kit, block("SELECT DISTINCT ?animal { ?animal a :Animal }"))(SAVANNAH)
    assert sorted(first(answer)) == ["asha", "kibo", "tembo"]
    assert changes(answer) == ["“Savannah” was left out: “lives in” is put in."]


def test_a_named_thing_is_not_compared_with_its_name(kit: Kit) -> None:
    reply = 'SELECT DISTINCT ?animal { ?animal :livesIn {e1} . FILTER(?e1 = "Savannah") }'
    answer = asking(kit, block(reply))(SAVANNAH)
    assert sorted(first(answer)) == ["asha", "kibo", "tembo"]
    assert changes(answer) == ["A thing that is named is not compared with its name."]


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        (SAVANNAH, "SELECT DISTINCT ?animal { ?animal a :Animal ; :livesIn {e1} }"),
        ("Which keepers have which supervisor?", "SELECT ?otherKeeper { ?otherKeeper :supervisor ?keeper }"),
        (
            "Which animals do not live in the Savannah?",
            "SELECT DISTINCT ?animal { ?animal a :Animal FILTER NOT EXISTS { ?animal :livesIn {e1} } }",
        ),
        (SAVANNAH, "SELECT DISTINCT ?animal { ?animal :livesIn {e1} } ORDER BY ?nobody"),
    ],
)
def test_what_is_right_as_it_stands_is_left(kit: Kit, question: str, reply: str) -> None:
    assert changes(asking(kit, block(reply))(question)) == []
