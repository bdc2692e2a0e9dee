"""A shop with what real graphs have: a code list, classes within classes, outliers, things without a class,
what is declared and empty, and what is there and not declared.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from kgqa.card import Told
from kgqa.card.cut import Cut
from kgqa.check import Closed, Conditions
from kgqa.check.closed import opened
from kgqa.pipeline import Kit
from kgqa.prepare import prepare
from kgqa.strategies.agent.start import Known
from tests.doubles.graph import SmallGraph

NS = "https://shop.example/"
TURTLE = (
    f"""
@prefix : <{NS}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Product a owl:Class ; rdfs:label "product" ; rdfs:comment "What is sold." .
:Lamp a owl:Class ; rdfs:subClassOf :Product .
:Status a owl:Class . :Review a owl:Class .
:status a owl:ObjectProperty ; rdfs:domain :Product ; rdfs:range :Status .
:price a owl:DatatypeProperty ; rdfs:label "price (EUR)" ; rdfs:range xsd:decimal .
:colour a owl:DatatypeProperty . :weight a owl:DatatypeProperty ; rdfs:comment "In grams, packed." .
:partOf a owl:ObjectProperty ; owl:inverseOf :hasPart . :hasPart a owl:ObjectProperty .
:open a :Status ; rdfs:label "on sale" . :gone a :Status ; rdfs:label "sold out" .
"""
    + "".join(
        f':p{n} a :Product ; rdfs:label "Product {n}" ; :status :{"gone" if n % 4 == 0 else "open"} ; '
        f':price {n}.5 ; :colour "{"red" if n % 2 else "blue"}" ; :madeIn :oslo .\n'
        for n in range(1, 13)
    )
    + (
        ':l1 a :Lamp ; rdfs:label "Lamp 1" ; :price 99.0 ; :partOf :p1 .\n'
        ':l2 a :Lamp ; rdfs:label "Lamp 2" ; :price 9.0 ; :partOf :p1 ; :status :open .\n'
        ":oslo :population 700000 .\n"
    )
)


def shop(more: str = "", closed: Closed | None = None) -> Kit:
    """A kit for the shop."""
    kit = asyncio.run(prepare(SmallGraph(TURTLE + more, name="shop")))
    if closed is None:
        return kit
    return replace(kit, ontology=opened(kit.ontology, closed), conditions=Conditions(closed=closed))


def cut_of(kit: Kit) -> Cut:
    return Known(kit.parts).cut


def told_of(kit: Kit) -> Told:
    return cut_of(kit).told


def line(kit: Kit, beginning: str) -> str:
    """The one line of the whole card that begins so."""
    (found,) = [each.strip() for each in cut_of(kit).whole if each.strip().startswith(beginning)]
    return found
