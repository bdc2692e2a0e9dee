"""The day number of a date, by which two dates can be subtracted: SPARQL 1.1 has no other way.

In: a date or a moment, as it stands in a query. Out: the expression for its number in the Gregorian calendar,
right for every year from 1 on; that of a moment has the time of day as its fraction. Years are taken to begin
in March, so that a leap day ends one (Fliegel and Van Flandern, CACM 11(10), 1968).
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
MOMENT_NUMBER = f"{DAY_NUMBER} + (3600 * HOURS({{0}}) + 60 * MINUTES({{0}}) + SECONDS({{0}})) / 86400"
DATE = "date"


@cache
def day_number(written: str = DAY_NUMBER) -> Expr | None:
    """One of the two expressions as it is read, of a variable `DATE`."""
    read = parse(f"SELECT ({written.format(f'?{DATE}')} AS ?day) WHERE {{ }}")
    return read.select.columns[0].value if isinstance(read, ParsedQuery) else None
