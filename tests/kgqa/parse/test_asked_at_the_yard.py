"""What people ask at a boatyard: what came late, most often, by whom; by a letter, by a kind, by a year."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from kgqa.types import Outcome
from tests.kgqa.zoo import ask, kit_of, values

NS = "https://yard.example/"
YARD = f"""
@prefix : <{NS}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
:Boat a owl:Class ; rdfs:label "boat"@en , "Boot"@de .
:Company a owl:Class ; rdfs:label "company"@en , "Firma"@de .
:Person a owl:Class ; rdfs:label "person"@en , "Person"@de .
:Order a owl:Class ; rdfs:label "order"@en , "Bestellung"@de .
:Berth a owl:Class ; rdfs:label "berth"@en , "Liegeplatz"@de .
:Shift a owl:Class ; rdfs:label "shift assignment"@en , "Schichteinsatz"@de .
:owner a owl:ObjectProperty ; rdfs:label "owner"@en , "Eigentümer"@de ; rdfs:domain :Boat ;
  rdfs:range :Person .
:keeper a owl:ObjectProperty ; rdfs:label "lead technician"@en , "Techniker"@de ; rdfs:domain :Boat ;
  rdfs:range :Person .
:built a owl:DatatypeProperty ; rdfs:label "build year"@en , "Baujahr"@de ; rdfs:domain :Boat ;
  rdfs:range xsd:gYear .
:kind a owl:ObjectProperty ; rdfs:label "kind of company"@en , "Art der Firma"@de ; rdfs:domain :Company ;
  rdfs:range skos:Concept .
:orderedFrom a owl:ObjectProperty ; rdfs:label "ordered from"@en , "bestellt bei"@de ; rdfs:domain :Order ;
  rdfs:range :Company .
:orderedBy a owl:ObjectProperty ; rdfs:label "ordered by"@en , "bestellt von"@de ; rdfs:domain :Order ;
  rdfs:range :Person .
:placed a owl:DatatypeProperty ; rdfs:label "order date"@en , "Bestelldatum"@de ; rdfs:domain :Order ;
  rdfs:range xsd:date .
:due a owl:DatatypeProperty ; rdfs:label "promised for"@en , "zugesagt für"@de ; rdfs:domain :Order ;
  rdfs:range xsd:date .
:delivered a owl:DatatypeProperty ; rdfs:label "delivered on"@en , "geliefert am"@de ; rdfs:domain :Order ;
  rdfs:range xsd:date .
:pontoon a owl:DatatypeProperty ; rdfs:label "pontoon"@en , "Steg"@de ; rdfs:domain :Berth ;
  rdfs:range xsd:string .
:worker a owl:ObjectProperty ; rdfs:label "worked by"@en , "geleistet von"@de ; rdfs:domain :Shift ;
  rdfs:range :Person .
:sort a owl:ObjectProperty ; rdfs:label "shift"@en , "Schicht"@de ; rdfs:domain :Shift ;
  rdfs:range skos:Concept .
:on a owl:DatatypeProperty ; rdfs:label "date"@en , "Datum"@de ; rdfs:domain :Shift ; rdfs:range xsd:date .
:SUP a skos:Concept ; skos:prefLabel "Supplier"@en , "Lieferant"@de .
:SPO a skos:Concept ; skos:prefLabel "Sponsor"@en , "Sponsor"@de .
:NGT a skos:Concept ; skos:prefLabel "night shift"@en , "Nachtschicht"@de .
:ada a :Person ; rdfs:label "Ada Berg" . :bob a :Person ; rdfs:label "Bob Kerr" .
:cy a :Person ; rdfs:label "Cy Lund" .
:b1 a :Boat ; rdfs:label "Imvula" ; :owner :ada ; :keeper :bob ; :built "1998"^^xsd:gYear .
:b2 a :Boat ; rdfs:label "Curlew" ; :owner :bob ; :keeper :cy ; :built "2012"^^xsd:gYear .
:b3 a :Boat ; rdfs:label "Tern" ; :owner :cy ; :keeper :ada ; :built "2020"^^xsd:gYear .
:c1 a :Company ; rdfs:label "Sparmakers" ; :kind :SUP .
:c2 a :Company ; rdfs:label "Tarn Paints" ; :kind :SUP .
:c3 a :Company ; rdfs:label "Brewery" ; :kind :SUP , :SPO . :c4 a :Company ; rdfs:label "Bank" ; :kind :SPO .
:o1 a :Order ; rdfs:label "PO-1" ; :orderedFrom :c1 ; :orderedBy :ada ; :placed "2024-11-20"^^xsd:date ;
  :due "2024-12-20"^^xsd:date ; :delivered "2025-01-07"^^xsd:date .
:o2 a :Order ; rdfs:label "PO-2" ; :orderedFrom :c1 ; :orderedBy :ada ; :placed "2025-02-01"^^xsd:date ;
  :due "2025-03-01"^^xsd:date ; :delivered "2025-02-27"^^xsd:date .
:o3 a :Order ; rdfs:label "PO-3" ; :orderedFrom :c3 ; :orderedBy :bob ; :placed "2025-04-01"^^xsd:date ;
  :due "2025-05-01"^^xsd:date ; :delivered "2025-05-03"^^xsd:date .
:o4 a :Order ; rdfs:label "PO-4" ; :orderedFrom :c1 ; :orderedBy :ada ; :placed "2025-06-01"^^xsd:date ;
  :due "2025-07-01"^^xsd:date .
:p1 a :Berth ; rdfs:label "Berth 1" ; :pontoon "A" . :p2 a :Berth ; rdfs:label "Berth 2" ; :pontoon "B" .
:p3 a :Berth ; rdfs:label "Berth 3" ; :pontoon "A" .
:s1 a :Shift ; :worker :ada ; :sort :NGT ; :on "2025-03-13"^^xsd:date .
:s2 a :Shift ; :worker :bob ; :sort :NGT ; :on "2025-03-14"^^xsd:date .
"""


@pytest.fixture(scope="module")
def yard() -> Kit:
    return kit_of(YARD)


@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("Which orders were delivered late?", "en", {"o1", "o3"}),
        ("Which orders were delivered on time?", "en", {"o2"}),
        ("how many orders were delivered late in 2025", "en", {"2"}),
        ("How many of the 2025 orders were delivered late?", "en", {"1"}),
        ("Welche Bestellungen wurden verspätet geliefert?", "de", {"o1", "o3"}),
        ("Welche Bestellungen wurden später geliefert als zugesagt?", "de", {"o1", "o3"}),
        ("Welche Bestellungen kamen rechtzeitig?", "de", {"o2"}),
    ],
)
def test_what_was_done_after_it_was_due_is_late(
    yard: Kit, question: str, language: str, expected: set[str]
) -> None:
    assert found(yard, question, language) == expected


@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("Which company did we order from most often?", "en", "c1"),
        ("who ordered most often", "en", "ada"),
        ("Bei welcher Firma wurde am häufigsten bestellt?", "de", "c1"),
    ],
)
def test_most_often_counts(yard: Kit, question: str, language: str, expected: str) -> None:
    assert found(yard, question, language) == {expected}


@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("who owns Imvula", "en", {"ada"}),
        ("Wem gehört die Imvula?", "de", {"ada"}),
        ("Who ordered PO-3?", "en", {"bob"}),
        ("wer hatte am 13.3.25 nachtschicht?", "de", {"ada"}),
        ("how many berths are on pontoon A", "en", {"2"}),
        ("Welche Boote sind neuer als Baujahr 2010?", "de", {"b2", "b3"}),
    ],
)
def test_a_verb_a_letter_and_a_year_say_what_is_meant(
    yard: Kit, question: str, language: str, expected: set[str]
) -> None:
    assert found(yard, question, language) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("all suppliers", {"c1", "c2", "c3"}),
        ("suppliers without orders", {"c2"}),
        ("which of our suppliers are sponsors as well?", {"c3"}),
        ("how many sponsors do we have", {"2"}),
    ],
)
def test_of_what_is_of_several_kinds_each_is_a_noun(yard: Kit, question: str, expected: set[str]) -> None:
    assert found(yard, question) == expected


def found(kit: Kit, question: str, language: str = "en") -> set[str]:
    """The first column of the answer, without the beginning of IRIs."""
    answer = ask(kit, question, language=language)
    assert answer.outcome is Outcome.ANSWERED, answer.text
    return {row[0].removeprefix(NS) for row in values(answer)}
