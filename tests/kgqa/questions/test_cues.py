"""The words that say what to do: numbers with units, dates, comparisons, ranks, in both languages."""

from __future__ import annotations

from datetime import date

import pytest

from kgqa.language import language
from kgqa.linking.tokens import tokenise
from kgqa.strategies.parse.cues import Cue, Found, cues

TODAY = date(2025, 6, 15)


def found(text: str, cue: Cue, lang: str = "en") -> Found:
    """The longest cue of a kind."""
    every = [f for f in cues(text, tokenise(text), language(lang), TODAY) if f.cue is cue]
    return max(every, key=lambda f: f.last - f.first)


@pytest.mark.parametrize(
    ("text", "lang", "number", "unit"),
    [
        ("above 20 kg", "en", 20, "kg"),
        ("above 1,250.5 euro", "en", 1250.5, "EUR"),
        ("über 1.250,5 Euro", "de", 1250.5, "EUR"),
        ("above €300", "en", 300, "EUR"),
        ("above 2 million dollars", "en", 2_000_000, "USD"),
        ("über 3 Tausend Euro", "de", 3000, "EUR"),
        ("the five cheapest", "en", 5, ""),
        ("30%", "en", 30, "%"),
    ],
)
def test_numbers_are_read_with_their_units(text: str, lang: str, number: float, unit: str) -> None:
    cue = found(text, Cue.NUMBER, lang)
    assert (cue.number, cue.unit) == (number, unit)


def test_digits_inside_a_code_are_no_number() -> None:
    text = "the VX2041b"
    assert [f for f in cues(text, tokenise(text), language("en"), TODAY) if f.cue is Cue.NUMBER] == []


@pytest.mark.parametrize(
    ("text", "lang", "operator", "since", "before"),
    [
        ("in 2024", "en", "=", "2024-01-01", "2025-01-01"),
        ("since March 2024", "en", ">=", "2024-03-01", "2024-04-01"),
        ("before 3 March 2024", "en", "<", "2024-03-03", "2024-03-04"),
        ("on March 3, 2024", "en", "=", "2024-03-03", "2024-03-04"),
        ("on the 3rd March 2024", "en", "=", "2024-03-03", "2024-03-04"),
        ("on 2024-02-29", "en", "=", "2024-02-29", "2024-03-01"),
        ("in Q1 2024", "en", "=", "2024-01-01", "2024-04-01"),
        ("between March and May 2024", "en", "=", "2024-03-01", "2024-06-01"),
        ("from 2020 to 2022", "en", "=", "2020-01-01", "2023-01-01"),
        ("in December 2024", "en", "=", "2024-12-01", "2025-01-01"),
        ("last year", "en", "=", "2024-01-01", "2025-01-01"),
        ("last quarter", "en", "=", "2025-01-01", "2025-04-01"),
        ("last month", "en", "=", "2025-05-01", "2025-06-01"),
        ("yesterday", "en", "=", "2025-06-14", "2025-06-15"),
        ("seit März 2024", "de", ">=", "2024-03-01", "2024-04-01"),
        ("vor 2020", "de", "<", "2020-01-01", "2021-01-01"),
        ("zwischen 2020 und 2022", "de", "=", "2020-01-01", "2023-01-01"),
        ("letztes Jahr", "de", "=", "2024-01-01", "2025-01-01"),
    ],
)
def test_dates_are_half_open_periods(text: str, lang: str, operator: str, since: str, before: str) -> None:
    cue = found(text, Cue.DATE, lang)
    assert (cue.operator, str(cue.since), str(cue.before)) == (operator, since, before)


def test_a_day_that_no_calendar_has_is_no_day() -> None:
    cue = found("on 31 February 2024", Cue.DATE)
    assert (str(cue.since), str(cue.before)) == ("2024-02-01", "2024-03-01")


@pytest.mark.parametrize(
    ("text", "lang", "operator"),
    [
        ("more than 5", "en", ">"),
        ("at least 5", "en", ">="),
        ("no more than 5", "en", "<="),
        ("heavier than 5", "en", ">"),
        ("cheaper than 5", "en", "<"),
        ("less expensive than 5", "en", "<"),
        ("mindestens 5", "de", ">="),
        ("schwerer als 5", "de", ">"),
        ("weniger teuer als 5", "de", "<"),
    ],
)
def test_comparisons_are_operators(text: str, lang: str, operator: str) -> None:
    assert found(text, Cue.COMPARISON, lang).operator == operator


@pytest.mark.parametrize(
    ("text", "lang", "high", "measure"),
    [
        ("the heaviest", "en", True, "weight"),
        ("the most expensive", "en", True, "price"),
        ("the least expensive", "en", False, "price"),
        ("the cheapest", "en", False, "price"),
        ("am teuersten", "de", True, "preis"),
        ("das leichteste", "de", False, "gewicht"),
    ],
)
def test_superlatives_say_what_they_measure_and_which_end(
    text: str, lang: str, *, high: bool, measure: str
) -> None:
    cue = found(text, Cue.SUPERLATIVE, lang)
    assert cue.high is high
    assert measure in cue.measures


def test_ranks_are_read_alone_and_as_a_range() -> None:
    assert found("the third", Cue.RANK).number == 3
    cue = found("the 6th to 10th", Cue.RANK)
    assert (cue.number, cue.until) == (6, 10)
