"""Who has something: "whose projects end in May" asks for people, and not for projects."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from tests.kgqa.zoo import found, kit_of

STUDIO = """
@prefix : <https://studio.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Designer a owl:Class ; rdfs:label "Designer"@en , "Gestalter"@de .
:Client a owl:Class ; rdfs:label "Client"@en , "Kunde"@de .
:Project a owl:Class ; rdfs:label "Project"@en , "Projekt"@de .
:Bill a owl:Class ; rdfs:label "Bill"@en , "Rechnung"@de .
:Person a owl:Class ; rdfs:label "Person" . :Designer rdfs:subClassOf :Person .
:lead a owl:ObjectProperty ; rdfs:label "lead"@en , "Leitung"@de .
:billedTo a owl:ObjectProperty ; rdfs:label "billed to"@en , "geht an"@de .
:ends a owl:DatatypeProperty ; rdfs:label "end date"@en , "Enddatum"@de ; rdfs:range xsd:date .
:paid a owl:DatatypeProperty ; rdfs:label "paid on"@en , "bezahlt am"@de ; rdfs:range xsd:date .
:mentor a owl:ObjectProperty ; rdfs:label "mentor"@en , "Mentor"@de .
:ann a :Designer ; rdfs:label "Ann Reed" . :bob a :Designer ; rdfs:label "Bob Hay" ; :mentor :ann .
:cyd a :Designer ; rdfs:label "Cyd Orr" ; :mentor :bob .
:acme a :Client ; rdfs:label "Acme" . :bolt a :Client ; rdfs:label "Bolt" .
:p1 a :Project ; rdfs:label "Atlas" ; :lead :ann ; :ends "2025-05-31"^^xsd:date .
:p2 a :Project ; rdfs:label "Birch" ; :lead :bob ; :ends "2024-05-31"^^xsd:date .
:b1 a :Bill ; rdfs:label "B1" ; :billedTo :acme ; :paid "2025-01-02"^^xsd:date .
:b2 a :Bill ; rdfs:label "B2" ; :billedTo :bolt ; :paid "2024-02-03"^^xsd:date .
"""


@pytest.fixture(scope="module")
def studio() -> Kit:
    return kit_of(STUDIO, strategies=("parse",))


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Whose projects end in 2025?", ["ann"]),
        ("Who has projects that end in 2024?", ["bob"]),
        ("Wessen Projekte enden 2025?", ["ann"]),
        ("Whose bills were paid in 2024?", ["bolt"]),
        ("Which projects end in 2025?", ["p1"]),
        ("Whose mentor is Bob Hay?", ["cyd"]),
        ("Wessen Mentor ist Bob Hay?", ["cyd"]),
        ("Who has Ann Reed as their mentor?", ["bob"]),
        ("designers whose mentor is Bob Hay", ["cyd"]),
    ],
)
def test_who_has_something_is_not_what_they_have(studio: Kit, text: str, right: list[str]) -> None:
    assert found(studio, text) == right
