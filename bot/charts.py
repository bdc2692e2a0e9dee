"""Whether the rows of an answer make a chart, and which: Answer -> Chart, a pure function.

A chart is one series of numbers over names or dates; what has another shape stays a table.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Literal

from kgqa.types import Answer, Cell, DisplayColumn

FEWEST, MOST = 2, 40  # points that can be told apart
LARGEST = 21  # digits of a number that anybody reads; larger ones leave nothing to see of the others


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """`labels` and `values` are as long as each other; `title` names what is measured, with its `unit`."""

    kind: Literal["bars", "line"]
    title: str
    unit: str
    axis: str
    labels: tuple[str, ...]
    values: tuple[Decimal, ...]


def chart_of(answer: Answer) -> Chart | None:
    """The chart of the answer's rows; None where a table says it better. Dates make a line, from the earliest
    on; names make bars, in the order of the rows.
    """
    display = answer.display
    if display is None or not FEWEST <= len(display.rows) <= MOST:
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
    points = [(label, value) for label, value in zip(labels, values, strict=True) if value is not None]
    is_line = axis.kind == "date"
    if is_line:
        points.sort(key=lambda point: point[0])
        if _NOTHING in labels or len(set(labels)) < len(labels):  # no time, or two numbers for one
            return None
    return Chart(
        kind="line" if is_line else "bars",
        title=measure.title,
        unit=measure.unit,
        axis=axis.title,
        labels=tuple(label for label, _ in points),
        values=tuple(value for _, value in points),
    )


_NOTHING = "\N{EN DASH}"


def _label(cell: Cell, column: DisplayColumn) -> str:
    if cell.term is None:
        return _NOTHING
    value = cell.label or cell.term.value
    return value[:10] if column.kind == "date" else value  # of a moment, the day


def _number(cell: Cell) -> Decimal | None:
    try:
        value = Decimal(cell.label or cell.term.value) if cell.term else None
    except InvalidOperation:
        return None
    readable = value is not None and value.is_finite() and value.adjusted() < LARGEST
    return value if readable else None
