"""Rules on the head of a query: what it shows is readable."""

from __future__ import annotations

import pytest

from kgqa.check import Conditions, Policy, check
from kgqa.check.example import EXAMPLE, OBSERVED
from kgqa.ontology import Ontology
from kgqa.types import CheckedQuery, Ground

LOUD = Conditions(policy=Policy(silent=frozenset()))


def told(query: str, ontology: Ontology = EXAMPLE) -> list[tuple[str, str]]:
    """The rules on outputs that speak, each with the column that it speaks of."""
    verdict = check(query, ontology, LOUD)
    assert isinstance(verdict, CheckedQuery), verdict
    found = [i for i in verdict.warnings if i.ground is Ground.OUTPUT]
    return [(i.rule, i.hint.partition("?")[2].split()[0]) for i in found]


@pytest.mark.parametrize("ontology", [EXAMPLE, OBSERVED])
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("SELECT ?p { ?p ex:price ?v }", [("subject output", "p")]),
        ("SELECT ?s { ?p ex:hasSupplier ?s }", [("IRI output", "s")]),
        ("SELECT ?p ?s { ?p ex:hasSupplier ?s }", [("IRI output", "s"), ("subject output", "p")]),
        ("SELECT * { ?p ex:hasSupplier ?s }", [("IRI output", "s"), ("subject output", "p")]),
        ("SELECT (?p AS ?product) { ?p ex:price ?v }", [("subject output", "product")]),
        ("SELECT (SAMPLE(?p) AS ?one) { ?p ex:price ?v }", [("subject output", "one")]),
        ("SELECT ?p { { SELECT ?p { ?p ex:price ?v } LIMIT 3 } }", [("subject output", "p")]),
        ("SELECT ?s { ?p ex:hasSupplier/ex:country ?s }", [("IRI output", "s")]),
        ("SELECT ?s { ?p ex:price ?v OPTIONAL { ?p ex:hasSupplier ?s } }", [("IRI output", "s")]),
        ("SELECT ?p ?n { ?p ex:price ?v MINUS { ?p ex:name ?n } ?q ex:name ?n }", [("subject output", "p")]),
        ("SELECT ?p (COUNT(?n) AS ?c) { ?p ex:name ?n } GROUP BY ?p", [("subject output", "p")]),
    ],
)
def test_a_thing_that_is_shown_by_its_iri_is_told(
    ontology: Ontology, query: str, expected: list[tuple[str, str]]
) -> None:
    assert sorted(told(query, ontology)) == sorted(expected)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?v { ?p ex:price ?v }",
        "SELECT ?p ?n { ?p ex:name ?n }",
        "SELECT ?p ?l { ?p ex:price ?v ; skos:prefLabel ?l }",
        "SELECT ?p ?l { ?p ex:price ?v OPTIONAL { ?p rdfs:label ?l } }",
        "SELECT ?p (SAMPLE(?l) AS ?label) { ?p rdfs:label ?l } GROUP BY ?p",
        "SELECT ?p ?label { ?p rdfs:label ?l BIND(STR(?l) AS ?label) }",
        "SELECT ?p ?l { { SELECT ?p ?l { ?p rdfs:label ?l } } }",
        "SELECT (COUNT(?p) AS ?n) { ?p ex:price ?v }",
        "SELECT (COUNT(DISTINCT ?s) AS ?n) { ?p ex:hasSupplier ?s }",
        "SELECT (STR(?p) AS ?iri) { ?p ex:price ?v }",
        "SELECT ?v { ?p ?q ?v }",
        "ASK { ?p ex:price ?v }",
        "DESCRIBE ?p { ?p ex:price ?v }",
        "CONSTRUCT { ?p ex:price ?v } WHERE { ?p ex:price ?v }",
        "SELECT ?n { { SELECT ?p { ?p ex:price ?v } } ?p ex:name ?n }",
    ],
)
def test_names_counts_and_other_forms_are_fine(query: str) -> None:
    assert told(query) == []


def test_an_identifier_that_people_use_is_as_good_as_a_name() -> None:
    query = "SELECT ?p ?i { ?p <https://any.example/orderNumber> ?i }"
    assert told(query, Ontology()) == []
    other = "SELECT ?p ?i { ?p <https://any.example/weight> ?i }"
    assert told(other, Ontology()) == [("subject output", "p")]


def test_nothing_is_said_of_outputs_unless_it_is_wanted() -> None:
    verdict = check("SELECT ?p ?s { ?p ex:hasSupplier ?s }", EXAMPLE)
    assert isinstance(verdict, CheckedQuery)
    assert not verdict.warnings
