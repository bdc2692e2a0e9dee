"""Texts that are dates, years or numbers are asked of as such: the query turns them into their values."""

from __future__ import annotations

import re

import pytest

from kgqa.pipeline import Kit
from kgqa.types import Answer, Outcome
from tests.kgqa.zoo import ask, kit_of, values

PREFIXES = """
@prefix : <https://zoo.example/def/> .
@prefix z: <https://zoo.example/id/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
COLOURS = 'z:red a :Colour ; rdfs:label "Red" . z:blue a :Colour ; rdfs:label "Blue" .\n'
LAMPS = (  # made on, modelled, price, weight in kg
    ("2014-03-05", "1990", "9.50", "2"),
    ("2016-11-30", "1997", "120", "11"),
    ("2009-01-17", "2004", "35", "3.5"),
    ("2021-06-01", "2011", "1100.25", "9"),
    ("2016-02-02", "2018", "80", "25"),
    ("2018-09-09", "1995", "7", "4"),
)
TEXTS = "".join(
    f'z:l{n} a :Lamp ; rdfs:label "Lamp {"ABCDEF"[n]}" ; :madeOn "{made}" ; :modelled "{year}" ; '
    f':price "{price}" ; :weight_kg "{weight}" ; :colour z:{"red" if n % 2 else "blue"} .\n'
    for n, (made, year, price, weight) in enumerate(LAMPS)
)
TYPED = re.sub(r'(:madeOn "[^"]+")', r"\1^^xsd:date", TEXTS)
TYPED = re.sub(r'(:modelled "[^"]+")', r"\1^^xsd:gYear", TYPED)
TYPED = re.sub(r'(:(?:price|weight_kg) "[^"]+")', r"\1^^xsd:decimal", TYPED)
QUESTIONS = (
    "Which lamps were made after 2015?",
    "Which lamps were made in 2016?",
    "Lamps made between March 2014 and June 2016",
    "lamps made on 2016-11-30",
    "Which lamp was made last?",
    "How many lamps were made per year?",
    "When was Lamp A made?",
    "Which lamps were modelled before 2000?",
    "How many lamps were modelled in 2004?",
    "Which lamps cost more than 50?",
    "lamps with a price of 80",
    "Which lamp is the most expensive?",
    "the three heaviest lamps",
    "Which lamps weigh more than 5 kg?",
    "Which lamps are heavier than Lamp B?",
    "What is the average price of the lamps?",
    "total weight per colour",
    "colours with an average price above 50",
    "the cheapest lamp per colour",
    "Which lamps cost more than the average?",
    "lamps with a price below 30 made after 2015",
    "Welche Lampen kosten mehr als 50?",
)


@pytest.fixture(scope="module")
def texts() -> Kit:
    return kit_of(PREFIXES + COLOURS + TEXTS)


@pytest.fixture(scope="module")
def typed() -> Kit:
    return kit_of(PREFIXES + COLOURS + TYPED)


def query(answer: Answer) -> str:
    return answer.query.text if answer.query else ""


@pytest.mark.parametrize("question", QUESTIONS)
def test_they_are_answered_as_typed_values_are(texts: Kit, typed: Kit, question: str) -> None:
    found, wanted = ask(texts, question), ask(typed, question)
    assert wanted.outcome is Outcome.ANSWERED
    assert sorted(values(found)) == sorted(values(wanted)), query(found)
    assert found.restatement == wanted.restatement
    assert found.assumed == wanted.assumed == ()


def test_the_query_says_what_they_are_turned_into(texts: Kit) -> None:
    assert 'FILTER(xsd:date(?madeOn) >= "2016-01-01"^^xsd:date)' in query(ask(texts, QUESTIONS[0]))
    assert "FILTER(xsd:integer(?modelled) < 2000)" in query(
        ask(texts, "Which lamps were modelled before 2000?")
    )
    assert "ORDER BY DESC(xsd:decimal(?price))" in query(ask(texts, "Which lamp is the most expensive?"))
    assert "DATATYPE" not in query(ask(texts, "Which lamp is the most expensive?"))


STRAYS = (
    "".join(
        f'z:o{n} a :Lamp ; rdfs:label "Old Lamp {n}" ; :madeOn "{"unknown" if n == 3 else f"1950-01-{n}"}" ; '
        f':price "{"on request" if n == 4 else n}" .\n'
        for n in range(10, 26)
    )
    .replace('"1950-01-13"', '"unknown"')
    .replace(':price "14"', ':price "on request"')
)


def test_those_that_are_something_else_are_left_out_and_the_answer_says_so() -> None:
    kit = kit_of(PREFIXES + COLOURS + TEXTS + STRAYS)
    cheapest, average = (
        ask(kit, "Which lamp is the cheapest?"),
        ask(kit, "What is the average price of the lamps?"),
    )
    assert values(cheapest) == [("l5",)]
    assert "FILTER(DATATYPE(xsd:decimal(?price)) = xsd:decimal)" in query(cheapest)
    numbers = [*(float(p) for _, _, p, _ in LAMPS), *(n for n in range(10, 26) if n != 14)]
    assert float(values(average)[0][0]) == pytest.approx(sum(numbers) / len(numbers))
    said = "Of 22 texts of “price”, 1 could not be read (such as “on request”) and are left out."
    assert cheapest.assumed == average.assumed == (said,)
    assert len(values(ask(kit, "Which lamps were made before 1960?"))) == 15


def test_a_text_that_is_asked_for_is_shown_as_it_is_written(texts: Kit) -> None:
    assert values(ask(texts, "What is the price of Lamp A?")) == [("9.50",)]
