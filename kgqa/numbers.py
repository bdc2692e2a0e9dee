"""Numbers as people read them.

In: a lexical form. Out: a Decimal, or None for what is no number or too long to be read as one.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

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
