"""Virtuoso as Debian ships it, with a company of a million triples: the same is known and answered as of the
files.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from benchmarks.graphs import write_company
from connectors import sample
from connectors.embedded import EmbeddedGraph
from connectors.endpoint import EndpointGraph
from kgqa.errors import GraphRejected
from kgqa.ontology import Name, Ontology, Use
from kgqa.pipeline import Kit
from kgqa.prepare import prepare
from kgqa.types import Answer, Limits, Outcome
from tests.doubles.checked import checked
from tests.kgqa.zoo import ask
from tests.slow.virtuoso import stock_virtuoso

pytestmark = pytest.mark.slow

TRIPLES = 1_000_000
RDFS_LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
SORTED = f"SELECT ?s ?name WHERE {{ ?s <{RDFS_LABEL}> ?name }} ORDER BY DESC(?name) ?s"
COUNTED = """
SELECT ?class ?property ?datatype (COUNT(DISTINCT ?s) AS ?subjects) WHERE {
  ?s a ?class ; ?property ?o . FILTER(isLiteral(?o)) BIND(DATATYPE(?o) AS ?datatype)
} GROUP BY ?class ?property ?datatype"""
# Virtuoso keeps geometries in a form of its own, with other digits and another datatype.
GOLD = [g for g in sample.questions()[::5] if not any("POLYGON" in text for row in g.rows for text in row)]


class Both(NamedTuple):
    """The same company as files and at an endpoint."""

    files: Kit
    endpoint: Kit


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    folder = tmp_path_factory.mktemp("company")
    files = write_company(folder, TRIPLES)
    with stock_virtuoso(tmp_path_factory.mktemp("virtuoso"), "https://company.example/g", files) as address:
        embedded, remote = EmbeddedGraph.open(list(map(str, files)), name="files"), EndpointGraph(address)
        try:
            yield asyncio.run(prepared(embedded, remote))
        finally:
            embedded.close()
            remote.close()


async def prepared(embedded: EmbeddedGraph, remote: EndpointGraph) -> Both:
    return Both(*await asyncio.gather(prepare(embedded), prepare(remote)))


def test_all_of_the_graph_is_read_and_nothing_of_the_stores_own(both: Both) -> None:
    files, endpoint = both.files, both.endpoint
    assert (endpoint.unread, endpoint.ontology.notices) == ((), ())
    assert counted(endpoint.ontology) == counted(files.ontology)
    assert named(endpoint.ontology) == named(files.ontology)
    assert set(map(without_geometry, endpoint.ontology.uses)) == set(
        map(without_geometry, files.ontology.uses)
    )
    assert set(endpoint.ontology.overlaps) == set(files.ontology.overlaps)
    assert endpoint.described.triples == files.described.triples
    assert endpoint.naming == files.naming


def test_36_questions_are_answered_as_on_the_files(both: Both) -> None:
    assert len(GOLD) >= 36
    differing = [
        (gold.question, one.text, other.text)
        for gold in GOLD
        if found(one := ask(both.files, gold.question)) != found(other := ask(both.endpoint, gold.question))
    ]
    assert differing == []


async def test_more_rows_are_sorted_than_it_sorts_at_once(both: Both) -> None:
    query = checked(SORTED)
    there_are = set((await both.files.graph.run(query, Limits(seconds=60, rows=200_000))).rows)
    for rows in (10_000, 25_000):
        table = await both.endpoint.graph.run(query, Limits(seconds=60, rows=rows))
        assert (len(table.rows), len(set(table.rows)), table.truncated) == (rows, rows, True)
        assert set(table.rows) <= there_are


async def test_its_limits_are_those_of_the_package(both: Both) -> None:
    with pytest.raises(GraphRejected, match="SR319"):
        await both.endpoint.graph.run(checked(COUNTED), Limits())


def test_what_the_company_does_not_have_is_not_in_the_graph(both: Both) -> None:
    answer = ask(both.endpoint, "How many unicorns are there?")
    assert answer.outcome is Outcome.NOT_IN_GRAPH


def counted(ontology: Ontology) -> dict[str, int]:
    return {iri: known.instances for iri, known in ontology.classes.items()}


def named(ontology: Ontology) -> dict[str, set[Name]]:
    return {
        **{iri: set(known.names) for iri, known in ontology.classes.items()},
        **{iri: set(known.names) for iri, known in ontology.properties.items()},
    }


def without_geometry(use: Use) -> tuple[str, str, int, int, str]:
    kept = use.object if "eometry" not in use.object and "wkt" not in use.object else "a geometry"
    return use.subject, use.property, use.count, use.subjects, kept


def found(answer: Answer) -> tuple[object, ...]:
    """The outcome and the rows, in no order; not whether readings are offered, some of which it refuses."""
    table = answer.table
    if table is None:
        return answer.outcome, answer.text.removesuffix(" Did you mean this?")
    return answer.outcome, table.boolean, Counter(table.rows)
