"""Goods that are bought and sold: who bought them, how many, what sells best, and what a customer spent."""

from __future__ import annotations

import pytest

from kgqa.types import Outcome
from tests.kgqa.company import Graph

DEF = "PREFIX def: <https://company.example/def/> "
GALE = "<https://company.example/id/product/ws-1444>"
BUYERS = f"{DEF}SELECT DISTINCT ?c {{ ?o def:orderedBy ?c ; def:hasLine ?l . ?l def:orderedProduct {GALE} }}"
SOLD = f"{DEF}SELECT (SUM(?n) AS ?all) {{ ?l def:orderedProduct {GALE} ; def:quantity ?n }}"
IN_2025 = "?o def:hasLine ?l ; def:placedOn ?d FILTER(YEAR(?d) = 2025)"
BEST = f"""{DEF}SELECT ?p {{ ?l def:orderedProduct ?p ; def:quantity ?n . {IN_2025} }}
GROUP BY ?p ORDER BY DESC(SUM(?n))"""
SPENT = f"""{DEF}SELECT (SUM(?n * ?price) AS ?all) {{ ?l def:quantity ?n ; def:unitPrice ?price .
?o def:orderedBy ?c . ?c <http://www.w3.org/2000/01/rdf-schema#label> "Porto Waterworks" . {IN_2025} }}"""


def first(graph: Graph, query: str) -> list[str]:
    """The first column of a query's rows."""
    return [str(row[0]) for row in graph.select(query)]


def rows(graph: Graph, question: str) -> list[str]:
    """The first column of an answer."""
    answer = graph.ask(question)
    assert answer.outcome is Outcome.ANSWERED, answer.text
    assert answer.table is not None
    return sorted(row[0].value for row in answer.table.rows if row[0])


@pytest.mark.parametrize(
    "question",
    ["who bought a Gale 400?", "Who has bought the Gale 400?", "which customers bought the Gale 400?"],
)
def test_who_bought_a_thing_is_its_customers(company: Graph, question: str) -> None:
    assert rows(company, question) == sorted(first(company, BUYERS))


@pytest.mark.parametrize(
    "question",
    [
        "how many Gale 400 were ordered?",
        "how many Gale 400 have we sold?",
        "Wie viele Gale 400 wurden bestellt?",
    ],
)
def test_how_many_of_a_product_were_ordered_is_the_number_of_pieces(company: Graph, question: str) -> None:
    assert rows(company, question) == first(company, SOLD)


def test_the_lines_of_a_product_are_not_how_many_there_are(company: Graph) -> None:
    for question in ("how many Gale 400 are there?", "how many Gale 400 are in stock?"):
        assert (company.ask(question).confidence.value) < 0.6, question


@pytest.mark.parametrize(
    "question",
    ["best-selling product in 2025", "which product sold best in 2025?", "what did we sell most in 2025?"],
)
def test_what_sells_best_has_the_most_pieces_of_that_year(company: Graph, question: str) -> None:
    assert rows(company, question) == first(company, BEST)[:1]


def test_the_top_five_are_five(company: Graph) -> None:
    best = sorted(first(company, BEST)[:5])
    assert rows(company, "our five best-selling products in 2025") == best
    assert len(rows(company, "top 5 cheapest products")) == 5


@pytest.mark.parametrize(
    "question",
    ["how much did Porto Waterworks spend in 2025?", "Wie viel hat Porto Waterworks 2025 ausgegeben?"],
)
def test_what_a_customer_spent_is_the_worth_of_the_orders(company: Graph, question: str) -> None:
    spent = [float(v) for v in first(company, SPENT)]
    assert [float(v) for v in rows(company, question)] == pytest.approx(spent)


@pytest.mark.parametrize(
    "question", ["which products were sold in 2025?", "which products were ordered in 2025?"]
)
def test_what_was_sold_in_a_year_was_ordered_then(company: Graph, question: str) -> None:
    query = f"{DEF}SELECT DISTINCT ?p {{ ?l def:orderedProduct ?p . {IN_2025} }}"
    assert rows(company, question) == sorted(first(company, query))


def test_firms_that_are_asked_for_are_no_components(company: Graph) -> None:
    query = f"{DEF}SELECT DISTINCT ?s {{ ?c def:suppliedBy ?s }}"
    firms = rows(company, "which firms supply us with components?")
    assert firms == sorted(first(company, query))


def test_a_name_with_a_comma_is_met(company: Graph) -> None:
    query = f"""{DEF}SELECT DISTINCT ?p {{ ?p def:hasComponent ?c .
    ?c ?called ?name FILTER(STR(?name) = "antenna, 868 MHz") }}"""
    products = rows(company, "which products have the component antenna, 868 MHz?")
    assert products == sorted(first(company, query))


@pytest.mark.parametrize(
    "question", ["who are our top 5 customers?", "our five biggest customers", "Unsere fünf größten Kunden"]
)
def test_the_biggest_customers_buy_for_the_most_money(company: Graph, question: str) -> None:
    query = f"""{DEF}SELECT ?c {{ ?o def:orderedBy ?c ; def:hasLine ?l .
    ?l def:quantity ?n ; def:unitPrice ?price }} GROUP BY ?c ORDER BY DESC(SUM(?n * ?price)) LIMIT 5"""
    assert rows(company, question) == sorted(first(company, query))
    assert "€" in company.ask(question).text


def test_the_biggest_customers_are_no_account_managers(company: Graph) -> None:
    answer = company.ask("who is our biggest customer in Norway?")
    assert answer.query is not None
    assert "accountManager" not in answer.query.text


def test_what_is_asked_for_behind_which_is_not_passed_over(company: Graph) -> None:
    assert company.ask("which orders are late?").outcome is Outcome.UNKNOWN


def test_the_top_three_with_the_most_are_three(company: Graph) -> None:
    assert len(rows(company, "top 3 departments with the most employees")) == 3


ORDER_LINES = "?o def:hasLine ?l . ?l def:quantity ?n ; def:unitPrice ?price"


@pytest.mark.parametrize(
    "question", ["orders over 50,000 euros", "which orders were over €50,000?", "Aufträge über 50.000 Euro"]
)
def test_an_order_over_an_amount_has_lines_that_come_to_more(company: Graph, question: str) -> None:
    query = f"{DEF}SELECT ?o {{ {ORDER_LINES} }} GROUP BY ?o HAVING(SUM(?n * ?price) > 50000)"
    assert rows(company, question) == sorted(first(company, query))


def test_such_orders_are_counted(company: Graph) -> None:
    those = f"SELECT ?o {{ {ORDER_LINES} ; a def:OrderLine }} GROUP BY ?o HAVING(SUM(?n * ?price) > 50000)"
    query = f"{DEF}SELECT (COUNT(?o) AS ?all) {{ {{ {those} }} }}"
    assert rows(company, "how many orders over 50,000 euros were there?") == first(company, query)


@pytest.mark.parametrize("question", ["which order was the biggest?", "our biggest order", "größter Auftrag"])
def test_the_biggest_order_comes_to_the_most_money(company: Graph, question: str) -> None:
    query = f"{DEF}SELECT ?o {{ {ORDER_LINES} }} GROUP BY ?o ORDER BY DESC(SUM(?n * ?price)) LIMIT 1"
    assert rows(company, question) == first(company, query)


@pytest.mark.parametrize(
    "question",
    ["average order value in 2025", "What is the average order value in 2025?", "Ø Bestellwert 2025"],
)
def test_the_average_order_value_is_that_of_whole_orders(company: Graph, question: str) -> None:
    worth = f"SELECT (SUM(?n * ?price) AS ?worth) {{ {ORDER_LINES} . {IN_2025} }} GROUP BY ?o"
    query = f"{DEF}SELECT (AVG(?worth) AS ?average) {{ {{ {worth} }} }}"
    (average,) = rows(company, question.replace("Ø", "durchschnittlicher"))
    assert float(average) == pytest.approx(float(first(company, query)[0]))


def test_lines_are_grouped_by_the_day_of_their_order(company: Graph) -> None:
    query = f"""{DEF}SELECT ?y (SUM(?n * ?price) AS ?worth) {{ {ORDER_LINES} . ?o def:placedOn ?d
    BIND(YEAR(?d) AS ?y) }} GROUP BY ?y"""
    assert rows(company, "order value per year") == sorted(first(company, query))


@pytest.mark.parametrize(
    "question",
    [
        "number of orders in 2024 and 2025",
        "compare the number of orders in 2024 and 2025",
        "Vergleiche die Anzahl der Bestellungen 2024 und 2025",
    ],
)
def test_a_number_in_two_years_is_told_for_each(company: Graph, question: str) -> None:
    query = f"""{DEF}SELECT ?y (COUNT(?o) AS ?all) {{ ?o def:placedOn ?d BIND(YEAR(?d) AS ?y)
    FILTER(?y IN (2024, 2025)) }} GROUP BY ?y"""
    answer = company.ask(question)
    assert answer.table is not None
    told = [tuple(v.value for v in row if v) for row in answer.table.rows]
    assert told == sorted(tuple(map(str, row)) for row in company.select(query))


def test_what_is_listed_in_two_years_is_of_both(company: Graph) -> None:
    query = f"""{DEF}SELECT ?e {{ ?e def:joinedOn ?d FILTER(YEAR(?d) IN (2024, 2025)) }}"""
    found = rows(company, "which employees joined in 2024 and 2025?")
    assert found == sorted(first(company, query))


@pytest.mark.parametrize(
    "question", ["what did Porto Waterworks order?", "Was hat Porto Waterworks gekauft?"]
)
def test_what_was_bought_are_goods_and_no_orders(company: Graph, question: str) -> None:
    query = f"""{DEF}SELECT DISTINCT ?p {{ ?o def:orderedBy ?c ; def:hasLine ?l . ?l def:orderedProduct ?p .
    ?c <http://www.w3.org/2000/01/rdf-schema#label> "Porto Waterworks" }}"""
    assert rows(company, question) == sorted(first(company, query))


@pytest.mark.parametrize(
    "question", ["how often was the Gale 400 ordered?", "Wie oft wurde der Gale 400 bestellt?"]
)
def test_how_often_something_was_bought_counts_its_orders(company: Graph, question: str) -> None:
    query = f"{DEF}SELECT (COUNT(DISTINCT ?o) AS ?all) {{ ?o def:hasLine ?l . ?l def:orderedProduct {GALE} }}"
    assert rows(company, question) == first(company, query)


def test_how_often_something_is_done_is_not_counted(company: Graph) -> None:
    assert company.ask("how often does Porto Waterworks order?").outcome is Outcome.UNKNOWN


@pytest.mark.parametrize(
    "question", ["which product made the most money?", "Welches Produkt bringt den meisten Umsatz?"]
)
def test_what_makes_the_most_money_is_ranked_by_its_worth(company: Graph, question: str) -> None:
    query = f"""{DEF}SELECT ?p {{ ?l def:orderedProduct ?p ; def:quantity ?n ; def:unitPrice ?price }}
    GROUP BY ?p ORDER BY DESC(SUM(?n * ?price)) LIMIT 1"""
    assert rows(company, question) == first(company, query)
