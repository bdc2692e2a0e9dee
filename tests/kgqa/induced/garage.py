"""A small garage: cars of two kinds, with what tables have to cope with."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from connectors.induced.shelf import Shelf
from kgqa.check import Conditions
from kgqa.check.closed import View, closing
from kgqa.check.conditions import Closed
from kgqa.check.sql import check_sql
from kgqa.induced.filling import tables_of
from kgqa.pipeline import Kit, Pipeline
from kgqa.ports import Tables
from kgqa.prepare import kit_of
from kgqa.terms import Terms, terms_of
from kgqa.types import Answer, CheckedQuery, Limits, Question, ResultTable, Turn
from tests.doubles.graph import SmallGraph
from tests.doubles.model import ScriptedModel

DEF, ID = "https://garage.example/def/", "https://garage.example/id/"
P = f"PREFIX : <{DEF}> PREFIX g: <{ID}> "
LIMITS = Limits(seconds=5.0, rows=1_000)
GARAGE = f"""
@prefix : <{DEF}> . @prefix g: <{ID}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

:Vehicle a owl:Class ; rdfs:label "vehicle"@en .
:Car a owl:Class ; rdfs:subClassOf :Vehicle ; rdfs:label "car"@en .
:Van a owl:Class ; rdfs:subClassOf :Vehicle ; rdfs:label "van"@en .
:Order a owl:Class ; rdfs:label "order"@en .
:price a owl:DatatypeProperty ; rdfs:label "price (EUR)"@en .
:length a owl:DatatypeProperty ; rdfs:label "length (mm)"@en .
:built a owl:DatatypeProperty ; rdfs:label "built on"@en .
:electric a owl:DatatypeProperty ; rdfs:label "electric"@en .
:equipment a owl:ObjectProperty ; rdfs:label "equipment"@en .
:fuel a owl:ObjectProperty ; rdfs:label "fuel type"@en .
:ordered a owl:ObjectProperty ; rdfs:label "ordered car"@en .

g:diesel a :Fuel ; rdfs:label "Diesel" . g:power a :Fuel ; rdfs:label "Power" .
g:heater a :Equipment ; rdfs:label "Heater" . g:radio a :Equipment ; rdfs:label "Radio" .

g:ix a :Car ; rdfs:label "iX" ; :price 84100.5 ; :length 4953 ; :built "2021-11-01"^^xsd:date ;
    :electric true ; :fuel g:power ; :equipment g:heater , g:radio .
g:m3 a :Car ; rdfs:label "M3" ; :price 79000 ; :length 4794 ; :built "2020-03-01"^^xsd:date ;
    :electric false ; :fuel g:diesel ; :equipment g:radio .
g:z4 a :Car ; rdfs:label "Z4" ; :price 47300 ; :length 4324 ; :built "2018-07-01"^^xsd:date ; :fuel g:diesel .
g:box a :Van ; rdfs:label "Box" ; :price 39900 ; :length 5900 ; :fuel g:diesel .

g:o1 a :Order ; :ordered g:ix . g:o2 a :Order ; :ordered g:m3 .
"""


def terms(turtle: str = GARAGE) -> Terms:
    return asyncio.run(terms_of(SmallGraph(turtle, name="garage")))


def tables(turtle: str = GARAGE, closed: Closed | None = None, folder: Path | None = None) -> Tables:
    """The tables of a graph, as the wiring opens them."""
    return filled(terms(turtle), closed or Closed(), folder)


def filled(known: Terms, closed: Closed, folder: Path | None = None) -> Tables:
    ontology = known.without(closed).ontology
    hidden = closing(ontology, closed).classes if isinstance(ontology, View) else frozenset[str]()
    shelf = Shelf(folder or Path(tempfile.mkdtemp()))
    return asyncio.run(tables_of(known.graph, ontology, shelf, closed=hidden))


def verdict(tables: Tables, sql: str) -> CheckedQuery | list[str]:
    """What the check says: the query, or the sentences of what is wrong."""
    found = check_sql(sql, tables.schema)
    return found if isinstance(found, CheckedQuery) else [str(i.message) for i in found]


def run(tables: Tables, sql: str, limits: Limits = LIMITS) -> ResultTable:
    checked = check_sql(sql, tables.schema)
    assert isinstance(checked, CheckedQuery), checked
    return asyncio.run(tables.run(checked, limits))


def rows(tables: Tables, sql: str) -> list[tuple[str, ...]]:
    """The rows, IRIs by their last part."""
    found = run(tables, sql)
    return [tuple("" if t is None else t.value.removeprefix(ID) for t in row) for row in found.rows]


def kit(
    *replies: str, turtle: str = GARAGE, closed: Closed | None = None, strategies: Sequence[str] = ("tables",)
) -> tuple[Kit, ScriptedModel]:
    """A kit whose model says this."""
    known, model = terms(turtle), ScriptedModel(*replies)
    conditions = Conditions(closed=closed or Closed())
    made = asyncio.run(
        kit_of(
            known,
            strategies=tuple(strategies),
            conditions=conditions,
            model=model,
            tables=filled(known, conditions.closed),
        )
    )
    return replace(made, rephrase=None), model


def block(sql: str) -> str:
    return f"```sql\n{sql}\n```"


def ask(kit: Kit, text: str, history: Sequence[Turn] = ()) -> Answer:
    async def told(*_: object) -> None:
        return None

    moment = datetime(2026, 1, 5, tzinfo=UTC)
    question = Question(text=text, asked_at=moment, language="en", history=tuple(history))
    return asyncio.run(Pipeline(kit).answer(question, told))
