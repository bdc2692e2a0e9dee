"""What begins, lasts, ends and adds up: periods by their ends, the longest, whose ends then, totals."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from kgqa.pipeline import Kit, Pipeline
from kgqa.types import Answer, Question, Stage
from tests.kgqa.zoo import kit_of

SITE = """
@prefix : <https://site.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Worker a owl:Class ; rdfs:label "employee"@en , "Mitarbeiter"@de .
:Project a owl:Class ; rdfs:label "project"@en , "Projekt"@de .
:Licence a owl:Class ; rdfs:label "licence"@en , "Führerschein"@de .
:Booking a owl:Class ; rdfs:label "booking"@en , "Buchung"@de .
:Defect a owl:Class ; rdfs:label "defect"@en , "Mangel"@de .
:boss a owl:ObjectProperty ; rdfs:label "supervisor"@en , "Vorgesetzter"@de .
:holder a owl:ObjectProperty ; rdfs:label "holder"@en , "Inhaber"@de ; rdfs:range :Worker .
:by a owl:ObjectProperty ; rdfs:label "booked by"@en , "gebucht von"@de ; rdfs:range :Worker .
:begin a owl:DatatypeProperty ; rdfs:label "start of project"@en , "Projektbeginn"@de ; rdfs:range xsd:date .
:end a owl:DatatypeProperty ; rdfs:label "end of project"@en , "Projektende"@de ; rdfs:range xsd:date .
:until a owl:DatatypeProperty ; rdfs:label "valid until"@en , "gültig bis"@de ; rdfs:range xsd:date .
:on a owl:DatatypeProperty ; rdfs:label "date"@en , "Datum"@de ; rdfs:range xsd:date .
:overtime a owl:DatatypeProperty ; rdfs:label "overtime (hours)"@en , "Überstunden"@de .
:found a owl:DatatypeProperty ; rdfs:label "found on"@en , "festgestellt am"@de ; rdfs:range xsd:date .
:mended a owl:DatatypeProperty ; rdfs:label "resolved on"@en , "behoben am"@de ; rdfs:range xsd:date .
:ann a :Worker ; rdfs:label "Ann Reed" . :bob a :Worker ; rdfs:label "Bob Hay" ; :boss :ann .
:p1 a :Project ; rdfs:label "Atlas" ; :begin "2020-03-01"^^xsd:date ; :end "2023-05-31"^^xsd:date .
:p2 a :Project ; rdfs:label "Birch" ; :begin "2022-07-01"^^xsd:date ; :end "2024-06-30"^^xsd:date .
:p3 a :Project ; rdfs:label "Cedar" ; :begin "2023-06-30"^^xsd:date ; :end "2026-01-31"^^xsd:date .
:l1 a :Licence ; rdfs:label "L1" ; :holder :ann ; :until "2026-03-01"^^xsd:date .
:l2 a :Licence ; rdfs:label "L2" ; :holder :bob ; :until "2028-03-01"^^xsd:date .
:b1 a :Booking ; rdfs:label "B1" ; :by :bob ; :on "2025-11-03"^^xsd:date ; :overtime 2.0 .
:b2 a :Booking ; rdfs:label "B2" ; :by :bob ; :on "2025-11-20"^^xsd:date ; :overtime 3.25 .
:d1 a :Defect ; rdfs:label "D1" ; :found "2024-09-30"^^xsd:date .
:d2 a :Defect ; rdfs:label "D2" ; :found "2025-09-30"^^xsd:date .
:d3 a :Defect ; rdfs:label "D3" ; :found "2020-09-30"^^xsd:date ; :mended "2020-10-30"^^xsd:date .
"""


@pytest.fixture(scope="module")
def site() -> Kit:
    return kit_of(SITE)


def found(kit: Kit, text: str, language: str) -> list[str]:
    async def quiet(_: Stage, __: str = "") -> None: ...

    asked = Question(text=text, asked_at=datetime(2026, 6, 15, tzinfo=UTC), language=language)
    answer: Answer = asyncio.run(Pipeline(kit).answer(asked, quiet))
    assert answer.table is not None, answer.text
    return sorted(row[0].value.rsplit("/")[-1] for row in answer.table.rows if row[0])


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Projects with a start of project between the start of 2022 and the end of June 2023", ["p2", "p3"]),
        ("Whose licence is valid until 2026?", ["ann"]),
        ("How much overtime did Bob Hay do in November 2025?", ["5.25"]),
        ("Which defect has been open the longest?", ["d1"]),
        ("Who has Ann Reed as their supervisor?", ["bob"]),
    ],
)
def test_in_english(site: Kit, text: str, right: list[str]) -> None:
    assert found(site, text, "en") == right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Welche Projekte haben zwischen Anfang Juli 2022 und Ende Juni 2023 angefangen?", ["p2", "p3"]),
        ("Welche Projekte wurden zwischen Anfang Juli 2022 und Ende Juni 2023 beendet?", ["p1"]),
        ("Bei wem läuft 2026 ein Führerschein ab?", ["ann"]),
        ("Welcher Mangel ist schon am längsten offen?", ["d1"]),
        ("Wer hat Ann Reed als Vorgesetzte?", ["bob"]),
        ("Welche Mitarbeiter haben Ann Reed als Vorgesetzte?", ["bob"]),
    ],
)
def test_in_german(site: Kit, text: str, right: list[str]) -> None:
    assert found(site, text, "de") == right
