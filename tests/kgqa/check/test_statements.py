"""Statements of Wikibase and direct claims are not taken for each other."""

from __future__ import annotations

import pytest

from kgqa.check import Conditions, check
from kgqa.ontology import Ontology
from kgqa.repair import repaired
from kgqa.sparql import ParsedQuery, parse, write
from kgqa.types import CheckedQuery, Ground, Issue
from tests.kgqa.patterns.small import each, terms
from tests.kgqa.patterns.test_statements_and_names import CLAIMS, WD

PREFIX = (
    f"PREFIX wd: <{WD}entity/> PREFIX p: <{WD}prop/> PREFIX ps: <{WD}prop/statement/> "
    f"PREFIX pq: <{WD}prop/qualifier/> PREFIX wdt: <{WD}prop/direct/> "
    "PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> "
)
NAMED = each(9, lambda n: f'<{WD}entity/Q{n}> rdfs:label "thing {n}"@en .')
OTHERS = each(
    2,
    lambda n: (
        f"<{WD}entity/Q{n}> <{WD}prop/P106> _:o{n} .\n"
        f"_:o{n} <{WD}prop/statement/P106> <{WD}entity/Q8> ; <{WD}prop/qualifier/P580> 20{n}0 ."
    ),
)


@pytest.fixture(scope="module")
def ontology() -> Ontology:
    return terms(CLAIMS + NAMED + OTHERS).ontology


@pytest.fixture(scope="module")
def ranked() -> Ontology:
    """A statement that is outdated has no direct claim."""
    old = f"<{WD}entity/Q4> <{WD}prop/P39> _:old . _:old <{WD}prop/statement/P39> <{WD}entity/Q9> ."
    return terms(CLAIMS + NAMED + old).ontology


def issues(query: str, ontology: Ontology) -> tuple[Issue, ...]:
    verdict = check(PREFIX + query, ontology, Conditions())
    return verdict.warnings if isinstance(verdict, CheckedQuery) else verdict


def canonical(query: str) -> str:
    parsed = parse(PREFIX + query)
    assert isinstance(parsed, ParsedQuery)
    return write(parsed)


@pytest.mark.parametrize(
    ("query", "right"),
    [
        ("SELECT ?x { ?x p:P39 wd:Q9 }", "SELECT ?x { ?x p:P39/ps:P39 wd:Q9 }"),
        (
            "SELECT ?l { wd:Q1 p:P39 ?v . ?v rdfs:label ?l }",
            "SELECT ?l { wd:Q1 p:P39/ps:P39 ?v . ?v rdfs:label ?l }",
        ),
        ("SELECT ?v { wd:Q1 ps:P39 ?v }", "SELECT ?v { wd:Q1 p:P39/ps:P39 ?v }"),
        ("SELECT ?v { ?x wdt:P39 ?s . ?s ps:P39 ?v }", "SELECT ?v { ?x p:P39 ?s . ?s ps:P39 ?v }"),
        ("SELECT ?v { ?x p:P39/wdt:P39 ?v }", "SELECT ?v { ?x p:P39/ps:P39 ?v }"),
        (
            "SELECT ?x ?d { ?x wdt:P39 ?v . ?v pq:P580 ?d }",
            "SELECT ?x ?d { ?x p:P39 ?statement . ?statement ps:P39 ?v . ?statement pq:P580 ?d }",
        ),
    ],
)
def test_what_is_mixed_up_is_refused_and_put_right(query: str, right: str, ontology: Ontology) -> None:
    assert {(i.rule, i.ground) for i in issues(query, ontology)} == {("statement", Ground.UNLIKELY)}
    repair = repaired(PREFIX + query, ontology)
    assert isinstance(repair.verdict, CheckedQuery), repair
    assert repair.verdict.canonical == canonical(right)


def test_where_direct_claims_say_less_than_statements_nobody_knows_which_is_meant(ranked: Ontology) -> None:
    repair = repaired(PREFIX + "SELECT ?x { ?x p:P39 wd:Q9 }", ranked)
    assert not repair.fixes
    (issue,) = issues("SELECT ?x { ?x p:P39 wd:Q9 }", ranked)
    assert f"<{WD}prop/P39>/<{WD}prop/statement/P39>" in issue.hint
    assert f"<{WD}prop/direct/P39>" in issue.hint


def test_a_qualifier_of_a_thing_is_told(ontology: Ontology) -> None:
    (issue,) = issues("SELECT ?d { wd:Q1 pq:P580 ?d }", ontology)
    assert issue.message == "The qualifier “P580” belongs to a statement, not to a thing or a value."


def test_a_value_of_another_claim_is_told(ontology: Ontology) -> None:
    (issue,) = issues("SELECT ?v { wd:Q1 p:P39 ?s . ?s ps:P106 ?v }", ontology)
    assert issue.message == "A statement by “P39” has no value “P106”."


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?x { ?x wdt:P39 wd:Q9 }",
        "SELECT ?x ?d { ?x p:P39 ?s . ?s ps:P39 wd:Q9 ; pq:P580 ?d }",
        "SELECT ?x { ?x p:P39/ps:P39 ?v . ?v rdfs:label ?l }",
        "SELECT ?x { ?x p:P39/pq:P580 ?d ; wdt:P39 ?v ; rdfs:label ?l }",
        "SELECT ?x { { ?x wdt:P39 ?v } UNION { ?y p:P39 ?v . ?v ps:P39 ?x } }",
    ],
)
def test_what_is_asked_where_it_belongs_passes(query: str, ontology: Ontology) -> None:
    assert not issues(query, ontology)
