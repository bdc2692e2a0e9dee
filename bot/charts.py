"""Whether the rows of an answer make a chart, which, and whether it is shown unasked: pure functions of an
Answer.

A chart is one series of numbers over names or times; what has another shape stays a table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Literal

from kgqa.gaps import gaps
from kgqa.types import Answer, Cell, DisplayColumn

FEWEST, MOST = 2, 40  # points that can be told apart
MOST_TIMES = 300  # of a line
MISSED = 2.5  # times the usual time between two points: then some are missing, and the line stops
FEWEST_UNASKED = 3  # two numbers are told in the sentence
MOST_BARS_UNASKED = 20  # that fit a screen
NEAR = 0.9  # of the most: values all above it are nearly the same
LARGEST = 21  # digits of a number that anybody reads; larger ones leave nothing to see of the others


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """`labels` and `values` are as long as each other; `title` names what is measured, with its `unit`. A
    line has no piece behind the points of `breaks`: there is much more time than usual before the next one.
    """

    kind: Literal["bars", "line"]
    title: str
    unit: str
    axis: str
    labels: tuple[str, ...]
    values: tuple[Decimal, ...]
    breaks: tuple[int, ...] = ()
    digits: int | None = None


def chart_of(answer: Answer) -> Chart | None:
    """The chart of the answer's rows; None where a table says it better. Times make a line, from the earliest
    on; names make bars, in the order of the rows; who asked for the other one gets that.
    """
    display = answer.display
    if display is None or not FEWEST <= len(display.rows) <= MOST_TIMES:
        return None
    numbers = [n for n, column in enumerate(display.columns) if column.kind == "number"]
    named = [n for n, column in enumerate(display.columns) if column.kind in ("thing", "text", "date")]
    if len(numbers) != 1 or len(named) != 1 or len(display.columns) > len(numbers) + len(named):
        return None
    measure, axis = display.columns[numbers[0]], display.columns[named[0]]
    values = [_number(row[numbers[0]]) for row in display.rows]
    if any(value is None for value in values):
        return None
    labels = [_label(row[named[0]], axis) for row in display.rows]
    if axis.kind == "date" and len(set(labels)) < len(labels):
        labels = [_moment(row[named[0]]) for row in display.rows]
    points = [(label, value) for label, value in zip(labels, values, strict=True) if value is not None]
    is_time = axis.kind == "date" or _are_times(labels, answer)
    if is_time:
        points.sort(key=lambda point: _time(point[0]))
    if axis.kind == "date" and (_NOTHING in labels or len(set(labels)) < len(labels)):
        return None  # no time, or two numbers for one
    if len(points) > MOST and not is_time:
        return None
    kind: Literal["bars", "line"] = "line" if is_time else "bars"
    if answer.form_asked in ("bars", "line") and len(points) <= MOST:
        kind = answer.form_asked
    return Chart(
        kind=kind,
        title=measure.title,
        unit=measure.unit,
        axis=axis.title,
        labels=tuple(label for label, _ in points),
        values=tuple(value for _, value in points),
        breaks=tuple(n for n, _ in gaps([label for label, _ in points], MISSED)) if kind == "line" else (),
        digits=measure.digits,
    )


def floor_of(chart: Chart) -> float:
    """Where the scale of a line begins: at nought, lest a third less look like nothing left; but at the least
    of values that are nearly the same, of which nothing would be seen.
    """
    least, most = float(min(chart.values)), float(max(chart.values))
    return 0.0 if 0 <= least < NEAR * most else least


def places_of(chart: Chart) -> tuple[float, ...]:
    """Where each point of a line stands, from 0 to 1: as far apart as the moments are, or evenly where one is
    none.
    """
    try:
        times = [datetime.fromisoformat(label).replace(tzinfo=None) for label in chart.labels]
    except ValueError:
        return tuple(n / max(len(chart.labels) - 1, 1) for n in range(len(chart.labels)))
    whole = (times[-1] - times[0]).total_seconds() or 1.0
    return tuple((time - times[0]).total_seconds() / whole for time in times)


def shown_chart_of(answer: Answer) -> Chart | None:
    """The chart that is shown without being asked for by a button: the one that the question wants, or that
    of a series over time or of groups with one number each. None for a list of things, for too few numbers or
    too many, and where all are the same: then a chart shows nothing.
    """
    if answer.form_asked == "table" or (answer.table is not None and answer.table.truncated):
        return None
    chart = chart_of(answer)
    if chart is None or answer.form_asked:
        return chart
    if len(chart.values) < FEWEST_UNASKED or len(set(chart.values)) == 1:
        return None
    if chart.kind == "line":
        return chart
    is_grouped = answer.query is not None and _GROUPS.search(answer.query.text)
    return chart if is_grouped and len(chart.values) <= MOST_BARS_UNASKED else None


_NOTHING = "\N{EN DASH}"
_GROUPS = re.compile(r"\bGROUP\s+BY\b", re.IGNORECASE)
_MONTHS = re.compile(r"\bMONTH\s*\(", re.IGNORECASE)
_YEAR = re.compile(r"[12]\d{3}(?:-(?:\d{2}|Q[1-4]))?")  # with a month or a quarter
_MONTH = re.compile(r"0?[1-9]|1[0-2]")


def _are_times(labels: Sequence[str], answer: Answer) -> bool:
    """Whether the labels are years, with months or quarters, or the months of a query that takes them out of
    dates; each once.
    """
    if len(set(labels)) < len(labels):
        return False
    if all(_YEAR.fullmatch(label) for label in labels):
        return True
    takes_months = answer.query is not None and _MONTHS.search(answer.query.text)
    return bool(takes_months) and all(_MONTH.fullmatch(label) for label in labels)


def _time(label: str) -> tuple[int, str]:
    return (int(label), "") if label.isdecimal() else (0, label)


def _label(cell: Cell, column: DisplayColumn) -> str:
    if cell.term is None:
        return _NOTHING
    value = cell.label or cell.term.value
    return value[:10] if column.kind == "date" else value  # of a moment, the day


def _moment(cell: Cell) -> str:
    """A moment to the minute, as its own zone tells it."""
    return _NOTHING if cell.term is None else cell.term.value[:16]


def _number(cell: Cell) -> Decimal | None:
    try:
        value = Decimal(cell.label or cell.term.value) if cell.term else None
    except InvalidOperation:
        return None
    readable = value is not None and value.is_finite() and value.adjusted() < LARGEST
    return value if readable else None
