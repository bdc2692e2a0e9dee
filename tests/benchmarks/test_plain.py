"""Plain questions are made of a graph's words, in each form of a language, with the query that each says."""

from __future__ import annotations

import re

import pytest
from pyoxigraph import RdfFormat, Store

from benchmarks.plain.maker import Maker, Plain
from benchmarks.plain.words import WORDS, forms
from tests.kgqa.zoo import kit_of

SHOP = """
@prefix : <https://shop.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Order a owl:Class ; rdfs:label "order"@en , "Auftrag"@de .
:Customer a owl:Class ; rdfs:label "customer"@en , "Kunde"@de .
:by a owl:ObjectProperty ; rdfs:label "ordered by"@en , "bestellt von"@de ;
  rdfs:domain :Order ; rdfs:range :Customer .
:worth a owl:DatatypeProperty ; rdfs:label "amount"@en , "Betrag"@de ;
  rdfs:domain :Order ; rdfs:range xsd:decimal .
:on a owl:DatatypeProperty ; rdfs:label "order date"@en , "Bestelldatum"@de ;
  rdfs:domain :Order ; rdfs:range xsd:date .
:ada a :Customer ; rdfs:label "Ada" .
:ben a :Customer ; rdfs:label "Ben" . :cy a :Customer ; rdfs:label "Cy" .
""" + "\n".join(
    f':o{n} a :Order ; rdfs:label "O-{n}" ; :by :{who} ; :worth {n}.5 ; :on "2025-0{n}-01"^^xsd:date .'
    for n, who in enumerate(["ada", "ada", "ada", "ben", "ben"], 1)
)


def made(language: str) -> dict[str, Plain]:
    store = Store()
    store.load(SHOP.encode(), format=RdfFormat.TURTLE)
    maker = Maker(kit_of(SHOP).ontology, store, language)
    return {plain.form: plain for plain in maker.questions(9)}


def rows(plain: Plain) -> list[tuple[str, ...]]:
    store = Store()
    store.load(SHOP.encode(), format=RdfFormat.TURTLE)
    return sorted(Maker(kit_of(SHOP).ontology, store, "en").rows(plain.query))


def test_a_question_comes_with_the_query_that_it_says() -> None:
    plain = made("en")
    assert plain["most"].question == "which customer has the most orders?"
    assert rows(plain["most"]) == [("https://shop.example/ada",)]
    assert plain["none"].question == "which customers have no orders?"
    assert rows(plain["none"]) == [("https://shop.example/cy",)]
    assert plain["highest"].question == "which order has the highest amount?"
    assert rows(plain["highest"]) == [("https://shop.example/o5",)]


def test_german_questions_are_inflected() -> None:
    plain = made("de")
    assert plain["most"].question == "Welcher Kunde hat die meisten Aufträge?"
    assert plain["above"].question == "Aufträge mit einem Betrag von mehr als 3,5"
    assert plain["missing"].question == "Welche Aufträge haben keinen Betrag?"


@pytest.mark.parametrize("language", sorted(WORDS))
def test_no_form_has_a_slot_that_nothing_fills(language: str) -> None:
    known = {
        slot
        for key in "abcp"
        for slot in WORDS[language].of(key, "Kunde" if language == "de" else "customer")
    }
    known |= {"kind", "x", "y", "z", "v", "w", "n", "m", "year", "day", "day2", "state", "said"}
    slots = {slot for form in forms()[language].values() for slot in re.findall(r"\{(\w+)\}", form)}
    assert slots <= known
