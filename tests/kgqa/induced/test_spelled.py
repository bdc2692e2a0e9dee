"""Numbers that stand in a graph as texts are numbers in its tables."""

from __future__ import annotations

import pytest

from kgqa.induced.spelled import Spelling, number_in, spelling_of

FULL_STOP, COMMA = Spelling(".", "mm"), Spelling(",", "")


@pytest.mark.parametrize(
    ("texts", "spelling"),
    [
        (("4,953 mm", "4,794 mm", "1459 mm"), FULL_STOP),
        (("1.200,50", "3,5", "12"), COMMA),
        (("1,200.50", "3.5", "12"), Spelling(".", "")),
        (("5.1 l/100km", "6 l/100km", "7.25 l/100km"), Spelling(".", "l/100km")),
        (("65 %", "7 %", "12.5 %"), Spelling(".", "%")),
        (("4,953 mm", "large", "small"), None),
        (("0042", "0043", "0044"), None),
        (("X5", "X6", "X7"), None),
        (("2021-03-05", "2021-03-06", "2021-03-07"), None),
        (("+47 22 33 44", "+47 22 33 45", "a"), None),
        (("4,953 mm", "1 m", "3 km"), None),
        (("10:00", "11:00", "12:00"), None),
        (("12 mm", "13 mm"), None),
        ((), None),
    ],
)
def test_how_numbers_are_written_is_seen_in_samples(
    texts: tuple[str, ...], spelling: Spelling | None
) -> None:
    assert spelling_of([(text, 1) for text in texts]) == spelling


def test_a_text_is_read_as_the_others_are_written() -> None:
    assert number_in("4,953 mm", FULL_STOP) == "4953"
    assert number_in("4,953 m", FULL_STOP) == ""
    assert number_in("large", FULL_STOP) == ""
    assert number_in("1.200,50", COMMA) == "1200.50"
    assert number_in("1 200,5", COMMA) == "1200.5"
