"""A small zoo to ask about: two dozen things, its ontology beside them, and how to ask.

Animals are typed with the narrowest class alone (a bird is nowhere said to be an animal), and who cares for
whom is stated from the animal only, though the ontology names both directions.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from kgqa.pipeline import Kit, Pipeline
from kgqa.prepare import prepare
from kgqa.types import Answer, Pin, Question, Stage, Turn
from tests.doubles.graph import SmallGraph

DEF, ID = "https://zoo.example/def/", "https://zoo.example/id/"
ASKED_AT = datetime(2025, 6, 15, 9, 30, tzinfo=UTC)

ONTOLOGY = f"""
@prefix : <{DEF}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

:Animal a owl:Class ; rdfs:label "animal"@en , "Tier"@de .
:Mammal a owl:Class ; rdfs:subClassOf :Animal ; rdfs:label "mammal"@en , "Säugetier"@de .
:Bird a owl:Class ; rdfs:subClassOf :Animal ; rdfs:label "bird"@en , "Vogelart"@de .
:Keeper a owl:Class ; rdfs:label "keeper"@en , "Pfleger"@de .
:Enclosure a owl:Class ; rdfs:label "enclosure"@en , "Gehege"@de .
:Country a owl:Class ; rdfs:label "country"@en , "Land"@de .
:Team a owl:Class ; rdfs:label "team"@en , "Gruppe"@de .

:livesIn a owl:ObjectProperty ; rdfs:domain :Animal ; rdfs:range :Enclosure ;
    rdfs:label "lives in"@en , "lebt in"@de .
:caredForBy a owl:ObjectProperty ; rdfs:domain :Animal ; rdfs:range :Keeper ; rdfs:label "cared for by"@en ;
    owl:inverseOf :looksAfter .
:looksAfter a owl:ObjectProperty ; rdfs:label "looks after"@en .
:nativeTo a owl:ObjectProperty ; rdfs:domain :Animal ; rdfs:range :Country ; rdfs:label "native to"@en .
:supervisor a owl:ObjectProperty ; rdfs:domain :Keeper ; rdfs:range :Keeper ; rdfs:label "has supervisor"@en .
:inTeam a owl:ObjectProperty ; rdfs:domain :Keeper ; rdfs:range :Team ; rdfs:label "in team"@en .

:weight a owl:DatatypeProperty ; rdfs:domain :Animal ; rdfs:range xsd:decimal ;
    rdfs:label "weight (kg)"@en , "Gewicht (kg)"@de .
:bornOn a owl:DatatypeProperty ; rdfs:domain :Animal ; rdfs:range xsd:date ; rdfs:label "date of birth"@en .
:area a owl:DatatypeProperty ; rdfs:domain :Enclosure ; rdfs:range xsd:integer ; rdfs:label "area (m²)"@en .
:sign a owl:DatatypeProperty ; rdfs:domain :Enclosure ; rdfs:range xsd:string ;
    rdfs:label "sign"@en .
:givenName a owl:DatatypeProperty ; rdfs:domain :Keeper ; rdfs:range xsd:string ;
    rdfs:label "given name"@en .
:familyName a owl:DatatypeProperty ; rdfs:domain :Keeper ; rdfs:range xsd:string ;
    rdfs:label "family name"@en .
:email a owl:DatatypeProperty ; rdfs:domain :Keeper ; rdfs:range xsd:string ;
    rdfs:label "e-mail address"@en .
:joinedOn a owl:DatatypeProperty ; rdfs:domain :Keeper ; rdfs:range xsd:date ;
    rdfs:label "date of joining"@en .
"""

DATA = f"""
@prefix : <{DEF}> .
@prefix z: <{ID}> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

z:savannah a :Enclosure ; rdfs:label "Savannah" ; :area 5000 ; :sign "Please do not feed" .
z:icehouse a :Enclosure ; rdfs:label "Ice House" ; :area 800 ; :sign "Mind the step" .
z:aviary a :Enclosure ; rdfs:label "Aviary" ; :area 1200 .
z:nighthouse a :Enclosure ; rdfs:label "Night House" ; :area 300 .

z:ke a :Country ; rdfs:label "Kenya" .
z:cl a :Country ; rdfs:label "Chile" .
z:in a :Country ; rdfs:label "India" .

z:t1 a :Team ; rdfs:label "Mammal Team" .
z:t2 a :Team ; rdfs:label "Bird Team" .

z:ruth a :Keeper ; :givenName "Ruth" ; :familyName "Adeyemi" ; :email "ruth@zoo.example" ;
    :joinedOn "2012-03-01"^^xsd:date ; :inTeam z:t1 .
z:omar a :Keeper ; :givenName "Omar" ; :familyName "Haddad" ; :email "omar@zoo.example" ;
    :joinedOn "2018-09-10"^^xsd:date ; :inTeam z:t1 ; :supervisor z:ruth .
z:lena a :Keeper ; :givenName "Lena" ; :familyName "Brandt" ; :email "lena@zoo.example" ;
    :joinedOn "2021-01-04"^^xsd:date ; :inTeam z:t2 ; :supervisor z:ruth .
z:jonas a :Keeper ; :givenName "Jonas" ; :familyName "Brandt" ;
    :joinedOn "2024-05-20"^^xsd:date ; :inTeam z:t1 ; :supervisor z:omar .

z:tembo a :Mammal ; rdfs:label "Tembo" ; :weight 4200.5 ; :bornOn "2010-05-01"^^xsd:date ;
    :livesIn z:savannah ; :nativeTo z:ke ; :caredForBy z:ruth .
z:asha a :Mammal ; rdfs:label "Asha" ; :weight 3100 ; :bornOn "2015-07-12"^^xsd:date ;
    :livesIn z:savannah ; :nativeTo z:in ; :caredForBy z:ruth .
z:kibo a :Mammal ; rdfs:label "Kibo" ; :weight 900 ; :bornOn "2020-02-29"^^xsd:date ;
    :livesIn z:savannah ; :nativeTo z:ke ; :caredForBy z:omar .
z:moss a :Mammal ; rdfs:label "Moss" ; :bornOn "2021-11-30"^^xsd:date ; :livesIn z:nighthouse .
z:pip a :Bird ; rdfs:label "Pip" ; :weight 4 ; :bornOn "2023-03-03"^^xsd:date ;
    :livesIn z:icehouse ; :nativeTo z:cl ; :caredForBy z:lena .
z:pan a :Bird ; rdfs:label "Pan" ; :weight 5.5 ; :bornOn "2024-04-04"^^xsd:date ;
    :livesIn z:icehouse ; :nativeTo z:cl ; :caredForBy z:lena .
z:rio a :Bird ; rdfs:label "Rio" ; :weight 0.4 ; :bornOn "2024-12-31"^^xsd:date ;
    :livesIn z:aviary ; :caredForBy z:omar .
"""


def asking(kit: Kit, *names: str) -> Kit:
    """The kit with those of its strategies that are called so."""
    return replace(kit, strategies=tuple(s for s in kit.strategies if s.name in names))


def kit_of(turtle: str, *, strategies: tuple[str, ...] = ("parse",)) -> Kit:
    """A kit for a graph of its own."""
    return asyncio.run(prepare(SmallGraph(turtle, name="zoo"), strategies=strategies))


def zoo() -> Kit:
    return kit_of(ONTOLOGY + DATA)


def ask(
    kit: Kit,
    text: str,
    *,
    history: Sequence[Turn] = (),
    pins: Sequence[Pin] = (),
    stages: list[Stage] | None = None,
    language: str = "",
) -> Answer:
    """The answer to one question; `stages` collects what the asker is told meanwhile."""

    async def told(stage: Stage, _: str = "") -> None:
        if stages is not None:
            stages.append(stage)

    question = Question(
        text=text, asked_at=ASKED_AT, history=tuple(history), pins=tuple(pins), language=language
    )
    return asyncio.run(Pipeline(kit).answer(question, told))


def found(kit: Kit, text: str, language: str = "") -> list[str]:
    """What is found, by the last part of its IRI or by its value."""
    table = ask(kit, text, language=language).table
    assert table is not None, text
    return sorted(row[0].value.rsplit("/")[-1] for row in table.rows if row[0])


def values(answer: Answer) -> list[tuple[str, ...]]:
    """The rows with the IRIs of the zoo shortened to their last part, literals as they are."""
    rows = answer.table.rows if answer.table else ()
    return [tuple("" if t is None else t.value.removeprefix(ID) for t in row) for row in rows]


def first(answer: Answer) -> list[str]:
    """The first column."""
    return [row[0] for row in values(answer)]
