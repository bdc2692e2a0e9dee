"""Which rows make a chart, and the picture of it."""

from __future__ import annotations

import struct
import warnings
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from decimal import Decimal
from typing import Literal

import pytest

from bot.charts import (
    MOST,
    MOST_BARS_UNASKED,
    MOST_SERIES,
    Chart,
    Kind,
    Series,
    chart_of,
    floor_of,
    pieces_of,
    shown_chart_of,
)
from bot.charts_picture import can_draw, picture
from kgqa.types import Answer, Cell, DisplayColumn, DisplayTable, ResultTable, RowsForm
from tests.doubles import answers

Held = Literal["thing", "text", "number", "date", "boolean"]
SINGLE: tuple[Kind, ...] = ("bars", "line", "shares", "histogram")
SPLIT: tuple[Kind, ...] = ("line", "stacked", "grouped", "shares")

drawn_here = pytest.mark.skipif(not can_draw(), reason="the extra `charts` is not installed")


def rows_of(*rows: tuple[str | None, ...], kinds: tuple[Held, ...] = ("text", "number")) -> Answer:
    columns = tuple(DisplayColumn(title=f"Column {n}", kind=kind) for n, kind in enumerate(kinds))
    cells = tuple(
        tuple(Cell(term=None) if value is None else answers.literal(value) for value in row) for row in rows
    )
    return replace(answers.many_rows(1), display=DisplayTable(columns=columns, rows=cells))


def chart(*labels: str, kind: Kind = "bars", title: str = "Price", several: int = 1) -> Chart:
    values = tuple(Decimal(n * n) for n in range(len(labels)))
    return Chart(
        kind=kind,
        title=title,
        unit="EUR",
        axis="Product",
        labels=labels,
        series=tuple(Series(labels[n % len(labels)] if several > 1 else "", values) for n in range(several)),
        legend="Kind" if several > 1 else "",
        edges=tuple(map(Decimal, range(len(labels) + 1))) if kind == "histogram" else (),
    )


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_names_with_one_number_each_make_bars_the_largest_first() -> None:
    drawn = chart_of(rows_of(("a", "1.5"), ("b", "2")))
    assert drawn == Chart(
        kind="bars",
        title="Column 1",
        unit="",
        axis="Column 0",
        labels=("b", "a"),
        series=(Series("", (Decimal(2), Decimal("1.5"))),),
    )


def test_bars_keep_the_order_that_the_query_asks_for() -> None:
    rows = rows_of(("a", "1.5"), ("b", "2"))
    assert rows.query is not None
    sorted_up = replace(rows, query=replace(rows.query, text="SELECT ?a ?n WHERE { … } ORDER BY ?n"))
    drawn = chart_of(sorted_up)
    assert drawn is not None
    assert drawn.labels == ("a", "b")


def test_bars_of_numbers_that_group_lie_in_their_order() -> None:
    """Ratings from the least to the best, whatever counts more."""
    answer = counted(("4.5", "9"), ("2", "1"), ("10", "3"), kinds=("number", "number"))
    drawn = chart_of(answer)
    assert drawn is not None
    assert (drawn.kind, drawn.labels) == ("bars", ("2", "4.5", "10"))


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
        rows_of(("a", "b", "2"), ("a", "b", "4"), kinds=("text", "text", "number")),
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
        "two numbers for one pair of names",
        "something else",
        "two numbers at one time",
        "one at no time",
        "no rows",
    ],
)
def test_what_has_another_shape_stays_a_table(answer: Answer) -> None:
    assert chart_of(answer) is None


def grouped(*rows: tuple[str | None, ...], kinds: tuple[Held, ...] = ("thing", "number")) -> Answer:
    """Rows of a query that groups."""
    answer = rows_of(*rows, kinds=kinds)
    assert answer.query is not None
    text = "SELECT ?a (COUNT(?b) AS ?n) WHERE { ?b ?p ?a } GROUP BY ?a"
    return replace(answer, query=replace(answer.query, text=text))


def counted(*rows: tuple[str | None, ...], kinds: tuple[Held, ...]) -> Answer:
    """Rows of a query that counts what belongs to each group."""
    answer = grouped(*rows, kinds=kinds)
    assert answer.display is not None
    *keys, last = answer.display.columns
    columns = (*(replace(key, role="key") for key in keys), replace(last, role="part"))
    return replace(answer, display=replace(answer.display, columns=columns))


def averaged(*rows: tuple[str | None, ...], kinds: tuple[Held, ...]) -> Answer:
    answer = counted(*rows, kinds=kinds)
    assert answer.display is not None
    *keys, last = answer.display.columns
    return replace(answer, display=replace(answer.display, columns=(*keys, replace(last, role=""))))


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


@pytest.mark.slow
@drawn_here
def test_every_bar_gets_its_height_so_that_many_can_be_read() -> None:
    few, many = size(picture(chart("a", "b"))), size(picture(chart(*(f"n{n}" for n in range(MOST)))))
    assert few[0] == many[0]
    assert many[1] > 5 * few[1]


@pytest.mark.slow
@drawn_here
@pytest.mark.parametrize(
    ("kind", "several"), [*((kind, 1) for kind in SINGLE), *((kind, MOST_SERIES) for kind in SPLIT)]
)
def test_no_name_breaks_the_picture(kind: Kind, several: int) -> None:
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
        drawn = chart(*names, kind=kind, title="Preis in $ 🙂 " + "y" * 500, several=several)
        width, height = size(picture(drawn))
    assert (width, height) < (2_000, 5_000)


@pytest.mark.slow
@drawn_here
@pytest.mark.parametrize("values", [("0", "0"), ("-3", "-1"), ("-5", "5"), ("1e-30", "1e20")])
def test_no_numbers_break_the_picture(values: tuple[str, str]) -> None:
    numbers = tuple(map(Decimal, values))
    one, two = Series("a", numbers), Series("b", (None, numbers[1]))
    for kind in SINGLE:
        assert size(picture(replace(chart("a", "b", kind=kind), series=(one,))))
    for kind in SPLIT:
        assert size(picture(replace(chart("a", "b", kind=kind), series=(one, two))))


@drawn_here
def test_a_picture_writes_numbers_in_the_language_asked_for() -> None:
    drawn = replace(chart("a", "b"), series=(Series("", (Decimal("1200.5"), Decimal("99.25"))),))
    assert picture(drawn, language="en") == picture(drawn, language="en-US") == picture(drawn)
    assert picture(drawn, language="de") != picture(drawn)


@pytest.mark.slow
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
    line = replace(chart(*labels, kind="line"), series=(Series("", tuple(map(Decimal, values))),))
    assert floor_of(line) == floor


# ── several series ───────────────────────────────────────────────────────────────────────────────


def test_a_number_for_each_time_and_name_makes_a_line_for_each_name() -> None:
    """The one with most comes first; a line stops where there is no number."""
    drawn = shown_chart_of(
        counted(
            ("2022", "open", "1"),
            ("2024", "open", "3"),
            ("2022", "sent", "5"),
            ("2023", "sent", "6"),
            ("2024", "sent", "7"),
            kinds=("text", "thing", "number"),
        )
    )
    assert drawn is not None
    assert (drawn.kind, drawn.labels, drawn.legend) == ("line", ("2022", "2023", "2024"), "Column 1")
    assert [series.name for series in drawn.series] == ["sent", "open"]
    assert drawn.series[1].values == (Decimal(1), None, Decimal(3))
    assert pieces_of(drawn, drawn.series[1]) == ((0,), (2,))


PAIRS = (("a", "x", "1"), ("a", "y", "2"), ("b", "x", "7"), ("c", "x", "3"))


def test_counts_for_each_pair_of_names_make_stacked_bars_the_longest_first() -> None:
    """Along the axis stand the names of which there are more."""
    drawn = shown_chart_of(counted(*PAIRS, kinds=("thing", "thing", "number")))
    assert drawn is not None
    assert (drawn.kind, drawn.labels) == ("stacked", ("b", "a", "c"))
    assert [(s.name, s.values) for s in drawn.series] == [
        ("x", (Decimal(7), Decimal(1), Decimal(3))),
        ("y", (None, Decimal(2), None)),
    ]
    assert [drawn.total(n) for n in range(3)] == [7, 3, 3]


def test_averages_are_not_stacked_since_they_do_not_add_up() -> None:
    answer = averaged(*PAIRS, kinds=("thing", "thing", "number"))
    for form in ("", "bars", "stacked", "shares"):
        drawn = chart_of(replace(answer, form_asked=form))
        assert drawn is not None
        assert drawn.kind == "grouped"


@pytest.mark.parametrize(
    ("form", "kind"),
    [
        ("bars", "stacked"),
        ("stacked", "stacked"),
        ("grouped", "grouped"),
        ("shares", "shares"),
        ("line", "line"),
    ],
)
def test_several_series_come_in_the_form_that_is_asked_for(form: RowsForm, kind: Kind) -> None:
    times = (("2022", "x", "1"), ("2022", "y", "2"), ("2023", "x", "7"), ("2024", "y", "7"))
    drawn = shown_chart_of(replace(counted(*times, kinds=("text", "thing", "number")), form_asked=form))
    assert drawn is not None
    assert drawn.kind == kind


def test_more_series_than_colours_are_put_together_where_they_add_up() -> None:
    rows = [(f"d{n}", f"c{m}", str(m + 1)) for n in range(12) for m in range(10)]
    answer = counted(*rows, kinds=("thing", "thing", "number"))
    assert shown_chart_of(answer) is None
    drawn = shown_chart_of(replace(answer, form_asked="stacked"))
    assert drawn is not None
    assert (len(drawn.series), drawn.others) == (MOST_SERIES, 3)
    assert drawn.series[0].name == "c9"
    assert drawn.series[-1].values[0] == Decimal(1 + 2 + 3)
    assert chart_of(averaged(*rows, kinds=("thing", "thing", "number"))) is None


def test_two_things_of_one_name_stay_apart() -> None:
    answer = counted(*PAIRS, kinds=("thing", "thing", "number"))
    assert answer.display is not None
    rows = tuple((replace(row[0], label="same"), *row[1:]) for row in answer.display.rows)
    drawn = chart_of(replace(answer, display=replace(answer.display, rows=rows)))
    assert drawn is not None
    assert drawn.labels == ("same", "same", "same")


def test_one_series_alone_has_no_legend() -> None:
    rows = [(f"d{n}", "only", str(n)) for n in range(4)]
    drawn = chart_of(counted(*rows, kinds=("thing", "thing", "number")))
    assert drawn is not None
    assert (drawn.kind, len(drawn.series), drawn.legend) == ("bars", 1, "")


# ── shares ───────────────────────────────────────────────────────────────────────────────────────


def test_shares_are_parts_of_all_bars_or_of_each_bar() -> None:
    single = counted(("a", "1"), ("b", "3"), kinds=("thing", "number"))
    drawn = shown_chart_of(replace(single, form_asked="shares"))
    assert drawn is not None
    assert [drawn.share(0, n) for n in range(2)] == [75, 25]
    several = chart_of(replace(counted(*PAIRS, kinds=("thing", "thing", "number")), form_asked="shares"))
    assert several is not None
    assert several.labels[1] == "a"
    assert round(several.share(0, 1)) == 33


@pytest.mark.parametrize("rows", [(("a", "-1"), ("b", "3")), (("a", "0"), ("b", "0"))])
def test_what_makes_up_no_whole_has_no_shares(rows: tuple[tuple[str, str], ...]) -> None:
    drawn = chart_of(replace(counted(*rows, kinds=("thing", "number")), form_asked="shares"))
    assert drawn is not None
    assert drawn.kind == "bars"


# ── histograms ───────────────────────────────────────────────────────────────────────────────────


def spread(*values: str) -> Chart:
    rows = tuple((f"n{n}", value) for n, value in enumerate(values))
    drawn = shown_chart_of(replace(rows_of(*rows, kinds=("thing", "number")), form_asked="histogram"))
    assert drawn is not None
    return drawn


def test_a_histogram_counts_the_numbers_between_round_ones() -> None:
    drawn = spread("0", "99", "100", "250", "399.5", "400", "900")
    assert drawn.kind == "histogram"
    assert drawn.edges == tuple(map(Decimal, (0, 200, 400, 600, 800, 1000)))
    assert drawn.values == tuple(map(Decimal, (3, 2, 1, 0, 1)))


def test_whole_numbers_that_are_near_each_other_get_a_column_each() -> None:
    drawn = spread("1", "2", "2", "3", "5")
    assert drawn.edges == tuple(map(Decimal, range(1, 7)))
    assert drawn.values == tuple(map(Decimal, (1, 2, 1, 0, 1)))


@pytest.mark.parametrize(
    "values",
    [
        ("7",) * 5,
        ("-3", "-1", "0", "2", "5"),
        ("1e-9", "2e-9", "3e-9", "4e-9", "5e-9"),
        ("0", "1e20", *"123"),
    ],
)
def test_every_number_counts_once_in_a_histogram(values: tuple[str, ...]) -> None:
    drawn = spread(*values)
    assert sum(drawn.values) == len(values)
    assert drawn.edges[0] <= min(map(Decimal, values))
    assert max(map(Decimal, values)) < drawn.edges[-1]


def test_a_few_groups_are_bars_for_who_asks_how_they_are_distributed() -> None:
    few = counted(*numbered(6), kinds=("thing", "number"))
    drawn = chart_of(replace(few, form_asked="histogram"))
    assert drawn is not None
    assert drawn.kind == "bars"
    many = counted(*numbered(MOST + 20), kinds=("thing", "number"))
    drawn = chart_of(replace(many, form_asked="histogram"))
    assert drawn is not None
    assert drawn.kind == "histogram"
