"""How many of one kind belong to each of another, in the words in which people ask for it."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from tests.kgqa.zoo import ask, found, kit_of

SCHOOL = """
@prefix : <https://school.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Teacher a owl:Class ; rdfs:label "teacher"@en . :Course a owl:Class ; rdfs:label "course"@en .
:Department a owl:Class ; rdfs:label "department"@en . :Device a owl:Class ; rdfs:label "device"@en .
:Repair a owl:Class ; rdfs:label "repair"@en .
:taughtBy a owl:ObjectProperty ; rdfs:label "taught by"@en ; rdfs:domain :Course ; rdfs:range :Teacher .
:worksIn a owl:ObjectProperty ; rdfs:label "works in"@en ; rdfs:domain :Teacher ; rdfs:range :Department .
:partOf a owl:ObjectProperty ; rdfs:label "part of"@en ; rdfs:domain :Department ; rdfs:range :Department .
:state a owl:ObjectProperty ; rdfs:label "status"@en ; rdfs:domain :Course ; rdfs:range skos:Concept .
:repairOf a owl:ObjectProperty ; rdfs:label "repair of"@en ; rdfs:domain :Repair ; rdfs:range :Device .
:code a owl:DatatypeProperty ; rdfs:label "code"@en ; rdfs:range xsd:string ;
  rdfs:domain [ a owl:Class ; owl:unionOf ( :Repair :Device ) ] .
:held a skos:Concept ; skos:prefLabel "held"@en . :off a skos:Concept ; skos:prefLabel "called off"@en .
:ann a :Teacher ; rdfs:label "Ann" ; :worksIn :maths . :ben a :Teacher ; rdfs:label "Ben" ; :worksIn :maths .
:cy a :Teacher ; rdfs:label "Cy" ; :worksIn :music .
:maths a :Department ; rdfs:label "Maths" ; :partOf :arts .
:music a :Department ; rdfs:label "Music" ; :partOf :arts .
:arts a :Department ; rdfs:label "Arts" .
:c1 a :Course ; rdfs:label "C1" ; :taughtBy :ann ; :state :off .
:c2 a :Course ; rdfs:label "C2" ; :taughtBy :ann ; :state :off .
:c3 a :Course ; rdfs:label "C3" ; :taughtBy :ben ; :state :held .
:tm1 a :Device ; rdfs:label "TM 01" ; :code "TM-01" . :r1 a :Repair ; :code "R-1" ; :repairOf :tm1 .
"""
PER_DEPARTMENT = ["maths", "music"]


@pytest.fixture(scope="module")
def school() -> Kit:
    return kit_of(SCHOOL)


@pytest.mark.parametrize(
    "text",
    [
        "how many teachers work in each department?",
        "teachers per department, how many each?",
        "departments with their number of teachers",
        "departments and how many teachers they have",
        "list the departments and how many teachers each has",
    ],
)
def test_the_number_of_each_is_asked_for_in_many_ways(school: Kit, text: str) -> None:
    table = ask(school, text).table
    assert table is not None
    assert sorted(n.value for row in table.rows for n in row if n and n.kind == "literal") == ["1", "2"]
    assert found(school, text) == PER_DEPARTMENT


def test_the_first_by_number_of_others_are_of_the_first_noun(school: Kit) -> None:
    assert found(school, "top 2 teachers by number of courses") == ["ann", "ben"]


def test_a_state_before_its_noun_is_not_passed_over_as_a_verb(school: Kit) -> None:
    assert found(school, "which teacher has the most held courses?") == ["ben"]


def test_the_code_of_a_device_is_none_of_its_repairs(school: Kit) -> None:
    assert found(school, "how many repairs does TM-01 have?") == ["1"]
