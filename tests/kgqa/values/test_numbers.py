"""Numbers are written as a language writes them, with their units."""

from __future__ import annotations

import pytest

from kgqa.numbers import measured


@pytest.mark.parametrize(
    ("text", "unit", "language", "written"),
    [
        ("66", "d", "en", "66 days"),
        ("1250.5", "kg", "en", "1,250.5 kg"),
        ("1250.5", "kg", "de", "1.250,5 kg"),
        ("12.2", "%", "en", "12.2%"),
        ("30", "yr", "en", "30 years"),
        ("2018", "yr", "en", "2018"),
    ],
)
def test_a_number_stands_with_its_unit_and_a_year_is_no_span(
    text: str, unit: str, language: str, written: str
) -> None:
    assert measured(text, unit, language) == written
