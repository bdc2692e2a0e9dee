"""What is added to a question, in brackets or behind it: what to leave out, which day it is, "or not"."""

from __future__ import annotations

from datetime import date

import pytest

from kgqa.language import language
from kgqa.remarks import without_remarks

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("code", "said", "read"),
    [
        ("en", "orders per branch (ignore cancelled ones)", "orders per branch, without cancelled ones"),
        ("en", "orders since May? skip cancelled orders", "orders since May, without cancelled orders"),
        ("en", "which are late? not the cancelled ones obviously", "which are late, without cancelled ones"),
        (
            "en",
            "best seller (cancelled ones dont count) and how many",
            "best seller, without cancelled ones and how many",
        ),
        ("de", "Umsatz pro Kunde 2025 (Stornos raus)", "Umsatz pro Kunde 2025, ohne Stornos"),
        ("de", "Aufträge pro Monat, stornierte nicht mitzählen", "Aufträge pro Monat, ohne stornierte"),
    ],
)
def test_what_is_to_be_left_out_is_said_as_such(code: str, said: str, read: str) -> None:
    assert without_remarks(said, language(code), TODAY) == read


@pytest.mark.parametrize(
    ("code", "said", "read"),
    [
        ("en", "which are overdue as of today, 30 Nov 2026?", "which are overdue?"),
        ("en", "which have run out? today being 30 November 2026", "which have run out?"),
        ("en", "due before today (30/11/2026) but open", "due before today but open"),
        ("en", "which have expired? (its 30 nov 2026)", "which have expired?"),
        ("en", "drops in May this year (2026)?", "drops in May this year?"),
        ("de", "welche sind heute, am 30.11.2026, überfällig?", "welche sind heute, überfällig?"),
    ],
)
def test_a_date_that_only_says_which_day_it_is_goes(code: str, said: str, read: str) -> None:
    assert without_remarks(said, language(code), TODAY) == read


@pytest.mark.parametrize(
    ("code", "said", "read"),
    [
        ("en", "average invoice of builders, paid or not?", "average invoice of builders"),
        ("en", "who never ordered, not even one that got cancelled?", "who never ordered"),
        ("en", "late drops per driver pls. only drivers who had any", "late drops per driver pls"),
        ("de", "Aufträge 2025, egal ob bezahlt oder nicht", "Aufträge 2025"),
    ],
)
def test_what_is_no_matter_goes(code: str, said: str, read: str) -> None:
    assert without_remarks(said, language(code), TODAY) == read


@pytest.mark.parametrize(
    "said",
    [
        "invoices of 30 November 2026",
        "who is in Spain, not Madrid",
        "our own productions (not the visiting ones) without a sponsor",
        "orders without cancelled ones",
        "Lamps (red)",
    ],
)
def test_what_belongs_to_the_question_stays(said: str) -> None:
    assert without_remarks(said, language("en"), TODAY) == said


@pytest.mark.parametrize("today", [date.min, date.max])
def test_a_clock_at_either_end_of_time_breaks_nothing(today: date) -> None:
    assert without_remarks("which are due today, 1 May 2026?", language("en"), today)
