"""A chart in finished words, for a card that draws it itself or tells it to who does not see it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from babel import Locale

from bot.cards.look import locale_of
from bot.cards.plain import clean, line
from bot.cards.values import shown_moment, shown_value
from bot.charts import Chart, Kind
from bot.words import Words, words
from kgqa.numbers import unit_name

LABEL = 80  # characters of the name of a point
TITLE = 120
TOLD = 5  # series or shares that are named to who does not see the chart

# Colours for lines and parts of bars. Two of them differ for people with each kind of colour blindness, and
# all of them stand out from the white or dark paper.
LIGHT = ("#1f5c57", "#a87800", "#6090d8", "#781800", "#d84890", "#6048c0", "#789060", "#780078")
DARK = ("#7fc8bf", "#f0a848", "#c0a8ff", "#d84860", "#6060c0", "#ffd8a8", "#a86000", "#906090")


@dataclass(frozen=True, slots=True)
class Point:
    """`text` is the number as it is written; `value` says how long its bar is. Where there is no number, they
    are "" and None.
    """

    text: str
    value: float | None


@dataclass(frozen=True, slots=True)
class ShownSeries:
    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownChart:
    """`alternative` tells in a sentence what is to be seen. Of shares the values are per cent. `totals` stand
    at the ends of stacked bars, `edges` between the columns of a histogram.
    """

    kind: Kind
    title: str
    axis: str
    alternative: str
    labels: tuple[str, ...]
    series: tuple[ShownSeries, ...]
    totals: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()


def shown_chart(chart: Chart, language: str, reader: str = "") -> ShownChart:
    """The chart with the bot's own words in `language`, and numbers and dates as the `reader` writes them."""
    locale, say = locale_of(reader or language), words(language)
    name = unit_name(chart.unit, locale.language)
    unit = f" {name}" if name else ""
    titled = f"{chart.title} ({name})" if name else chart.title
    title, axis = titled, chart.axis
    if chart.kind == "histogram":
        title, axis = say("chart-title-histogram", measure=chart.title), titled
    elif chart.kind == "shares":
        title = say("chart-title-shares", measure=chart.title)
    series = tuple(
        ShownSeries(
            line(_name(chart, n, say), LABEL),
            tuple(_point(chart, n, at, locale) for at in range(len(chart.labels))),
        )
        for n in range(len(chart.series))
    )
    labels = tuple(line(label, LABEL) for label in _labels(chart, locale))
    return ShownChart(
        kind=chart.kind,
        title=line(title, TITLE),
        axis=line(axis, TITLE),
        alternative=clean(_alternative(chart, labels, series, unit, locale, say)),
        labels=labels,
        series=series,
        totals=_totals(chart, locale),
        edges=() if _is_one_each(chart) else tuple(_edges(chart, locale)),
    )


def _name(chart: Chart, at: int, say: Words) -> str:
    is_rest = bool(chart.others) and at == len(chart.series) - 1
    return say("chart-others", count=chart.others) if is_rest else chart.series[at].name


def _point(chart: Chart, series: int, at: int, locale: Locale) -> Point:
    value = chart.series[series].values[at]
    if value is None:
        return Point("", None)
    written = _written(value, chart, locale)
    if chart.kind != "shares":
        return Point(written, float(value))
    share = chart.share(series, at)
    percent = _percent(share, locale)
    is_percent = chart.unit == "%"
    return Point(percent if is_percent or len(chart.series) > 1 else f"{percent} ({written})", float(share))


def _written(value: Decimal, chart: Chart, locale: Locale) -> str:
    return shown_value(str(value), "number", locale, None if chart.kind == "histogram" else chart.digits)


def _percent(share: Decimal, locale: Locale) -> str:
    few = share and share < 10  # noqa: PLR2004  # one digit
    number = shown_value(str(share), "number", locale, 1 if few else 0)
    return f"{number}%" if locale.language == "en" else f"{number}\N{NO-BREAK SPACE}%"


def _labels(chart: Chart, locale: Locale) -> list[str]:
    if chart.kind != "histogram":
        return [shown_moment(label, locale) if chart.is_time else label for label in chart.labels]
    edges = _edges(chart, locale)
    if _is_one_each(chart):
        return edges[:-1]
    return [f"{low}\N{EN DASH}{high}" for low, high in pairwise(edges)]


def _edges(chart: Chart, locale: Locale) -> list[str]:
    return [shown_value(f"{edge:f}", "number", locale) for edge in chart.edges]


def _is_one_each(chart: Chart) -> bool:
    """Whether each column of a histogram stands for one whole number."""
    is_whole = chart.kind == "histogram" and chart.digits == 0
    return is_whole and all(high - low == 1 for low, high in pairwise(chart.edges))


def _totals(chart: Chart, locale: Locale) -> tuple[str, ...]:
    if chart.kind != "stacked":
        return ()
    return tuple(_written(chart.total(n), chart, locale) for n in range(len(chart.labels)))


# ── for who does not see it ──────────────────────────────────────────────────────────────────────


def _alternative(
    chart: Chart,
    labels: tuple[str, ...],
    series: tuple[ShownSeries, ...],
    unit: str,
    locale: Locale,
    say: Words,
) -> str:
    measure, axis = line(chart.title, TITLE), line(chart.axis, TITLE)
    values = chart.values
    if chart.kind == "histogram":
        most = max(range(len(values)), key=values.__getitem__)
        return say(
            "chart-histogram",
            measure=measure,
            count=int(sum(values)),
            range=f"{labels[most]}{unit}",
            most=int(values[most]),
        )
    names = [each.name for each in series]
    legend = line(chart.legend, TITLE)
    if chart.kind == "shares" and len(series) == 1:
        largest = sorted(zip(labels, series[0].points, strict=True), key=lambda p: -(p[1].value or 0))
        told = [f"{label} {point.text}" for label, point in largest]
        return say("chart-shares", measure=measure, axis=axis, told=_some(told))
    low, high = (f"{_written(value, chart, locale)}{unit}" for value in (min(values), max(values)))
    given = {"measure": measure, "axis": axis, "count": len(values), "low": low, "high": high}
    if len(series) == 1:
        return say(f"chart-{chart.kind}", **given)
    kind = "chart-shares" if chart.kind == "shares" else f"chart-{chart.kind}"
    return say(f"{kind}-several", **given, legend=legend, names=_some(names))


def _some(told: list[str]) -> str:
    return ", ".join(told[:TOLD]) + ("…" if len(told) > TOLD else "")
