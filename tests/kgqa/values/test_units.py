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
        ("square meters", "m²"),
        ("sq ft", "ft²"),
        ("Quadratmeter", "m²"),
        ("mm^2", "mm²"),
        ("kilometers per hour", "km/h"),
        ("kg/m³", "kg/m³"),
        ("mph", "mph"),
        ("kWh", "kWh"),
        ("KG", "kg"),
        ("gb", "GB"),
        ("Stunden", "h"),
        ("Norwegian kroner", "NOK"),
        ("Schweizer Franken", "CHF"),
        ("CA$", "CAD"),
        ("in", ""),
        ("at", ""),
        ("BOM", ""),
        ("HR", ""),
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
        (68, "°F", "°C", 20),
        (300, "K", "°C", 26.85),
        (1, "GB", "MB", 1000),
        (1, "m²", "mm²", 1_000_000),
        (1, "kWh", "J", 3_600_000),
        (36, "km/h", "m/s", 10),
        (5, "g/cm³", "kg/m³", 5000),
        (5, "%", "°", None),
        (5, "GB", "%", None),
        (60, "rpm", "Hz", None),
        (3, "dB", "%", None),
        (3, "fathoms of old", "m", None),
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
    assert unit_of([], ["length (in)"], "length") == "in"
    assert unit_of([], ["price (SEK)"], "price") == "SEK"
    assert unit_of([], ["Std."], "hours") == "h"
    assert unit_of([], ["Tour-km"], "distance") == "km"
    assert unit_of([], ["Min-Bestand"], "least") == ""
    assert unit_of([], ["CD"], "controlled") == ""
    assert unit_of([], ["cost per kg"], "costPerKg") == ""


@pytest.mark.parametrize(
    ("comment", "unit"),
    [
        ("EUR ohne USt.", "EUR"),
        ("GBP", "GBP"),
        ("Working capacity in hl.", "hl"),
        ("Netto in Euro.", "EUR"),
        ("EUR per 250 g bag, VAT included.", "EUR"),
        ("Days the customer has to pay", "d"),
        ("Day of delivery, day of the test", ""),
        ("Second phone number", ""),
        ("Number of people in work", ""),
        ("m³ for water and gas, kWh for power", ""),
        ("t or m3, see product", ""),
        ("Degrees Brix, field sample.", ""),
    ],
)
def test_a_comment_tells_the_unit_where_it_states_one_alone(comment: str, unit: str) -> None:
    assert unit_of([], ["amount"], "amount", comment) == unit


@pytest.mark.parametrize(
    ("code", "symbol"),
    [
        ("KiloGM-PER-M3", "kg/m³"),
        ("GM-PER-CentiM3", "g/cm³"),
        ("KiloW-HR", "kWh"),
        ("M-PER-SEC2", "m/s²"),
        ("N-M", "Nm"),
        ("DEG_C", "°C"),
        ("MegaBYTE-PER-SEC", "MB/s"),
        ("CCY_EUR", "EUR"),
        ("squareMetre", "m²"),
        ("kilometrePerHour", "km/h"),
        ("degreeCelsius", "°C"),
        ("metrePerSecond-Time", "m/s"),
        ("Cel", "°C"),
        ("[lb_av]", "lb"),
        ("KGM", "kg"),
        ("MTQ", "m³"),
        ("UNITLESS", ""),
        ("FurlongPerFortnight", "FurlongPerFortnight"),
    ],
)
def test_vocabularies_build_their_names_by_rules(code: str, symbol: str) -> None:
    assert unit_of([code], [], "amount") == symbol


def test_a_label_is_said_without_its_unit_and_with_its_other_brackets() -> None:
    assert without_unit("calibration fee (EUR)") == "calibration fee"
    assert without_unit("weight [kg]") == "weight"
    assert without_unit("height in metres") == "height"
    assert without_unit("arrives in port") == "arrives in port"
    assert without_unit("Bill of Material (BOM)") == "Bill of Material (BOM)"


def test_a_currency_has_a_code_of_three_capitals() -> None:
    assert is_currency("EUR")
    assert not is_currency("kg")
    assert not is_currency("bar")
    assert not is_currency("BOM")
