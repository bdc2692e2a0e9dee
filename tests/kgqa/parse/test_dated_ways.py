"""Dates of what joins two things, of the only thing beside, and of what is over: who was where in a year."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from kgqa.pipeline import Kit, Pipeline
from kgqa.types import Answer, Question, Stage
from tests.kgqa.zoo import kit_of

YARD = """
@prefix : <https://yard.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Fitter a owl:Class ; rdfs:label "fitter"@en , "Monteur"@de ; rdfs:subClassOf :Person .
:Person a owl:Class ; rdfs:label "person"@en , "Person"@de .
:Depot a owl:Class ; rdfs:label "depot"@en , "Depot"@de .
:Posting a owl:Class ; rdfs:label "posting"@en , "Einsatz"@de .
:Crane a owl:Class ; rdfs:label "crane"@en , "Kran"@de .
:Hire a owl:Class ; rdfs:label "hire"@en , "Miete"@de .
:Lift a owl:Class ; rdfs:label "lifting job"@en , "Hub"@de .
:Client a owl:Class ; rdfs:label "client"@en , "Kunde"@de .
:fitter a owl:ObjectProperty ; rdfs:label "posted fitter"@en ; rdfs:domain :Posting ; rdfs:range :Fitter .
:at a owl:ObjectProperty ; rdfs:label "posted at"@en ; rdfs:domain :Posting ; rdfs:range :Depot .
:from a owl:DatatypeProperty ; rdfs:label "from date"@en ; rdfs:domain :Posting ; rdfs:range xsd:date .
:to a owl:DatatypeProperty ; rdfs:label "to date"@en ; rdfs:domain :Posting ; rdfs:range xsd:date .
:hired a owl:DatatypeProperty ; rdfs:label "hired on"@en ; rdfs:domain :Fitter ; rdfs:range xsd:date .
:left a owl:DatatypeProperty ; rdfs:label "left on"@en , "Austritt"@de ;
  rdfs:domain :Fitter ; rdfs:range xsd:date .
:client a owl:ObjectProperty ; rdfs:label "client"@en ; rdfs:domain :Hire ; rdfs:range :Client .
:crane a owl:ObjectProperty ; rdfs:label "hired crane"@en ; rdfs:domain :Hire ; rdfs:range :Crane .
:on a owl:DatatypeProperty ; rdfs:label "date"@en ; rdfs:domain :Hire ; rdfs:range xsd:date .
:of a owl:ObjectProperty ; rdfs:label "during hire"@en ; rdfs:domain :Lift ; rdfs:range :Hire .
:built a owl:DatatypeProperty ; rdfs:label "commissioned on"@en ; rdfs:domain :Crane ; rdfs:range xsd:date .
:hull a :Depot ; rdfs:label "Hull Depot" . :york a :Depot ; rdfs:label "York Depot" .
:ann a :Fitter ; rdfs:label "Ann Reed" ; :hired "2015-03-01"^^xsd:date .
:bob a :Fitter ; rdfs:label "Bob Hay" ; :hired "2023-02-01"^^xsd:date .
:cy a :Fitter ; rdfs:label "Cy Dunn" ; :hired "2010-05-01"^^xsd:date ; :left "2023-12-31"^^xsd:date .
:s1 a :Posting ; :fitter :ann ; :at :hull ; :from "2020-01-01"^^xsd:date ; :to "2022-06-30"^^xsd:date .
:s2 a :Posting ; :fitter :ann ; :at :york ; :from "2022-07-01"^^xsd:date .
:s3 a :Posting ; :fitter :bob ; :at :hull ; :from "2023-02-01"^^xsd:date .
:s4 a :Posting ; :fitter :cy ; :at :hull ; :from "2010-05-01"^^xsd:date ; :to "2023-12-31"^^xsd:date .
:k1 a :Crane ; rdfs:label "Kite" ; :built "2001-04-01"^^xsd:date .
:k2 a :Crane ; rdfs:label "Lark" ; :built "2015-04-01"^^xsd:date .
:c1 a :Client ; rdfs:label "Moss Ltd" . :c2 a :Client ; rdfs:label "Nash plc" .
:h1 a :Hire ; rdfs:label "H1" ; :client :c1 ; :crane :k1 ; :on "2023-05-05"^^xsd:date .
:h2 a :Hire ; rdfs:label "H2" ; :client :c2 ; :crane :k1 ; :on "2024-05-05"^^xsd:date .
:j1 a :Lift ; rdfs:label "J1" ; :of :h1 . :j2 a :Lift ; rdfs:label "J2" ; :of :h2 .
:j3 a :Lift ; rdfs:label "J3" ; :of :h2 .
"""


@pytest.fixture(scope="module")
def yard() -> Kit:
    return kit_of(YARD)


def answered(kit: Kit, text: str, language: str = "en") -> Answer:
    async def quiet(_: Stage, __: str = "") -> None: ...

    asked = Question(text=text, asked_at=datetime(2026, 6, 15, tzinfo=UTC), language=language)
    answer: Answer = asyncio.run(Pipeline(kit).answer(asked, quiet))
    return answer


def found(kit: Kit, text: str, language: str = "en") -> list[str]:
    answer = answered(kit, text, language)
    assert answer.table is not None, answer.text
    return sorted(row[0].value.rsplit("/")[-1] for row in answer.table.rows if row[0])


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Who is based at Hull Depot?", ["ann", "bob", "cy"]),
        ("Who's based at Hull Depot at the moment?", ["bob"]),
        ("Who is posted at Hull Depot?", ["ann", "bob", "cy"]),
        ("Who was posted at Hull Depot on 1 March 2021?", ["ann", "cy"]),
        ("Which fitters were at Hull Depot in 2023?", ["bob", "cy"]),
        ("Who was at Hull Depot on 1 March 2021?", ["ann", "cy"]),
        ("Which clients hired Kite in 2024?", ["c2"]),
        ("How many lifting jobs were there in 2024?", ["2"]),
        ("former fitters", ["cy"]),
        ("which fitters are still with us", ["ann", "bob"]),
        ("Which cranes are older than Lark?", ["k1"]),
    ],
)
def test_what_joins_two_things_has_the_date(yard: Kit, text: str, right: list[str]) -> None:
    assert found(yard, text) == right


def test_what_is_over_is_said_in_german_too(yard: Kit) -> None:
    assert found(yard, "Wie viele Monteure sind ausgeschieden?", "de") == ["1"]
    assert found(yard, "aktive Monteure", "de") == ["ann", "bob"]


def test_who_is_somewhere_is_no_question_for_the_place(yard: Kit) -> None:
    assert "Hull Depot is a" not in answered(yard, "Who is in Hull Depot?").text
    assert "Ann Reed is a fitter" in answered(yard, "Who is Ann Reed?").text


def test_a_person_is_not_as_old_as_their_contract(yard: Kit) -> None:
    assert answered(yard, "Who is the oldest fitter?").table is None
    assert answered(yard, "Is Ann Reed older than Bob Hay?").table is None
