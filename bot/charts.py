"""Whether the rows of an answer make a chart, which, and whether it is shown unasked: pure functions of an
Answer.

    one number for each name            bars, the largest first; over time a line
    one number for each pair of names   stacked or grouped bars; over time a line for each name
    parts of a whole, where asked       shares in per cent
    one number for each of many things  a histogram, where asked

What has another shape stays a table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import ROUND_FLOOR, Decimal, InvalidOperation
from statistics import quantiles
from typing import Literal

from kgqa.gaps import gaps
from kgqa.types import Answer, Cell, DisplayColumn, DisplayTable, RowsForm

Kind = Literal["bars", "line", "stacked", "grouped", "shares", "histogram"]
Number = Decimal | None

FEWEST, MOST = 2, 40  # points that can be told apart
MOST_TIMES = 300  # of a line
MOST_SERIES = 8  # colours that can be told apart
MISSED = 2.5  # times the usual time between two points: then some are missing, and the line stops
FEWEST_UNASKED = 3  # two numbers are told in the sentence
MOST_BARS_UNASKED = 20  # that fit a screen
FEWEST_SPREAD = 5  # numbers of a histogram
MOST_SPREAD = 20_000
MOST_COLUMNS = 20
NEAR = 0.9  # of the most: values all above it are nearly the same
LARGEST = 21  # digits of a number that anybody reads; larger ones leave nothing to see of the others
_STEPS = (Decimal(1), Decimal(2), Decimal("2.5"), Decimal(5), Decimal(10))  # between round numbers


@dataclass(frozen=True, slots=True)
class Series:
    """The numbers of one line, or of the bars of one colour; None where there is none."""

    name: str
    values: tuple[Number, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """`title` names what is measured, with its `unit`, and `axis` what it is measured for: the `labels`, as
    many as each series has values, moments where it `is_time`. Several series are told apart by what `legend`
    names; the last one holds the sums of `others`, where there were too many.

    A line has no piece behind the points of `breaks`: there is much more time than usual before the next one.
    A histogram counts the values between each two `edges`; a value on an edge counts in the upper one. It has
    no `digits` behind the point where all its values are whole.
    """

    kind: Kind
    title: str
    unit: str
    axis: str
    labels: tuple[str, ...]
    series: tuple[Series, ...]
    legend: str = ""
    is_time: bool = False
    others: int = 0
    breaks: tuple[int, ...] = ()
    edges: tuple[Decimal, ...] = ()
    digits: int | None = None

    @property
    def values(self) -> tuple[Decimal, ...]:
        """All numbers that there are."""
        return tuple(value for series in self.series for value in series.values if value is not None)

    def total(self, at: int) -> Decimal:
        """The sum of all series at a label."""
        return sum((series.values[at] or Decimal(0) for series in self.series), Decimal(0))

    def share(self, series: int, at: int) -> Decimal:
        """The part of a whole in per cent: of all values of a label, or where there is one series, of all
        labels.
        """
        value = self.series[series].values[at] or Decimal(0)
        whole = self.total(at) if len(self.series) > 1 else sum(self.values, Decimal(0))
        return 100 * value / whole if whole else Decimal(0)


@dataclass(frozen=True, slots=True)
class _Key:
    """A column that says what the number of a row is for."""

    at: int
    column: DisplayColumn
    is_time: bool
    is_month: bool


@dataclass(frozen=True, slots=True)
class _Shape:
    """The columns of rows that make a chart: one of numbers, and one or two that say for what."""

    measure: int
    keys: tuple[_Key, ...]


def chart_of(answer: Answer) -> Chart | None:
    """The chart of the answer's rows; None where a table says it better. Who asked for another kind than the
    usual one gets that, where the rows allow it.
    """
    display = answer.display
    if display is None or len(display.rows) < FEWEST:
        return None
    if answer.form_asked == "histogram" and (spread := _spread(display)) is not None:
        return spread
    shape = _shape_of(answer, display)
    if shape is None:
        return None
    found = _single(answer, display, shape) if len(shape.keys) == 1 else _several(answer, display, shape)
    return _as_asked(found, display.columns[shape.measure], answer.form_asked) if found else None


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


def pieces_of(chart: Chart, series: Series) -> tuple[tuple[int, ...], ...]:
    """The points of a line, piece by piece: one ends where much time is missing, or a value."""
    pieces: list[list[int]] = [[]]
    for n, value in enumerate(series.values):
        if value is not None:
            pieces[-1].append(n)
        if value is None or n in chart.breaks:
            pieces.append([])
    return tuple(tuple(piece) for piece in pieces if piece)


def shown_chart_of(answer: Answer) -> Chart | None:
    """The chart that is shown without being asked for by a button: the one that the question wants, or that
    of a series over time or of groups. None for a list of things, for too few numbers or too many, and where
    all are the same: then a chart shows nothing.
    """
    if answer.form_asked == "table" or (answer.table is not None and answer.table.truncated):
        return None
    chart = chart_of(answer)
    if chart is None or answer.form_asked:
        return chart
    if len(chart.values) < FEWEST_UNASKED or len(set(chart.values)) == 1 or chart.others:
        return None
    if chart.kind == "line":
        return chart
    is_grouped = answer.query is not None and _GROUPS.search(answer.query.text)
    return chart if is_grouped and len(chart.labels) <= MOST_BARS_UNASKED else None


# ── the shape of the rows ────────────────────────────────────────────────────────────────────────

_NOTHING = "\N{EN DASH}"
_GROUPS = re.compile(r"\bGROUP\s+BY\b", re.IGNORECASE)
_ORDERED = re.compile(r"\bORDER\s+BY\b", re.IGNORECASE)
_MONTHS = re.compile(r"\bMONTH\s*\(", re.IGNORECASE)
_YEAR = re.compile(r"[12]\d{3}(?:-(?:\d{2}|Q[1-4]))?")  # with a month or a quarter
_MONTH = re.compile(r"0?[1-9]|1[0-2]")


def _shape_of(answer: Answer, display: DisplayTable) -> _Shape | None:
    columns = tuple((n, column) for n, column in enumerate(display.columns) if column.role != "share")
    measures = [n for n, column in columns if column.kind == "number" and column.role != "key"]
    keys = [
        n
        for n, c in columns
        if c.kind in ("thing", "text", "year", "date") or (c.kind, c.role) == ("number", "key")
    ]
    if len(measures) != 1 or not 1 <= len(keys) <= 2 or len(columns) > 1 + len(keys):  # noqa: PLR2004
        return None
    return _Shape(measures[0], tuple(_key(at, answer, display) for at in keys))


def _key(at: int, answer: Answer, display: DisplayTable) -> _Key:
    column = display.columns[at]
    labels = {_label(row[at], column) for row in display.rows}
    are_months = all(_MONTH.fullmatch(label) for label in labels)
    is_month = are_months and answer.query is not None and bool(_MONTHS.search(answer.query.text))
    is_year = all(_YEAR.fullmatch(label) for label in labels)
    return _Key(at, column, column.kind == "date" or is_year or is_month, is_month)


def _single(answer: Answer, display: DisplayTable, shape: _Shape) -> Chart | None:
    """One number for each name or time."""
    measure, (key,) = shape.measure, shape.keys
    values = [_number(row[measure]) for row in display.rows]
    labels = [_label(row[key.at], key.column) for row in display.rows]
    if key.column.kind == "date" and len(set(labels)) < len(labels):
        labels = [_moment(row[key.at]) for row in display.rows]
    is_time = key.is_time and len(set(labels)) == len(labels) and _NOTHING not in labels
    if key.column.kind == "date" and not is_time:
        return None  # no time, or two numbers for one
    points = [(label, value) for label, value in zip(labels, values, strict=True) if value is not None]
    if len(points) < len(labels) or len(points) > (MOST_TIMES if is_time else MOST):
        return None
    if is_time:
        points.sort(key=lambda point: _time(point[0]))
    elif key.column.kind == "number":
        points.sort(key=lambda point: Decimal(point[0]) if point[0] != _NOTHING else Decimal("Infinity"))
    elif not _is_ordered(answer):
        points.sort(key=lambda point: point[1], reverse=True)
    return _made(
        "line" if is_time else "bars",
        display.columns[measure],
        key,
        [label for label, _ in points],
        (Series("", tuple(value for _, value in points)),),
    )


def _several(answer: Answer, display: DisplayTable, shape: _Shape) -> Chart | None:
    """One number for each pair of names, or for each time and name."""
    axis, other = _axis_first(shape.keys, display)
    column = display.columns[shape.measure]
    cells: dict[tuple[str, str], Number] = {}
    for row in display.rows:
        pair = (_identity(row[axis.at], axis.column), _identity(row[other.at], other.column))
        value = _number(row[shape.measure])
        if pair in cells or (value is None and row[shape.measure].term is not None):
            return None  # two numbers for one, or one that cannot be drawn
        cells[pair] = value
    along, names = _labels(axis, display), _labels(other, display)
    if axis.column.kind == "date" and _NOTHING in along.values():
        return None
    if not FEWEST <= len(along) <= (MOST_TIMES if axis.is_time else MOST):
        return None
    found = [(name, [cells.get((at, one)) for at in along]) for one, name in names.items()]
    ordered = _is_ordered(answer)
    if not (other.is_time or other.column.kind == "number" or (ordered and not axis.is_time)):
        found.sort(key=lambda each: _sum(each[1]), reverse=True)
    others = 0
    if len(found) > MOST_SERIES:
        if column.role != "part":
            return None  # averages cannot be put together
        kept, rest = found[: MOST_SERIES - 1], found[MOST_SERIES - 1 :]
        others = len(rest)
        sums = [_together(values) for values in zip(*(values for _, values in rest), strict=True)]
        found = [*kept, ("", sums)]
    order = list(range(len(along)))
    if not (axis.is_time or axis.column.kind == "number" or ordered):
        order.sort(key=lambda n: _sum([values[n] for _, values in found]), reverse=True)
    series = tuple(Series(name, tuple(values[n] for n in order)) for name, values in found)
    labels = list(along.values())
    is_line = axis.is_time and len(labels) >= FEWEST_UNASKED
    kind: Kind = "line" if is_line else "stacked" if _is_whole(series, column) else "grouped"
    made = _made(kind, column, axis, [labels[n] for n in order], series)
    if len(series) == 1:
        return replace(made, kind="line" if is_line else "bars")
    return replace(made, legend=other.column.title, others=others)


def _axis_first(keys: Sequence[_Key], display: DisplayTable) -> tuple[_Key, _Key]:
    """The key along the axis, and the one that colours tell: time goes along, months rather than years; of
    two sorts of names that which has more.
    """
    one, other = keys
    if one.is_time != other.is_time:
        return (one, other) if one.is_time else (other, one)
    if one.is_time and one.is_month != other.is_month:
        return (one, other) if one.is_month else (other, one)
    first, second = (len({_identity(row[key.at], key.column) for row in display.rows}) for key in keys)
    return (one, other) if first >= second else (other, one)


def _labels(key: _Key, display: DisplayTable) -> dict[str, str]:
    """The names of a key by their identity: in time, by number, or as the rows have them."""
    found: dict[str, str] = {}
    for row in display.rows:
        found.setdefault(_identity(row[key.at], key.column), _label(row[key.at], key.column))
    if key.is_time:
        return dict(sorted(found.items(), key=lambda each: _time(each[1])))
    if key.column.kind == "number":
        return dict(sorted(found.items(), key=lambda each: (each[1] == _NOTHING, _digits(each[1]))))
    return found


def _made(
    kind: Kind, measure: DisplayColumn, key: _Key, labels: Sequence[str], series: tuple[Series, ...]
) -> Chart:
    return Chart(
        kind=kind,
        title=measure.title,
        unit=measure.unit,
        axis=key.column.title,
        labels=tuple(labels),
        series=series,
        is_time=key.is_time,
        breaks=_breaks(labels) if kind == "line" else (),
        digits=measure.digits,
    )


def _as_asked(chart: Chart, measure: DisplayColumn, asked: RowsForm) -> Chart:
    """The chart in the form that was asked for, where its rows allow that."""
    is_several, is_short = len(chart.series) > 1, len(chart.labels) <= MOST
    is_whole = _is_whole(chart.series, measure)
    kind: Kind = chart.kind
    if asked == "line" and is_short:
        kind = "line"
    elif asked == "shares" and is_short and (is_whole or (measure.unit == "%" and not is_several)):
        kind = "shares"
    elif asked in ("bars", "stacked", "grouped", "histogram") and is_short and not is_several:
        kind = "bars"
    elif asked == "grouped" and is_short:
        kind = "grouped"
    elif asked in ("bars", "stacked") and is_short:
        kind = "stacked" if is_whole else "grouped"
    return replace(chart, kind=kind, breaks=_breaks(chart.labels) if kind == "line" else ())


def _is_whole(series: Sequence[Series], measure: DisplayColumn) -> bool:
    """Whether the numbers are parts that make up a whole: counts and sums, none of them negative."""
    values = [value for each in series for value in each.values if value is not None]
    return measure.role == "part" and min(values) >= 0 and max(values) > 0


def _is_ordered(answer: Answer) -> bool:
    """Whether the query itself says in which order its rows come."""
    return answer.query is not None and bool(_ORDERED.search(answer.query.text))


# ── how numbers are spread ───────────────────────────────────────────────────────────────────────


def _spread(display: DisplayTable) -> Chart | None:
    """A histogram of the one column of numbers; None where they are few, or the numbers of a few groups."""
    numbers = [n for n, c in enumerate(display.columns) if c.kind == "number" and c.role != "key"]
    if len(numbers) != 1 or len(display.rows) > MOST_SPREAD:
        return None
    column = display.columns[numbers[0]]
    values = [value for row in display.rows if (value := _number(row[numbers[0]])) is not None]
    is_groups = any(c.role == "key" for c in display.columns)
    if len(values) < FEWEST_SPREAD or (is_groups and len(values) <= MOST_BARS_UNASKED):
        return None
    edges = _edges(values)
    counts = [0] * (len(edges) - 1)
    step = edges[1] - edges[0]
    for value in values:
        counts[min(int((value - edges[0]) // step), len(counts) - 1)] += 1
    return Chart(
        kind="histogram",
        title=column.title,
        unit=column.unit,
        axis=column.title,
        labels=tuple(f"{edge:f}" for edge in edges[:-1]),
        series=(Series("", tuple(map(Decimal, counts))),),
        edges=edges,
        digits=0 if _are_whole(values) else None,
    )


def _are_whole(values: Sequence[Decimal]) -> bool:
    return all(value == value.to_integral_value() for value in values)


def _edges(values: Sequence[Decimal]) -> tuple[Decimal, ...]:
    """Round numbers at even distances around all values, about as far apart as the rule of Freedman and
    Diaconis has it: a few numbers far away do not put all others into one column.
    """
    low, high = min(values), max(values)
    lower, _, upper = quantiles(values, n=4)
    width = 2 * (upper - lower) / Decimal(str(len(values) ** (1 / 3)))
    rough = max(width, (high - low) / MOST_COLUMNS)
    rough = min(rough, (high - low) / FEWEST_SPREAD) or Decimal(1)
    unit = Decimal(10) ** rough.adjusted()
    step = min((unit * n for n in _STEPS), key=lambda each: abs(each - rough))
    if _are_whole(values):
        step = max(step.to_integral_value(), Decimal(1))
    first = (low / step).to_integral_value(rounding=ROUND_FLOOR)
    count = int(((high / step) - first).to_integral_value(rounding=ROUND_FLOOR)) + 1
    return tuple((first + n) * step for n in range(count + 1))


# ── labels and numbers ───────────────────────────────────────────────────────────────────────────


def _breaks(labels: Sequence[str]) -> tuple[int, ...]:
    return tuple(n for n, _ in gaps(list(labels), MISSED))


def _time(label: str) -> tuple[int, str]:
    return (int(label), "") if label.isdecimal() else (0, label)


def _digits(label: str) -> Decimal:
    try:
        return Decimal(label)
    except InvalidOperation:
        return Decimal(0)


def _label(cell: Cell, column: DisplayColumn) -> str:
    if cell.term is None:
        return _NOTHING
    value = cell.label or cell.term.value
    return value[:10] if column.kind == "date" else value  # of a moment, the day


def _identity(cell: Cell, column: DisplayColumn) -> str:
    """What tells one key from another: two things may have the same name."""
    return "" if cell.term is None else _label(cell, column) if column.kind == "date" else cell.term.value


def _moment(cell: Cell) -> str:
    """A moment to the minute, as its own zone tells it."""
    return _NOTHING if cell.term is None else cell.term.value[:16]


def _number(cell: Cell) -> Number:
    try:
        value = Decimal(cell.label or cell.term.value) if cell.term else None
    except InvalidOperation:
        return None
    readable = value is not None and value.is_finite() and value.adjusted() < LARGEST
    return value if readable else None


def _sum(values: Sequence[Number]) -> Decimal:
    return sum((value for value in values if value is not None), Decimal(0))


def _together(values: Sequence[Number]) -> Number:
    """The sum of what is there; None where nothing is."""
    return None if all(value is None for value in values) else _sum(values)
