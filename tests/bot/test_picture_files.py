"""Charts as Vega-Lite files: what another program draws from them."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from bot.charts import Chart, Series
from bot.picture_files import vega_chart

ORDERS = Chart(
    kind="stacked",
    title="Number of orders",
    unit="",
    axis="Year",
    labels=("2024", "2025"),
    series=(Series("sent", (Decimal(30), Decimal(20))), Series("open", (None, Decimal(5)))),
    legend="Status",
    is_time=True,
)


def test_a_file_holds_each_number_with_its_series_and_says_what_is_to_be_seen() -> None:
    drawn = vega_chart(ORDERS)
    assert [(v["at"], v["series"], v["value"]) for v in drawn["data"]["values"]] == [
        ("2024", "sent", 30),
        ("2025", "sent", 20),
        ("2025", "open", 5),
    ]
    assert drawn["encoding"]["color"]["title"] == "Status"
    assert drawn["description"].startswith("Stacked bar chart: Number of orders by Year")
    assert vega_chart(ORDERS, "de")["description"].startswith("Gestapeltes Balkendiagramm")


def test_bars_lie_beside_each_other_where_they_are_grouped() -> None:
    assert "yOffset" in vega_chart(replace(ORDERS, kind="grouped"))["encoding"]
    assert "yOffset" not in vega_chart(ORDERS)["encoding"]


def test_a_line_has_a_piece_for_each_stretch_without_a_gap() -> None:
    values = (Decimal(1), None, Decimal(3))
    line = replace(ORDERS, kind="line", labels=("2023", "2024", "2025"), series=(Series("", values),))
    assert [v["piece"] for v in vega_chart(line)["data"]["values"]] == [0, 1]


def test_shares_are_in_per_cent() -> None:
    values = vega_chart(replace(ORDERS, kind="shares"))["data"]["values"]
    assert [v["value"] for v in values] == [100, 80, 20]


def test_a_histogram_is_binned_already() -> None:
    edges = (Decimal(0), Decimal(5), Decimal(10))
    series = (Series("", (Decimal(2), Decimal(7))),)
    drawn = vega_chart(replace(ORDERS, kind="histogram", edges=edges, series=series))
    assert drawn["encoding"]["x"]["bin"] == {"binned": True}
    assert [(v["from"], v["to"], v["value"]) for v in drawn["data"]["values"]] == [(0, 5, 2), (5, 10, 7)]
