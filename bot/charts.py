"""Whether the rows of an answer make a chart, and which: Answer -> Chart, a pure function.

A chart is one series of numbers over names or dates; what has another shape stays a table.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Literal

from kgqa.types import Answer, Cell, DisplayColumn

FEWEST, MOST = 2, 40  # points that can be told apart


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
    """The chart of the answer's rows; None where a table says it better. Dates make a line, names bars."""
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
    return Chart(
        kind="line" if axis.kind == "date" else "bars",
        title=measure.title,
        unit=measure.unit,
        axis=axis.title,
        labels=tuple(_label(row[named[0]], axis) for row in display.rows),
        values=tuple(value for value in values if value is not None),
    )


def _label(cell: Cell, column: DisplayColumn) -> str:
    if cell.term is None:
        return "\N{EN DASH}"
    value = cell.label or cell.term.value
    return value[:10] if column.kind == "date" else value


def _number(cell: Cell) -> Decimal | None:
    try:
        value = Decimal(cell.label or cell.term.value) if cell.term else None
    except InvalidOperation:
        return None
    return value if value is not None and value.is_finite() else None
