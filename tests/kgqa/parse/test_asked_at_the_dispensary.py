"""What people ask of the medicines of a hospital: relations that go both ways, ways to take them, orders that
were cancelled, firms that make two kinds.
"""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from kgqa.types import Outcome
from tests.kgqa.zoo import ask, found, kit_of

DISPENSARY = """
@prefix : <https://ward.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Substance a owl:Class ; rdfs:label "substance"@en . :Ward a owl:Class ; rdfs:label "ward"@en .
:Medicine a owl:Class ; rdfs:label "medicine"@en . :Vaccine a owl:Class ; rdfs:label "vaccine"@en .
:Maker a owl:Class ; rdfs:label "manufacturer"@en . :Order a owl:Class ; rdfs:label "order"@en .
:Loan a owl:Class ; rdfs:label "loan"@en .
:interactsWith a owl:ObjectProperty, owl:SymmetricProperty ; rdfs:label "interacts with"@en ;
  rdfs:domain :Substance ; rdfs:range :Substance .
:route a owl:ObjectProperty ; rdfs:label "route"@en ; rdfs:domain :Medicine ; rdfs:range skos:Concept .
:madeBy a owl:ObjectProperty ; rdfs:label "made by"@en ; rdfs:range :Maker ;
  rdfs:domain [ a owl:Class ; owl:unionOf ( :Medicine :Vaccine ) ] .
:forWard a owl:ObjectProperty ; rdfs:label "for ward"@en ; rdfs:domain :Order ; rdfs:range :Ward .
:status a owl:ObjectProperty ; rdfs:label "status"@en ; rdfs:range skos:Concept ;
  rdfs:domain [ a owl:Class ; owl:unionOf ( :Order :Loan ) ] .
:opened a owl:DatatypeProperty ; rdfs:label "opened"@en ; rdfs:domain :Ward ; rdfs:range xsd:gYear .
:buildingCost a owl:DatatypeProperty ; rdfs:label "building cost"@en ;
  rdfs:domain :Ward ; rdfs:range xsd:integer .
:oral a skos:Concept ; skos:prefLabel "oral"@en ; skos:inScheme :routes .
:nasal a skos:Concept ; skos:prefLabel "nasal"@en ; skos:inScheme :routes .
:orderOff a skos:Concept ; skos:prefLabel "cancelled"@en ; skos:inScheme :orderStates .
:orderDone a skos:Concept ; skos:prefLabel "delivered"@en ; skos:inScheme :orderStates .
:loanOff a skos:Concept ; skos:prefLabel "cancelled"@en ; skos:inScheme :loanStates .
:ketamine a :Substance ; rdfs:label "ketamine" ; :interactsWith :diazepam .
:diazepam a :Substance ; rdfs:label "diazepam" ; :interactsWith :codeine .
:codeine a :Substance ; rdfs:label "codeine" . :zinc a :Substance ; rdfs:label "zinc" .
:m1 a :Medicine ; rdfs:label "Calmex" ; :route :oral ; :madeBy :brennan .
:m2 a :Medicine ; rdfs:label "Zincol" ; :route :nasal ; :madeBy :sauvigny .
:v1 a :Vaccine ; rdfs:label "Fluvax" ; :madeBy :brennan .
:v2 a :Vaccine ; rdfs:label "Polivax" ; :madeBy :nord .
:brennan a :Maker ; rdfs:label "Brennan" . :sauvigny a :Maker ; rdfs:label "Sauvigny" .
:nord a :Maker ; rdfs:label "Nordkyst" .
:w1 a :Ward ; rdfs:label "Moy Ward" ; :opened "1990"^^xsd:gYear ; :buildingCost 900 .
:w2 a :Ward ; rdfs:label "Erne Ward" ; :opened "2010"^^xsd:gYear ; :buildingCost 100 .
:o1 a :Order ; rdfs:label "O-1" ; :forWard :w1 ; :status :orderDone .
:o2 a :Order ; rdfs:label "O-2" ; :forWard :w1 ; :status :orderOff .
:o3 a :Order ; rdfs:label "O-3" ; :forWard :w2 ; :status :orderDone .
:l1 a :Loan ; rdfs:label "L-1" ; :status :loanOff .
"""


@pytest.fixture(scope="module")
def dispensary() -> Kit:
    return kit_of(DISPENSARY)


def test_a_symmetric_relation_is_asked_both_ways(dispensary: Kit) -> None:
    assert found(dispensary, "Which substances interact with diazepam?") == ["codeine", "ketamine"]
    assert ask(dispensary, "Which substances interact with diazepam?").text == (
        "Two substances interact with diazepam: codeine and ketamine."
    )


def test_an_adverb_names_the_way_in_which_a_medicine_is_taken(dispensary: Kit) -> None:
    assert found(dispensary, "Which medicines are taken orally?") == ["m1"]


@pytest.mark.parametrize(
    ("text", "said"),
    [("Is Brennan the manufacturer of Calmex?", True), ("Is Nordkyst the manufacturer of Calmex?", False)],
)
def test_the_noun_of_a_yes_or_no_names_the_relation(dispensary: Kit, text: str, said: bool) -> None:
    answer = ask(dispensary, text)
    assert answer.table is not None, answer.text
    assert answer.table.boolean is said


def test_firms_that_make_two_kinds_make_one_of_each(dispensary: Kit) -> None:
    assert found(dispensary, "Which manufacturers make both medicines and vaccines?") == ["brennan"]


def test_what_is_left_out_is_left_out_of_what_is_counted(dispensary: Kit) -> None:
    table = ask(dispensary, "number of orders per ward, without the cancelled ones").table
    assert table is not None
    assert sorted(tuple(v.value.rsplit("/")[-1] for v in row if v) for row in table.rows) == [
        ("w1", "1"),
        ("w2", "1"),
    ]


def test_a_code_that_none_of_them_has_is_not_asked_about(dispensary: Kit) -> None:
    assert (
        ask(dispensary, "How many orders are cancelled?").text
        == "There is one order whose status is cancelled."
    )


def test_a_cost_tells_no_age(dispensary: Kit) -> None:
    assert found(dispensary, "Which ward is the oldest?") == ["w1"]
    answer = ask(dispensary, "Is Moy Ward older than Erne Ward?")
    assert answer.query is not None
    assert "buildingCost" not in answer.query.text


def test_each_of_them_acts_for_itself(dispensary: Kit) -> None:
    answer = ask(dispensary, "How many vaccines does each manufacturer make?")
    assert answer.outcome is Outcome.ANSWERED
    assert found(dispensary, "How many vaccines does each manufacturer make?") == ["brennan", "nord"]
