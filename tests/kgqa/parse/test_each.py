"""What is told of each: things beside those to which they belong, and their number if it is asked for."""

from __future__ import annotations

import pytest

from tests.kgqa.company import Graph, rows_of

DEF = "PREFIX def: <https://company.example/def/> "


@pytest.mark.parametrize(
    "question",
    [
        "List the orders of each customer",
        "Which orders has each customer placed?",
        "Liste die Bestellungen jedes Kunden",
    ],
)
def test_what_each_has_is_listed(company: Graph, question: str) -> None:
    query = f"{DEF}SELECT ?c ?o {{ ?o def:orderedBy ?c }}"
    assert rows_of(company.ask(question)) == company.wanted(query)


@pytest.mark.parametrize(
    "question", ["Which components does each product have?", "Welche Bauteile hat jedes Produkt?"]
)
def test_parts_are_told_of_each_whole_in_both_languages(company: Graph, question: str) -> None:
    query = f"{DEF}SELECT DISTINCT ?p ?c {{ ?p def:hasComponent ?c }}"
    assert rows_of(company.ask(question)) == company.wanted(query)


@pytest.mark.parametrize("question", ["How many orders has each customer placed?", "orders per customer"])
def test_a_number_is_told_if_it_is_asked_for(company: Graph, question: str) -> None:
    query = f"{DEF}SELECT ?c (COUNT(?o) AS ?n) {{ ?o def:orderedBy ?c }} GROUP BY ?c"
    assert rows_of(company.ask(question)) == company.wanted(query)


def test_suppliers_that_have_all_of_something_are_not_those_that_have_any(company: Graph) -> None:
    assert company.ask("Welche Lieferanten haben alle Zertifikate?").table is None
