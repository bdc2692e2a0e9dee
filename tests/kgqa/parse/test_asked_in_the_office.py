"""What people of a company ask each other: what we buy, since when, what is not over yet, and of those."""

from __future__ import annotations

import pytest

from kgqa.conversation import turn_of
from kgqa.types import Answer, Turn
from tests.kgqa.company import Graph, rows_of

DEF = "PREFIX def: <https://company.example/def/> "
NAME = "<http://www.w3.org/2000/01/rdf-schema#label>"


def things(answer: Answer) -> list[str]:
    """The first column of an answer."""
    return sorted({row[0] for row in rows_of(answer)})


def wanted(graph: Graph, query: str) -> list[str]:
    """The first column of a query's rows."""
    return sorted({row[0] for row in graph.wanted(f"{DEF}SELECT {query}")})


@pytest.mark.parametrize(
    "question",
    [
        "where do we buy the aluminium tube, 1 m?",
        "who do we buy the aluminium tube, 1 m from?",
        "bei wem kaufen wir die aluminium tube, 1 m?",
    ],
)
def test_what_we_buy_is_supplied_to_us(company: Graph, question: str) -> None:
    query = f'?s {{ ?c def:suppliedBy ?s ; {NAME} ?n FILTER(STR(?n) = "aluminium tube, 1 m") }}'
    assert things(company.ask(question)) == wanted(company, query)


@pytest.mark.parametrize(
    "question",
    ["who joined from 2020 onwards?", "people who joined from 2020 on", "Wer ist von 2020 an eingetreten?"],
)
def test_from_a_year_on_is_since_then(company: Graph, question: str) -> None:
    query = "?p { ?p def:joinedOn ?d FILTER(YEAR(?d) >= 2020) }"
    assert things(company.ask(question)) == wanted(company, query)


@pytest.mark.parametrize(
    "question", ["which projects have not ended yet?", "Welche Projekte sind noch nicht beendet?"]
)
def test_what_will_end_has_not_ended_yet(company: Graph, question: str) -> None:
    day = '"2026-11-20"^^<http://www.w3.org/2001/XMLSchema#date>'
    is_over = f"FILTER NOT EXISTS {{ ?p def:endsOn ?e FILTER(?e < {day}) }}"
    assert things(company.ask(question)) == wanted(company, f"?p {{ ?p a def:Project {is_over} }}")


def test_no_end_date_yet_is_none_at_all(company: Graph) -> None:
    query = "?p { ?p a def:Project FILTER NOT EXISTS { ?p def:endsOn ?e } }"
    assert things(company.ask("which projects have no end date yet?")) == wanted(company, query)


def test_a_department_and_a_language_are_no_alternatives(company: Graph) -> None:
    query = f"""?p {{ ?p def:worksIn/{NAME} ?d ; def:hasSkill/{NAME} ?s
    FILTER(STR(?d) = "Logistics" && STR(?s) = "French language") }}"""
    answer = company.ask("who works in Logistics and speaks French?")
    assert things(answer) == wanted(company, query)


def talk(graph: Graph, *questions: str) -> Answer:
    """The last answer of a conversation."""
    history: tuple[Turn, ...] = ()
    for question in questions:
        answer = graph.ask(question, history)
        history += (turn_of(answer),)
    return answer


def test_an_amount_of_money_is_no_number_of_pieces(company: Graph) -> None:
    answer = talk(
        company,
        "von welchen Bauteilen haben wir weniger als 500 Stück da?",
        "nur die, die mehr als 10 € kosten",
    )
    query = "?c { ?c def:inStock ?n ; def:unitCost ?u FILTER(?n < 500 && ?u > 10) }"
    assert things(answer) == wanted(company, query)


@pytest.mark.parametrize("question", ["who do we buy them from?", "where do we buy those?"])
def test_they_are_what_was_listed(company: Graph, question: str) -> None:
    answer = talk(company, "which components have a stock of less than 500?", question)
    assert things(answer) == wanted(company, "?c { ?c def:inStock ?n FILTER(?n < 500) }")
    assert answer.text.endswith("with their supplier where known.")


def test_an_article_before_what_chooses_stands_for_nothing(company: Graph) -> None:
    answer = talk(company, "Welche Regenmesser verkaufen wir noch?", "welcher davon ist der leichteste?")
    assert len(things(answer)) == 1
    assert "2,1 kg" in answer.text


def test_the_number_that_is_asked_for_is_told_and_not_the_one_that_chose(company: Graph) -> None:
    answer = talk(company, "which components have a stock of less than 500?", "what do they cost?")
    assert "with unit cost from €0.51 to €44.55" in answer.text


@pytest.mark.parametrize(
    "question",
    [
        "which components do we have none left of?",
        "components with no stock",
        "von welchen Bauteilen haben wir nichts mehr auf Lager?",
    ],
)
def test_nothing_in_stock_is_a_stock_of_none(company: Graph, question: str) -> None:
    assert things(company.ask(question)) == wanted(company, "?c { ?c def:inStock 0 }")


def test_what_has_lasted_the_longest_began_first(company: Graph) -> None:
    query = "?p { ?p def:joinedOn ?d } ORDER BY ?d LIMIT 1"
    assert things(company.ask("who has been here the longest?")) == wanted(company, query)
