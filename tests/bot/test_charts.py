"""Which rows make a chart, and the picture of it."""

from __future__ import annotations

import struct
import warnings
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from decimal import Decimal
from typing import Literal

import pytest

from bot.charts import MOST, MOST_BARS_UNASKED, Chart, chart_of, floor_of, shown_chart_of
from bot.charts_picture import can_draw, picture
from kgqa.types import Answer, Cell, DisplayColumn, DisplayTable, ResultTable
from tests.doubles import answers

Kind = Literal["thing", "text", "number", "date", "boolean"]

drawn_here = pytest.mark.skipif(not can_draw(), reason="the extra `charts` is not installed")


def rows_of(*rows: tuple[str | None, ...], kinds: tuple[Kind, ...] = ("text", "number")) -> Answer:
    columns = tuple(DisplayColumn(title=f"Column {n}", kind=kind) for n, kind in enumerate(kinds))
    cells = tuple(
        tuple(Cell(term=None) if value is None else answers.literal(value) for value in row) for row in rows
    )
    return replace(answers.many_rows(1), display=DisplayTable(columns=columns, rows=cells))


def chart(*labels: str, kind: Literal["bars", "line"] = "bars", title: str = "Price") -> Chart:
    values = tuple(Decimal(n * n) for n in range(len(labels)))
    return Chart(kind=kind, title=title, unit="EUR", axis="Product", labels=labels, values=values)


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_names_with_one_number_each_make_bars_in_the_order_of_the_rows() -> None:
    drawn = chart_of(rows_of(("b", "2"), ("a", "1.5")))
    assert drawn == Chart(
        kind="bars",
        title="Column 1",
        unit="",
        axis="Column 0",
        labels=("b", "a"),
        values=(Decimal(2), Decimal("1.5")),
    )


def test_dates_make_a_line_from_the_earliest_on() -> None:
    answer = rows_of(("2026-02-01", "2"), ("2026-01-01T10:00:00", "1"), kinds=("date", "number"))
    drawn = chart_of(answer)
    assert drawn is not None
    assert drawn.kind == "line"
    assert drawn.labels == ("2026-01-01", "2026-02-01")
    assert drawn.values == (Decimal(1), Decimal(2))


@pytest.mark.parametrize(
    "answer",
    [
        rows_of(("a", "1")),
        rows_of(*((f"n{n}", "1") for n in range(MOST + 1))),
        rows_of(("a", "1"), ("b", None)),
        rows_of(("a", "1"), ("b", "many")),
        rows_of(("a", "1"), ("b", "INF")),
        rows_of(("a", "1"), ("b", "1e400")),
        rows_of(("a", "1", "2"), ("b", "3", "4"), kinds=("text", "number", "number")),
        rows_of(("a", "b", "2"), ("b", "c", "4"), kinds=("text", "text", "number")),
        rows_of(("a", "1", "true"), ("b", "2", "true"), kinds=("text", "number", "boolean")),
        rows_of(("2026-01-01", "1"), ("2026-01-01", "2"), kinds=("date", "number")),
        rows_of(("2026-01-01", "1"), (None, "2"), kinds=("date", "number")),
        answers.clarify(),
    ],
    ids=[
        "one row",
        "more than can be told apart",
        "a number is missing",
        "one is no number",
        "one has no end",
        "one hides all others",
        "two numbers",
        "two names",
        "something else",
        "two numbers at one time",
        "one at no time",
        "no rows",
    ],
)
def test_what_has_another_shape_stays_a_table(answer: Answer) -> None:
    assert chart_of(answer) is None


def grouped(*rows: tuple[str | None, ...], kinds: tuple[Kind, ...] = ("thing", "number")) -> Answer:
    """Rows of a query that groups."""
    answer = rows_of(*rows, kinds=kinds)
    assert answer.query is not None
    text = "SELECT ?a (COUNT(?b) AS ?n) WHERE { ?b ?p ?a } GROUP BY ?a"
    return replace(answer, query=replace(answer.query, text=text))


def numbered(count: int) -> tuple[tuple[str, str], ...]:
    return tuple((f"n{n}", str(n)) for n in range(count))


def test_years_make_a_line_too() -> None:
    drawn = chart_of(rows_of(("2024", "2"), ("2022", "1"), ("2023", "4")))
    assert drawn is not None
    assert (drawn.kind, drawn.labels) == ("line", ("2022", "2023", "2024"))


def test_months_that_a_query_takes_out_of_dates_make_a_line_in_their_order() -> None:
    answer = grouped(("10", "1"), ("2", "5"), ("1", "3"))
    assert answer.query is not None
    monthly = replace(answer, query=replace(answer.query, text="SELECT (MONTH(?d) AS ?m) … GROUP BY ?m"))
    drawn = chart_of(monthly)
    assert drawn is not None
    assert (drawn.kind, drawn.labels) == ("line", ("1", "2", "10"))
    plain = chart_of(answer)
    assert plain is not None
    assert plain.kind == "bars"


def test_groups_with_a_number_each_are_drawn_unasked() -> None:
    for count in (3, MOST_BARS_UNASKED):
        assert shown_chart_of(grouped(*numbered(count))) is not None


def test_a_series_over_time_is_drawn_unasked() -> None:
    days = (("2026-01-01", "2"), ("2026-02-01", "3"), ("2026-03-01", "1"))
    drawn = shown_chart_of(rows_of(*days, kinds=("date", "number")))
    assert drawn is not None
    assert drawn.kind == "line"


@pytest.mark.parametrize(
    "answer",
    [
        rows_of(*numbered(5), kinds=("thing", "number")),
        grouped(*numbered(2)),
        grouped(*numbered(MOST_BARS_UNASKED + 1)),
        grouped(("a", "1"), ("b", "1"), ("c", "1")),
        replace(
            grouped(*numbered(5)), table=replace(answers.many_rows(1).table or ResultTable(), truncated=True)
        ),
        replace(grouped(*numbered(5)), form_asked="table"),
        grouped(("a",), ("b",), ("c",), kinds=("thing",)),
    ],
    ids=["things", "two", "too many", "all the same", "not all", "a table is wanted", "no measure"],
)
def test_other_rows_are_not_drawn_unasked(answer: Answer) -> None:
    assert shown_chart_of(answer) is None


def test_who_asks_for_a_form_gets_it_where_the_rows_allow_it() -> None:
    things = rows_of(*numbered(2), kinds=("thing", "number"))
    for form in ("bars", "line"):
        drawn = shown_chart_of(replace(things, form_asked=form))
        assert drawn is not None
        assert drawn.kind == form
    assert shown_chart_of(replace(answers.clarify(), form_asked="chart")) is None


@drawn_here
def test_every_bar_gets_its_height_so_that_many_can_be_read() -> None:
    few, many = size(picture(chart("a", "b"))), size(picture(chart(*(f"n{n}" for n in range(MOST)))))
    assert few[0] == many[0]
    assert many[1] > 5 * few[1]


@drawn_here
@pytest.mark.parametrize("kind", ["bars", "line"])
def test_no_name_breaks_the_picture(kind: Literal["bars", "line"]) -> None:
    names = (
        "مرحبا بالعالم",
        "ภาษาไทย 🙂",
        "👩\u200d💻",
        "$\\frac{1}{$ 50%",
        "x" * 40_000,
        "a\nb\x00\u202ec",
        "漢字",
        "",
        "–",  # noqa: RUF001  # what stands for nothing
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # matplotlib warns of letters that it does not have
        width, height = size(picture(chart(*names, kind=kind, title="Preis in $ 🙂 " + "y" * 500)))
    assert (width, height) < (2_000, 2_000)


@drawn_here
@pytest.mark.parametrize("values", [("0", "0"), ("-3", "-1"), ("-5", "5"), ("1e-30", "1e20")])
def test_no_numbers_break_the_picture(values: tuple[str, str]) -> None:
    for kind in ("bars", "line"):
        assert size(picture(replace(chart("a", "b"), kind=kind, values=tuple(map(Decimal, values)))))


@drawn_here
def test_a_picture_writes_numbers_in_the_language_asked_for() -> None:
    drawn = replace(chart("a", "b"), values=(Decimal("1200.5"), Decimal("99.25")))
    assert picture(drawn, language="en") == picture(drawn, language="en-US") == picture(drawn)
    assert picture(drawn, language="de") != picture(drawn)


@drawn_here
def test_pictures_that_are_drawn_at_once_do_not_mix() -> None:
    charts = [chart("a", "b", title=f"Title {n}") for n in range(4)]
    alone = [picture(one) for one in charts]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(picture, charts)) == alone


@pytest.mark.parametrize(
    ("values", "floor"), [((40, 37, 24, 35), 0.0), ((101, 99, 103), 99.0), ((-3, 5), -3.0), ((0, 0), 0.0)]
)
def test_a_line_begins_at_nought_unless_all_its_values_are_nearly_the_same(
    values: tuple[int, ...], floor: float
) -> None:
    labels = tuple(str(2020 + n) for n in range(len(values)))
    line = replace(chart(*labels, kind="line"), values=tuple(map(Decimal, values)))
    assert floor_of(line) == floor
