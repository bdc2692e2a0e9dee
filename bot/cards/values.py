"""Numbers, dates and spans of time as a person writes them, in a locale."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal, InvalidOperation

from babel import Locale
from babel.dates import format_date, format_skeleton, format_time
from babel.numbers import format_decimal

from kgqa.numbers import padded, with_digits

_DECIMALS = 6  # a double's twelfth decimal tells a reader nothing
_DIGITS = 21  # before or after the point; a longer number is shown as it is written


def shown_value(value: str, kind: str, locale: Locale, digits: int | None = None) -> str:
    """A lexical form as a person writes it: 1234.5 as 1,234.5 or 1.234,5, with so many `digits` behind the
    point; dates in the locale's words.
    """
    if kind == "number" and (number := number_of(value)) is not None:
        if digits is not None:
            return padded(with_digits(number, digits), digits, locale)
        return format_decimal(number, locale=locale, decimal_quantization=False)
    if kind == "date":
        return shown_date(value, locale)
    return value


def number_of(value: str) -> Decimal | None:
    """The number that a lexical form writes, as far as anybody reads its digits; None for what is none."""
    try:
        number = Decimal(value)
    except InvalidOperation:
        return None
    if not number.is_finite():
        return None
    exponent = number.as_tuple().exponent
    if not -_DIGITS < number.adjusted() < _DIGITS:
        return None  # nobody reads it with all its noughts
    if isinstance(exponent, int) and exponent < -_DECIMALS:
        return number.quantize(Decimal(10) ** -_DECIMALS).normalize()
    return number


def shown_date(value: str, locale: Locale) -> str:
    """A date or moment in the locale's words; `value` itself where it is none."""
    try:
        if "T" in value:
            moment = datetime.fromisoformat(value)
            if (moment.hour, moment.minute, moment.second) == (0, 0, 0):
                return short_date(moment.date(), locale)
            return f"{short_date(moment.date(), locale)}, {format_time(moment, 'medium', locale=locale)}"
        return short_date(date.fromisoformat(value), locale)
    except ValueError:
        return value


def short_date(day: date, locale: Locale) -> str:
    """A day as cards have it; in English as in the sentences, the day before the month."""
    return format_date(day, "d MMM y" if locale.language == "en" else "medium", locale=locale)


def shown_moment(value: str, locale: Locale) -> str:
    """A date, or a moment without its year and seconds, as short as a tick of a chart has room for."""
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return value
    if "T" not in value:
        return shown_date(value, locale)
    return f"{format_skeleton('MMMd', moment, locale=locale)}, {format_time(moment, 'short', locale=locale)}"


def duration(seconds: float, locale: Locale) -> str:
    """Seconds as a person reads them; "" for what was not measured."""
    if not seconds:
        return ""
    if seconds >= 1:
        return f"{format_decimal(seconds, '0.0', locale=locale)} s"
    return f"{seconds * 1000:.0f} ms" if seconds >= 0.001 else "< 1 ms"  # noqa: PLR2004  # one millisecond
