"""What is asked for now is not what has ended: "the warden of the Old Mill at the moment"."""

from __future__ import annotations

import pytest

from kgqa.language import language
from kgqa.pipeline import Kit
from kgqa.strategies.parse.current import asks_now
from tests.kgqa.zoo import ask, found, kit_of

ESTATE = """
@prefix : <https://estate.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:House a owl:Class ; rdfs:label "House" . :Warden a owl:Class ; rdfs:label "Warden" .
:Watch a owl:Class ; rdfs:label "Watch" . :Lease a owl:Class ; rdfs:label "Lease" .
:watchWarden a owl:ObjectProperty ; rdfs:label "warden" ; rdfs:domain :Watch ; rdfs:range :Warden .
:watchHouse a owl:ObjectProperty ; rdfs:label "house watched" ; rdfs:domain :Watch ; rdfs:range :House .
:toDate a owl:DatatypeProperty ; rdfs:label "to date" ; rdfs:range xsd:date .
:reportedOn a owl:DatatypeProperty ; rdfs:label "reported on" ; rdfs:domain :Watch ; rdfs:range xsd:date .
:warrantyUntil a owl:DatatypeProperty ; rdfs:label "warranty until" ; rdfs:domain :House ;
  rdfs:range xsd:date .
:mill a :House ; rdfs:label "Old Mill" ; :warrantyUntil "2001-01-01"^^xsd:date .
:lodge a :House ; rdfs:label "Gate Lodge" . :barn a :House ; rdfs:label "Long Barn" .
:ann a :Warden ; rdfs:label "Ann Reed" . :bob a :Warden ; rdfs:label "Bob Hay" .
:cyd a :Warden ; rdfs:label "Cyd Orr" .
:w1 a :Watch ; rdfs:label "W1" ; :watchWarden :ann ; :watchHouse :mill ; :toDate "2020-01-31"^^xsd:date ;
  :reportedOn "2025-01-31"^^xsd:date .
:w2 a :Watch ; rdfs:label "W2" ; :watchWarden :bob ; :watchHouse :mill ; :reportedOn "2025-01-03"^^xsd:date .
:w3 a :Watch ; rdfs:label "W3" ; :watchWarden :cyd ; :watchHouse :lodge ; :toDate "2999-12-31"^^xsd:date ;
  :reportedOn "2025-02-01"^^xsd:date .
:l1 a :Lease ; rdfs:label "L1" ; :toDate "2019-05-31"^^xsd:date . :l2 a :Lease ; rdfs:label "L2" .
"""


@pytest.fixture(scope="module")
def estate() -> Kit:
    return kit_of(ESTATE, strategies=("parse",))


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Who is the warden of the Old Mill?", ["ann", "bob"]),
        ("Who is the warden of the Old Mill at the moment?", ["bob"]),
        ("Who is currently the warden of the Old Mill?", ["bob"]),
        ("Who is the warden of the Gate Lodge right now?", ["cyd"]),
        ("Wer ist aktuell der Warden von Old Mill?", ["bob"]),
        ("How many leases do we currently have?", ["1"]),
        ("How many leases do we have?", ["2"]),
        ("How many houses do we currently have?", ["3"]),
    ],
)
def test_what_has_ended_does_not_hold_now(estate: Kit, text: str, right: list[str]) -> None:
    assert found(estate, text) == right


def test_who_has_none_now_may_have_had_one_and_is_not_told_for_sure(estate: Kit) -> None:
    answer = ask(estate, "Which wardens have no watch right now?")
    assert answer.table is None


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("which watches were reported between 1 and 31 January 2025?", ["w1", "w2"]),
        ("which watches were reported from the 1st to the 30th of January 2025?", ["w2"]),
        ("which watches were reported between 1 and 3 January 2025?", ["w2"]),
    ],
)
def test_the_first_of_two_days_has_the_month_of_the_second(estate: Kit, text: str, right: list[str]) -> None:
    assert found(estate, text) == right


def test_phrases_that_ask_for_nothing_are_passed_over(estate: Kit) -> None:
    assert found(estate, "How many houses have we got on the books so far?") == ["3"]


def test_a_single_one_says_nothing_behind_a_negation_alone(estate: Kit) -> None:
    assert found(estate, "Which houses don't have a single watch?") == ["barn"]
    assert ask(estate, "Which houses have a single watch?").table is None


def test_now_is_a_word_and_no_part_of_one() -> None:
    assert asks_now(["who", "is", "the", "warden", "now"], language("en"))
    assert not asks_now(["what", "do", "we", "know", "about", "snow"], language("en"))
