"""What people ask of dates with a time of day, and of how far apart two dates are: jobs at a repair firm."""

from __future__ import annotations

from decimal import Decimal

import pytest

from kgqa.numbers import ELAPSED, measured
from kgqa.pipeline import Kit
from tests.kgqa.zoo import ask, kit_of

JOBS = """
@prefix : <https://jobs.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Job a owl:Class ; rdfs:label "job"@en , "Auftrag"@de .
:Engineer a owl:Class ; rdfs:label "engineer"@en , "Techniker"@de .
:doneBy a owl:ObjectProperty ; rdfs:label "done by"@en ; rdfs:domain :Job ; rdfs:range :Engineer .
:kind a owl:DatatypeProperty ; rdfs:label "kind"@en ; rdfs:domain :Job ; rdfs:range xsd:string .
:reported a owl:DatatypeProperty ; rdfs:label "reported at"@en , "gemeldet am"@de ;
  rdfs:domain :Job ; rdfs:range xsd:dateTime .
:closed a owl:DatatypeProperty ; rdfs:label "closed at"@en , "abgeschlossen am"@de ;
  rdfs:domain :Job ; rdfs:range xsd:dateTime .
:kofi a :Engineer ; rdfs:label "Kofi" . :dean a :Engineer ; rdfs:label "Dean" .
:j1 a :Job ; rdfs:label "J-1" ; :doneBy :kofi ; :kind "breakdown" ;
  :reported "2026-03-02T08:15:00"^^xsd:dateTime ; :closed "2026-03-02T16:00:00"^^xsd:dateTime .
:j2 a :Job ; rdfs:label "J-2" ; :doneBy :kofi ; :kind "service" ;
  :reported "2026-03-02T20:00:00"^^xsd:dateTime ; :closed "2026-03-03T09:00:00"^^xsd:dateTime .
:j3 a :Job ; rdfs:label "J-3" ; :doneBy :dean ; :kind "breakdown" ;
  :reported "2026-02-27T08:00:00"^^xsd:dateTime ; :closed "2026-03-02T12:00:00"^^xsd:dateTime .
:j4 a :Job ; rdfs:label "J-4" ; :doneBy :dean ; :kind "breakdown" ;
  :reported "2026-03-05T08:00:00"^^xsd:dateTime .
"""


@pytest.fixture(scope="module")
def jobs() -> Kit:
    return kit_of(JOBS)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("how long did J-1 take from being reported to being closed?", "7 hours, 45 minutes"),
        ("how long did it take to close J-1?", "7 hours, 45 minutes"),
        ("how long did J-3 take?", "3 days, 4 hours"),
        ("average time to close a breakdown", "1 day, 18 hours"),
        ("average turnaround time per engineer", "3 days, 4 hours (Dean)"),
        ("which job took the longest to close?", "J-3"),
    ],
)
def test_how_long_it_took_is_told_to_the_hour(jobs: Kit, text: str, told: str) -> None:
    assert told in ask(jobs, text).text.replace(" and ", ", ")


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("which jobs were closed the same day they were reported?", ["j1"]),
        ("jobs closed on the day they were reported", ["j1"]),
        ("which jobs were closed within 24 hours?", ["j1", "j2"]),
        ("which breakdowns did we close within a day of being reported?", ["j1"]),
        ("how many jobs were closed within a week?", ["3"]),
        ("which jobs took more than 2 days?", ["j3"]),
    ],
)
def test_how_far_apart_two_dates_are_can_be_asked(jobs: Kit, text: str, right: list[str]) -> None:
    table = ask(jobs, text).table
    assert table is not None
    assert sorted(row[0].value.rsplit("/")[-1] for row in table.rows if row[0]) == right


def test_the_condition_is_part_of_the_first_sentence(jobs: Kit) -> None:
    answer = ask(jobs, "how many jobs were closed within 24 hours?")
    condition = "the time between “reported at” and “closed at” is at most 1 day"
    assert answer.text == f"There are two jobs where {condition}."


@pytest.mark.parametrize(
    ("days", "language", "told"),
    [
        ("0", "en", "0 minutes"),
        ("0.5", "en", "12 hours"),
        ("-0.25", "en", "-6 hours"),
        ("3.0001", "en", "3 days"),
        ("546", "en", "546 days"),
        (str(Decimal(465) / (24 * 60)), "de", "7 Stunden und 45 Minuten"),
    ],
)
def test_parts_of_days_are_hours_and_minutes(days: str, language: str, told: str) -> None:
    assert measured(days, ELAPSED, language) == told
