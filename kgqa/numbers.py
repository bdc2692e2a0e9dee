"""Numbers as people read and write them.

In: a lexical form. Out: a Decimal, or None for what is no number or too long to be read as one; and a number
as a language writes it.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from functools import cache, lru_cache

from babel import Locale
from babel.numbers import format_decimal

KEPT = 2_000  # numbers that are written: small ones come back all the time
DIGITS = 24  # more than any number that people compare; a longer one is shown as it is written


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


def written(number: Decimal | int, language: str) -> str:
    """“1,250.5”, “1.250,5”: all its digits as a language writes them."""
    return _written(str(number), language)


@lru_cache(KEPT)
def _written(number: str, language: str) -> str:
    return format_decimal(Decimal(number), locale=_locale(language), decimal_quantization=False)


@cache
def _locale(language: str) -> Locale:
    return Locale.parse(language)
