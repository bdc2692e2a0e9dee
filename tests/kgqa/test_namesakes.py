"""Many things of one name: nobody is picked at random, and whoever asks is told that there are more."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from kgqa.rivals import MOST_CHOICES
from kgqa.types import Outcome
from tests.kgqa.zoo import DATA, DEF, ID, ONTOLOGY, ask, first, kit_of

FEW, MANY = 6, 20


def herd(count: int) -> str:
    """So many mammals called Bibi, each of another year and another enclosure."""
    places = ("savannah", "icehouse", "aviary", "nighthouse")
    return "".join(
        f'<{ID}bibi{n:02}> a <{DEF}Mammal> ; <http://www.w3.org/2000/01/rdf-schema#label> "Bibi" ; '
        f"<{DEF}livesIn> <{ID}{places[n % 4]}> ; "
        f'<{DEF}bornOn> "{2000 + n}-01-01"^^<http://www.w3.org/2001/XMLSchema#date> .\n'
        for n in range(count)
    )


@pytest.fixture(scope="module")
def few() -> Kit:
    return kit_of(ONTOLOGY + DATA + herd(FEW))


@pytest.fixture(scope="module")
def many() -> Kit:
    return kit_of(ONTOLOGY + DATA + herd(MANY))


def test_every_thing_of_the_name_is_offered(few: Kit) -> None:
    answer = ask(few, "When was Bibi born?")
    assert answer.outcome is Outcome.CLARIFY
    assert {c.pins[-1].term for c in answer.choices} == {f"{ID}bibi{n:02}" for n in range(FEW)}
    assert answer.text == "Which “Bibi” do you mean?"


def test_what_is_chosen_is_answered(few: Kit) -> None:
    choice = ask(few, "When was Bibi born?").choices[-1]
    answer = ask(few, choice.question, pins=choice.pins)
    assert answer.outcome is Outcome.ANSWERED
    assert first(answer) == [f"200{choice.pins[-1].term[-1]}-01-01"]


def test_of_very_many_some_are_offered_and_it_is_said_that_there_are_more(many: Kit) -> None:
    answer = ask(many, "When was Bibi born?")
    assert answer.outcome is Outcome.CLARIFY
    assert len(answer.choices) == MOST_CHOICES
    assert answer.text == "Which “Bibi” do you mean? There are more than these; say more of the name."
    assert ask(many, "When was Bibi born?", pins=answer.choices[0].pins).outcome is Outcome.ANSWERED


def test_one_that_has_an_answer_is_not_taken_while_others_were_not_looked_at() -> None:
    heavy = f"<{ID}bibi00> <{DEF}weight> 12 ."
    answer = ask(kit_of(ONTOLOGY + DATA + herd(FEW) + heavy), "What is the weight of Bibi?")
    assert answer.outcome is Outcome.CLARIFY
    assert f"{ID}bibi00" in {c.pins[-1].term for c in answer.choices}


def test_what_stands_behind_the_name_may_tell_the_one_that_is_meant(few: Kit) -> None:
    answer = ask(few, "When was Bibi in the aviary born?")
    assert answer.outcome is Outcome.ANSWERED
    assert first(answer) == ["2002-01-01"]


def test_what_is_so_of_two_of_them_tells_none(few: Kit) -> None:
    assert ask(few, "When was Bibi in the savannah born?").outcome is not Outcome.ANSWERED
