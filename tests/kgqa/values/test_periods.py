"""Dates and periods, by the words of both languages, seen from Sunday, 15 June 2025."""

from __future__ import annotations

from datetime import date

import pytest

from kgqa.language import language
from kgqa.linking.tokens import tokenise
from kgqa.strategies.parse.cues import Cue, Found, cues
from kgqa.values import calendar

TODAY = date(2025, 6, 15)

ENGLISH = {
    "on the 3rd of March 2024": "= 2024-03-03 2024-03-04",
    "on 3/4/2024": "= 2024-03-04 2024-03-05",
    "on 13/4/2024": "= 2024-04-13 2024-04-14",
    "on 03.04.2024": "= 2024-04-03 2024-04-04",
    "in 2024-03": "= 2024-03-01 2024-04-01",
    "Mar '24": "= 2024-03-01 2024-04-01",
    "since March": ">= 2025-03-01 2025-04-01",
    "since December": ">= 2024-12-01 2025-01-01",
    "on 3 March": "= 2025-03-03 2025-03-04",
    "before March 3, 2024": "< 2024-03-03 2024-03-04",
    "last March": "= 2025-03-01 2025-04-01",
    "next March": "= 2026-03-01 2026-04-01",
    "first quarter of 2024": "= 2024-01-01 2024-04-01",
    "2024 Q1": "= 2024-01-01 2024-04-01",
    "in Q3": "= 2024-07-01 2024-10-01",
    "in Q1 last year": "= 2024-01-01 2024-04-01",
    "H2 2023": "= 2023-07-01 2024-01-01",
    "in the second half of last year": "= 2024-07-01 2025-01-01",
    "week 12 of 2024": "= 2024-03-18 2024-03-25",
    "this week": "= 2025-06-09 2025-06-16",
    "next month": "= 2025-07-01 2025-08-01",
    "last 30 days": "= 2025-05-16 2025-06-16",
    "past six months": "= 2024-12-15 2025-06-16",
    "in the last two years": "= 2023-06-15 2025-06-16",
    "next 2 weeks": "= 2025-06-15 2025-06-30",
    "within the past year": "= 2024-06-15 2025-06-16",
    "two weeks ago": "= 2025-05-26 2025-06-02",
    "a year ago": "= 2024-01-01 2025-01-01",
    "year to date": "= 2025-01-01 2025-06-16",
    "in the 1990s": "= 1990-01-01 2000-01-01",
    "in the 90s": "= 1990-01-01 2000-01-01",
    "on Monday": "= 2025-06-09 2025-06-10",
    "next Friday": "= 2025-06-20 2025-06-21",
    "between November and February": "= 2024-11-01 2025-03-01",
    "from May 1 to May 20, 2024": "= 2024-05-01 2024-05-21",
    "2020-2022": "= 2020-01-01 2023-01-01",
    "since the beginning of 2024": ">= 2024-01-01 2025-01-01",
    "by the end of March 2024": "<= 2024-03-01 2024-04-01",
    "in 1850": "= 1850-01-01 1851-01-01",
}
GERMAN = {
    "am 3. März 2024": "= 2024-03-03 2024-03-04",
    "am 3.4.24": "= 2024-04-03 2024-04-04",
    "seit März": ">= 2025-03-01 2025-04-01",
    "im letzten Quartal": "= 2025-01-01 2025-04-01",
    "in den letzten 30 Tagen": "= 2025-05-16 2025-06-16",
    "vergangenen sechs Monate": "= 2024-12-15 2025-06-16",
    "vor zwei Wochen": "= 2025-05-26 2025-06-02",
    "vor fünf Jahren": "= 2020-01-01 2021-01-01",
    "im 1. Quartal 2024": "= 2024-01-01 2024-04-01",
    "im zweiten Quartal des letzten Jahres": "= 2024-04-01 2024-07-01",
    "2. Halbjahr 2023": "= 2023-07-01 2024-01-01",
    "in KW 12": "= 2025-03-17 2025-03-24",
    "1990er Jahre": "= 1990-01-01 2000-01-01",
    "seit Jahresbeginn": "= 2025-01-01 2025-06-16",
    "bis Ende März 2024": "<= 2024-03-01 2024-04-01",
    "seit dem 3. März 2024": ">= 2024-03-03 2024-03-04",
    "nächste Woche": "= 2025-06-16 2025-06-23",
}


def dates(text: str, lang: str = "en") -> list[Found]:
    """The dates of a text, the longest first."""
    found = [f for f in cues(text, tokenise(text), language(lang), TODAY) if f.cue is Cue.DATE]
    return sorted(found, key=lambda f: f.first - f.last)


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [*((t, "en", e) for t, e in ENGLISH.items()), *((t, "de", e) for t, e in GERMAN.items())],
)
def test_a_period_begins_and_ends_on_its_days(text: str, lang: str, expected: str) -> None:
    best = dates(text, lang)[0]
    assert f"{best.operator} {best.since} {best.before}" == expected


@pytest.mark.parametrize(
    "text",
    [
        "may suppliers deliver",
        "the march of time",
        "1.2.3",
        "24/7 service",
        "the last 5 orders",
        "over 1500 kg",
    ],
)
def test_other_words_and_numbers_are_no_dates(text: str) -> None:
    assert dates(text) == []


def test_a_number_of_euros_is_no_year() -> None:
    assert dates("more than 2000 euro") == []


def test_what_no_calendar_has_is_no_period() -> None:
    assert calendar.week(2023, 53) is None
    assert calendar.day(2023, 2, 29) is None
    assert calendar.day(9999, 12, 31) is None
    assert calendar.around("year", TODAY, 9_999_999) is None
    assert calendar.rolling(TODAY, "year", 5000) is None


def test_a_month_before_the_31st_ends_on_its_last_day() -> None:
    assert calendar.moved(date(2025, 3, 31), "month", -1) == date(2025, 2, 28)


@pytest.mark.parametrize(
    "text", ["² last ² days", "on 99/99/9999", "vor 99999999 Jahren", "Q9 2024", "10 ² ago", "'"]
)
def test_odd_text_is_read_without_harm(text: str) -> None:
    for lang in ("en", "de"):
        assert all(
            f.since is not None and f.before is not None and f.since < f.before for f in dates(text, lang)
        )
