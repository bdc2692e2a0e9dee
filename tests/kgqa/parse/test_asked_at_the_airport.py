"""Questions as people at an airport type them: who did what when, a noun in brackets, what is open now."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from tests.kgqa.zoo import ask, found, kit_of

AIRPORT = """
@prefix : <https://airport.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Employee a owl:Class ; rdfs:label "employee"@en . :Find a owl:Class ; rdfs:label "found item"@en .
:Bay a owl:Class ; rdfs:label "storage bay"@en . :Lift a owl:Class ; rdfs:label "ambulift"@en .
:Job a owl:Class ; rdfs:label "workshop job"@en . :Garage a owl:Class ; rdfs:label "repair firm"@en .
:Charity a owl:Class ; rdfs:label "charity"@en .
:foundBy a owl:ObjectProperty ; rdfs:label "found by"@en ; rdfs:domain :Find ; rdfs:range :Employee .
:foundOn a owl:DatatypeProperty ; rdfs:label "found on"@en ; rdfs:domain :Find ; rdfs:range xsd:date .
:hiredOn a owl:DatatypeProperty ; rdfs:label "hired on"@en ; rdfs:domain :Employee ; rdfs:range xsd:date .
:storedIn a owl:ObjectProperty ; rdfs:label "stored in"@en ; rdfs:domain :Find ; rdfs:range :Bay .
:givenTo a owl:ObjectProperty ; rdfs:label "donated to"@en ; rdfs:domain :Find ; rdfs:range :Charity .
:capacity a owl:DatatypeProperty ; rdfs:label "capacity (items)"@en ;
  rdfs:domain :Bay ; rdfs:range xsd:integer .
:jobOn a owl:ObjectProperty ; rdfs:label "job on"@en ; rdfs:domain :Job ; rdfs:range :Lift .
:doneBy a owl:ObjectProperty ; rdfs:label "workshop"@en ; rdfs:domain :Job ; rdfs:range :Garage .
:closedOn a owl:DatatypeProperty ; rdfs:label "closed on"@en ; rdfs:domain :Job ; rdfs:range xsd:date .
:phone a owl:DatatypeProperty ; rdfs:label "phone"@en ; rdfs:range xsd:string ;
  rdfs:domain [ a owl:Class ; owl:unionOf ( :Garage :Charity ) ] .
:amy a :Employee ; rdfs:label "Amy Lister" ; :hiredOn "2020-02-01"^^xsd:date .
:ben a :Employee ; rdfs:label "Ben Orr" ; :hiredOn "2025-05-04"^^xsd:date .
:watch a :Find ; rdfs:label "red wristwatch" ;
  :foundBy :amy ; :foundOn "2025-05-04"^^xsd:date ; :storedIn :a1 .
:scarf a :Find ; rdfs:label "blue scarf" ;
  :foundBy :ben ; :foundOn "2025-05-05"^^xsd:date ; :storedIn :a1 .
:glove a :Find ; rdfs:label "left glove" ; :givenTo :help ;
  :foundBy :ben ; :foundOn "2025-05-06"^^xsd:date ; :storedIn :a2 .
:a1 a :Bay ; rdfs:label "Bay A1" ; :capacity 20 . :a2 a :Bay ; rdfs:label "Bay A2" ; :capacity 30 .
:al2 a :Lift ; rdfs:label "Ambulift AL-2" . :help a :Charity ; rdfs:label "Second Help" ; :phone "0100" .
:g1 a :Garage ; rdfs:label "Brand & Sons" ; :phone "0200" .
:g2 a :Garage ; rdfs:label "Airmech" ; :phone "0300" .
:j1 a :Job ; rdfs:label "J1" ; :jobOn :al2 ; :doneBy :g1 ; :closedOn "2024-01-01"^^xsd:date .
:j2 a :Job ; rdfs:label "J2" ; :jobOn :al2 ; :doneBy :g2 .
"""


@pytest.fixture(scope="module")
def airport() -> Kit:
    return kit_of(AIRPORT)


def test_a_date_belongs_to_the_relation_that_is_called_like_it(airport: Kit) -> None:
    """Ben was hired that day, and Amy found it."""
    assert found(airport, "who was it that found the red wristwatch on 4 May 2025?") == ["amy"]


def test_a_noun_in_the_brackets_of_a_property_means_the_class_that_it_names(airport: Kit) -> None:
    table = ask(airport, "how many items are lying in each storage bay?").table
    assert table is not None
    assert sorted(number.value for _, number in table.rows if number) == ["1", "2"]


def test_a_firm_is_no_word_to_pass_over_where_there_are_repair_firms(airport: Kit) -> None:
    """And what is not closed is what is going on now."""
    assert found(airport, "phone number of the firm that has got ambulift AL-2 in right now?") == ["0300"]
