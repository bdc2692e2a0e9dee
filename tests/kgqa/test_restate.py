"""The restatement says what the query asks, and owns up to what it has no words for."""

from __future__ import annotations

from dataclasses import replace
from string import Formatter

import pytest

from kgqa.check import RULES, check
from kgqa.check.example import EX, EXAMPLE
from kgqa.ontology import Name, Ontology
from kgqa.restate import restate
from kgqa.restate.wording import wording
from kgqa.sparql import ParsedQuery, parse
from kgqa.types import CheckedQuery

PRICE = EX + "price"
SHOP = replace(
    EXAMPLE, properties={**EXAMPLE.properties, PRICE: replace(EXAMPLE.properties[PRICE], unit="EUR")}
)
LABELS = {EX + "acme": "Acme", EX + "ada": "Ada Njoroge", EX + "norway": "Norway", EX + "p1": "Valve V1"}


def said(text: str, language: str = "en") -> str:
    parsed = parse(text, SHOP.prefixes)
    assert isinstance(parsed, ParsedQuery), parsed
    return restate(parsed, SHOP, LABELS, language)


SENTENCES = [
    # lists and look-ups
    ("SELECT ?p { ?p a ex:Product }", "the products"),
    (
        "SELECT DISTINCT ?p { ?p a ex:Product ; ex:hasSupplier ex:acme }",
        "the products whose supplier is “Acme”",
    ),
    ("SELECT ?v { ex:p1 ex:price ?v }", "the prices of “Valve V1”"),
    ("SELECT ?s { ex:p1 ex:hasSupplier ?s }", "the suppliers of “Valve V1”"),
    ("SELECT ?e { ?o a ex:Order ; ex:soldBy ?e }", "the employees that an order is sold by"),
    ("SELECT ?o { ?o a ex:Order ; ex:soldBy ex:ada }", "the orders that are sold by “Ada Njoroge”"),
    ("SELECT ?s { ?s a ex:Supplier ; ex:supplies ex:p1 }", "the suppliers that supply “Valve V1”"),
    ("SELECT ?p { ex:acme ex:supplies ?p }", "the products that “Acme” supplies"),
    (
        "SELECT ?p { ?p a ex:Product ; ex:hasSupplier [ ex:country ex:norway ]; ex:price ?v FILTER(?v > 9) }",
        "the products whose price is more than €9 and that have a supplier whose country is “Norway”",
    ),
    (
        "SELECT ?p { ?p a ex:Product ; ex:hasSupplier/ex:country ex:norway }",
        "the products that have a supplier whose country is “Norway”",
    ),
    (
        "SELECT ?p ?n { ?p a ex:Product ; ex:price ?v OPTIONAL { ?p ex:hasSupplier/ex:name ?n } }",
        "the products that have a price, with the name of their supplier where known",
    ),
    (
        "SELECT ?p ?v { ?p a ex:Product ; ex:price ?v } ORDER BY ?p",
        "the products, with their price; sorted by product",
    ),
    # counts, totals, groups
    ("SELECT (COUNT(DISTINCT ?p) AS ?n) { ?p a ex:Product }", "the number of products"),
    (
        "SELECT (COUNT(?p) AS ?n) { ?p a ex:Product ; ex:hasSupplier ?s . ?s ex:country ex:norway }",
        "the number of products that have a supplier whose country is “Norway” (counted once for each match)",
    ),
    ("SELECT (AVG(?v) AS ?m) { ?p a ex:Hardware ; ex:price ?v }", "the average price of hardware"),
    ("SELECT (MIN(?d) AS ?m) { ?o a ex:Order ; ex:placedOn ?d }", "the earliest “placed on” of orders"),
    (
        """
        SELECT ?s (COUNT(DISTINCT ?p) AS ?n) { ?p a ex:Product ; ex:hasSupplier ?s }
        GROUP BY ?s HAVING (COUNT(DISTINCT ?p) > 3)
        """,
        (
            "for each supplier, the number of products with that supplier, "
            "only where the number of products is more than 3"
        ),
    ),
    (
        """
        SELECT ?s (COUNT(DISTINCT ?p) AS ?n) { ?p a ex:Product ; ex:hasSupplier ?s }
        GROUP BY ?s ORDER BY DESC(?n) LIMIT 5
        """,
        ("for each supplier, the number of products with that supplier; the 5 with the most products"),
    ),
    (
        "SELECT ?y (COUNT(?o) AS ?n) { ?o a ex:Order ; ex:placedOn ?d } GROUP BY (YEAR(?d) AS ?y)",
        "for each year of the “placed on”, the number of orders",
    ),
    (
        "SELECT (AVG(?n) AS ?a) { { SELECT ?s (COUNT(?p) AS ?n) { ?p ex:hasSupplier ?s } GROUP BY ?s } }",
        ("the average number of products per supplier"),
    ),
    (
        """
        SELECT ?p { ?p a ex:Product ; ex:price ?v FILTER(?v > ?m)
                    { SELECT (AVG(?w) AS ?m) { ?q a ex:Product ; ex:price ?w } } }
        """,
        "the products whose price is more than the average price of products",
    ),
    (
        "SELECT ?s { ?p a ex:Product ; ex:hasSupplier ?s } GROUP BY ?s ORDER BY DESC(COUNT(?p)) LIMIT 1",
        "the suppliers of products; the one with the most products",
    ),
    ("SELECT ?x { VALUES ?c { ex:Product ex:Hardware } ?x a ?c }", "the products"),
    # order and number
    (
        "SELECT ?p { ?p a ex:Product ; ex:price ?v } ORDER BY DESC(?v) LIMIT 1",
        "the product with the highest price",
    ),
    (
        "SELECT ?o { ?o a ex:Order ; ex:placedOn ?d } ORDER BY ?d LIMIT 3",
        "the 3 orders with the earliest “placed on”",
    ),
    (
        "SELECT ?p { ?p a ex:Product ; ex:price ?v } ORDER BY DESC(?v) LIMIT 5 OFFSET 5",
        "the products; sorted by price (highest first); the 6th to 10th of them",
    ),
    ("SELECT ?p { ?p a ex:Product } LIMIT 10", "the products; at most 10 of them"),
    # conditions
    (
        "SELECT ?o { ?o a ex:Order ; ex:placedOn ?d FILTER(?d >= '2024-03-01'^^xsd:date) }",
        "the orders whose “placed on” is on or after 1 March 2024",
    ),
    (
        "SELECT ?o { ?o a ex:Order ; ex:placedOn ?d FILTER(YEAR(?d) = 2024) }",
        "the orders whose “placed on” is in 2024",
    ),
    (
        "SELECT ?p { ?p a ex:Product ; ex:name ?n FILTER(CONTAINS(LCASE(STR(?n)), 'valve')) }",
        "the products whose name contains “valve”",
    ),
    (
        "SELECT ?p { ?p a ex:Product ; ex:name ?n FILTER(?n IN ('a', 'b', 'c')) }",
        "the products whose name is “a”, “b” or “c”",
    ),
    (
        "SELECT ?p { ?p a ex:Product ; ex:hasSupplier ?s VALUES ?s { ex:acme ex:ada } }",
        "the products whose supplier is “Acme” or “Ada Njoroge”",
    ),
    (
        "SELECT ?p { ?p a ex:Product ; ex:price ?v FILTER(10 < ?v || ?v = 1) }",
        "the products whose price is more than €10 or is €1",
    ),
    # what is not, and what may be
    (
        "SELECT ?p { ?p a ex:Product FILTER NOT EXISTS { ?p ex:hasSupplier ?s } }",
        "the products that have no supplier",
    ),
    ("SELECT ?p { ?p a ex:Product MINUS { ?p a ex:Service } }", "the products that are not services"),
    (
        "SELECT ?p { ?p a ex:Product MINUS { ?p ex:hasSupplier/ex:country ex:norway } }",
        "the products that have no supplier whose country is “Norway”",
    ),
    (
        "SELECT ?p { ?p a ex:Product { ?p ex:hasSupplier ex:acme } UNION { ?p ex:price 5 } }",
        "the products either whose supplier is “Acme” or whose price is €5",
    ),
    # yes or no
    ("ASK { ex:p1 ex:hasSupplier ex:acme }", "whether “Valve V1” has the supplier “Acme”"),
    (
        "ASK { ex:p1 a ex:Product ; ex:price ?v FILTER(?v > 5) }",
        "whether “Valve V1” is a product whose price is more than €5",
    ),
    (
        "ASK { ?o a ex:Order ; ex:soldBy ex:ada }",
        "whether there is an order that is sold by “Ada Njoroge”",
    ),
    ("DESCRIBE ex:p1", "everything the graph says about “Valve V1”"),
    ("DESCRIBE * { ?p a ex:Product }", "everything the graph says about products"),
]


@pytest.mark.parametrize(("query", "sentence"), SENTENCES)
def test_a_query_is_said_in_one_plain_sentence(query: str, sentence: str) -> None:
    assert said(query) == sentence


@pytest.mark.parametrize(
    "pattern",
    [
        "?p ex:name ?n FILTER(STRLEN(?n) > 5)",
        "?p ?anything 5",
        "?p !ex:price ?v",
        "GRAPH ex:g { ?p ex:price 5 }",
        "VALUES (?p ?v) { (ex:p1 5) } ?p ex:price ?v",
        "?q a ex:Order",
        "FILTER(?p = ex:p1 || EXISTS { ?p ex:price 5 })",
        "MINUS { ?q a ex:Order }",
    ],
)
def test_what_has_no_words_is_owned_up_to(pattern: str) -> None:
    sentence = said(f"SELECT ?p {{ ?p a ex:Product . {pattern} }}")
    assert sentence.endswith(
        ("with a further condition (see the query)", "with further conditions (see the query)")
    )


def test_two_queries_that_differ_are_never_said_alike() -> None:
    pairs = [
        ("?p ex:price ?v FILTER(?v > 5)", "?p ex:price ?v FILTER(?v >= 5)"),
        ("?p ex:hasSupplier ex:acme", "FILTER NOT EXISTS { ?p ex:hasSupplier ex:acme }"),
        ("?p ex:hasSupplier ?s", "OPTIONAL { ?p ex:hasSupplier ?s }"),
        ("?p ex:handledBy ?a", "?a ex:handledBy ?p"),
        ("?p a ex:Service", "?p a ex:Hardware"),
    ]
    for one, other in pairs:
        assert said(f"SELECT ?p {{ ?p a ex:Product . {one} }}") != said(
            f"SELECT ?p {{ ?p a ex:Product . {other} }}"
        )


def test_a_checked_query_is_said_like_the_parsed_one() -> None:
    text = "SELECT ?p WHERE { ?p a ex:Product }"
    checked = check(text, SHOP)
    assert isinstance(checked, CheckedQuery)
    assert restate(checked, SHOP, LABELS) == said(text)


def test_without_an_ontology_names_come_from_the_addresses() -> None:
    parsed = parse("SELECT ?x { ?x <http://g.example/def#unitPrice> ?v FILTER(?v < 5) }")
    assert isinstance(parsed, ParsedQuery)
    assert restate(parsed, Ontology(), {}) == "the things whose unit price is less than 5"


def test_a_name_with_line_breaks_stays_on_one_line() -> None:
    assert "\n" not in said('SELECT ?p { ?p a ex:Product ; ex:name "one\\ntwo" }')


def test_an_unknown_language_is_answered_in_english() -> None:
    assert said("SELECT ?p { ?p a ex:Product }", "xx-YY") == "the products"
    assert said("SELECT ?p { ?p a ex:Product }", "../../etc") == "the products"


GERMAN = replace(
    SHOP,
    classes={
        **SHOP.classes,
        EX + "Product": replace(SHOP.classes[EX + "Product"], names=(Name("Produkt", "de"),)),
    },
    properties={
        **SHOP.properties,
        PRICE: replace(SHOP.properties[PRICE], names=(Name("Preis", "de"), Name("price", "en"))),
        EX + "hasSupplier": replace(SHOP.properties[EX + "hasSupplier"], names=(Name("Lieferant", "de"),)),
    },
)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        (
            "SELECT ?p { ?p a ex:Product ; ex:hasSupplier ex:acme ; ex:price ?v FILTER(?v > 1250.5) }",
            "Produkte mit dem Lieferanten „Acme“ und mit einem Preis von mehr als 1.250,50 €",
        ),
        (
            "SELECT (COUNT(?p) AS ?n) { ?p a ex:Product FILTER NOT EXISTS { ?p ex:hasSupplier [] } }",
            "Anzahl der Produkte ohne Lieferanten",
        ),
        (
            "SELECT ?p { ?p a ex:Product ; ex:price ?v } ORDER BY DESC(?v) LIMIT 3",
            "die 3 Produkte mit dem höchsten Preis",
        ),
        (
            "SELECT ?p { ?p a ex:Product ; ?any 5 }",
            "Produkte, mit einer weiteren Bedingung (siehe Abfrage)",
        ),
    ],
)
def test_german_has_its_own_words(query: str, sentence: str) -> None:
    parsed = parse(query, GERMAN.prefixes)
    assert isinstance(parsed, ParsedQuery)
    assert restate(parsed, GERMAN, LABELS, "de") == sentence


OWN = ("having", "places", "doing", "doing_many", "main")  # sections with words of one language


def test_every_language_fills_in_the_same_templates() -> None:
    def holes(language: str) -> dict[tuple[str, str], set[str | None]]:
        table = wording(language).table
        return {
            (section, key): {name for _, name, _, _ in Formatter().parse(text)} - {None}
            for section, words in table.items()
            for key, text in words.items()
        }

    english, german = holes("en"), holes("de")
    assert (
        english.keys() - german.keys()
        == {
            ("marks", "persons"),
            ("nouns", "any"),
            ("opening", "is_long"),
            ("statement", "done"),
            ("statement", "gone"),
            *(key for key in english if key[0] in OWN),
        }
        - german.keys()
    )
    more = {
        "value",
        "noun",
        "owner",
        "before",
        "aux",
        "phrase",
        "verb",
        "verb_plural",
        "things",
        "thing",
        "those",
        "which",
    }
    shared = english.keys() & german.keys()
    assert not {key: german[key] for key in shared if not german[key] <= english[key] | more}


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_query_of_the_rules_examples_has_a_sentence(language: str) -> None:
    texts = [q for rule in RULES for q in (*rule.allows, *(f.query for f in rule.forbids))]
    for text in texts:
        parsed = parse(text, SHOP.prefixes)
        if isinstance(parsed, ParsedQuery):
            sentence = restate(parsed, SHOP, LABELS, language)
            assert sentence
            assert "None" not in sentence
            assert "{" not in sentence
