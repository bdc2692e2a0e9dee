"""What a question says twice stands in its query once."""

from __future__ import annotations

import pytest

from tests.kgqa.company import Graph


def pattern(company: Graph, question: str) -> str:
    answer = company.ask(question)
    assert answer.strategy == "parse"
    assert answer.query is not None
    return " ".join(answer.query.text.split())


def test_what_can_only_be_one_is_one(company: Graph) -> None:
    """The verb names the date, and so does the year; an order has one of them."""
    assert pattern(company, "How many orders were placed in each year?").count("def:placedOn") == 1


@pytest.mark.parametrize(
    "question", ["Which employees have the surname Skaar?", "Who is called Elif by first name?"]
)
def test_that_there_is_a_value_says_nothing_beside_what_it_is(company: Graph, question: str) -> None:
    assert pattern(company, question).count("Name") == 1


def test_what_all_have_is_no_condition(company: Graph) -> None:
    """Each order has a customer."""
    assert "def:orderedBy" not in pattern(company, "Which orders were placed in December 2025?")


def test_no_price_is_asked_for_by_the_price_and_not_by_its_amount(company: Graph) -> None:
    assert "def:amount" not in pattern(company, "Which products have no list price?")


def test_a_currency_that_is_said_stands_beside_the_amount(company: Graph) -> None:
    question = "Which products have a list price of more than 10,000 euro?"
    assert 'def:currency "EUR"' in pattern(company, question)


@pytest.mark.parametrize(
    ("question", "property_"),
    [
        ("Which department does Priya Raghunathan work in?", "def:worksIn"),
        ("When does the Skills Map project end?", "def:endsOn"),
    ],
)
def test_a_verb_of_little_weight_chooses_between_properties(
    company: Graph, question: str, property_: str
) -> None:
    assert property_ in pattern(company, question)


def test_orders_that_were_placed_are_orders(company: Graph) -> None:
    answer = company.ask("Welche Bestellungen wurden im Dezember 2025 aufgegeben?")
    assert answer.text.startswith("Vier Bestellungen")


def test_the_highest_of_three_is_no_single_number(company: Graph) -> None:
    answer = company.ask("Die drei Projekte mit dem größten Budget")
    assert answer.table is not None
    assert len(answer.table.rows) == 3


@pytest.mark.parametrize(
    "question",
    [
        "How long is the average lead time of suppliers?",
        "Wie lang ist die durchschnittliche Lieferzeit der Lieferanten?",
    ],
)
def test_how_long_may_ask_for_what_the_question_names(company: Graph, question: str) -> None:
    assert "AVG(?leadTimeDays)" in pattern(company, question)
