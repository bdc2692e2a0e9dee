"""What is true or false of things, years that are no dates, and values that are written in another way."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from kgqa.types import Outcome
from tests.kgqa.zoo import ask, kit_of, values

SUPPLIERS = """
@prefix : <https://zoo.example/def/> .
@prefix z: <https://zoo.example/id/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Supplier a owl:Class ; rdfs:label "supplier"@en , "Lieferant"@de .
:isActive a owl:DatatypeProperty ; rdfs:domain :Supplier ; rdfs:range xsd:boolean ;
    rdfs:label "is active"@en , "aktiv"@de .
:certified a owl:DatatypeProperty ; rdfs:domain :Supplier ; rdfs:range xsd:boolean ; rdfs:label "certified" .
:stock a owl:DatatypeProperty ; rdfs:domain :Supplier ; rdfs:range xsd:string ; rdfs:label "stock status" .
:founded a owl:DatatypeProperty ; rdfs:domain :Supplier ; rdfs:range xsd:gYear ; rdfs:label "founded" .
:opened a owl:DatatypeProperty ; rdfs:domain :Supplier ; rdfs:range xsd:integer ; rdfs:label "opening year" .
z:a a :Supplier ; rdfs:label "Alfa" ; :isActive true ; :certified false ; :stock "in-stock" ;
    :founded "2019"^^xsd:gYear ; :opened 2020 .
z:b a :Supplier ; rdfs:label "Beta" ; :isActive false ; :certified true ; :stock "out-of-stock" ;
    :founded "2020"^^xsd:gYear ; :opened 2021 .
z:c a :Supplier ; rdfs:label "Gamma" ; :isActive false ; :stock "OnOrder" ;
    :founded "2021"^^xsd:gYear ; :opened 2022 .
"""


@pytest.fixture(scope="module")
def suppliers() -> Kit:
    return kit_of(SUPPLIERS)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("List the active suppliers", "a"),
        ("Which suppliers are active?", "a"),
        ("Which suppliers are not active?", "b c"),
        ("List the inactive suppliers", "b c"),
        ("Which suppliers are uncertified?", "a c"),
        ("List the non-certified suppliers", "a c"),
        ("List the not certified suppliers", "a c"),
        ("Which active suppliers are not certified?", "a"),
        ("Which suppliers have certified: no?", "a c"),
        ("Which suppliers have is active = true?", "a"),
        ("Welche aktiven Lieferanten gibt es?", "a"),
        ("Welche inaktiven Lieferanten gibt es?", "b c"),
        ("Which suppliers are in stock?", "a"),
        ("Which suppliers are In-Stock?", "a"),
        ("Which suppliers are out of stock?", "b"),
        ("Which suppliers are on order?", "c"),
        ("Which suppliers were founded since 2020?", "b c"),
        ("Which suppliers were founded from 2019 to 2020?", "a b"),
        ("Which suppliers were founded after March 2020?", "c"),
        ("Which suppliers have an opening year before 2021?", "a"),
        ("Which suppliers have an opening year between 2020 and 2021?", "a b"),
    ],
)
def test_suppliers_are_found_by_what_is_said_of_them(suppliers: Kit, question: str, expected: str) -> None:
    answer = ask(suppliers, question)
    assert answer.outcome is Outcome.ANSWERED, answer.text
    assert sorted(row[0] for row in values(answer)) == expected.split()


@pytest.mark.parametrize(
    ("question", "yes"),
    [("Is Alfa active?", True), ("Is Beta active?", False), ("Is Beta inactive?", True)],
)
def test_one_thing_is_asked_about(suppliers: Kit, question: str, *, yes: bool) -> None:
    table = ask(suppliers, question).table
    assert table is not None
    assert table.boolean is yes


def test_inactive_things_are_counted(suppliers: Kit) -> None:
    assert values(ask(suppliers, "How many suppliers are inactive?")) == [("2",)]
