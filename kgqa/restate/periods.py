"""Two dates that bound a year or a month.

In: conditions on one variable. Out: the period that they say together, or None.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from kgqa.declared.vocabulary import DATES
from kgqa.ontology import XSD
from kgqa.restate.conditions import FLIPPED
from kgqa.restate.terms import plain
from kgqa.sparql.model import Compare, Expr, Lit, Var

_DECEMBER = 12


@dataclass(frozen=True, slots=True)
class Period:
    """A whole year or month from its first day on."""

    kind: Literal["year", "month"]
    start: date


def period(conditions: Sequence[Expr], variable: str) -> Period | None:
    """The year or month from whose first day on, and before the day after whose last, the value is."""
    bounds = dict(b for c in conditions if (b := _bound(c, variable)) is not None)
    if len(conditions) != len(bounds) or set(bounds) != {">=", "<"}:
        return None
    start, end = bounds[">="], bounds["<"]
    if start.year == date.max.year:
        return None
    if (start.month, start.day) == (1, 1) and end == date(start.year + 1, 1, 1):
        return Period("year", start)
    after = date(start.year + start.month // _DECEMBER, start.month % _DECEMBER + 1, 1)
    return Period("month", start) if start.day == 1 and end == after else None


def _bound(condition: Expr, variable: str) -> tuple[str, date] | None:
    if not isinstance(condition, Compare):
        return None
    op, left, right = condition.op, plain(condition.left), plain(condition.right)
    if right == Var(variable):
        op, left, right = FLIPPED[op], right, left
    if left != Var(variable) or not isinstance(right, Lit) or right.datatype not in DATES:
        return None
    day, _, time = right.value.partition("T")
    try:
        start = date.fromisoformat(day)
    except ValueError:
        return None
    if op == "<=" and right.datatype == XSD + "date" and start < date.max:
        return "<", start + timedelta(days=1)
    return None if time.strip("0:.Z") else (op, start)
