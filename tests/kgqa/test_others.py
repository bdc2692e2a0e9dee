"""What else a question may have meant is offered beside its answer, and can be chosen."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from kgqa.types import Outcome
from tests.kgqa.zoo import DATA, DEF, ID, ONTOLOGY, ask, kit_of

LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
TWINS = (
    f'<{ID}bibi> a <{DEF}Mammal> ; <{LABEL}> "Bibi" ; <{DEF}livesIn> <{ID}savannah> .\n'
    f'<{ID}bibisville> a <{DEF}Country> ; <{LABEL}> "Bibi" .\n'
)


@pytest.fixture(scope="module")
def kit() -> Kit:
    return kit_of(ONTOLOGY + DATA + TWINS)


def test_the_other_thing_of_a_name_is_offered(kit: Kit) -> None:
    answer = ask(kit, "Where does Bibi live?")
    assert answer.outcome is Outcome.ANSWERED
    assert f"{ID}bibisville" in [c.pins[-1].term for c in answer.others]
    assert all(c.question == "Where does Bibi live?" for c in answer.others)
    assert all("“" in c.detail for c in answer.others)


def test_what_the_query_speaks_of_is_not_offered_again(kit: Kit) -> None:
    answer = ask(kit, "Where does Bibi live?")
    assert f"{ID}bibi" not in [c.pins[-1].term for c in answer.others]


def test_what_was_chosen_is_no_longer_asked_about(kit: Kit) -> None:
    other = ask(kit, "Where does Bibi live?").others[0]
    again = ask(kit, other.question, pins=other.pins)
    assert other.pins[-1].mention not in [c.pins[-1].mention for c in again.others]


def test_there_is_nothing_to_offer_where_each_word_means_one_thing() -> None:
    answer = ask(kit_of(ONTOLOGY + DATA), "Where does Asha live?")
    assert answer.outcome is Outcome.ANSWERED
    assert answer.others == ()
