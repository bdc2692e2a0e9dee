"""A node with a number and a unit is not taken for the number, and units are not mixed."""

from __future__ import annotations

import asyncio

import pytest

from kgqa.check import Closed
from kgqa.check.units import units_in
from kgqa.errors import GraphTimeout
from kgqa.sparql import ParsedQuery, parse
from kgqa.types import Ground
from tests.doubles.graph import SmallGraph
from tests.kgqa.check.checking import HEAD, Checking
from tests.kgqa.patterns.small import NS, PREFIXES, each, terms

PRICES = each(
    6,
    lambda n: (
        f':p{n} a :Product ; rdfs:label "P {n}" ; :weight {n} ; '
        f':price [ a :Price ; :amount {n}.5 ; :currency "{"EUR" if n % 2 else "USD"}" ] ; '
        f':fee [ a :Price ; :amount {n}.25 ; :currency "EUR" ] .\n'
        f':k{n} a :Keeper ; rdfs:label "K {n}" ; :birth [ a :Birth ; :on "19{70 + n}-01-01"^^xsd:date ] ; '
        f':lives [ a :Address ; :street "Way {n}" ; :town "Town {n % 2}" ] .'
    ),
)


@pytest.fixture(scope="module")
def graph() -> Checking:
    return Checking(terms(PRICES))


def test_a_comparison_with_the_node_is_refused_though_the_data_alone_excludes_it(graph: Checking) -> None:
    (issue,) = graph.issues("SELECT ?x { ?x :price ?p FILTER(?p > 5) }")
    assert (issue.rule, issue.ground) == ("quantity", Ground.UNLIKELY)
    assert issue.message == (
        "“price” leads to a price with its value in “amount”, but here it is compared with the number “5”."
    )


@pytest.mark.parametrize(
    ("query", "pattern", "kept"),
    [
        ("SELECT ?x ?p { ?x :fee ?p FILTER(?p > 5 && ?p < 9) } ORDER BY ?p", ":fee/:amount ?p", "?x ?p"),
        ("SELECT ?x { ?x :fee ?p } ORDER BY DESC(?p) LIMIT 1", ":fee/:amount ?p", "ORDER BY DESC(?p)"),
        ("SELECT (SUM(?p) AS ?s) { ?x :fee ?p }", ":fee/:amount ?p", "SUM(?p)"),
        ("SELECT (MAX(?p) AS ?s) { ?x :fee ?p }", ":fee/:amount ?p", "MAX(?p)"),
        ("SELECT (?p * 2 AS ?d) { ?p ^:fee ?x }", "?p (^:amount)/(^:fee) ?x", "?p * 2"),
        ("SELECT ?x { ?x :fee 2.25 }", "?x :fee/:amount 2.25", ""),
        ("SELECT ?k { ?k :birth ?b FILTER(YEAR(?b) = 1972) }", ":birth/:on ?b", "YEAR(?b)"),
        (
            "SELECT ?x { ?x a :Product OPTIONAL { ?x :fee ?p } FILTER(?p > 5) }",
            "OPTIONAL { ?x :fee/:amount ?p",
            "?p > 5",
        ),
    ],
)
def test_the_step_to_the_number_is_put_in(graph: Checking, query: str, pattern: str, kept: str) -> None:
    mended = graph.mended(query).replace("example:", ":")
    assert pattern in mended
    assert kept in mended


def test_a_node_that_is_asked_for_more_keeps_it_under_another_name(graph: Checking) -> None:
    mended = graph.mended('SELECT ?x ?p { ?x :price ?p . ?p :currency "EUR" FILTER(?p > 5) }')
    assert "?x example:price ?price . ?price example:amount ?p ; example:currency 'EUR'" in mended.replace(
        '"', "'"
    )


def test_what_stands_for_several_values_is_not_put_right(graph: Checking) -> None:
    repair = graph.repair('SELECT ?k { ?k :lives ?a FILTER(CONTAINS(?a, "Town")) }')
    assert not repair.fixes
    assert not graph.issues("SELECT ?k ?a { ?k :lives ?a } ORDER BY ?a")


def test_nodes_that_are_counted_stay_nodes(graph: Checking) -> None:
    assert not graph.issues("SELECT (COUNT(?p) AS ?n) { ?x :price ?p }")
    assert not graph.repair("SELECT (COUNT(DISTINCT ?p) AS ?n) (AVG(?p) AS ?a) { ?x :fee ?p }").fixes


def test_both_of_two_prices_are_put_right(graph: Checking) -> None:
    mended = graph.mended("SELECT ?x { ?x :price ?p ; :fee ?f FILTER(?p > ?f) }").replace("example:", ":")
    assert ":price/:amount ?p" in mended
    assert ":fee/:amount ?f" in mended


# ── units ────────────────────────────────────────────────────────────────────────────────────────

TOTAL = "SELECT (SUM(?n) AS ?s) { ?x :price ?p . ?p :amount ?n }"


def test_numbers_in_several_units_that_are_added_up_are_told(graph: Checking) -> None:
    (issue,) = graph.issues(TOTAL)
    assert (issue.rule, issue.ground) == ("unit", Ground.DOUBTFUL)
    assert issue.message == (
        "“price” is given in several units, such as “EUR” and “USD”, but the query does not say which."
    )


@pytest.mark.parametrize(
    "query",
    [
        "SELECT (SUM(?n) AS ?s) { ?x :fee/:amount ?n }",  # in one unit, whatever prices are in
        'SELECT (SUM(?n) AS ?s) { ?x :price ?p . ?p :amount ?n ; :currency "EUR" }',
        "SELECT ?c (SUM(?n) AS ?s) { ?x :price ?p . ?p :amount ?n ; :currency ?c } GROUP BY ?c",
        "SELECT ?x ?n { ?x :price/:amount ?n }",
    ],
)
def test_where_the_unit_is_said_or_is_one_nothing_is_told(graph: Checking, query: str) -> None:
    assert not graph.issues(query)


def test_units_are_those_of_the_class_that_is_asked_for() -> None:
    more = each(
        4,
        lambda n: (
            f':s{n} a :Service ; rdfs:label "S {n}" ; '
            f':price [ a :Price ; :amount {n}.75 ; :currency "EUR" ] .'
        ),
    )
    graph = Checking(terms(PRICES + more))
    assert not graph.issues("SELECT ?x { ?x a :Service ; :price/:amount ?n } ORDER BY ?n LIMIT 1")
    assert graph.issues("SELECT ?x { ?x a :Product ; :price/:amount ?n } ORDER BY ?n LIMIT 1")


def test_units_are_looked_up_once_and_only_where_they_count(graph: Checking) -> None:
    ontology, small = graph.terms.ontology, SmallGraph(PREFIXES + PRICES)
    found = asyncio.run(units_in(_read(TOTAL), small, ontology))
    assert found == {NS + "price": {(NS + "Product", "EUR"), (NS + "Product", "USD")}}
    assert asyncio.run(units_in(_read(TOTAL), small, ontology, found)) == {}
    assert asyncio.run(units_in(_read("SELECT ?x { ?x :price ?p }"), small, ontology)) == {}
    assert len(small.queries) == 1


def test_units_of_what_is_closed_are_not_looked_up(graph: Checking) -> None:
    ontology, small = graph.terms.ontology, SmallGraph(PREFIXES + PRICES)
    closed = Closed(classes=frozenset((NS + "Product",)))
    assert asyncio.run(units_in(_read(TOTAL), small, ontology, closed=closed)) == {NS + "price": frozenset()}


def test_a_graph_that_fails_tells_no_units(graph: Checking) -> None:
    away = SmallGraph(PREFIXES + PRICES, error=GraphTimeout("The graph did not answer."))
    assert asyncio.run(units_in(_read(TOTAL), away, graph.terms.ontology)) == {}


def _read(query: str) -> ParsedQuery:
    parsed = parse(HEAD + query)
    assert isinstance(parsed, ParsedQuery)
    return parsed
