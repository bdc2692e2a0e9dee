"""Questions as people ask them at work, of a graph in a company's own ontology: nouns that are half of a
class's name, verbs for the ends of what lasts, verbs that measure.
"""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from tests.kgqa.questions.winery import DATA, ID, ONTOLOGY
from tests.kgqa.zoo import ask, kit_of, values


@pytest.fixture(scope="module")
def winery() -> Kit:
    return kit_of(ONTOLOGY + DATA)


def _rows(kit: Kit, question: str) -> list[tuple[str, ...]]:
    return sorted(tuple(cell.removeprefix(ID) for cell in row) for row in values(ask(kit, question)))


def test_a_noun_at_the_end_of_a_classs_name_means_all_its_things_and_not_those_that_something_has(
    winery: Kit,
) -> None:
    assert _rows(winery, "How many vessels are there?") == [("4",)]
    assert _rows(winery, "How many vessels never had a cleaning job?") == [("1",)]
    assert _rows(winery, "number of vessels by cooper") == [("k1", "3"), ("k2", "1")]


def test_the_same_noun_still_means_those_of_the_thing_that_is_named(winery: Kit) -> None:
    assert _rows(winery, "How many vessels does the Rock Cellar have?") == [("1",)]


def test_the_name_of_a_class_names_no_role_that_has_it_in_its_name(winery: Kit) -> None:
    assert _rows(winery, "Who is the cellar master of the New Cellar?") == [("p1",)]


@pytest.mark.parametrize(
    ("question", "leases"),
    [
        ("Which leases end before 2026?", ["l1", "l3"]),
        ("Which leases expire in 2025?", ["l3"]),
        ("leases that ran out before March 2024", ["l1"]),
        ("Which leases began in 2023?", ["l2", "l3"]),
        ("Which leases started in 2023 and end in 2026?", ["l2"]),
        ("Welche Leases laufen 2025 aus?", ["l3"]),
        ("Welche Leases haben 2022 begonnen?", ["l1"]),
    ],
)
def test_verbs_tell_whether_the_beginning_or_the_end_is_meant(
    winery: Kit, question: str, leases: list[str]
) -> None:
    assert _rows(winery, question) == [(lease,) for lease in leases]


def test_when_something_ends_is_its_end_date(winery: Kit) -> None:
    assert _rows(winery, "When does lease L-2 expire?") == [("2026-01-31",)]
    assert _rows(winery, "When did lease L-2 begin?") == [("2023-02-01",)]


def test_where_no_end_is_known_no_other_date_stands_for_it(winery: Kit) -> None:
    assert not values(ask(winery, "Which vessels ended in 2022?"))


def test_what_something_costs_is_its_own_price_where_nothing_else_that_costs_is_named(winery: Kit) -> None:
    assert _rows(winery, "Which oak barrels cost less than 1000 euros?") == [("v1",), ("v2",)]
    assert _rows(winery, "Which vessel costs the most?") == [("v3",)]
    assert _rows(winery, "What is the cost of job J-2?") == [("200",)]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which pump models draw between 100 and 250 watts?", "m1"),
        ("Which pump model consumes the most power?", "m2"),
        ("Who is the best paid crew member?", "p1"),
        ("lowest paid picker", "p3"),
        ("Which cleaning job caused the longest standstill?", "j2"),
        ("Which leases are worth more per year than the average lease?", "l2"),
        ("Which cellars hold more than 50 people?", "c1"),
        ("Which cellars can accommodate more than 50 visitors?", "c1"),
    ],
)
def test_verbs_and_participles_of_measures_name_the_number(winery: Kit, question: str, answer: str) -> None:
    assert _rows(winery, question) == [(answer,)]


def test_what_is_told_once_a_year_is_no_group_of_years(winery: Kit) -> None:
    assert _rows(winery, "Which leases are worth more than 2600 euros per year?") == [("l1",), ("l2",)]
    assert _rows(winery, "number of leases per year") == [("2022", "1"), ("2023", "2")]


def test_together_at_the_end_adds_up(winery: Kit) -> None:
    together = values(ask(winery, "top 2 coopers by yearly lease value, all their leases together"))
    assert [value for _, value in together] == ["5500", "4500"]


def test_the_reports_of_somebody_are_those_who_report_to_them(winery: Kit) -> None:
    assert _rows(winery, "Who are the direct reports of Ines Toro?") == [("p2",), ("p3",)]
    assert _rows(winery, "Who does Olu Bello report to?") == [("p1",)]


def test_people_are_those_of_the_kind_that_is_called_a_member_of_something(winery: Kit) -> None:
    assert _rows(winery, "How many people work in the Long Cellar?") == [("2",)]
    assert _rows(winery, "Wie viele Leute arbeiten in Long Cellar?") == [("2",)]
    assert _rows(winery, "Show me everyone who is trained in Pruning") == [("p3",), ("p4",)]


def test_a_month_with_a_slip_beside_a_year_is_that_month(winery: Kit) -> None:
    assert _rows(winery, "Which vessels were bought in Marhc 2021?") == [("v1",)]
    assert _rows(winery, "Which leases ended in Janury 2024?") == [("l1",)]


def test_what_nothing_in_the_graph_says_is_still_not_answered(winery: Kit) -> None:
    for question in (
        "Who is certified in Pruning?",
        "Which cellars flooded the most?",
        "Which oak barrels leak less than 2 litres?",
        "Which vessel type is the oldest?",
    ):
        assert not values(ask(winery, question)), question


def test_a_relation_is_followed_as_often_as_it_is_said(winery: Kit) -> None:
    assert _rows(winery, "Who is the boss of Mara Vogt?") == [("p2",)]
    assert _rows(winery, "Who is the boss of the boss of Mara Vogt?") == [("p1",)]


@pytest.mark.parametrize(
    "question",
    [
        "Wer ist der bestbezahlte Picker?",
        "Welcher Picker ist am besten bezahlt?",
        "der höchstbezahlte Picker",
    ],
)
def test_participles_of_measures_are_german_too(winery: Kit, question: str) -> None:
    assert _rows(winery, question) == [("p4",)]
