"""A chart in finished words, for a card that draws it itself or tells it to who does not see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.cards.look import locale_of
from bot.cards.plain import clean, line
from bot.cards.values import shown_moment, shown_value
from bot.charts import Chart
from bot.words import words
from kgqa.numbers import unit_name

LABEL = 80  # characters of the name of a point
TITLE = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """`text` is the number as it is written; `value` says how long its bar is."""

    label: str
    text: str
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownChart:
    """`alternative` tells in a sentence what is to be seen; behind the points of `breaks` a line stops."""

    kind: Literal["bars", "line"]
    title: str
    alternative: str
    points: tuple[Point, ...]
    breaks: tuple[int, ...] = ()


def shown_chart(chart: Chart, language: str, reader: str = "") -> ShownChart:
    """The chart with the bot's own words in `language`, and numbers and dates as the `reader` writes them."""
    locale = locale_of(reader or language)
    name = unit_name(chart.unit, locale.language)
    unit = f" {name}" if name else ""
    points = tuple(
        Point(
            label=line(shown_moment(label, locale) if chart.kind == "line" else label, LABEL),
            text=shown_value(str(value), "number", locale, chart.digits),
            value=float(value),
        )
        for label, value in zip(chart.labels, chart.values, strict=True)
    )
    ordered = sorted(points, key=lambda point: point.value)
    alternative = words(language)(
        f"chart-{chart.kind}",
        measure=line(chart.title, TITLE),
        axis=line(chart.axis, TITLE),
        count=len(points),
        low=f"{ordered[0].text}{unit}",
        high=f"{ordered[-1].text}{unit}",
    )
    title = f"{chart.title} ({name})" if name else chart.title
    return ShownChart(
        kind=chart.kind,
        title=line(title, TITLE),
        alternative=clean(alternative),
        points=points,
        breaks=chart.breaks,
    )
