"""The least a query may show: no names and no measures that nobody asked for."""

from __future__ import annotations

import pytest

from kgqa.language import language
from kgqa.linking.names import Naming
from kgqa.ontology import RDFS, Name, Ontology, Property
from kgqa.shape import Shaped, shaped
from kgqa.sparql import ParsedQuery, parse, write

NS = "https://x.example/ns#"
PREFIXES = (("", NS),)
ONTOLOGY = Ontology(
    properties={NS + "weight": Property(iri=NS + "weight", names=(Name("net weight", "en"),))},
    prefixes=PREFIXES,
)
NAMING = Naming((RDFS + "label",), ())


def shape(question: str, text: str) -> Shaped:
    query = parse(text, PREFIXES)
    assert isinstance(query, ParsedQuery)
    return shaped(query, question, language("en"), NAMING, ONTOLOGY)


def same(query: ParsedQuery | None, text: str) -> bool:
    other = parse(text, PREFIXES)
    assert isinstance(other, ParsedQuery)
    assert query is not None
    return write(query) == write(other)


@pytest.mark.parametrize(
    ("text", "least"),
    [
        ("SELECT ?p ?n { ?p a :Pump ; rdfs:label ?n }", "SELECT DISTINCT ?p { ?p a :Pump }"),
        ("SELECT ?n { ?p a :Pump ; rdfs:label ?n }", "SELECT DISTINCT ?p { ?p a :Pump }"),
        (
            "SELECT ?p ?n { ?p a :Pump OPTIONAL { ?p rdfs:label ?n FILTER(LANG(?n) = 'en') } }",
            "SELECT DISTINCT ?p { ?p a :Pump }",
        ),
        (
            "SELECT ?p ?n { ?p a :Pump ; rdfs:label ?n FILTER(LANGMATCHES(LANG(?n), 'en')) }",
            "SELECT DISTINCT ?p { ?p a :Pump }",
        ),
        (
            "SELECT ?p ?n { ?p a :Pump ; rdfs:label ?n FILTER(CONTAINS(?n, 'x')) }",
            "SELECT DISTINCT ?p { ?p a :Pump ; rdfs:label ?n FILTER(CONTAINS(?n, 'x')) }",
        ),
        (
            "SELECT ?p ?n { ?p a :Pump ; rdfs:label ?n } ORDER BY ?n",
            "SELECT ?p { ?p a :Pump ; rdfs:label ?n } ORDER BY ?n",
        ),
        (
            "SELECT ?p ?n (COUNT(?o) AS ?c) { ?o :of ?p . ?p rdfs:label ?n } GROUP BY ?p ?n",
            "SELECT ?p (COUNT(?o) AS ?c) { ?o :of ?p } GROUP BY ?p",
        ),
        (
            "SELECT ?p ?n ?q ?m { ?p :of ?q ; rdfs:label ?n . ?q rdfs:label ?m }",
            "SELECT DISTINCT ?p ?q { ?p :of ?q }",
        ),
    ],
)
def test_columns_of_names_go(text: str, least: str) -> None:
    assert same(shape("Which pumps are there?", text).query, least)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What are the names of the pumps?", "SELECT ?p ?n { ?p a :Pump ; rdfs:label ?n }"),
        ("Pumps by kind", "SELECT ?n (COUNT(?p) AS ?c) { ?p :kind ?k . ?k rdfs:label ?n } GROUP BY ?n"),
        ("Which have one name?", "SELECT ?p ?q { ?p rdfs:label ?n . ?q rdfs:label ?n }"),
        ("Is there a pump?", "ASK { ?p a :Pump ; rdfs:label ?n }"),
        ("All of it", "SELECT * { ?p rdfs:label ?n }"),
    ],
)
def test_names_that_are_asked_for_stay(question: str, text: str) -> None:
    assert same(shape(question, text).query, text)


def test_the_measure_of_a_superlative_goes_and_is_shown_beside() -> None:
    least = shape("Which pump is the heaviest?", "SELECT ?w ?p { ?p :weight ?w } ORDER BY DESC(?w) LIMIT 1")
    assert same(least.query, "SELECT ?p { ?p :weight ?w } ORDER BY DESC(?w) LIMIT 1")
    assert same(least.shown, "SELECT ?p ?w { ?p :weight ?w } ORDER BY DESC(?w) LIMIT 1")
    assert least.dropped == ("w",)


def test_the_order_keeps_an_aggregate_whose_column_is_gone() -> None:
    text = "SELECT ?p (SUM(?w) AS ?t) { ?p :weight ?w } GROUP BY ?p HAVING(?t > 3) ORDER BY DESC(?t) LIMIT 3"
    least = shape("Which three have the highest total weight?", text)
    assert same(
        least.query,
        "SELECT ?p { ?p :weight ?w } GROUP BY ?p HAVING(SUM(?w) > 3) ORDER BY DESC(SUM(?w)) LIMIT 3",
    )


@pytest.mark.parametrize(
    "question",
    [
        "Which pump is the heaviest and how much does it weigh?",
        "Which pump is the heaviest, and what is its weight?",
        "What is the weight of the heaviest pump?",
        "The five heaviest pumps with their weights",
    ],
)
def test_a_measure_that_is_asked_for_stays(question: str) -> None:
    text = "SELECT ?p ?w { ?p :weight ?w } ORDER BY DESC(?w) LIMIT 5"
    assert same(shape(question, text).query, text)


def test_a_ranking_without_a_limit_keeps_its_measure() -> None:
    text = "SELECT ?p ?w { ?p :weight ?w } ORDER BY DESC(?w)"
    assert same(shape("Rank the pumps", text).query, text)


def test_a_measure_alone_stays() -> None:
    text = "SELECT ?w { ?p :weight ?w } ORDER BY DESC(?w) LIMIT 1"
    assert same(shape("Which is the highest?", text).query, text)
