"""What the check says of texts that spell dates and numbers, and how a query is put right."""

from __future__ import annotations

import pytest

from kgqa.check import check
from kgqa.ontology import Ontology
from kgqa.repair import repaired
from kgqa.types import CheckedQuery, Ground, Issue
from tests.kgqa.patterns.small import each, terms
from tests.kgqa.patterns.test_texts import DAYS, lamps

PREFIX = "PREFIX : <https://works.example/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> "


@pytest.fixture(scope="module")
def undeclared() -> Ontology:
    """A graph that declares nothing."""
    prices = ("9.50", "120", "35", "1100", "80", "7")
    years = ("1998", "2004", "1871", "1950", "1960", "2012")
    return terms(lamps(madeOn=DAYS, price=prices, built=years)).ontology


def issues(query: str, ontology: Ontology) -> tuple[Issue, ...]:
    verdict = check(PREFIX + query, ontology)
    return verdict.warnings if isinstance(verdict, CheckedQuery) else verdict


def mended(query: str, ontology: Ontology) -> str:
    repair = repaired(PREFIX + query, ontology)
    assert isinstance(repair.verdict, CheckedQuery), repair
    return repair.verdict.text


def test_a_comparison_that_the_data_alone_excludes_is_refused_and_says_the_cast(undeclared: Ontology) -> None:
    query = 'SELECT ?l { ?l :madeOn ?d FILTER(?d > "2015-12-31"^^xsd:date) }'
    (issue,) = issues(query, undeclared)
    assert issue.ground is Ground.UNLIKELY
    assert issue.hint == "?d is a text that spells a date. Write xsd:date(?d)."
    assert 'xsd:date(?d) > "2015-12-31"^^xsd:date' in mended(query, undeclared)


def test_a_year_is_a_number(undeclared: Ontology) -> None:
    query = "SELECT ?l { ?l :built ?y FILTER(?y > 2000) }"
    assert "xsd:integer(?y) > 2000" in mended(query, undeclared)
    assert "FILTER (xsd:integer(?y) = 2004)" in mended(
        "SELECT ?l { ?l :built ?y FILTER(YEAR(?y) = 2004) }", undeclared
    )


def test_dates_and_years_are_in_the_order_of_their_texts(undeclared: Ontology) -> None:
    for query in (
        "SELECT ?l { ?l :madeOn ?d } ORDER BY ?d LIMIT 1",
        "SELECT (MIN(?y) AS ?first) { ?l :built ?y }",
        'SELECT ?l { ?l :madeOn ?d FILTER(?d > "2015-12-31") }',
    ):
        assert not issues(query, undeclared)


def test_what_is_turned_already_is_right(undeclared: Ontology) -> None:
    for query in (
        'SELECT ?l { ?l :madeOn ?d FILTER(xsd:date(?d) > "2015-12-31"^^xsd:date) }',
        "SELECT ?l { ?l :price ?p } ORDER BY DESC(xsd:decimal(?p)) LIMIT 1",
        "SELECT (AVG(xsd:decimal(?p)) AS ?mean) { ?l :price ?p }",
        'SELECT ?l { ?l :price "120" }',
        'SELECT ?l { ?l :price ?p FILTER(?p = "120") }',
    ):
        assert not issues(query, undeclared)


def test_who_compares_in_both_ways_knows_what_he_does(undeclared: Ontology) -> None:
    query = 'SELECT ?l { ?l :price ?p FILTER(?p = 120 || ?p = "120") }'
    assert not [i for i in issues(query, undeclared) if i.ground is Ground.UNLIKELY]


def test_all_places_are_put_right_at_once(undeclared: Ontology) -> None:
    query = "SELECT ?l { ?l :price ?p ; :madeOn ?d FILTER(?p > 10 && YEAR(?d) = 2016) } ORDER BY ?p"
    text = mended(query, undeclared)
    assert "xsd:decimal(?p) > 10" in text
    assert "YEAR(xsd:date(?d)) = 2016" in text
    assert "ORDER BY ASC(xsd:decimal(?p))" in text


def test_texts_without_a_pattern_are_told_as_before() -> None:
    ontology = terms(
        each(4, lambda n: f':l{n} a :Lamp ; rdfs:label "L {n}" ; :shade "{"abcd"[n - 1]}" .')
    ).ontology
    (issue,) = issues("SELECT ?l { ?l :shade ?s FILTER(?s > 5) }", ontology)
    assert issue.ground is Ground.UNSEEN
