"""A word that is in the names of several things, before what they are: "Gale products" are those with it."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from kgqa.types import Outcome
from tests.kgqa.zoo import ask, kit_of, values

SHOP = """
@prefix : <https://shop.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Lamp a owl:Class ; rdfs:label "lamp"@en , "Lampe"@de .
:Maker a owl:Class ; rdfs:label "maker"@en , "Hersteller"@de .
:price a owl:DatatypeProperty ; rdfs:label "price"@en , "Preis"@de ; rdfs:domain :Lamp ;
  rdfs:range xsd:decimal .
:ended a owl:DatatypeProperty ; rdfs:label "discontinued on"@en , "ausgelaufen am"@de ; rdfs:domain :Lamp ;
  rdfs:range xsd:date .
:by a owl:ObjectProperty ; rdfs:label "made by"@en , "hergestellt von"@de ; rdfs:domain :Lamp ;
  rdfs:range :Maker .
:m1 a :Maker ; rdfs:label "Ruth Lux" . :m2 a :Maker ; rdfs:label "Orb" .
:l1 a :Lamp ; rdfs:label "Gale 200" ; :price 90.0 ; :by :m1 ; :ended "2024-03-31"^^xsd:date .
:l2 a :Lamp ; rdfs:label "Gale 300" ; :price 120.0 ; :by :m2 .
:l3 a :Lamp ; rdfs:label "Gale Mini" ; :price 60.0 ; :by :m2 .
:l4 a :Lamp ; rdfs:label "Orb Floor" ; :price 30.0 ; :by :m2 .
:l5 a :Lamp ; rdfs:label "Gale Grande S Series lamps" ; :price 400.0 ; :by :m1 .
"""


@pytest.fixture(scope="module")
def shop() -> Kit:
    return kit_of(SHOP)


@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("How many Gale lamps do we have?", "en", [("4",)]),
        ("What is the average price of the Gale lamps?", "en", [("167.5",)]),
        ("what's the cheapest Gale lamp", "en", [("l3",)]),
        ("Which Gale lamps are made by Orb?", "en", [("l2",), ("l3",)]),
        ("Welche Gale-Lampen gibt es?", "de", [("l1",), ("l2",), ("l3",), ("l5",)]),
    ],
)
def test_they_are_all_meant(shop: Kit, question: str, language: str, expected: list[tuple[str, ...]]) -> None:
    answer = ask(shop, question, language=language)
    assert answer.outcome is Outcome.ANSWERED
    rows = [tuple(value.removeprefix("https://shop.example/") for value in row) for row in values(answer)]
    assert sorted(rows) == expected


def test_of_one_of_them_it_is_asked_which(shop: Kit) -> None:
    assert ask(shop, "What is the price of the Gale lamp?").outcome is Outcome.CLARIFY


def test_what_is_called_just_that_is_meant_itself(shop: Kit) -> None:
    answer = ask(shop, "Which lamps are made by Orb?")
    assert answer.restatement == "the lamps that are made by “Orb”"


def test_what_few_have_is_told_of_them(shop: Kit) -> None:
    answer = ask(shop, "Which Gale lamps were discontinued?")
    assert answer.text.startswith(
        "Gale 200 is the only lamp whose name contains “Gale” and whose “discontinued on” is before"
    )
