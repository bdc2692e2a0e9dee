"""Text search as a linker: what is found, told and survived, over recorded replies and a small graph."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

import pytest

from connectors.endpoint import EndpointGraph
from connectors.text_search import jena, plain, virtuoso
from connectors.text_search.detection import chosen, detect
from connectors.text_search.search import TextSearch
from kgqa.errors import BadSetting, GraphRejected, GraphTimeout, GraphUnavailable
from kgqa.linking.names import Naming
from kgqa.types import CheckedQuery, Limits, ResultTable, TermKind
from tests.doubles.graph import SmallGraph
from tests.doubles.http_endpoint import HttpEndpoint, http_endpoint

EX = "https://names.example/"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
ALT = "http://www.w3.org/2004/02/skos/core#altLabel"
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
GIVEN, FAMILY = EX + "givenName", EX + "familyName"
NAMING = Naming((LABEL,), (ALT,), ((GIVEN, FAMILY),))
unhurried = partial(TextSearch, seconds=60.0, patience=600.0)  # a busy machine is no finding here
TURTLE = f"""
@prefix : <{EX}> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
:ada a :Person ; rdfs:label "Ada Lovelace" ; skos:altLabel "Countess of Lovelace"@en .
:grace a :Person ; rdfs:label "Grace Hopper"@en , "Grace Hopper (de)"@de ; :city "Arlington" .
:hedy a :Person ; :givenName "Hedy" ; :familyName "Lamarr" .
:Person rdfs:label "Person" .
"""
MARKS = {
    "virtuoso": "<bif:contains>",
    "jena": "jena.apache.org/text#query",
    "graphdb": "ontotext.com/fts",
    "graphdb-lucene": "lucene/instance#people",
    "rdf4j": "lucenesail#query",
    "stardog": "textMatch",
    "blazegraph": "rdf/search#search",
    "qlever": "contains-word",
    "qlever-words": "has-word",
}


def iri(value: str) -> dict[str, str]:
    return {"type": "uri", "value": value}


def text(value: str, language: str = "") -> dict[str, str]:
    return {"type": "literal", "value": value} | ({"xml:lang": language} if language else {})


@pytest.fixture
async def endpoint() -> AsyncIterator[HttpEndpoint]:
    async with http_endpoint() as running:
        yield running


def record(endpoint: HttpEndpoint, dialect: str) -> EndpointGraph:
    """A store with this text search, and a thing called Ada Lovelace."""
    endpoint.recorded = {
        MARKS[dialect]: [{"s": iri(EX + "ada"), "property": iri(LABEL), "name": text("Ada Lovelace", "en")}],
        "listConnectors": [{"instance": iri("http://www.ontotext.com/connectors/lucene/instance#people")}],
        "SELECT ?name WHERE": [{"name": text("of it")}, {"name": text("Ada Lovelace", "en")}],
        "VALUES ?s": [
            {"s": iri(EX + "ada"), "property": iri(TYPE), "name": iri(EX + "Person")},
            {"s": iri(EX + "ada"), "property": iri(LABEL), "name": text("Ada Lovelace", "en")},
        ],
    }
    if dialect != "graphdb-lucene":
        del endpoint.recorded["listConnectors"]
    return EndpointGraph(endpoint.url("/replay"))


# ── which one a store has ────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", MARKS)
async def test_the_search_that_finds_what_is_there_is_the_stores(endpoint: HttpEndpoint, name: str) -> None:
    dialect = await detect(graph := record(endpoint, name), NAMING)
    assert dialect is not None
    assert dialect.name == name
    found = await unhurried(graph, dialect, NAMING).find(["Ada Lovelacce", "lovelace"], language="en")
    assert [(m.iri, m.label, m.classes, m.how) for some in found for m in some] == [
        (EX + "ada", "Ada Lovelace", (EX + "Person",), "fuzzy"),
        (EX + "ada", "Ada Lovelace", (EX + "Person",), "partial"),
    ]


async def test_a_store_that_finds_nothing_has_none() -> None:
    graph = SmallGraph(TURTLE)
    assert await detect(graph, NAMING) is None
    assert len(graph.queries) <= 3 + 9 * 3


async def test_a_store_that_refuses_what_it_does_not_know_has_none(endpoint: HttpEndpoint) -> None:
    assert await detect(EndpointGraph(endpoint.url("/400")), NAMING) is None


async def test_names_that_the_search_did_not_look_for_are_no_proof(endpoint: HttpEndpoint) -> None:
    graph = record(endpoint, "jena")
    row = {"s": iri(EX + "ada"), "property": iri(LABEL), "name": text("Something else")}
    endpoint.recorded[MARKS["jena"]] = [row]
    assert await detect(graph, NAMING) is None


async def test_an_empty_store_has_none() -> None:
    graph = SmallGraph("")
    assert await detect(graph, NAMING) is None
    assert len(graph.queries) <= 4


async def test_the_settings_go_before_what_is_found(endpoint: HttpEndpoint) -> None:
    graph = record(endpoint, "jena")
    assert await chosen(graph, NAMING, "off") is None
    assert await chosen(graph, NAMING, "virtuoso") is virtuoso.DIALECT
    assert await chosen(graph, NAMING, "plain") is plain.DIALECT
    assert endpoint.requests == []
    assert await chosen(graph, NAMING, "auto") is jena.DIALECT


async def test_a_setting_that_names_no_search_is_told_with_those_that_exist() -> None:
    with pytest.raises(BadSetting, match=r"QUERIST_TEXT_SEARCH.*“solr”.*auto, off, virtuoso, jena"):
        await chosen(SmallGraph(TURTLE), NAMING, "solr")


async def test_connectors_that_the_store_does_not_have_are_told() -> None:
    with pytest.raises(BadSetting, match=r"graphdb-lucene.*must be set up there first"):
        await chosen(SmallGraph(TURTLE), NAMING, "graphdb-lucene")


# ── what is found ────────────────────────────────────────────────────────────────────────────────


async def test_without_a_text_search_names_are_read_in_one_go_and_it_is_told() -> None:
    graph = SmallGraph(TURTLE)
    search = unhurried(graph, plain.DIALECT, NAMING)
    phrases = ["Ada Lovelace", "countess of lovelace", "Hedy Lamarr", "Hopper", "Grace Hoper", "nobody", ""]
    found = await search.find(phrases, language="en")
    assert [(m[0].iri.removeprefix(EX), m[0].how, m[0].label) if m else None for m in found] == [
        ("ada", "exact", "Ada Lovelace"),
        ("ada", "alternative", "Ada Lovelace"),
        ("hedy", "exact", "Hedy Lamarr"),
        ("grace", "partial", "Grace Hopper"),
        ("grace", "fuzzy", "Grace Hopper"),
        None,
        None,
    ]
    assert found[1][0].matched == "Countess of Lovelace"
    assert found[0][0].classes == (EX + "Person",)
    assert len(graph.queries) == 5, "whole names, names in two parts, two readings, what was found"
    assert len(search.notices) == 1
    assert "some may not be found" in search.notices[0]


async def test_the_label_is_in_the_language_of_the_question() -> None:
    search = unhurried(SmallGraph(TURTLE), plain.DIALECT, NAMING)
    (found,) = await search.find(["Grace Hopper"], language="de")
    assert (found[0].label, found[0].matched) == ("Grace Hopper (de)", "Grace Hopper")


async def test_a_part_of_a_name_is_worth_less_than_the_whole() -> None:
    (found,) = await unhurried(SmallGraph(TURTLE), plain.DIALECT, NAMING).find(["lamarr"], language="en")
    assert (found[0].iri, found[0].how, found[0].label) == (EX + "hedy", "partial", "Hedy Lamarr")
    assert 0.5 < found[0].score <= 0.8


async def test_literals_of_other_properties_are_values_where_they_are_wanted() -> None:
    graph = SmallGraph(TURTLE)
    (without,) = await unhurried(graph, plain.DIALECT, NAMING).find(["arlington"], language="en")
    search = unhurried(graph, plain.DIALECT, NAMING, values=[EX + "city"])
    (found,) = await search.find(["arlington"], language="en")
    assert without == []
    assert (found[0].kind, found[0].iri, found[0].value) == (TermKind.VALUE, EX + "city", "Arlington")


async def test_terms_of_the_schema_are_left_to_the_schema() -> None:
    search = unhurried(SmallGraph(TURTLE), plain.DIALECT, NAMING, schema=[EX + "Person"])
    assert await search.find(["person"], language="en") == [[]]


async def test_the_best_come_first_and_no_more_than_wanted() -> None:
    many = "".join(f'<{EX}{n}> <{LABEL}> "Paris {"x" * n}" .' for n in range(30))
    search = unhurried(SmallGraph(many + f'<{EX}p> <{LABEL}> "Paris" .'), plain.DIALECT, Naming((LABEL,), ()))
    (found,) = await search.find(["paris x"], language="en", limit=3)
    assert len(found) <= 3
    assert [m.score for m in found] == sorted((m.score for m in found), reverse=True)


@pytest.mark.parametrize("language", ["", "en", "de-AT", '"@', "x y", "\n"])
async def test_a_language_is_a_language_or_none(language: str) -> None:
    search = unhurried(SmallGraph(TURTLE), plain.DIALECT, NAMING)
    assert (await search.find(["Ada Lovelace"], language=language))[0][0].iri == EX + "ada"


@pytest.mark.parametrize(
    "phrase", ["", " ", "\x00", "\ud800", "\"'\\", "x" * 2_000, "a " * 500, "?*~", "@en . }"]
)
async def test_what_is_no_name_costs_little_and_breaks_nothing(phrase: str) -> None:
    graph = SmallGraph(TURTLE)
    assert list(map(list, await unhurried(graph, plain.DIALECT, NAMING).find([phrase], language="en"))) == [
        []
    ]
    assert len(graph.queries) <= 3


# ── what goes wrong ──────────────────────────────────────────────────────────────────────────────


class WithoutSearch(SmallGraph):
    """A store that refuses what searches its text, and answers the rest."""

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        if "text#query" in query.text:
            raise GraphRejected("There is no index.")
        return await super().run(query, limits)


async def test_searches_that_all_fail_say_why_every_time() -> None:
    graph = SmallGraph(TURTLE, error=GraphRejected("The store said no."))
    search = unhurried(graph, jena.DIALECT, NAMING)
    for _ in range(2):
        with pytest.raises(GraphRejected, match=r"by Apache Jena's text index: The store said no\."):
            await search.find(["Ada", "Grace"], language="en")


async def test_a_search_that_fails_costs_its_own_matches_alone() -> None:
    graph = WithoutSearch(TURTLE)
    found = await unhurried(graph, jena.DIALECT, NAMING).find(["Ada Lovelace", "Hopper"], language="en")
    assert [[m.iri for m in some] for some in found] == [[EX + "ada"], []]


async def test_a_search_that_takes_too_long_says_so(endpoint: HttpEndpoint) -> None:
    search = TextSearch(EndpointGraph(endpoint.url("/slow")), jena.DIALECT, NAMING, seconds=0.2)
    with pytest.raises(GraphTimeout, match=r"did not answer in 0\.2 seconds"):
        await search.find(["Ada"], language="en")


async def test_a_store_that_is_gone_is_the_operators_to_know(endpoint: HttpEndpoint) -> None:
    search = unhurried(EndpointGraph(endpoint.url("/404")), jena.DIALECT, NAMING)
    with pytest.raises(GraphUnavailable, match="no SPARQL endpoint"):
        await search.find(["Ada", "Grace", "Hedy"], language="en")
