"""How long things lasted: the days between two dates of the same thing, worked out in the query."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import QuerySolutions, Store

from kgqa.sparql.day_number import DAY_NUMBER
from kgqa.types import Answer, Outcome
from tests.kgqa.company import Graph, rows_of

DEF = "PREFIX def: <https://company.example/def/> "
PROJECTS = f"{DEF}SELECT ?p ?a ?b {{ ?p def:startsOn ?a ; def:endsOn ?b }}"
ORDERS = f"{DEF}SELECT ?o ?a ?b {{ ?o def:placedOn ?a ; def:shippedOn ?b }}"


def days(graph: Graph, query: str) -> dict[str, int]:
    """The days between the dates of each thing, as Python's calendar has them."""
    rows = [tuple(map(str, row)) for row in graph.select(query)]
    return {name: (date.fromisoformat(b) - date.fromisoformat(a)).days for name, a, b in rows}


def number_of(answer: Answer) -> float:
    (row,) = rows_of(answer)
    return float(row[-1])


@given(st.dates(date(1, 1, 1), date(9999, 12, 31)), st.dates(date(1, 1, 1), date(9999, 12, 31)))
def test_the_days_between_two_dates_are_those_of_the_calendar(one: date, other: date) -> None:
    numbers = (DAY_NUMBER.format(f'"{day.isoformat()}"^^xsd:date') for day in (one, other))
    query = "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> SELECT (({1}) - ({0}) AS ?n) {{ }}"
    found = Store().query(query.format(*numbers))
    assert isinstance(found, QuerySolutions)
    (row,) = found
    assert float(row[0].value) == (other - one).days


@pytest.mark.parametrize(
    "question",
    [
        "which project took the longest?",
        "What is the longest project?",
        "Which project lasted longest?",
        "Welches Projekt hat am längsten gedauert?",
    ],
)
def test_the_longest_is_that_with_the_most_days(company: Graph, question: str) -> None:
    lasted = days(company, PROJECTS)
    answer = company.ask(question)
    assert rows_of(answer)[0][0] == max(lasted, key=lambda project: lasted[project])


@pytest.mark.parametrize("question", ["how long did Deep Tarn take?", "Wie lange hat Deep Tarn gedauert?"])
def test_how_long_something_took_is_told_in_days(company: Graph, question: str) -> None:
    answer = company.ask(question)
    assert number_of(answer) == 546
    assert "546 days" in answer.text or "546 Tage" in answer.text


def test_whose_dates_they_are_is_said_once(company: Graph) -> None:
    answer = company.ask("how long did Deep Tarn take?")
    assert answer.text == "The time between start and end date of Deep Tarn is 546 days."


@pytest.mark.parametrize(
    "question",
    [
        "average days between order and shipping",
        "how long does it take on average from order to shipping?",
        "average time from order date to shipping date",
        "Durchschnittliche Zeit von Bestellung bis Versand",
    ],
)
def test_two_dates_may_be_named(company: Graph, question: str) -> None:
    lasted = days(company, ORDERS)
    assert number_of(company.ask(question)) == pytest.approx(sum(lasted.values()) / len(lasted))


@pytest.mark.parametrize(
    "question", ["average duration of our projects", "Durchschnittliche Dauer der Projekte"]
)
def test_a_duration_is_from_start_to_end(company: Graph, question: str) -> None:
    lasted = days(company, PROJECTS)
    assert number_of(company.ask(question)) == pytest.approx(sum(lasted.values()) / len(lasted))


@pytest.mark.parametrize(
    "question",
    ["which projects took more than 500 days?", "Welche Projekte haben länger als 500 Tage gedauert?"],
)
def test_a_limit_in_days_is_one_of_how_long_it_took(company: Graph, question: str) -> None:
    lasted = days(company, PROJECTS)
    found = [row[0] for row in rows_of(company.ask(question))]
    assert found == sorted(project for project, number in lasted.items() if number > 500)


def test_what_took_long_is_no_length_of_a_product(company: Graph) -> None:
    answer = company.ask("Wie lange hat Gale 400 gedauert?")
    assert answer.outcome is not Outcome.ANSWERED
