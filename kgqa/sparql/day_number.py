"""The day number of a date, by which two dates can be subtracted: SPARQL 1.1 has no other way.

In: a date, as it stands in a query. Out: the expression for its number in the Gregorian calendar, right for
every year from 1 on. Years are taken to begin in March, so that a leap day ends one (Fliegel and Van
Flandern, CACM 11(10), 1968).
"""

from __future__ import annotations

from functools import cache

from kgqa.sparql.model import Expr, ParsedQuery
from kgqa.sparql.reading import parse

_FROM_MARCH = "YEAR({0}) + FLOOR((MONTH({0}) + 9) / 12)"
DAY_NUMBER = (
    f"367 * YEAR({{0}}) - FLOOR(7 * ({_FROM_MARCH}) / 4)"
    f" - FLOOR(3 * (FLOOR(({_FROM_MARCH} - 1) / 100) + 1) / 4)"
    " + FLOOR(275 * MONTH({0}) / 9) + DAY({0})"
)
DATE = "date"


@cache
def day_number() -> Expr | None:
    """The expression as it is read, of a variable `DATE`."""
    read = parse(f"SELECT ({DAY_NUMBER.format(f'?{DATE}')} AS ?day) WHERE {{ }}")
    return read.select.columns[0].value if isinstance(read, ParsedQuery) else None
