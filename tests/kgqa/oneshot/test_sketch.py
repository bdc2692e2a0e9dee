"""Patterns that fit a question's words, as a model is told them."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from tests.kgqa.company import Graph
from tests.kgqa.oneshot.asking import asking

HEADING = "Patterns that fit these words:"


def patterns(kit: Kit, question: str) -> list[str]:
    """What the prompt of a question says after the heading, between the fences."""
    asked = asking(kit, "UNKNOWN: nothing")
    asked(question)
    _, heading, rest = asked.prompt.partition(HEADING)
    return rest.split("```")[1].splitlines()[1:] if heading else []


def test_a_property_of_a_named_thing_starts_at_its_placeholder(kit: Kit) -> None:
    assert patterns(kit, "What is the area of the Savannah?") == ["{e1} :area ?area"]


def test_a_relation_leads_from_the_class_that_is_asked_for_to_the_named_thing(kit: Kit) -> None:
    assert patterns(kit, "Which animals live in the Savannah?") == [
        "?animal a :Animal",
        "?animal :livesIn {e1}",
    ]


def test_a_relation_that_the_data_states_from_the_other_side_is_told_from_there(kit: Kit) -> None:
    told = patterns(kit, "Which animals does Ruth Adeyemi look after?")
    assert "?animal :caredForBy {e1}" in told
    assert not any("looksAfter" in line for line in told)


def test_what_no_word_names_is_told_where_it_lies_on_the_way(kit: Kit) -> None:
    told = patterns(kit, "Which keepers are there for the animals of Kenya?")
    assert {"?animal :nativeTo {e1}", "?animal :caredForBy ?keeper"} <= set(told)


def test_a_property_between_things_of_one_class_has_two_of_them(kit: Kit) -> None:
    assert "?keeper :supervisor ?otherKeeper" in patterns(kit, "Which keepers have which supervisor?")


@pytest.mark.parametrize("question", ["Which?", "What is the meaning of life?"])
def test_where_no_word_is_known_no_pattern_is_told(kit: Kit, question: str) -> None:
    assert patterns(kit, question) == []


@pytest.mark.slow
def test_a_price_is_told_with_the_amount_that_it_comes_to(company: Graph) -> None:
    assert patterns(company.core.kit, "What is the list price of the Meridian Two?") == [
        "{e1} :listPrice ?price",
        "?price :amount ?amount",
    ]


def test_a_class_beside_the_name_of_its_thing_asks_for_nothing_more(company: Graph) -> None:
    assert patterns(company.core.kit, "When does the Skills Map project end?") == ["{e1} :endsOn ?endsOn"]


def test_a_property_that_leads_from_a_named_thing_to_itself_is_no_pattern(kit: Kit) -> None:
    assert not any(":supervisor" in line for line in patterns(kit, "Is Ruth Adeyemi the supervisor?"))
