"""A chart in words: what a card draws itself, and what it says to who does not see it."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from importlib.resources import files
from itertools import combinations
from math import dist

import pytest

from bot.cards.chart import DARK, LABEL, LIGHT, shown_chart
from bot.charts import Chart, Kind, Series

WEIGHTS = Chart(
    kind="bars",
    title="Weight",
    unit="kg",
    axis="Product",
    labels=("Crane", "Gauge"),
    series=(Series("", (Decimal("1200.5"), Decimal("0.25"))),),
)
ORDERS = Chart(
    kind="stacked",
    title="Number of orders",
    unit="",
    axis="Year",
    labels=("2024", "2025"),
    series=(Series("sent", (Decimal(30), Decimal(20))), Series("open", (None, Decimal(5)))),
    legend="Status",
)


def test_a_chart_is_told_in_a_sentence() -> None:
    assert shown_chart(WEIGHTS, "en").alternative == (
        "Bar chart: Weight by Product, 2 values from 0.25 kg to 1,200.5 kg."
    )
    assert shown_chart(WEIGHTS, "de").alternative == (
        "Balkendiagramm: Weight nach Product, 2 Werte von 0,25 kg bis 1.200,5 kg."
    )


@pytest.mark.parametrize(
    ("kind", "english", "german"),
    [
        (
            "line",
            "Line chart: Number of orders by Year, one line per Status (sent, open), values from 5 to 30.",
            (
                "Liniendiagramm: Number of orders nach Year, je eine Linie für Status (sent, open), "
                "Werte von 5 bis 30."
            ),
        ),
        (
            "stacked",
            (
                "Stacked bar chart: Number of orders by Year, split by Status (sent, open), "
                "3 values from 5 to 30."
            ),
            (
                "Gestapeltes Balkendiagramm: Number of orders nach Year, unterteilt nach Status "
                "(sent, open), 3 Werte von 5 bis 30."
            ),
        ),
        (
            "grouped",
            "Grouped bar chart: Number of orders by Year and Status (sent, open), 3 values from 5 to 30.",
            (
                "Gruppiertes Balkendiagramm: Number of orders nach Year und Status (sent, open), "
                "3 Werte von 5 bis 30."
            ),
        ),
        (
            "shares",
            (
                "Stacked bar chart of shares: Number of orders by Year, each bar is 100% and split by Status "
                "(sent, open)."
            ),
            (
                "Gestapeltes Balkendiagramm der Anteile: Number of orders nach Year, jeder Balken steht für "
                "100 % und ist unterteilt nach Status (sent, open)."
            ),
        ),
    ],
)
def test_several_series_are_told_by_their_names(kind: Kind, english: str, german: str) -> None:
    drawn = replace(ORDERS, kind=kind)
    assert shown_chart(drawn, "en").alternative == english
    assert shown_chart(drawn, "de").alternative == german


def test_shares_are_told_the_largest_first() -> None:
    shares = replace(WEIGHTS, kind="shares", unit="", series=(Series("", (Decimal(5), Decimal(145))),))
    shown = shown_chart(shares, "en")
    assert shown.title == "Weight (share of the total)"
    assert [point.text for point in shown.series[0].points] == ["3.3% (5)", "97% (145)"]
    assert shown.alternative == "Bar chart of shares: Weight by Product. Gauge 97% (145), Crane 3.3% (5)."
    german = shown_chart(shares, "de").alternative
    assert german.startswith(
        "Balkendiagramm der Anteile: Weight nach Product. Gauge 97\N{NO-BREAK SPACE}% (145)"
    )


def test_a_histogram_is_told_by_its_highest_column() -> None:
    edges = (Decimal(0), Decimal(500), Decimal(1000))
    drawn = replace(WEIGHTS, kind="histogram", series=(Series("", (Decimal(4), Decimal(9))),), edges=edges)
    shown = shown_chart(drawn, "en")
    assert (shown.title, shown.axis) == ("Distribution: Weight", "Weight (kg)")
    assert shown.labels == ("0–500", "500–1,000")  # noqa: RUF001  # a dash between two numbers
    assert shown.alternative.startswith("Histogram: Weight, 13 values. The most frequent range is 500–1,000")  # noqa: RUF001
    assert shown_chart(drawn, "de").alternative.startswith("Histogramm: Weight, 13 Werte. Am häufigsten ist")


def test_what_has_no_colour_of_its_own_is_named_in_the_readers_language() -> None:
    drawn = replace(ORDERS, others=14)
    assert [series.name for series in shown_chart(drawn, "en").series] == ["sent", "14 others"]
    assert [series.name for series in shown_chart(drawn, "de").series] == ["sent", "14 weitere"]


def test_a_stacked_bar_ends_in_its_sum() -> None:
    assert shown_chart(ORDERS, "en").totals == ("30", "25")


def test_its_points_keep_their_order_and_are_written_as_the_reader_writes_them() -> None:
    shown = shown_chart(WEIGHTS, "en", "de-DE")
    assert shown.title == "Weight (kg)"
    assert shown.labels == ("Crane", "Gauge")
    assert [(p.text, p.value) for p in shown.series[0].points] == [("1.200,5", 1200.5), ("0,25", 0.25)]


def test_dates_under_a_line_are_in_the_readers_words() -> None:
    line = replace(WEIGHTS, kind="line", is_time=True, labels=("2026-01-01", "2026-03-02"))
    assert shown_chart(line, "de").labels == ("01.01.2026", "02.03.2026")


def test_a_name_that_hides_or_does_not_end_is_cut_to_what_shows() -> None:
    hostile = replace(WEIGHTS, labels=("a\u202eb\nc", "x" * 40_000))
    assert shown_chart(hostile, "en").labels == ("ab c", "x" * (LABEL - 1) + "…")


# ── colours ──────────────────────────────────────────────────────────────────────────────────────

# How people without one sort of cones see linear RGB (Machado, Oliveira and Fernandes 2009, severity 1).
SEEN = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
APART = 20  # of CIE Lab: 2.3 can just be noticed
STANDS_OUT = 3.0  # WCAG 2.2, 1.4.11


def linear(colour: str) -> tuple[float, ...]:
    parts = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return tuple(p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)


def lab(rgb: tuple[float, ...]) -> tuple[float, float, float]:
    r, g, b = (min(max(part, 0.0), 1.0) for part in rgb)
    white = (
        (0.4125 * r + 0.3576 * g + 0.1804 * b) / 0.9505,
        0.2127 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9503 * b) / 1.0888,
    )
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in white)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def luminance(colour: str) -> float:
    r, g, b = linear(colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@pytest.mark.parametrize("seen", SEEN)
@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_colours_differ_for_everybody(palette: tuple[str, ...], seen: str) -> None:
    rgbs = (linear(colour) for colour in palette)
    labs = [
        lab(tuple(sum(m * p for m, p in zip(row, rgb, strict=True)) for row in SEEN[seen])) for rgb in rgbs
    ]
    assert min(dist(one, other) for one, other in combinations(labs, 2)) > APART


@pytest.mark.parametrize(("palette", "paper"), [(LIGHT, "#ffffff"), (DARK, "#1c2223")], ids=["light", "dark"])
def test_colours_stand_out_from_their_paper(palette: tuple[str, ...], paper: str) -> None:
    for colour in palette:
        low, high = sorted((luminance(colour), luminance(paper)))
        assert (high + 0.05) / (low + 0.05) >= STANDS_OUT


def test_the_page_has_the_same_colours() -> None:
    written = (files("bot.platforms.web") / "pages" / "look.css").read_text("utf-8")
    light, dark = written.split("@media (prefers-color-scheme: dark)")
    for palette, part in ((LIGHT, light), (DARK, dark)):
        for number, colour in enumerate(palette, 1):
            assert f"--series-{number}: {colour};" in part
