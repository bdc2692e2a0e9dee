"""What is not there is looked for as what it is, of whatever kind, and along the whole way to it."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from tests.kgqa.zoo import found, kit_of

OFFICE = """
@prefix : <https://office.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Client a owl:Class ; rdfs:label "client"@en , "Bauherr"@de .
:Project a owl:Class ; rdfs:label "project"@en , "Projekt"@de .
:Invoice a owl:Class ; rdfs:label "invoice"@en , "Rechnung"@de .
:Final a owl:Class ; rdfs:subClassOf :Invoice ; rdfs:label "final invoice"@en , "Schlussrechnung"@de .
:Permit a owl:Class ; rdfs:label "permit"@en , "Genehmigung"@de .
:client a owl:ObjectProperty ; rdfs:label "client"@en , "Bauherr"@de .
:of a owl:ObjectProperty ; rdfs:label "of project"@en , "zu Projekt"@de ; rdfs:range :Project .
:since a owl:DatatypeProperty ; rdfs:label "found on"@en ; rdfs:range xsd:date .
:acme a :Client ; rdfs:label "Acme" . :bolt a :Client ; rdfs:label "Bolt" .
:cord a :Client ; rdfs:label "Cord" .
:a1 a :Project ; rdfs:label "Atlas" ; :client :acme . :a2 a :Project ; rdfs:label "Anvil" ; :client :acme .
:b1 a :Project ; rdfs:label "Birch" ; :client :bolt . :c1 a :Project ; rdfs:label "Cedar" ; :client :cord .
:i1 a :Invoice ; rdfs:label "I1" ; :of :a1 . :i2 a :Final ; rdfs:label "I2" ; :of :b1 .
:p1 a :Permit ; rdfs:label "P1" ; :of :a2 . :p2 a :Permit ; rdfs:label "P2" ; :of :c1 .
"""


@pytest.fixture(scope="module")
def office() -> Kit:
    return kit_of(OFFICE)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("projects without an invoice", ["a2", "c1"]),
        ("Projekte ohne Rechnung", ["a2", "c1"]),
        ("projects without a final invoice", ["a1", "a2", "c1"]),
        ("projects without a permit", ["a1", "b1"]),
        ("clients without an invoice", ["cord"]),
        ("Welche Bauherren haben noch nie eine Rechnung bekommen?", ["cord"]),
        ("Which clients have no permit?", ["bolt"]),
    ],
)
def test_what_is_missing_is_missing_whatever_else_is_there(office: Kit, text: str, right: list[str]) -> None:
    assert found(office, text) == right
