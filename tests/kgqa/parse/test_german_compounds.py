"""German compounds that the graph has no name for: of a class and its property; of a participle and Datum."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from kgqa.types import Outcome
from tests.kgqa.zoo import ask, kit_of, values

LABORATORY = """
@prefix : <https://labor.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Rechnung a owl:Class ; rdfs:label "Rechnung"@de . :Auftrag a owl:Class ; rdfs:label "Auftrag"@de .
:Wartung a owl:Class ; rdfs:label "Wartung"@de . :Geraet a owl:Class ; rdfs:label "Gerät"@de .
:Produkt a owl:Class ; rdfs:label "Produkt"@de . :Beleg a owl:Class ; rdfs:label "Lieferposition"@de .
:betrag a owl:DatatypeProperty ; rdfs:label "Betrag netto (EUR)"@de ; rdfs:range xsd:decimal .
:kosten a owl:DatatypeProperty ; rdfs:label "Kosten (EUR)"@de ; rdfs:range xsd:decimal .
:preis a owl:DatatypeProperty ; rdfs:label "VK-Preis"@de ; rdfs:range xsd:decimal .
:menge a owl:DatatypeProperty ; rdfs:label "Menge"@de ; rdfs:range xsd:decimal .
:versandt a owl:DatatypeProperty ; rdfs:label "versandt am"@de ; rdfs:range xsd:date .
:gebucht a owl:DatatypeProperty ; rdfs:label "gebucht am"@de ; rdfs:range xsd:date .
:an a owl:ObjectProperty ; rdfs:label "betrifft"@de ; rdfs:domain :Wartung ; rdfs:range :Geraet .
:von a owl:ObjectProperty ; rdfs:label "Produkt"@de ; rdfs:domain :Beleg ; rdfs:range :Produkt .
:r1 a :Rechnung ; rdfs:label "R-1" ; :betrag 100.0 ; :gebucht "2025-02-03"^^xsd:date .
:r2 a :Rechnung ; rdfs:label "R-2" ; :betrag 300.0 ; :gebucht "2025-05-03"^^xsd:date .
:a1 a :Auftrag ; rdfs:label "A-1" ; :versandt "2025-03-01"^^xsd:date . :a2 a :Auftrag ; rdfs:label "A-2" .
:g1 a :Geraet ; rdfs:label "Fräse" . :g2 a :Geraet ; rdfs:label "Ofen" .
:w1 a :Wartung ; :an :g1 ; :kosten 50.0 . :w2 a :Wartung ; :an :g1 ; :kosten 25.0 .
:w3 a :Wartung ; :an :g2 ; :kosten 10.0 .
:p1 a :Produkt ; rdfs:label "Brezel" ; :preis 1.5 .
:b1 a :Beleg ; :von :p1 ; :menge 30 . :b2 a :Beleg ; :von :p1 ; :menge 40 .
"""


@pytest.fixture(scope="module")
def laboratory() -> Kit:
    return kit_of(LABORATORY)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Durchschnittlicher Rechnungsbetrag?", [("200",)]),
        ("Durchschnittlicher Rechnungsbetrag im 1. Quartal 2025?", [("100",)]),
        ("Wie hoch sind die Wartungskosten je Gerät?", [("g1", "75"), ("g2", "10")]),
        ("Welche Aufträge haben noch kein Versanddatum?", [("a2",)]),
        ("Was kostet eine Brezel?", [("1.5",)]),
        ("was kostet ne brezel", [("1.5",)]),
    ],
)
def test_they_are_read(laboratory: Kit, question: str, expected: list[tuple[str, ...]]) -> None:
    answer = ask(laboratory, question, language="de")
    assert answer.outcome is Outcome.ANSWERED
    rows = [tuple(value.removeprefix("https://labor.example/") for value in row) for row in values(answer)]
    rows = [tuple(value.removesuffix(".0") for value in row) for row in rows]
    assert sorted(rows) == expected


def test_a_compound_of_a_class_without_that_property_is_none(laboratory: Kit) -> None:
    answer = ask(laboratory, "Durchschnittlicher Auftragsbetrag?", language="de")
    assert answer.outcome is not Outcome.ANSWERED


def test_which_things_are_not_told_by_the_dates_of_others(laboratory: Kit) -> None:
    answer = ask(laboratory, "Welche Geräte wurden gebucht?", language="de")
    assert answer.outcome is not Outcome.ANSWERED
