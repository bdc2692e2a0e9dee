"""Things that nobody gave a class are taken for what the ontology declares of their properties."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from tests.kgqa.zoo import ask, kit_of, values

GRAPH = """
@prefix : <https://zoo.example/def/> .
@prefix z: <https://zoo.example/id/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Visit a owl:Class ; rdfs:label "visit"@en .
:Fee a owl:Class ; rdfs:label "fee"@en .
:Refund a owl:Class ; rdfs:label "refund"@en .
:hasFee a owl:ObjectProperty ; rdfs:domain :Visit ; rdfs:range :Fee ; rdfs:label "has fee"@en .
:hasRefund a owl:ObjectProperty ; rdfs:domain :Visit ; rdfs:range :Refund ; rdfs:label "has refund"@en .
:feeAmount a owl:DatatypeProperty ; rdfs:domain :Fee ; rdfs:label "fee amount"@en .
:refundAmount a owl:DatatypeProperty ; rdfs:domain :Refund ; rdfs:label "refund amount"@en .
z:v1 a :Visit ; rdfs:label "Visit 1" ; :hasFee z:f1 ; :hasRefund z:r1 .
z:v2 a :Visit ; rdfs:label "Visit 2" ; :hasFee z:f2 .
z:f1 :feeAmount 12 . z:f2 :feeAmount 20 . z:r1 :refundAmount 5 .
"""


@pytest.fixture(scope="module")
def visits() -> Kit:
    return kit_of(GRAPH)


def test_the_amount_behind_an_untyped_thing_is_reached_by_the_property_that_leads_there(visits: Kit) -> None:
    assert values(ask(visits, "What is the refund amount of Visit 1?")) == [("5",)]
    assert values(ask(visits, "What is the fee amount of Visit 2?")) == [("20",)]
    assert values(ask(visits, "What is the fee of Visit 1?")) == [("12",)]
