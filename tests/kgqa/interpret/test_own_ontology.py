"""Questions as people ask them at work, of a graph in a company's own ontology: nouns that are half of a
class's name, verbs for the ends of what lasts, verbs that measure.
"""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from tests.kgqa.interpret.winery import DATA, ID, ONTOLOGY
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
    assert _rows(winery, "How many crew members does Hollow Hill have in its cellars?") == [("3",)]
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
