"""Arithmetic in words, definitions inside a question, and several values at once, in both languages."""

from __future__ import annotations

import pytest

from kgqa.language import guess, language
from kgqa.linking.tokens import tokenise
from kgqa.strategies.parse.formulas import definition, told
from kgqa.strategies.parse.formulas.definitions import definitions
from kgqa.strategies.parse.formulas.lexing import Source
from kgqa.types import Answer, Outcome
from tests.kgqa.company import Graph

# ── reading ──────────────────────────────────────────────────────────────────────────────────────

NAMES = (
    "price",
    "cost",
    "list price",
    "price per piece",
    "claim number",
    "product",
    "order",
    "Preis",
    "Kosten",
)


def source(text: str) -> Source:
    """A text with a few names in it."""
    tokens = tokenise(text)
    names = [[t.folded for t in tokenise(name)] for name in NAMES]

    def named(i: int) -> int:
        ends = [i + len(n) - 1 for n in names if [t.folded for t in tokens[i : i + len(n)]] == n]
        return max(ends, default=-1)

    return Source(text, tokens, guess(text), named)


def read(text: str) -> list[tuple[str, str]]:
    """The definitions of a text: names and formulas."""
    return [(d.definition.name, told(d.definition.formula)) for d in definitions(source(text))]


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("loss plus fee minus tax", "(loss + fee) - tax"),
        ("loss + fee * tax", "loss + (fee * tax)"),
        ("(loss + fee) * tax", "(loss + fee) * tax"),
        ("the sum of loss, fee and tax", "loss + fee + tax"),
        ("the product of loss and fee", "loss * fee"),
        ("the difference between loss and fee", "loss - fee"),
        ("the absolute difference between loss and fee", "|loss - fee|"),
        ("the ratio of loss to fee", "loss / fee"),
        ("loss as a percentage of fee", "loss % fee"),
        ("loss multiplied by 1.5", "loss * 1.5"),
        ("20 % of loss", "0.2 * loss"),
        ("the total loss divided by the number of fee", "SUM(loss) / COUNT(fee)"),
        ("average loss per fee", "AVG(loss) / fee"),
        ("the average of loss and fee", "(loss + fee) / 2"),
    ],
)
def test_arithmetic_is_read_from_words_and_signs(text: str, formula: str) -> None:
    found = definition("it", text, language("en"))
    assert found is not None
    assert told(found.formula) == formula


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("die Summe aus A, B und C", "A + B + C"),
        ("A abzüglich B", "A - B"),
        ("A geteilt durch B", "A / B"),
        ("das Produkt aus A und B", "A * B"),
        ("die Differenz zwischen A und B", "A - B"),
        ("das Verhältnis von A zu B", "A / B"),
        ("A in Prozent von B", "A % B"),
        ("A mal 2,5", "A * 2.5"),
        ("A geteilt durch Anzahl der B", "A / COUNT(B)"),
    ],
)
def test_arithmetic_is_read_in_german(text: str, formula: str) -> None:
    found = definition("es", text, language("de"))
    assert found is not None
    assert told(found.formula) == formula


@pytest.mark.parametrize(
    "text",
    [
        "What is the margin of each product, where margin is price minus cost?",
        "What is the margin of each product; where margin is price minus cost",
        "What is the margin, which is price minus cost, of each product?",
        "What is the margin, defined as price minus cost, of each product?",
        "What is the margin (price - cost) of each product?",
        "What is the margin of each product? where margin = price - cost",
        "margin is price minus cost. What is the margin of each product?",
        "Let margin be price minus cost. What is the margin of each product?",
        "What is the margin of the list price, which is price minus cost?",
    ],
)
def test_a_definition_may_stand_anywhere_in_a_question(text: str) -> None:
    assert read(text) == [("margin", "price - cost")]


@pytest.mark.parametrize(
    "text",
    [
        "Wie hoch ist die Marge je Produkt, wobei Marge Preis minus Kosten ist?",
        "Wie hoch ist die Marge je Produkt, wobei die Marge die Differenz aus Preis und Kosten ist?",
        "Wie hoch ist die Marge je Produkt, wobei die Marge als Preis minus Kosten definiert ist?",
        "Wie hoch ist die Marge je Produkt, wobei Marge gleich Preis minus Kosten ist?",
        "Marge ist Preis minus Kosten. Wie hoch ist die Marge je Produkt?",
        "Wie hoch ist die Marge, die die Differenz aus Preis und Kosten ist, je Produkt?",
        "Wie hoch ist die Marge, also Preis minus Kosten, je Produkt?",
    ],
)
def test_a_german_definition_may_have_its_verb_at_the_end(text: str) -> None:
    assert read(text) == [("Marge", "Preis - Kosten")]


def test_definitions_follow_each_other() -> None:
    both = [("loss", "price + cost"), ("loss ratio", "loss / price")]
    assert read("where loss is the sum of price and cost and loss ratio is loss divided by price") == both
    assert read("x; where loss is price plus cost; where loss ratio is loss divided by price") == both


def test_a_name_of_the_graph_is_no_formula_though_it_holds_the_words_of_one() -> None:
    assert read("where value is price per piece times cost") == [("value", "price per piece * cost")]


@pytest.mark.parametrize(
    "text",
    [
        "Which orders are there where the product is new and the price is above 20?",
        "Where is the product?",
        "Which product is it?",
        "Wo ist das Produkt?",
        "Welche Produkte gibt es, wobei der Preis über 20 ist?",
    ],
)
def test_a_condition_defines_nothing(text: str) -> None:
    assert read(text) == []


# ── answers ──────────────────────────────────────────────────────────────────────────────────────


class Company(Graph):
    def rows(self, query: str) -> set[tuple[str, ...]]:
        """What a query finds, numbers rounded."""
        found = self.select("PREFIX : <https://company.example/def/>\n" + query)
        return {tuple(_plain(value) for value in row if value is not None) for row in found}


def _plain(value: str) -> str:
    try:
        return f"{float(value):.4f}"
    except ValueError:
        return value


def rows(answer: Answer) -> set[tuple[str, ...]]:
    assert answer.outcome is Outcome.ANSWERED, answer.text
    assert answer.table is not None
    return {tuple(_plain(t.value) for t in row if t) for row in answer.table.rows}


@pytest.fixture(scope="module")
def company(company: Graph) -> Company:
    return Company(company.core, company.store)


ORDER_VALUE = "?o :orderedBy ?c ; :hasLine ?l . ?l :quantity ?q ; :unitPrice ?p ."
MARGIN = "?p :listPrice/:amount ?a ; :calibrationFee ?f ."
STOCK = "?c :suppliedBy ?s ; :unitCost ?u ; :inStock ?n ."
BUDGETS = "SELECT ?d (AVG(?b) AS ?v) (COUNT(?p) AS ?n) { ?p :sponsoredBy ?d ; :budget ?b } GROUP BY ?d"
GALE = "<https://company.example/id/product/ws-1444>"
SONORA = "<https://company.example/id/product/vx-1851>"

ASKED = [
    (
        "What is the total order value per customer, where order value is quantity times agreed unit price?",
        f"SELECT ?c (SUM(?q * ?p) AS ?v) {{ {ORDER_VALUE} }} GROUP BY ?c",
    ),
    (
        "Wie hoch ist der Gesamtwert je Kunde, wobei der Wert Menge mal vereinbarter Stückpreis ist?",
        f"SELECT ?c (SUM(?q * ?p) AS ?v) {{ {ORDER_VALUE} }} GROUP BY ?c",
    ),
    (
        "What is the average order value by customer number, where order value is quantity times unit price?",
        f"SELECT ?k (AVG(?q * ?p) AS ?v) {{ {ORDER_VALUE} ?c :customerNumber ?k }} GROUP BY ?k",
    ),
    (
        "How many orders and what total quantity does each customer have?",
        f"SELECT ?c (COUNT(DISTINCT ?o) AS ?n) (SUM(?q) AS ?v) {{ {ORDER_VALUE} }} GROUP BY ?c",
    ),
    (
        "Wie viele Bestellungen und welche Gesamtmenge hat jeder Kunde?",
        f"SELECT ?c (COUNT(DISTINCT ?o) AS ?n) (SUM(?q) AS ?v) {{ {ORDER_VALUE} }} GROUP BY ?c",
    ),
    (
        "What are the average budget and number of projects per department?",
        BUDGETS,
    ),
    (
        "Nenne Durchschnittsbudget und Anzahl der Projekte pro Abteilung",
        BUDGETS,
    ),
    (
        "Show each sensor with its margin, where margin is list price minus calibration fee.",
        f"SELECT ?p (?a - ?f AS ?m) {{ {MARGIN} }}",
    ),
    (
        "Welche Produkte haben eine Marge über 2000, wobei Marge Listenpreis minus Kalibriergebühr ist?",
        f"SELECT ?p {{ {MARGIN} FILTER(?a - ?f > 2000) }}",
    ),
    (
        "Marge ist Listenpreis minus Kalibriergebühr. Welche 3 Sensoren haben die höchste Marge?",
        f"SELECT ?p {{ {MARGIN} }} ORDER BY DESC(?a - ?f) LIMIT 3",
    ),
    (
        "What is the list price per kilogram of each product?",
        "SELECT ?p (?a / ?w AS ?v) { ?p :listPrice/:amount ?a ; :weight ?w }",
    ),
    (
        "Was ist der Preis pro Kilogramm jedes Produkts?",
        "SELECT ?p (?a / ?w AS ?v) { ?p :listPrice/:amount ?a ; :weight ?w }",
    ),
    (
        "What is the list price per gram of each product?",
        "SELECT ?p (?a / (?w * 1000) AS ?v) { ?p :listPrice/:amount ?a ; :weight ?w }",
    ),
    (
        "Which product has the highest price per kilogram?",
        "SELECT ?p { ?p :listPrice/:amount ?a ; :weight ?w } ORDER BY DESC(?a / ?w) LIMIT 1",
    ),
    (
        "What is the average list price per kilogram?",
        "SELECT (AVG(?a / ?w) AS ?v) { ?p :listPrice/:amount ?a ; :weight ?w }",
    ),
    (
        "List the products with a price per kilogram above 100",
        "SELECT ?p { ?p :listPrice/:amount ?a ; :weight ?w FILTER(?a / ?w > 100) }",
    ),
    (
        "What is the revenue per unit sold by region?",
        "SELECT ?r (SUM(?e) / SUM(?n) AS ?v) { ?f :salesIn ?r ; :revenue ?e ; :unitsSold ?n } GROUP BY ?r",
    ),
    (
        "What is the revenue per unit sold?",
        "SELECT (SUM(?e) / SUM(?n) AS ?v) { ?f :revenue ?e ; :unitsSold ?n }",
    ),
    (
        "Which suppliers have a total in stock above 1000?",
        "SELECT ?s { ?c :suppliedBy ?s ; :inStock ?n } GROUP BY ?s HAVING (SUM(?n) > 1000)",
    ),
    (
        "Show each weather station with its list price",
        "SELECT ?p ?a { ?p a :WeatherStation ; :listPrice/:amount ?a }",
    ),
    (
        "What is the difference between the list price and the calibration fee of the Gale 400?",
        f"SELECT (?a - ?f AS ?v) {{ {GALE} :listPrice/:amount ?a ; :calibrationFee ?f }}",
    ),
    (
        "What is the difference in price between the Gale 400 and the Sonora Marine?",
        f"SELECT (?a - ?b AS ?v) {{ {GALE} :listPrice/:amount ?a . {SONORA} :listPrice/:amount ?b }}",
    ),
    (
        "Wie hoch ist der Preisunterschied zwischen dem Gale 400 und dem Sonora Marine?",
        f"SELECT (?a - ?b AS ?v) {{ {GALE} :listPrice/:amount ?a . {SONORA} :listPrice/:amount ?b }}",
    ),
    (
        "What is the volume of the Gale 400, which is height times width times length?",
        f"SELECT (?h * ?w * ?l AS ?v) {{ {GALE} :height ?h ; :width ?w ; :length ?l }}",
    ),
    (
        "Wie hoch ist die Summe aus Höhe, Breite und Länge des Gale 400?",
        f"SELECT (?h + ?w + ?l AS ?v) {{ {GALE} :height ?h ; :width ?w ; :length ?l }}",
    ),
    (
        "What is the average project size, which is the total budget divided by the number of projects?",
        "SELECT (SUM(?b) / COUNT(DISTINCT ?p) AS ?v) { ?p :budget ?b }",
    ),
    (
        "What is the export price as a percentage of the list price of each product?",
        "SELECT ?p (?e / ?a * 100 AS ?v) { ?p :exportPrice/:amount ?e ; :listPrice/:amount ?a }",
    ),
    (
        "What is the stock value by supplier, where stock value is unit cost times in stock?",
        f"SELECT ?s (SUM(?u * ?n) AS ?v) {{ {STOCK} }} GROUP BY ?s",
    ),
    (
        "Wie hoch ist der Lagerwert je Lieferant, wobei Lagerwert Stückkosten mal Lagerbestand ist?",
        f"SELECT ?s (SUM(?u * ?n) AS ?v) {{ {STOCK} }} GROUP BY ?s",
    ),
    (
        "Which suppliers have a total stock value above 100000, where stock value is unit cost * in stock?",
        f"SELECT ?s {{ {STOCK} }} GROUP BY ?s HAVING (SUM(?u * ?n) > 100000)",
    ),
    (
        "What is the yield by region, where yield is total revenue / pieces and pieces is total units sold?",
        "SELECT ?r (SUM(?e) / SUM(?n) AS ?v) { ?f :salesIn ?r ; :revenue ?e ; :unitsSold ?n } GROUP BY ?r",
    ),
]


@pytest.mark.parametrize(("question", "query"), ASKED, ids=[q for q, _ in ASKED])
def test_what_a_question_works_out_is_what_the_query_finds(
    company: Company, question: str, query: str
) -> None:
    assert rows(company.ask(question)) == company.rows(query)


def test_a_definition_that_nobody_uses_changes_nothing(company: Company) -> None:
    plain = company.ask("What is the total budget per department?")
    defined = company.ask(
        "What is the total budget per department?; where loss ratio is revenue divided by units sold; where "
        "order value is quantity times agreed unit price"
    )
    assert rows(plain) == rows(defined)
    assert defined.confidence.value == pytest.approx(plain.confidence.value, abs=0.05)


def test_a_number_that_the_graph_does_not_have_is_named(company: Company) -> None:
    answer = company.ask("What is the profit of each product, where profit is list price minus wibble?")
    assert answer.outcome is Outcome.NOT_IN_GRAPH
    assert "wibble" in answer.text


def test_the_trace_shows_how_a_definition_was_read(company: Company) -> None:
    answer = company.ask(
        "Show each sensor with its margin, where margin is list price minus calibration fee."
    )
    assert any("margin: list price - calibration fee" in d for step in answer.trace for d in step.details)


def test_what_a_join_repeats_is_added_up_once(company: Company) -> None:
    answer = company.ask(
        "What is the total budget of projects per department and the number of their members?"
    )
    budgets = company.rows("SELECT ?d (SUM(?b) AS ?v) { ?p :budget ?b ; :sponsoredBy ?d } GROUP BY ?d")
    members = company.rows(
        "SELECT ?d (COUNT(DISTINCT ?m) AS ?n) { ?p :projectMember ?m ; :sponsoredBy ?d } GROUP BY ?d"
    )
    assert {row[:2] for row in rows(answer)} == budgets
    assert {(row[0], row[2]) for row in rows(answer)} == members


def test_two_sums_that_have_nothing_to_do_with_each_other_are_summed_apart(company: Company) -> None:
    answer = company.ask("What are the total weekly hours and the total project budget per department?")
    hours = company.rows("SELECT ?d (SUM(?h) AS ?v) { ?e :worksIn ?d ; :weeklyHours ?h } GROUP BY ?d")
    budgets = company.rows("SELECT ?d (SUM(?b) AS ?v) { ?p :budget ?b ; :sponsoredBy ?d } GROUP BY ?d")
    assert {row[:2] for row in rows(answer)} <= hours
    assert {(row[0], row[2]) for row in rows(answer)} == budgets


def test_a_sum_is_divided_as_a_whole() -> None:
    assert read("where x is the sum of price and cost divided by 2") == [("x", "(price + cost) / 2")]
    assert read("where x is the sum of price times cost") == [("x", "SUM(price * cost)")]
