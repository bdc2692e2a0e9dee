"""The first of an order is not told as the only one where others have the same value."""

from __future__ import annotations

from kgqa.types import Question
from tests.kgqa.company import ASKED_AT, Graph, examples_of


def test_how_many_have_the_same_value_as_the_first_is_said(company: Graph) -> None:
    answer = company.ask("Which employee has the highest weekly hours?")
    assert answer.text.endswith("138 more have the same value.")
    assert answer.taken == ("138 more have the same value.",)


def test_it_is_said_in_the_language_of_the_question(company: Graph) -> None:
    question = Question(
        text="Welcher Mitarbeiter hat die höchsten Wochenstunden?", asked_at=ASKED_AT, language="de"
    )
    assert company.put(question).text.endswith("138 weitere haben denselben Wert.")


def test_nothing_is_said_where_there_is_one_first(company: Graph) -> None:
    for question in ("What is our heaviest product?", "What are the five most expensive products?"):
        assert "same value" not in company.ask(question).text


def test_a_question_that_many_tie_in_is_no_example(company: Graph) -> None:
    assert "Which employee has the highest weekly hours?" not in examples_of(company)["en"]
