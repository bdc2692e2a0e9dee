"""Two servers are asked as one: what both hold is joined, and what one cannot give is told."""

from __future__ import annotations

import asyncio
import json
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest

from connectors.endpoint import EndpointGraph
from connectors.federation import FederatedGraph, Source, gathering
from kgqa.errors import GraphRejected, GraphTimeout, GraphUnavailable
from kgqa.pipeline import Kit, Pipeline
from kgqa.ports import Graph
from kgqa.prepare import prepare
from kgqa.types import UNTOLD, Answer, Limits, Outcome, Question, ResultTable, Stage
from tests.doubles.checked import checked
from tests.doubles.graph import SmallGraph
from tests.doubles.http_endpoint import http_endpoint
from tests.doubles.shops import EX, PREFIX, PRODUCTS, SUPPLIERS

pytestmark = pytest.mark.slow

LIMITS = Limits(seconds=20.0, rows=1_000)
NORWEGIAN = PREFIX + "SELECT ?p ?price WHERE { ?p ex:price ?price ; ex:suppliedBy/ex:country ex:no }"
CONTRACTS = PREFIX + "SELECT (COUNT(*) AS ?n) WHERE { ?x ex:contract ?c }"
PUMPS = PREFIX + "SELECT (COUNT(?x) AS ?n) WHERE { ?x a ex:Pump }"
NOWHERE = "http://127.0.0.1:9/sparql"


def values(table: ResultTable) -> list[list[str]]:
    return sorted([(t.value if t else "").removeprefix(EX) for t in row] for row in table.rows)


@contextmanager
def together(products: Graph, suppliers: Graph) -> Iterator[FederatedGraph]:
    sources = [
        Source("products", "https://p.example/", products),
        Source("suppliers", "https://s.example/", suppliers),
    ]
    graph = FederatedGraph(sources, name="Company")
    try:
        yield graph
    finally:
        graph.close()


async def ask(kit: Kit, text: str, **more: str) -> Answer:
    async def quiet(_: Stage, __: str = "") -> None:
        return None

    now = datetime(2025, 1, 1, tzinfo=UTC)
    return await Pipeline(kit).answer(Question(text=text, asked_at=now, **more), quiet)  # type: ignore[arg-type]


# ── joined ───────────────────────────────────────────────────────────────────────────────────────


async def test_a_query_is_answered_from_both(company: FederatedGraph) -> None:
    assert values(await company.run(checked(NORWEGIAN), LIMITS)) == [["pump1", "120"], ["pump3", "90"]]


async def test_what_one_holds_alone_goes_there_as_it_is(
    company: FederatedGraph, servers: tuple[str, str]
) -> None:
    table = await company.run(checked(PUMPS), LIMITS)
    assert values(table) == [["4"]]
    assert table.ran == f"# products: {servers[0]}\n{PUMPS}"


async def test_a_triple_that_both_hold_is_one(company: FederatedGraph) -> None:
    assert values(await company.run(checked(CONTRACTS), LIMITS)) == [["1"]]


async def test_the_query_that_is_shown_finds_the_same_at_a_store_that_federates(
    company: FederatedGraph, servers: tuple[str, str]
) -> None:
    table = await company.run(checked(NORWEGIAN), LIMITS)
    assert f"SERVICE <{servers[0]}>" in table.ran
    assert f"SERVICE <{servers[1]}>" in table.ran
    assert table.ran.startswith(f"# products: {servers[0]}\n# suppliers: {servers[1]}\n")
    assert rows_of(table) == Counter(await at_a_federating_store(servers[0], table.ran))


@pytest.mark.parametrize(
    "body",
    [
        "?p ex:suppliedBy ?s OPTIONAL { ?s ex:rating ?r FILTER(?r > 3) }",
        "?p ex:suppliedBy ?s FILTER NOT EXISTS { ?s ex:country ex:de }",
        "?p ex:price ?price MINUS { ?p ex:suppliedBy/ex:rating 2 }",
        "?s ex:contract ?c . ?p ex:suppliedBy ?s",
        "{ ?p ex:price ?x } UNION { ?p ex:rating ?x }",
        "?p ex:suppliedBy ?s . ?s ex:partOf* ?over . ?over ex:country ?c",
        "?p ex:suppliedBy ?s { SELECT ?s (MAX(?r) AS ?best) WHERE { ?s ex:rating ?r } GROUP BY ?s }",
        "VALUES ?s { ex:acme ex:beta } ?p ex:suppliedBy ?s . ?s ex:rating ?r",
        "?p ex:size [ ex:height ?h ] ; ex:suppliedBy [ ex:country ?c ]",
    ],
)
async def test_whatever_joins_them_is_found_as_in_one_graph(
    company: FederatedGraph, servers: tuple[str, str], body: str
) -> None:
    query = checked(f"{PREFIX}SELECT * WHERE {{ {body} }}")
    table = await company.run(query, LIMITS)
    whole = await SmallGraph(PRODUCTS + SUPPLIERS).run(query, LIMITS)
    assert table.rows
    assert rows_of(table) == rows_of(whole)
    assert rows_of(table) == Counter(await at_a_federating_store(servers[0], table.ran))


# ── and what is not ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("SELECT * WHERE { GRAPH ?g { ?s ex:price ?o } }", "GRAPH cannot be used over several sources"),
        ("DESCRIBE ex:acme", "DESCRIBE does not bring together"),
        ("SELECT * WHERE { ex:acme !ex:rating ?x }", "“Any property but these” cannot be followed"),
        ("SELECT * WHERE { ?x ex:partOf* ?y . ?p ex:price ?z }", "needs one end that the query says more of"),
        (
            "SELECT * WHERE { ?p ex:suppliedBy/ex:rating ?r FILTER(ex:near(?r)) }",
            "The function https://shop.example/near is one store's own",
        ),
    ],
)
async def test_what_would_not_be_certain_is_refused_in_a_sentence(
    company: FederatedGraph, text: str, why: str
) -> None:
    with pytest.raises(GraphRejected, match=why):
        await company.run(checked(PREFIX + text), LIMITS)


async def test_things_without_a_name_are_not_taken_for_each_other() -> None:
    """What a source says of them comes in one reply, or it is not known which of them is meant."""
    ours = "@prefix ex: <https://shop.example/> . ex:a ex:has [ ex:part ex:x ; ex:note 1 ] ."
    other = "@prefix ex: <https://shop.example/> . ex:x ex:note 2 ; ex:maker ex:m ."
    joined = "SELECT ?m WHERE { ex:a ex:has [ ex:part ?x ] . ?x ex:maker ?m }"
    apart = "SELECT ?m WHERE { ex:a ex:has ?b . ?b ex:note ?n ; ex:part/ex:maker ?m }"
    with together(SmallGraph(ours), SmallGraph(other)) as graph:
        assert values(await graph.run(checked(PREFIX + joined), LIMITS)) == [["m"]]
        with pytest.raises(GraphRejected, match=r"products links things without a name of their own"):
            await graph.run(checked(PREFIX + apart), LIMITS)


async def test_no_query_names_a_server_itself(company: FederatedGraph, servers: tuple[str, str]) -> None:
    for text in (
        f"SELECT * WHERE {{ SERVICE <{servers[1]}> {{ ?s ex:rating ?r }} }}",
        "SELECT * WHERE { ?p ex:suppliedBy ?s SERVICE SILENT <http://127.0.0.1:1/> { ?s ex:rating ?r } }",
    ):
        with pytest.raises(GraphRejected, match="SERVICE"):
            await company.run(checked(PREFIX + text), LIMITS)


async def test_sources_are_sent_plain_queries_alone() -> None:
    products, suppliers = SmallGraph(PRODUCTS), SmallGraph(SUPPLIERS)
    with together(products, suppliers) as graph:
        assert "SERVICE" in (await graph.run(checked(NORWEGIAN), LIMITS)).ran
    assert products.queries
    assert suppliers.queries
    assert not any("SERVICE" in text for text in (*products.queries, *suppliers.queries))


# ── away, slow, too much ─────────────────────────────────────────────────────────────────────────


async def test_a_source_that_is_away_is_named(servers: tuple[str, str]) -> None:
    with together(EndpointGraph(servers[0]), EndpointGraph(NOWHERE)) as graph:
        with pytest.raises(GraphUnavailable, match="I could not reach suppliers, one of the sources"):
            await graph.run(checked(NORWEGIAN), LIMITS)
        with pytest.raises(GraphUnavailable, match="I could not reach suppliers"):
            await graph.describe()


async def test_what_a_source_was_seen_not_to_hold_is_answered_while_it_is_away() -> None:
    away = SmallGraph(SUPPLIERS)
    with together(SmallGraph(PRODUCTS), away) as graph:
        await graph.run(checked(PUMPS), LIMITS)
        away.error = GraphUnavailable("gone.")
        assert values(await graph.run(checked(PUMPS), LIMITS)) == [["4"]]
        with pytest.raises(GraphUnavailable, match="I could not reach suppliers"):
            await graph.run(checked(NORWEGIAN), LIMITS)


async def test_a_source_that_is_slow_ends_with_the_time_of_the_whole(servers: tuple[str, str]) -> None:
    async with http_endpoint() as slow:
        with (
            together(EndpointGraph(servers[0]), EndpointGraph(slow.url("/slow"))) as graph,
            pytest.raises(GraphTimeout),
        ):
            await graph.run(checked(NORWEGIAN), Limits(seconds=0.5))


async def test_more_than_may_be_brought_together_is_refused(
    company: FederatedGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gathering, "STATEMENTS", 3)
    with pytest.raises(GraphRejected, match="Too much would have to be brought together: more than 3 rows"):
        await company.run(checked(PREFIX + "SELECT * WHERE { ?p ex:suppliedBy/ex:country ?c }"), LIMITS)


async def test_rows_beyond_the_limits_are_cut_and_it_is_told(company: FederatedGraph) -> None:
    text = PREFIX + "SELECT * WHERE { ?p ex:suppliedBy/ex:country ?c }"
    table = await company.run(checked(text), Limits(seconds=20.0, rows=2))
    assert (len(table.rows), table.truncated) == (2, True)


# ── which graph it is ────────────────────────────────────────────────────────────────────────────


async def test_it_is_another_graph_when_any_source_has_changed() -> None:
    async def fingerprint(products: str, suppliers: str) -> str:
        with together(SmallGraph(products), SmallGraph(suppliers)) as graph:
            return (await graph.describe()).fingerprint

    assert await fingerprint(PRODUCTS, SUPPLIERS) == await fingerprint(PRODUCTS, SUPPLIERS) != UNTOLD
    changed = SUPPLIERS + "ex:beta ex:rating 1 ."
    assert await fingerprint(PRODUCTS, SUPPLIERS) != await fingerprint(PRODUCTS, changed)


# ── asked in words ───────────────────────────────────────────────────────────────────────────────


async def test_a_question_that_needs_both_is_answered_without_a_model(company: FederatedGraph) -> None:
    kit = await prepare(company)
    answer = await ask(kit, "Which pumps are supplied by suppliers in Norway?")
    assert answer.outcome is Outcome.ANSWERED
    assert answer.table
    assert values(answer.table) == [["pump1"], ["pump3"]]
    assert "Arctic pump and Nordic pump" in answer.text
    assert any("SERVICE" in detail for step in answer.trace for detail in step.details)


async def test_what_a_thing_is_in_one_source_holds_in_the_other(company: FederatedGraph) -> None:
    ontology = (await prepare(company)).ontology
    uses = {
        (u.subject.removeprefix(EX), u.property.removeprefix(EX), u.object.removeprefix(EX))
        for u in ontology.uses
    }
    assert ("Pump", "suppliedBy", "Supplier") in uses
    assert ("Supplier", "contract", "http://www.w3.org/2001/XMLSchema#string") in uses
    assert not any(subject == "" and prop == "contract" for subject, prop, _ in uses)
    assert ontology.classes[EX + "Supplier"].instances == 3


async def test_who_asks_is_told_which_source_is_away_and_nothing_else() -> None:
    away = SmallGraph(SUPPLIERS)
    with together(SmallGraph(PRODUCTS), away) as graph:
        kit = await prepare(graph)
        away.error = GraphUnavailable("Nothing listens at its address.")
        told = await ask(kit, "Which pumps are supplied by suppliers in Norway?")
        german = await ask(kit, "Welche pumps sind supplied by suppliers in Norway?", language="de")
    assert (told.outcome, told.table) == (Outcome.FAILED, None)
    assert "I could not reach suppliers" in told.text
    assert "Nothing listens" not in told.text
    assert "Nothing listens" in told.aside
    assert german.outcome is Outcome.FAILED
    assert "suppliers, eine der Quellen" in german.text
    assert "Nothing listens" not in german.text
    assert "Nothing listens" in german.aside
    assert not any("Nothing listens" in detail for step in german.trace for detail in step.details)


async def test_a_person_who_writes_service_is_refused(
    company: FederatedGraph, servers: tuple[str, str]
) -> None:
    kit = await prepare(company)
    answer = await ask(
        kit, "mine", query=f"{PREFIX}SELECT * WHERE {{ SERVICE <{servers[1]}> {{ ?s ex:rating ?r }} }}"
    )
    assert answer.outcome is Outcome.UNKNOWN
    assert "SERVICE" in answer.text
    assert answer.table is None


# ── rows ─────────────────────────────────────────────────────────────────────────────────────────


async def at_a_federating_store(url: str, text: str) -> list[frozenset[tuple[str, str]]]:
    """The rows of a query with SERVICE, as a store finds them that evaluates such."""
    headers = {"Content-Type": "application/sparql-query", "Accept": "application/sparql-results+json"}
    request = urllib.request.Request(url, data=text.encode(), headers=headers)  # noqa: S310 - loopback

    def sent() -> list[frozenset[tuple[str, str]]]:
        with urllib.request.urlopen(request) as reply:  # noqa: S310 - loopback
            rows = json.load(reply)["results"]["bindings"]
        return [frozenset((name, term["value"]) for name, term in row.items()) for row in rows]

    return await asyncio.to_thread(sent)


def rows_of(table: ResultTable) -> Counter[frozenset[tuple[str, str]]]:
    return Counter(
        frozenset((c, t.value) for c, t in zip(table.columns, row, strict=True) if t) for row in table.rows
    )
