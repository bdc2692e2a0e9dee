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
