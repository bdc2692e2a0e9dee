"""What a newcomer asks the sample company first: who works on what, how many, and what nobody has."""

from __future__ import annotations

import pytest

from kgqa.types import Outcome
from tests.kgqa.company import Graph

TEAM = """
SELECT ?person WHERE {
  <https://company.example/id/project/aurora> <https://company.example/def/projectMember> ?person
}"""


@pytest.mark.parametrize(
    "question",
    ["Which people work on Aurora?", "Welche Mitarbeiter arbeiten am Projekt Aurora?"],
)
def test_a_verb_in_the_plural_is_the_property_that_is_called_so(company: Graph, question: str) -> None:
    answer = company.ask(question)
    assert answer.table is not None
    assert sorted(row[0].value for row in answer.table.rows if row[0]) == sorted(
        str(row[0]) for row in company.select(TEAM)
    )


def test_more_than_one_is_said_of_one(company: Graph) -> None:
    assert company.ask("Who works on more than one project?").text == (
        "49 people work on more than one project."
    )
    assert "exactly one supplier" in company.ask("Which components have only one supplier?").text


def test_where_nothing_meets_a_number_no_other_question_is_answered(company: Graph) -> None:
    answer = company.ask("Which customers ordered exactly one product?")
    assert answer.outcome is Outcome.UNKNOWN
    assert (
        company.select(
            "SELECT ?c WHERE { ?o <https://company.example/def/orderedBy> ?c ; "
            "<https://company.example/def/hasLine>/<https://company.example/def/orderedProduct> ?p } "
            "GROUP BY ?c HAVING (COUNT(DISTINCT ?p) = 1)"
        )
        == []
    )


def test_what_we_sell_somewhere_are_no_addresses_there(company: Graph) -> None:
    answer = company.ask("What do we sell in Norway?")
    assert answer.outcome is Outcome.NOT_IN_GRAPH
    assert "“sell”" in answer.text


AT_BRNO = """
SELECT ?person WHERE {
  ?person <https://company.example/def/basedAt> <https://company.example/id/site/brno>
}"""


@pytest.mark.parametrize(
    ("question", "is_count"),
    [
        ("Who works in Brno?", False),
        ("Wer arbeitet in Brno?", False),
        ("who works at the Brno Plant", False),
        ("How many people work in Brno?", True),
    ],
)
def test_where_people_work_may_be_a_site(company: Graph, question: str, is_count: bool) -> None:
    table = company.ask(question).table
    assert table is not None
    found = [row[0].value for row in table.rows if row[0]]
    people = [str(row[0]) for row in company.select(AT_BRNO)]
    assert found == [str(len(people))] if is_count else sorted(found) == sorted(people)


@pytest.mark.parametrize(
    "question", ["employees without a manager", "Mitarbeiter ohne Vorgesetzten", "employees without a boss"]
)
def test_who_is_without_a_manager_reports_to_none(company: Graph, question: str) -> None:
    assert "Solveig Brandvik" in company.ask(question).text


def test_who_is_excepted_is_of_no_such_kind(company: Graph) -> None:
    assert company.ask("employees except managers").text == "138 employees are not managers."


@pytest.mark.parametrize("question", ["products under 500 euros", "Produkte unter 500 Euro"])
def test_money_is_the_price_first(company: Graph, question: str) -> None:
    answer = company.ask(question)
    assert answer.query is not None
    assert "listPrice" in answer.query.text


@pytest.mark.parametrize(
    "question",
    [
        "customers in Norway without an order",
        "customers in Norway without an order in 2025",
        "Kunden in Norwegen ohne Bestellung",
    ],
)
def test_where_nobody_lacks_it_no_orders_and_no_other_customers_are_listed(
    company: Graph, question: str
) -> None:
    assert company.ask(question).outcome in (Outcome.UNKNOWN, Outcome.NOTHING_FOUND)


def test_customers_without_an_order_in_a_year_are_customers(company: Graph) -> None:
    found = company.ask("customers without an order in 2025")
    assert found.table is not None
    assert len(found.table.rows) == len(
        company.select(
            "SELECT DISTINCT ?c WHERE { ?any <https://company.example/def/orderedBy> ?c MINUS { "
            "?o <https://company.example/def/orderedBy> ?c ; <https://company.example/def/placedOn> ?d "
            "FILTER(YEAR(?d) = 2025) } }"
        )
    )


def test_when_an_order_shipped_is_not_answered_by_when_it_was_placed(company: Graph) -> None:
    """It has no shipping date yet; when it was placed is offered."""
    answer = company.ask("When did the order SO-2025-0113 ship?")
    assert answer.outcome is Outcome.UNKNOWN
    assert [choice.label for choice in answer.choices] == ["The order date of “SO-2025-0113”"]
