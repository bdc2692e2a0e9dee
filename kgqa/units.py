"""Units: what a property is measured in, and how a number in a question converts to it.

In: unit names as ontologies and people write them. Out: one short symbol each, and factors between units
of one dimension.
"""

from __future__ import annotations

import re

# symbol -> (dimension, factor to the dimension's base, other spellings)
UNITS: dict[str, tuple[str, float, tuple[str, ...]]] = {
    "mm": (
        "length",
        0.001,
        ("millimeter", "millimetre", "millimeters", "millimetres", "MilliM", "MM", "MMT"),
    ),
    "cm": ("length", 0.01, ("centimeter", "centimetre", "centimeters", "centimetres", "CentiM", "CM")),
    "m": ("length", 1.0, ("meter", "metre", "meters", "metres", "M")),
    "km": ("length", 1000.0, ("kilometer", "kilometre", "kilometers", "kilometres", "KiloM", "KM")),
    "g": ("mass", 0.001, ("gram", "grams", "gramm", "GM", "gramme")),
    "kg": ("mass", 1.0, ("kilogram", "kilograms", "kilogramm", "kilo", "kilos", "KiloGM", "KG")),
    "mg": ("mass", 0.000001, ("milligram", "milligrams", "MilliGM")),
    "t": ("mass", 1000.0, ("ton", "tons", "tonne", "tonnes", "tonnen", "TONNE", "TON_Metric")),
    "s": ("time", 1.0, ("second", "seconds", "sekunde", "sekunden", "sec", "SEC")),
    "min": ("time", 60.0, ("minute", "minutes", "minuten", "MIN")),
    "h": ("time", 3600.0, ("hour", "hours", "stunde", "stunden", "HR")),
    "d": ("time", 86400.0, ("day", "days", "tag", "tage", "tagen", "DAY")),
    "l": ("volume", 0.001, ("liter", "litre", "liters", "litres", "L")),
    "m²": (
        "area",
        1.0,
        ("square meter", "square metres", "square meters", "sqm", "m2", "M2", "quadratmeter"),
    ),
    "m³": ("volume", 1.0, ("cubic meter", "cubic metres", "m3", "M3", "kubikmeter")),
    "W": ("power", 1.0, ("watt", "watts")),
    "kW": ("power", 1000.0, ("kilowatt", "kilowatts", "KiloW")),
    "V": ("voltage", 1.0, ("volt", "volts")),
    "bar": ("pressure", 1.0, ("bars", "BAR")),
    "mbar": ("pressure", 0.001, ("millibar", "MilliBAR")),
    "°C": ("temperature", 1.0, ("celsius", "DEG_C", "degrees celsius", "grad")),
    "%": ("share", 1.0, ("percent", "per cent", "prozent", "PERCENT")),
    "EUR": ("EUR", 1.0, ("euro", "euros", "€", "CCY_EUR", "Euro")),
    "USD": ("USD", 1.0, ("dollar", "dollars", "$", "us dollar", "us dollars", "CCY_USD")),
    "GBP": ("GBP", 1.0, ("pound sterling", "£", "CCY_GBP")),
    "CHF": ("CHF", 1.0, ("swiss franc", "swiss francs", "franken", "CCY_CHF")),
    "NOK": ("NOK", 1.0, ("norwegian krone", "norwegian kroner", "CCY_NOK")),
}
_BRACKETED = re.compile(r"[(\[]\s*(?:in\s+)?([^)\]]{1,20})[)\]]\s*$")
_ISO_4217 = 3  # letters of a currency's code
_BY_NAME = {symbol: symbol for symbol in UNITS} | {
    name: symbol for symbol, (_, _, names) in UNITS.items() for name in names
}
_BY_FOLDED = {name.casefold(): symbol for name, symbol in reversed(_BY_NAME.items())}


def is_currency(unit: str) -> bool:
    """Whether a unit is written as a currency is: three capitals (ISO 4217)."""
    return len(unit) == _ISO_4217 and unit.isupper()


def symbol_of(name: str) -> str:
    """The symbol that a unit's name or spelling means, or ""."""
    return _BY_NAME.get(name) or _BY_FOLDED.get(name.casefold(), "")


def without_unit(label: str) -> str:
    """A label without the unit in brackets behind it: "weight (kg)" -> "weight"; other brackets stay."""
    found = _BRACKETED.search(label)
    return label[: found.start()].rstrip() if found and symbol_of(found[1].strip()) else label


def unit_of(declared: list[str], labels: list[str], local: str) -> str:
    """The unit of a property: as declared (QUDT's local names), from a label such as "weight (kg)", or from
    a local name such as "depth_mm"; "" when none of them says.
    """
    for name in declared:
        if symbol := symbol_of(name):
            return symbol
        return name
    for label in labels:
        if (found := _BRACKETED.search(label)) and (symbol := symbol_of(found[1].strip())):
            return symbol
    tail = re.split(r"[_\-]", local)[-1]
    return symbol_of(tail) if tail != local and len(tail) <= 4 else ""  # noqa: PLR2004  # "_mm", "_kWh"


def convert(value: float, unit: str, to: str) -> float | None:
    """`value` of `unit` in the unit `to`; None when they do not measure the same thing."""
    if unit == to or not to:
        return value
    here, there = UNITS.get(unit), UNITS.get(to)
    if not here or not there or here[0] != there[0]:
        return None
    return round(value * here[1] / there[1], 9)
