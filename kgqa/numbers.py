"""Numbers as people read and write them.

In: a lexical form. Out: a Decimal, or None for what is no number or too long to be read as one; and a number
as a language writes it.
"""

from __future__ import annotations

import re
from decimal import Context, Decimal, InvalidOperation
from functools import cache, lru_cache
from typing import Literal

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_compact_decimal, format_decimal, get_currency_symbol
from babel.units import format_unit, get_unit_name

from kgqa.values.currencies import codes

KEPT = 2_000  # numbers that are written: small ones come back all the time
CENTS = 2  # digits of an amount of money behind the point
DIGITS = 24  # more than any number that people compare; a longer one is shown as it is written
_WIDE = Context(prec=2 * DIGITS + 4)


def readable(text: str) -> Decimal | None:
    """The number that `text` writes, if it is finite and of a length that commas make easier to read."""
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    if not number.is_finite() or len(number.as_tuple().digits) > DIGITS or abs(number.adjusted()) > DIGITS:
        return None
    return number


def counted(text: str) -> int | None:
    """The number that a store counted, as it tells it; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= DIGITS else None


def digits(number: Decimal) -> int:
    """How many digits a number has behind the point."""
    exponent = number.normalize().as_tuple().exponent
    return max(-exponent, 0) if isinstance(exponent, int) else 0


def with_digits(number: Decimal, count: int) -> Decimal:
    """The number rounded to so many digits behind the point."""
    return number.quantize(Decimal(1).scaleb(-count), context=_WIDE)


def padded(number: Decimal, count: int, locale: Locale) -> str:
    """“1,250.50”: the number with so many digits behind the point, noughts too."""
    whole, _, _ = str(locale.decimal_formats[None].pattern).partition(".")
    pattern = f"{whole}.{'0' * count}" if count else whole
    return format_decimal(number, format=pattern, locale=locale, decimal_quantization=False)


def written(number: Decimal | int, language: str) -> str:
    """“1,250.5”, “1.250,5”: all its digits as a language writes them."""
    return _written(str(number), language)


@lru_cache(KEPT)
def _written(number: str, language: str) -> str:
    return format_decimal(Decimal(number), locale=_locale(language), decimal_quantization=False)


@cache
def _locale(language: str) -> Locale:
    return Locale.parse(language)


_SPANS = {"min": "minute", "h": "hour", "d": "day", "wk": "week", "mo": "month", "yr": "year"}
ELAPSED = "elapsed"  # the unit of a number of days whose fraction is a time of day
_A_YEAR = re.compile("1[5-9][0-9]{2}|20[0-9]{2}")
_CLOSE = {"en": frozenset("%°"), "de": frozenset("°")}  # signs that stand at the number without a space
_LARGE = 1_000_000  # from which on a sentence tells an amount of money in millions
_BEFORE = frozenset(("en",))  # languages that write the sign of a currency before the amount


def measured(text: str, unit: str, language: str, *, brief: bool = False) -> str:
    """A number as a language writes it, with its unit: “66 days”, “1.5 kg”, “12.2%”, “€636.49”. In `brief`,
    large amounts of money are rounded: “€20.75 million”.
    """
    if unit == "yr" and _A_YEAR.fullmatch(text):
        return text  # "start (yr)" is a year, and no span of two thousand
    if unit == ELAPSED and (elapsed := readable(text[: DIGITS - 1] if "." in text else text)) is not None:
        return _elapsed(elapsed, language)  # stores divide to as many digits as they like
    number = readable(text) if unit in _SPANS else None
    if number is not None:
        name = f"duration-{_SPANS[unit]}"
        return format_unit(number, name, "long", format="#,##0.######", locale=_locale(language))
    value = readable(text)
    if value is not None and unit in codes():
        return _money(value, unit, language, brief=brief)
    told = text if value is None else written(value, language)
    space = "" if unit in _CLOSE.get(language, ()) else " "
    return f"{told}{space}{unit}".strip()


def _elapsed(days: Decimal, language: str) -> str:
    """“7 hours and 45 minutes”, “3 days and 4 hours”: the largest unit that it fills, and the next one."""
    hours, minutes = divmod(round(abs(days) * 24 * 60), 60)
    pairs = {"hour": hours, "minute": minutes}
    if hours >= 24:  # noqa: PLR2004  # a day
        whole, rest = divmod(round(abs(days) * 24), 24)
        pairs = {"day": whole, "hour": rest}
    filled = [(name, count) for name, count in pairs.items() if count] or [("minute", 0)]
    told = [format_unit(n, f"duration-{name}", "long", locale=_locale(language)) for name, n in filled]
    return ("-" if days < 0 else "") + format_list(told, locale=_locale(language))


def _money(amount: Decimal, currency: str, language: str, *, brief: bool) -> str:
    locale, sign = _locale(language), unit_name(currency, language)
    size = abs(amount)
    if brief and size >= _LARGE:
        form: Literal["long", "short"] = "long" if language in _BEFORE else "short"  # "million", but "Mio."
        told = format_compact_decimal(size, format_type=form, locale=locale, fraction_digits=CENTS)
        told = told.replace("\xa0", " ")
    else:
        told = padded(size, max(CENTS, digits(size)), locale) if size % 1 else written(size, language)
    minus = "-" if amount < 0 else ""
    if language in _BEFORE and sign != currency:
        return f"{minus}{sign}{told}"
    return f"{minus}{told} {sign}"


def is_even(text: str) -> bool:
    """Whether a large amount of money loses nothing in `brief`."""
    value = readable(text)
    if value is None or not value:
        return False
    thousands = value.adjusted() // 3 * 3
    return digits(value.scaleb(-thousands)) <= CENTS


def unit_name(unit: str, language: str) -> str:
    """A unit in the head of a column: spans of time as words, currencies by the sign that they alone have."""
    if unit in codes():
        return str(get_currency_symbol(unit, _locale(language)))
    unit = "d" if unit == ELAPSED else unit
    return (
        get_unit_name(f"duration-{_SPANS[unit]}", "long", _locale(language)) or unit
        if unit in _SPANS
        else unit
    )
