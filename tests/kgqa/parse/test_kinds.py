"""A code as a noun: "which excavators are in Cham" asks for machines of models of that type."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from tests.kgqa.zoo import found, kit_of

DEPOT = """
@prefix : <https://depot.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Machine a owl:Class ; rdfs:label "Machine"@en , "Maschine"@de .
:Model a owl:Class ; rdfs:label "Machine model"@en , "Maschinenmodell"@de .
:Sort a owl:Class ; rdfs:label "Machine type"@en , "Maschinenart"@de .
:Maker a owl:Class ; rdfs:label "Maker" . :Yard a owl:Class ; rdfs:label "Yard"@en , "Hof"@de .
:Person a owl:Class ; rdfs:label "Person" . :Post a owl:Class ; rdfs:label "Post" .
:Page a owl:Class ; rdfs:label "Leaflet page" .
:sort a owl:ObjectProperty ; rdfs:label "machine type"@en , "Maschinenart"@de .
:model a owl:ObjectProperty ; rdfs:label "model"@en , "Modell"@de .
:maker a owl:ObjectProperty ; rdfs:label "maker" .
:yard a owl:ObjectProperty ; rdfs:label "yard"@en , "Hof"@de .
:post a owl:ObjectProperty ; rdfs:label "post" . :shows a owl:ObjectProperty ; rdfs:label "shows" .
:digger a :Sort ; rdfs:label "excavator"@en , "Bagger"@de .
:roller a :Sort ; rdfs:label "roller"@en , "Walze"@de .
:kolb a :Maker ; rdfs:label "Kolb" . :tarn a :Maker ; rdfs:label "Tarn" .
:x1 a :Model ; rdfs:label "X1" ; :sort :digger ; :maker :kolb .
:x2 a :Model ; rdfs:label "X2" ; :sort :roller ; :maker :kolb .
:x3 a :Model ; rdfs:label "X3" ; :sort :digger ; :maker :tarn .
:cham a :Yard ; rdfs:label "Cham" . :furth a :Yard ; rdfs:label "Furth" .
:m1 a :Machine ; rdfs:label "M1" ; :model :x1 ; :yard :cham .
:m2 a :Machine ; rdfs:label "M2" ; :model :x1 ; :yard :furth .
:m3 a :Machine ; rdfs:label "M3" ; :model :x2 ; :yard :cham .
:m4 a :Machine ; rdfs:label "M4" ; :model :x3 ; :yard :cham .
:p1 a :Page ; rdfs:label "P1" ; :shows :x1 . :p2 a :Page ; rdfs:label "P2" ; :shows :x3 .
:clerk a :Post ; rdfs:label "yard clerk" . :chief a :Post ; rdfs:label "yard chief" .
:ann a :Person ; rdfs:label "Ann Reed" ; :post :clerk .
:bob a :Person ; rdfs:label "Bob Hay" ; :post :chief .
"""


@pytest.fixture(scope="module")
def depot() -> Kit:
    return kit_of(DEPOT, strategies=("parse",))


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Which excavators do we have in Cham?", ["m1", "m4"]),
        ("Welche Bagger haben wir in Cham?", ["m1", "m4"]),
        ("Welche Bagger gibt es?", ["x1", "x3"]),
        ("Which excavators are made by Tarn?", ["x3"]),
    ],
)
def test_a_code_behind_a_determiner_is_what_has_it(depot: Kit, text: str, right: list[str]) -> None:
    """A machine is of its model's type; a page that shows a model is not."""
    assert found(depot, text) == right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Who is a yard clerk?", ["ann"]),
        ("Which Kolb models do we have?", ["x1", "x2"]),
    ],
)
def test_a_role_and_a_name_before_a_noun_are_no_kinds(depot: Kit, text: str, right: list[str]) -> None:
    assert found(depot, text) == right
