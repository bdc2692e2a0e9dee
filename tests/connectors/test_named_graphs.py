"""An endpoint whose triples stand in named graphs: a real one, with an empty default graph."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.doctor.finding import Visit
from bot.doctor.graph import graph as graph_check
from bot.settings import load
from bot.wiring.graphs import open_full_graph
from connectors.clauses import with_clauses
from connectors.dataset import ALL
from connectors.endpoint import EndpointGraph
from kgqa.errors import BadInput, BadSetting, GraphUnavailable
from kgqa.pipeline import Pipeline
from kgqa.prepare import prepare
from kgqa.sparql import parse
from kgqa.sparql.model import ParsedQuery
from kgqa.types import Answer, Limits, Outcome, Question, Stage
from tests.doubles.checked import checked
from tests.doubles.http_endpoint import http_endpoint
from tests.doubles.oxigraph import oxigraph
from tests.doubles.proxy import proxy

E = "https://e.example/"
PUMPS, VALVES, OLD = E + "pumps", E + "valves", E + "pumps, the old ones"
DATA = f"""
@prefix : <{E}> .
GRAPH <{PUMPS}> {{ :a a :Pump ; :n 1 . :b a :Pump . }}
GRAPH <{VALVES}> {{ :c a :Valve ; :feeds :a . :a a :Pump . }}
GRAPH <{E}empty> {{ }}
"""
LIMITS = Limits(seconds=20)
THINGS = "SELECT DISTINCT ?s WHERE { ?s ?p ?o } ORDER BY ?s"
BY_GRAPH = "SELECT DISTINCT ?g WHERE { GRAPH ?g { ?s ?p ?o } } ORDER BY ?g"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("named")
    (folder / "data.trig").write_text(DATA, "utf-8")
    with oxigraph(folder, folder / "data.trig") as url:
        yield url


async def column(graph: EndpointGraph, text: str) -> list[str]:
    return [row[0].value.removeprefix(E) for row in (await graph.run(checked(text), LIMITS)).rows if row[0]]


@pytest.mark.parametrize(
    ("graphs", "things", "named"),
    [
        ([PUMPS], ["a", "b"], ["pumps"]),
        ([VALVES], ["a", "c"], ["valves"]),
        ([PUMPS, VALVES], ["a", "b", "c"], ["pumps", "valves"]),
        ([ALL], ["a", "b", "c"], ["pumps", "valves"]),
        ([], [], ["pumps", "valves"]),
    ],
)
@pytest.mark.parametrize("heeds", [True, False], ids=["by parameters", "by clauses"])
async def test_the_graphs_that_are_named_are_read_as_one(
    server: str, graphs: list[str], things: list[str], named: list[str], *, heeds: bool
) -> None:
    async with proxy(server, deaf=not heeds) as between:
        graph = EndpointGraph(between.url, graphs=graphs)
        assert await column(graph, THINGS) == things
        assert await column(graph, BY_GRAPH) == named
        pages = [page async for page in graph.pages(checked(THINGS), LIMITS)]
    assert sum(len(page.rows) for page in pages) == len(things)


async def test_a_server_that_heeds_neither_way_is_not_taken_for_one_that_does(server: str) -> None:
    async with proxy(server, deaf=True, forgets=True) as between:
        with pytest.raises(GraphUnavailable, match="reads other graphs than those that it is asked for"):
            await EndpointGraph(between.url, graphs=[PUMPS]).run(checked(THINGS), LIMITS)


@pytest.mark.parametrize("status", [400, 404])
async def test_a_server_that_refuses_graphs_that_it_does_not_have_heeds_them(
    server: str, status: int
) -> None:
    async with proxy(server, refuses="nobody-has", status=status) as between:
        assert await column(EndpointGraph(between.url, graphs=[PUMPS]), THINGS) == ["a", "b"]


async def test_a_graph_that_is_not_there_is_named(server: str) -> None:
    with pytest.raises(BadSetting, match=f"QUERIST_ENDPOINT_GRAPHS names {E}pump, .*holds no triple"):
        await EndpointGraph(server, graphs=[PUMPS, E + "pump"]).run(checked(THINGS), LIMITS)


async def test_what_a_graph_is_depends_on_the_graphs_that_are_read(server: str) -> None:
    described = [await EndpointGraph(server, graphs=graphs).describe() for graphs in ([], [PUMPS], [VALVES])]
    assert [each.triples for each in described] == [0, 3, 3]
    assert len({each.fingerprint for each in described}) == 3


async def test_a_server_that_counts_a_triple_for_each_of_its_graphs_is_told(server: str) -> None:
    """Oxigraph does; by the standard the default graph is the merge of the graphs."""
    both = await EndpointGraph(server, graphs=[PUMPS, VALVES]).describe()
    assert (both.triples, len(both.notices)) == (6, 1)
    assert "counts such a triple once for each graph" in both.notices[0]
    assert (await EndpointGraph(server, graphs=[PUMPS]).describe()).notices == ()


async def test_a_server_that_repeats_triples_of_its_own_union_is_told_too(tmp_path: Path) -> None:
    (tmp_path / "data.trig").write_text(DATA, "utf-8")
    with oxigraph(tmp_path, tmp_path / "data.trig", options=("--union-default-graph",)) as url:
        assert (await EndpointGraph(url).describe()).repeats


async def test_triples_beside_the_graph_that_is_read_are_not_told_as_repeated(server: str) -> None:
    assert not (await EndpointGraph(server).describe()).repeats


PARTS = f"""
@prefix : <{E}> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
GRAPH :one {{ :Pump a rdfs:Class . :a a :Pump ; rdfs:label "Alpha" ; :weight 4 . :b a :Pump ; :weight 6 }}
GRAPH :two {{ :a a :Pump ; :weight 4 }}
"""


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What is the total weight of all pumps?", "the server counts them once for each"),
        ("Wie hoch ist die Summe von weight aller Pumps?", "der Server zählt sie für jeden einmal"),
        ("How many pumps are there?", ""),
    ],
)
async def test_an_answer_says_that_its_sum_may_count_triples_twice(
    tmp_path: Path, question: str, said: str
) -> None:
    (tmp_path / "parts.trig").write_text(PARTS, "utf-8")
    with oxigraph(tmp_path, tmp_path / "parts.trig") as url:
        both = await answered(EndpointGraph(url, graphs=[E + "one", E + "two"]), question)
        alone = await answered(EndpointGraph(url, graphs=[E + "one"]), question)
    assert (both.outcome, alone.outcome) == (Outcome.ANSWERED, Outcome.ANSWERED)
    assert [said in text for text in both.assumed if "server" in text.lower()] == ([True] if said else [])
    assert not any("server" in text.lower() for text in alone.assumed)


async def answered(graph: EndpointGraph, question: str) -> Answer:
    async def quiet(_: Stage, __: str = "") -> None: ...

    asked = Question(text=question, asked_at=datetime(2025, 12, 15, tzinfo=UTC))
    return await Pipeline(await prepare(graph)).answer(asked, quiet)


async def test_an_iri_that_no_query_can_name_is_in_nobodys_way() -> None:
    """Virtuoso keeps IRIs with spaces."""
    triple = {name: {"type": "uri", "value": f"{E}with a space"} for name in "spo"}
    async with http_endpoint() as between:
        between.recorded = {"GRAPH ?": [triple]}
        assert not await EndpointGraph(between.url("/replay")).leaves_graphs_unread()
        named = EndpointGraph(between.url("/replay"), graphs=[PUMPS, VALVES])
        named._dataset.found = named._address
        assert (await named.describe()).notices == ()
        assert any("?one != ?other" in text for text in between.queries())
        assert not any("a space" in text or "\\u" in text for text in between.queries())


async def test_an_empty_default_graph_beside_full_ones_is_not_called_empty(
    server: str, tmp_path: Path
) -> None:
    with pytest.raises(BadInput) as caught:
        await open_full_graph(load(graph=server, data=tmp_path))
    assert str(caught.value) == (
        f"The default graph of {server} is empty, and its named graphs hold the data: {PUMPS} (3 triples), "
        f"{VALVES} (3 triples). Name those to be read in QUERIST_ENDPOINT_GRAPHS, separated by commas, or "
        "set it to all."
    )
    graph = await open_full_graph(load(graph=server, data=tmp_path, endpoint_graphs="all"))
    assert (await graph.describe()).triples
    graph.close()


async def test_an_endpoint_without_any_triple_is_called_empty(tmp_path: Path) -> None:
    (tmp_path / "none.trig").write_text("")
    with oxigraph(tmp_path, tmp_path / "none.trig") as url:
        with pytest.raises(BadInput, match="is empty: it holds no triples"):
            await open_full_graph(load(graph=url, data=tmp_path))
        with pytest.raises(BadSetting, match=r"asks for all named graphs of .* and none holds a triple"):
            await open_full_graph(load(graph=url, data=tmp_path, endpoint_graphs="all"))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("pumps", "“pumps” is no whole IRI"),
        ("all, https://e.example/pumps", "“all” stands alone"),
        ('https://e.example/"x"', "is no whole IRI"),
        ("https://e.example/} DROP", "is no whole IRI"),
    ],
)
def test_a_setting_that_names_no_graphs_is_refused(value: str, words: str) -> None:
    with pytest.raises(BadSetting, match=f"QUERIST_ENDPOINT_GRAPHS is not right: .*{words}"):
        load(endpoint_graphs=value)


@pytest.mark.parametrize(
    "text",
    [
        "ASK { ?s ?p ?o }",
        "SELECT * { ?s ?p ?o }",
        "PREFIX where: <https://e.example/(> SELECT ?s WHERE { ?s where:x ?o }",
        "SELECT (EXISTS { ?a ?b ?c } AS ?there) (COUNT(*) AS ?n) WHERE { ?s ?p ?o }",
        "SELECT ?s # where {\nWHERE { ?s ?p '{' . { SELECT ?p WHERE { ?s ?p ?o } } }",
        "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }",
        "CONSTRUCT { ?s ?p ?o } { ?s ?p ?o }",
        "CONSTRUCT WHERE { ?s ?p ?o }",
        "DESCRIBE <https://e.example/a>",
        "DESCRIBE ?s WHERE { ?s ?p ?o } LIMIT 1",
    ],
)
def test_clauses_stand_in_front_of_the_where_of_any_query(text: str) -> None:
    clauses = f"FROM <{PUMPS}> FROM NAMED <{PUMPS}>"
    made = with_clauses(text, clauses)
    assert isinstance(parse(text), ParsedQuery)
    from rdflib.plugins.sparql import prepareQuery

    dataset = prepareQuery(made).algebra.datasetClause
    assert [str(clause.default or clause.named) for clause in dataset] == [PUMPS, PUMPS]
    assert made.replace(clauses, "").split() == text.split()


async def test_the_doctor_names_the_graphs_and_the_setting(server: str, tmp_path: Path) -> None:
    empty = await graph_check(Visit(settings=load(graph=server, data=tmp_path), offline=True))
    assert (empty.state, PUMPS in empty.told) == ("wrong", True)
    assert "QUERIST_ENDPOINT_GRAPHS" in empty.step
    named = load(graph=server, data=tmp_path, endpoint_graphs=f"<{PUMPS}>")
    assert "3 triples" in (await graph_check(Visit(settings=named, offline=True))).told


async def test_the_doctor_says_that_named_graphs_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "both.trig").write_text(f"@prefix : <{E}> . :x a :Pump . GRAPH :g {{ :y a :Pump }}", "utf-8")
    for options, state in (((), "note"), (("--union-default-graph",), "ok")):
        with oxigraph(tmp_path / state, tmp_path / "both.trig", options=options) as url:
            found = await graph_check(Visit(settings=load(graph=url, data=tmp_path), offline=True))
        assert (found.state, "named graphs that hold more" in found.told) == (state, state == "note")


async def test_versions_of_the_same_facts_are_not_mixed_without_being_asked_for(tmp_path: Path) -> None:
    """Why `all` is no default: the sum over both is the price of neither."""
    versions = "".join(f"GRAPH :{year} {{ :a :price {price} }} " for year, price in ((2024, 5), (2025, 6)))
    (tmp_path / "prices.trig").write_text(f"@prefix : <{E}> . {versions}", "utf-8")
    total = "SELECT (SUM(?n) AS ?sum) WHERE { ?s ?p ?n }"
    with oxigraph(tmp_path, tmp_path / "prices.trig") as url:
        assert await column(EndpointGraph(url, graphs=[E + "2025"]), total) == ["6"]
        assert await column(EndpointGraph(url, graphs=[ALL]), total) == ["11"]
