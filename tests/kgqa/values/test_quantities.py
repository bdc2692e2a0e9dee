"""Numbers as people write and say them, with what they count."""

from __future__ import annotations

import pytest

from kgqa.language import language
from kgqa.linking.tokens import tokenise
from kgqa.pipeline import Kit
from kgqa.values.quantities import Quantity, quantities
from tests.kgqa.zoo import ask, first


def read(text: str, lang: str) -> list[Quantity]:
    return list(quantities(text, tokenise(text), language(lang)))


@pytest.mark.parametrize(
    ("text", "lang", "value", "unit"),
    [
        ("€5k", "en", 5000, "EUR"),
        ("$1.5bn", "en", 1.5e9, "USD"),
        ("5m €", "en", 5e6, "EUR"),
        ("10k€", "en", 10_000, "EUR"),
        ("USD 1.2 million", "en", 1.2e6, "USD"),
        ("US$ 20", "en", 20, "USD"),
        ("2,500.50 dollars", "en", 2500.5, "USD"),
        ("1.500,00 euro", "en", 1500, "EUR"),
        ("1.500,00 Euro", "de", 1500, "EUR"),
        ("5 Mio. €", "de", 5e6, "EUR"),
        ("1,5 Mrd. Euro", "de", 1.5e9, "EUR"),
        ("zehn Schweizer Franken", "de", 10, "CHF"),
        ("1,5 kg", "en", 1.5, "kg"),
        ("1.5 kg", "de", 1.5, "kg"),
        ("10 000 kg", "en", 10_000, "kg"),
        ("1'000 kg", "en", 1000, "kg"),
        ("-5 kg", "en", -5, "kg"),
        ("5-kg", "en", 5, "kg"),
        ("300 K", "en", 300, "K"),
        ("20°C", "en", 20, "°C"),
        ("12V", "en", 12, "V"),
        ("10 km/h", "en", 10, "km/h"),
        ("16 sq ft", "en", 16, "ft²"),
        ("5 square meters", "en", 5, "m²"),
        ("3 kilograms per litre", "en", 3, "kg/l"),
        ("two hundred kg", "en", 200, "kg"),
        ("half a million euros", "en", 500_000, "EUR"),
        ("zweiundzwanzig Kilogramm", "de", 22, "kg"),
        ("anderthalb Tonnen", "de", 1.5, "t"),
        ("five hundred trillion kg", "en", 5e14, "kg"),
        ("minus five kg", "en", -5, "kg"),
        ("minus 40 °C", "en", -40, "°C"),
        ("minus zwanzig Grad Celsius", "de", -20, "°C"),
        ("a dozen", "en", 12, ""),
        ("5M", "en", 5e6, ""),
        ("5 in", "en", 5, ""),
        ("10A", "en", 10, ""),
    ],
)
def test_a_number_is_read_with_its_magnitude_and_unit(text: str, lang: str, value: float, unit: str) -> None:
    found = read(text, lang)[0]
    assert (found.value, found.units[0] if found.units else "") == (value, unit)


@pytest.mark.parametrize("text", ["the VX2041", "1.2.3", "on 03.03.2024", "Q1", "10^3 kg", "10^-3"])
def test_digits_of_codes_dates_and_powers_are_no_numbers(text: str) -> None:
    assert read(text, "en") == []


def test_a_word_of_several_meanings_keeps_them_all() -> None:
    assert {"lb", "GBP"} <= set(read("5 pounds", "en")[0].units)
    assert {"USD", "CAD", "AUD"} <= set(read("$5", "en")[0].units)
    assert {"NOK", "SEK", "DKK"} <= set(read("5 kr", "en")[0].units)


def test_of_several_units_the_one_of_the_property_is_meant(kit: Kit) -> None:
    assert sorted(first(ask(kit, "Which animals weigh over 10 pounds?"))) == ["asha", "kibo", "pan", "tembo"]


def test_the_trace_says_what_a_number_was_read_as(kit: Kit) -> None:
    answer = ask(kit, "Which animals weigh more than 3 tons?")
    reading = next(s for s in answer.trace if s.stage == "reading")
    assert "“more than 3 tons” is > 3 t = 3000 kg" in reading.details


@pytest.mark.parametrize("limit", ["more than 5 smoots", "over 5 parsecs", "between 5 and 10 bananas"])
def test_a_number_of_what_nobody_knows_is_not_taken_for_one_in_the_unit_of_the_property(
    kit: Kit, limit: str
) -> None:
    answer = ask(kit, f"Which animals weigh {limit}?")
    assert not first(answer)
    assert limit.rsplit(maxsplit=1)[-1] in answer.text
