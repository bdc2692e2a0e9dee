"""A real Virtuoso: what every graph must do, and names found by its own text search."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from urllib.parse import urlencode

import pytest

from connectors.endpoint import EndpointGraph
from connectors.text_search import plain, virtuoso
from connectors.text_search.detection import chosen, detect
from connectors.text_search.search import TextSearch
from kgqa.errors import GraphRejected, GraphUnavailable
from kgqa.linking.names import Naming
from kgqa.ports import Graph
from kgqa.types import How, Match
from tests.connectors.graph_suite import COMPANY, EX, LIMITS, EndlessSuite, GraphSuite
from tests.doubles.checked import checked
from tests.patience import LONG
from tests.slow.virtuoso import virtuoso as started

pytestmark = pytest.mark.slow
unhurried = partial(TextSearch, seconds=LONG, patience=5 * LONG)  # a busy machine is no finding here

COMPANY_GRAPH = "https://company.example/graph"
ID = "https://names.example/id/"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
SKOS = "http://www.w3.org/2004/02/skos/core#"
FOAF = "http://xmlns.com/foaf/0.1/"
NAMES = f"""
@prefix : <{ID}> .
@prefix rdfs: <{RDFS}> .
@prefix skos: <{SKOS}> .
@prefix foaf: <{FOAF}> .
:ada a :Person ; rdfs:label "Ada Lovelace" ; skos:altLabel "Countess of Lovelace"@en .
:grace a :Person , :Admiral ; rdfs:label "Grace Hopper"@en , "Grace Hopper"@de .
:patrick a :Person ; rdfs:label "Patrick O'Brien" .
:mueller a :Supplier ; rdfs:label "Müller Ventile"@de .
:valve a :Product ; rdfs:label "VX-2041" ; skos:altLabel "Kugelhahn \\"Größe 5\\" \\\\ neu"@de .
:tokyo a :City ; rdfs:label "東京" , "Tokyo"@en .
:moscow a :City ; rdfs:label "Москва"@ru .
:hedy a :Person ; foaf:givenName "Hedy" ; foaf:familyName "Lamarr" .
:secret a :Thing ; rdfs:comment "Ada Lovelace wrote of it" .
"""
NAMING = Naming((RDFS + "label",), (SKOS + "altLabel",), ((FOAF + "givenName", FOAF + "familyName"),))


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    graphs = [(COMPANY_GRAPH, COMPANY), ("https://names.example/graph", NAMES)]
    with started(tmp_path_factory.mktemp("virtuoso"), graphs) as address:
        yield address


@pytest.fixture
def store(endpoint: str) -> Iterator[EndpointGraph]:
    graph = EndpointGraph(endpoint, name="company")
    yield graph
    graph.close()


class TestAsAGraph(GraphSuite, EndlessSuite):
    """Of all graphs at once Virtuoso's own are some, so the address names those that are meant."""

    @pytest.fixture
    def graph(self, endpoint: str) -> Iterator[EndpointGraph]:
        meant = [("default-graph-uri", COMPANY_GRAPH), ("default-graph-uri", EX + "catalogue")]
        address = f"{endpoint}?{urlencode([*meant, ('named-graph-uri', EX + 'catalogue')])}"
        graph = EndpointGraph(address, name="company")
        yield graph
        graph.close()

    async def test_a_query_that_is_none_is_refused_in_the_stores_words(self, graph: Graph) -> None:
        with pytest.raises(GraphRejected, match=r"refused the query.*syntax error at"):
            await graph.run(checked("SELECT ?s WHERE { ?s ?p"), LIMITS)


async def first(graph: EndpointGraph, phrase: str, language: str = "en") -> Match | None:
    search = unhurried(graph, virtuoso.DIALECT, NAMING)
    (found,) = await search.find([phrase], language=language)
    assert search.notices == ()
    return found[0] if found else None


async def test_its_text_search_is_recognised(store: EndpointGraph) -> None:
    dialect = await detect(store, NAMING)
    assert dialect is not None
    assert dialect.name == "virtuoso"
    assert await chosen(store, NAMING, "off") is None


@pytest.mark.parametrize(
    ("phrase", "thing", "how"),
    [
        ("Ada Lovelace", "ada", "exact"),
        ("ada lovelace", "ada", "exact"),
        ("countess of lovelace", "ada", "alternative"),
        ("Lovelace", "ada", "partial"),
        ("grace hopper", "grace", "exact"),
        ("Grace Hoper", "grace", "fuzzy"),
        ("Garce Hopper", "grace", "fuzzy"),
        ("Frace Hopper", "grace", "fuzzy"),
        ("Ada Lovelacce", "ada", "fuzzy"),
        ("Hopp", "grace", "partial"),
        ("Müller Ventile", "mueller", "exact"),
        ("Muller Ventile", "mueller", "exact"),
        ("Mueller Ventile", "mueller", "fuzzy"),
        ("MÜLLER", "mueller", "partial"),
        ("O'Brien", "patrick", "partial"),
        ("Patrick O\u2019Brien", "patrick", "exact"),
        ("vx 2041", "valve", "exact"),
        ('kugelhahn "größe 5" \\ neu', "valve", "alternative"),
        ("東京", "tokyo", "exact"),
        ("москва", "moscow", "exact"),
        ("Hedy Lamarr", "hedy", "exact"),
        ("Lamarr", "hedy", "partial"),
    ],
)
async def test_a_phrase_finds_its_thing(store: EndpointGraph, phrase: str, thing: str, how: How) -> None:
    match = await first(store, phrase)
    assert match is not None
    assert (match.iri, match.how) == (ID + thing, how)


async def test_a_match_tells_the_label_the_classes_and_the_name_that_was_met(store: EndpointGraph) -> None:
    countess = await first(store, "Countess of Lovelace")
    assert countess is not None
    assert (countess.label, countess.matched) == ("Ada Lovelace", "Countess of Lovelace")
    grace = await first(store, "Grace Hopper", "de")
    assert grace is not None
    assert set(grace.classes) == {ID + "Person", ID + "Admiral"}


@pytest.mark.parametrize(
    "phrase",
    [
        "nobody of this name",
        "\"'",
        "' OR 'ada",
        "') } UNION { ?s ?p ?name } #",
        'ada\n\\" . ?s ?p ?o',
        "AND OR NOT NEAR",
        "*?~:()[]{}^\"'",
        "ada*",
        "%s $p \x00\x07\ufffe",
        "x" * 2_000,
        "word " * 400,
        "",
    ],
)
async def test_nothing_that_is_typed_breaks_the_search(store: EndpointGraph, phrase: str) -> None:
    match = await first(store, phrase)
    assert match is None or match.iri == ID + "ada"


async def test_many_phrases_are_found_in_one_go_in_their_order(store: EndpointGraph) -> None:
    search = unhurried(store, virtuoso.DIALECT, NAMING)
    found = await search.find(
        ["Ada Lovelace", "", "Hedy Lamarr", *(f"nobody {n}" for n in range(40))], language="en"
    )
    assert [m[0].iri if m else None for m in found[:4]] == [ID + "ada", None, ID + "hedy", None]
    assert search.notices == ()


async def test_without_the_text_search_names_are_read_one_by_one(store: EndpointGraph) -> None:
    search = unhurried(store, plain.DIALECT, NAMING)
    found = await search.find(["Lovelace", "Grace Hoper", "Tokyo"], language="en")
    assert [m[0].iri for m in found] == [ID + "ada", ID + "grace", ID + "tokyo"]


async def test_a_store_that_is_gone_is_told() -> None:
    search = unhurried(EndpointGraph("http://127.0.0.1:9/sparql"), virtuoso.DIALECT, NAMING)
    with pytest.raises(GraphUnavailable, match="Nothing listens"):
        await search.find(["Ada"], language="en")
