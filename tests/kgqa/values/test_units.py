"""Units: found by the ways people and ontologies write them, converted within one dimension alone."""

from __future__ import annotations

import pytest

from kgqa.values.units import convert, is_currency, symbol_of, unit_of, without_unit


@pytest.mark.parametrize(
    ("written", "symbol"),
    [
        ("kg", "kg"),
        ("Kilograms", "kg"),
        ("tons", "t"),
        ("€", "EUR"),
        ("m2", "m²"),
        ("MilliM", "mm"),
        ("parsec", ""),
    ],
)
def test_a_unit_is_known_by_its_names(written: str, symbol: str) -> None:
    assert symbol_of(written) == symbol


@pytest.mark.parametrize(
    ("value", "unit", "to", "expected"),
    [
        (3, "t", "kg", 3000),
        (5000, "g", "kg", 5),
        (2, "h", "min", 120),
        (1, "kg", "kg", 1),
        (7, "kg", "", 7),
        (1, "kg", "m", None),
        (1, "EUR", "USD", None),
    ],
)
def test_only_what_measures_the_same_is_converted(
    value: float, unit: str, to: str, expected: float | None
) -> None:
    assert convert(value, unit, to) == expected


def test_the_unit_of_a_property_is_declared_or_in_its_label_or_in_its_name() -> None:
    assert unit_of(["MilliM"], [], "depth") == "mm"
    assert unit_of([], ["depth (in mm)"], "depth") == "mm"
    assert unit_of([], ["depth"], "depth_mm") == "mm"
    assert unit_of([], ["in stock (pieces)"], "stock") == ""
    assert unit_of([], ["depth"], "depth") == ""


def test_a_label_is_said_without_its_unit_and_with_its_other_brackets() -> None:
    assert without_unit("calibration fee (EUR)") == "calibration fee"
    assert without_unit("weight [kg]") == "weight"
    assert without_unit("Bill of Material (BOM)") == "Bill of Material (BOM)"


def test_a_currency_is_three_capitals() -> None:
    assert is_currency("EUR")
    assert not is_currency("kg")
    assert not is_currency("bar")
