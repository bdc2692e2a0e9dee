"""A small harbour: sheds with outlines, cranes with latitude and longitude, buoys with readings; one gap."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

from connectors.functions.calls import Calls
from kgqa.check import Closed, Conditions
from kgqa.definitions.definition import Definition, DefinitionKind, Definitions
from kgqa.functions import Function
from kgqa.functions.shipped import Rate, shipped
from kgqa.pipeline import Kit, Pipeline
from kgqa.prepare import kit_of
from kgqa.strategies.functions import Functions
from kgqa.terms import terms_of
from kgqa.types import Answer, CallEvidence, Question, Stage
from tests.doubles.graph import SmallGraph

ID = "https://harbour.example/id/"
ASKED_AT = datetime(2026, 11, 20, 9, tzinfo=UTC)
OWN = Definition(kind=DefinitionKind.TERM, name="idle crane", means="cranes without a shed")
RATES = (
    Rate("EUR", "USD", Decimal("1.10"), datetime(2026, 11, 1, tzinfo=UTC).date()),
    Rate("EUR", "USD", Decimal("1.20"), datetime(2026, 11, 19, tzinfo=UTC).date()),
    Rate("EUR", "GBP", Decimal("0.80"), datetime(2026, 11, 18, tzinfo=UTC).date()),
)
_HEAD = """
@prefix : <https://harbour.example/def/> .
@prefix id: <https://harbour.example/id/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix geo: <http://www.opengis.net/ont/geosparql#> .
@prefix wgs: <http://www.w3.org/2003/01/geo/wgs84_pos#> .
@prefix sosa: <http://www.w3.org/ns/sosa/> .

:Shed a owl:Class ; rdfs:label "shed"@en , "Schuppen"@de ; rdfs:comment "A roof over goods."@en .
:Crane a owl:Class ; rdfs:label "crane"@en , "Kran"@de ; rdfs:comment "A machine that lifts."@en .
:Buoy a owl:Class ; rdfs:label "buoy"@en , "Boje"@de .
:Port a owl:Class ; rdfs:label "port"@en .
:Quantity a owl:Class ; rdfs:label "quantity"@en .
sosa:Observation a owl:Class ; rdfs:label "observation"@en .
geo:Geometry a owl:Class ; rdfs:label "geometry"@en .
:outline a owl:ObjectProperty ; rdfs:domain :Shed ; rdfs:range geo:Geometry ; rdfs:label "outline"@en .
:inPort a owl:ObjectProperty ; rdfs:range :Port ; rdfs:label "in port"@en .
geo:asWKT a owl:DatatypeProperty ; rdfs:label "as WKT"@en .
wgs:lat a owl:DatatypeProperty ; rdfs:label "latitude"@en .
wgs:long a owl:DatatypeProperty ; rdfs:label "longitude"@en .
:load a owl:DatatypeProperty ; rdfs:domain :Crane ; rdfs:range xsd:decimal ; rdfs:label "load (t)"@en .
:built a owl:DatatypeProperty ; rdfs:domain :Crane ; rdfs:range xsd:gYear ; rdfs:label "year of building"@en .
:number a owl:DatatypeProperty ; rdfs:domain :Crane ; rdfs:range xsd:string ; rdfs:label "serial number"@en .
sosa:hasFeatureOfInterest a owl:ObjectProperty ; rdfs:label "is of"@en .
sosa:observedProperty a owl:ObjectProperty ; rdfs:label "observed property"@en .
sosa:resultTime a owl:DatatypeProperty ; rdfs:label "observed at"@en .
sosa:hasSimpleResult a owl:DatatypeProperty ; rdfs:label "reading"@en .

id:tideport a :Port ; rdfs:label "Tideport" .
id:north a :Shed ; rdfs:label "North Shed" ; :inPort id:tideport ; :outline id:north-outline .
id:south a :Shed ; rdfs:label "South Shed" ; :inPort id:tideport ; :outline id:south-outline .
id:lost a :Shed ; rdfs:label "Lost Shed" ; :inPort id:tideport ; :outline id:lost-outline .
id:north-outline a geo:Geometry ;
    geo:asWKT "POLYGON((10.000 54.000, 10.002 54.000, 10.002 54.002, 10.000 54.002))"^^geo:wktLiteral .
id:south-outline a geo:Geometry ;
    geo:asWKT "POLYGON((10.0 53.9, 10.1 53.9, 10.1 53.95, 10.0 53.9))"^^geo:wktLiteral .
id:lost-outline a geo:Geometry ; geo:asWKT "POLYGON((10.0 53.9, 10.1"^^geo:wktLiteral .
id:anna a :Crane ; rdfs:label "Anna" ; :inPort id:tideport ; :load 40.0 ; :built "1990"^^xsd:gYear ;
    :number "K-7731" ;
    wgs:lat 54.001 ; wgs:long 10.002 .
id:berta a :Crane ; rdfs:label "Berta" ; :inPort id:tideport ; :load 60.0 ; :built "1990"^^xsd:gYear ;
    :number "K-7732" ;
    wgs:lat 54.001 ; wgs:long 10.011 .
id:cara a :Crane ; rdfs:label "Cara" ; :inPort id:tideport ; :load 25.5 ; :number "K-7733" .
id:red a :Buoy ; rdfs:label "Red Buoy" .
id:temperature a :Quantity ; rdfs:label "water temperature"@en , "Wassertemperatur"@de .
"""


def turtle() -> str:
    """The harbour; of the red buoy no readings of 12 to 19 November are there."""
    readings = []
    for day in (*range(1, 12), *range(20, 24)):
        moment = f"2026-11-{day:02d}T06:00:00Z"
        readings.append(
            f'id:r{day} a sosa:Observation ; rdfs:label "reading {day}" ; sosa:hasFeatureOfInterest id:red ; '
            f"sosa:observedProperty id:temperature ; "
            f'sosa:resultTime "{moment}"^^xsd:dateTime ; sosa:hasSimpleResult {8 + day / 10:.1f} .'
        )
    return _HEAD + "\n".join(readings)


def kit(closed: Sequence[str] = ()) -> Kit:
    """What is known of the harbour, without some of its properties."""
    hidden = Closed(properties=frozenset(f"https://harbour.example/def/{name}" for name in closed))

    async def known() -> Kit:
        return await kit_of(await terms_of(SmallGraph(turtle())), conditions=Conditions(closed=hidden))

    return asyncio.run(known())


def asking(
    known: Kit, more: Sequence[Function] = (), closed: Sequence[str] = (), seconds: float = 20.0
) -> Pipeline:
    """The harbour with the shipped functions and `more`, before all else."""
    definitions = Definitions(every=(OWN,))
    calls = Calls([*shipped(RATES, definitions), *more], closed, seconds)
    parts = replace(known.parts, functions=calls, definitions=definitions)
    return Pipeline(replace(known, strategies=(Functions(parts), *known.strategies), functions=calls))


def ask(core: Pipeline, text: str, language: str = "en") -> Answer:
    async def quiet(_: Stage, __: str = "") -> None:
        return None

    return asyncio.run(core.answer(Question(text=text, asked_at=ASKED_AT, language=language), quiet))


def call_of(answer: Answer) -> CallEvidence:
    return next(found for found in answer.evidence if isinstance(found, CallEvidence))


def rows(answer: Answer) -> list[list[str]]:
    table = answer.table
    return [[term.value if term else "" for term in row] for row in table.rows] if table else []


def arguments(answer: Answer) -> Mapping[str, str]:
    return dict(call_of(answer).arguments)
