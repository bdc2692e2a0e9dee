"""That the graph has none is said where it is so, and not where its reply was too large or odd."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from kgqa.errors import OurMove
from kgqa.observed import Observed, ontology_of
from kgqa.ontology import RDF_TYPE
from kgqa.pipeline import Kit, Pipeline
from kgqa.prepare import prepare
from kgqa.queries import query
from kgqa.types import Answer, CheckedQuery, Limits, Outcome, Question, ResultTable, Stage, Term
from tests.doubles.graph import SmallGraph

OWL_CLASS = "http://www.w3.org/2002/07/owl#Class"
DATA = """@prefix ex: <https://a.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
ex:p a ex:Pump ; rdfs:label "Arctic" ; ex:note "A long note." .
ex:q a ex:Pump ; rdfs:label "Baltic" ; ex:note "Another one." .
"""


class Large(SmallGraph):
    """Holds notes that are longer than any answer: no row with one fits."""

    is_large = False

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        table = await super().run(query, limits)
        notes = any(c and c.value.endswith((" note.", " one.")) for row in table.rows for c in row)
        return replace(table, rows=(), truncated=True) if self.is_large and notes else table


async def ask(kit: Kit, text: str, language: str = "en") -> Answer:
    async def quiet(_: Stage, __: str = "") -> None:
        return None

    asked = Question(text=text, asked_at=datetime(2026, 11, 20, tzinfo=UTC), language=language)
    return await Pipeline(kit).answer(asked, quiet)


async def test_a_row_that_is_too_large_is_not_told_to_be_none() -> None:
    graph = Large(DATA)
    kit = await prepare(graph)
    assert (await ask(kit, "What is the note of Arctic?")).outcome is Outcome.ANSWERED
    graph.is_large = True
    answer = await ask(kit, "What is the note of Arctic?")
    assert answer.outcome is Outcome.FAILED
    assert answer.text.startswith("There are rows, and already the first is too large for an answer")
    assert answer.text.endswith("Ask for something else of it.")  # it is as large in a minute
    german = await ask(kit, "Was ist die note von Arctic?", "de")
    assert "schon die erste ist zu groß" in german.text


def test_an_iri_that_no_query_can_name_is_left_out_of_lists() -> None:
    odd = ["http://a.example/with space", "not an iri", "http://a.example/{x}", "a\nb"]
    plain = query("labels", things=["urn:a"], properties=["urn:p"])
    assert query("labels", things=["urn:a", *odd], properties=["urn:p"]) == plain
    assert query("labels", things=odd, properties=["urn:p"]).passed
    with pytest.raises(OurMove):
        query("named", property=["not an iri"])  # what is followed is never left out


def test_a_schema_with_an_iri_that_is_none_is_read_without_it_and_that_is_said() -> None:
    of = Term(kind="iri", value=RDF_TYPE)
    cls = Term(kind="iri", value=OWL_CLASS)
    known, odd = Term(kind="iri", value="https://a.example/Pump"), Term(kind="iri", value="not an iri")
    observed = Observed(
        schema=((known, of, cls), (odd, of, cls)), classes={}, uses=(), overlaps=(), notices=()
    )
    ontology = ontology_of(observed)
    assert set(ontology.classes) == {"https://a.example/Pump"}
    assert any("“not an iri”, which is no IRI" in notice for notice in ontology.notices)
