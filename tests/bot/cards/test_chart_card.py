"""A chart in words: what a card draws itself, and what it says to who does not see it."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from bot.cards.chart import LABEL, shown_chart
from bot.charts import Chart

WEIGHTS = Chart(
    kind="bars",
    title="Weight",
    unit="kg",
    axis="Product",
    labels=("Crane", "Gauge"),
    values=(Decimal("1200.5"), Decimal("0.25")),
)


def test_a_chart_is_told_in_a_sentence() -> None:
    assert shown_chart(WEIGHTS, "en").alternative == (
        "Bar chart: Weight by Product, 2 values from 0.25 kg to 1,200.5 kg."
    )
    assert shown_chart(WEIGHTS, "de").alternative == (
        "Balkendiagramm: Weight nach Product, 2 Werte von 0,25 kg bis 1.200,5 kg."
    )


def test_its_points_keep_their_order_and_are_written_as_the_reader_writes_them() -> None:
    shown = shown_chart(WEIGHTS, "en", "de-DE")
    assert shown.title == "Weight (kg)"
    assert [(p.label, p.text, p.value) for p in shown.points] == [
        ("Crane", "1.200,5", 1200.5),
        ("Gauge", "0,25", 0.25),
    ]


def test_dates_under_a_line_are_in_the_readers_words() -> None:
    line = replace(WEIGHTS, kind="line", labels=("2026-01-01", "2026-03-02"))
    assert [p.label for p in shown_chart(line, "de").points] == ["01.01.2026", "02.03.2026"]


def test_a_name_that_hides_or_does_not_end_is_cut_to_what_shows() -> None:
    hostile = replace(WEIGHTS, labels=("a\u202eb\nc", "x" * 40_000))
    assert [p.label for p in shown_chart(hostile, "en").points] == ["ab c", "x" * (LABEL - 1) + "…"]
