"""A Chart as a picture: Chart -> PNG, drawn by matplotlib (the extra `charts`).

No state is shared between two pictures, and one is drawn at a time, since matplotlib is not made for several
threads. Text stands in it letter by letter: no formula is made of a name with dollar signs.
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from math import ceil
from threading import Lock
from typing import TYPE_CHECKING

from babel import Locale

from bot.cards.chart import LIGHT, ShownChart, shown_chart
from bot.cards.look import locale_of
from bot.cards.plain import clean
from bot.cards.values import shown_value
from bot.charts import Chart, floor_of, pieces_of, places_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LABEL = 36  # characters of one label
TITLE = 90
MARKED = 60  # points of a line that get a dot each
TICKS = 6  # dates that are written under a line
WIDTH, DOTS = 8.0, 150  # inches, dots an inch
_BAR, _FRAME = 0.34, 0.8  # inches: one bar, and what is around the bars
_THIN, _BETWEEN = 0.24, 0.14  # inches: one of a group of bars, and the room between two groups
_LEGEND, _IN_A_ROW = 0.25, 4  # inches: a line of the legend; and how many names stand on it
_LINE = 4.2  # inches: the height of a line chart
_ACROSS = 80  # characters of labels that stand side by side
_READABLE = 0.012  # of the width, for each character of a number inside a bar
INK, SOFT, RULE, _FILL = "#1d2324", "#586163", "#dcdad5", LIGHT[0]
_MARKS = "osD^vPX*"  # lines differ by their dots, too
_BRIGHT = 0.21  # the luminance of a colour on which dark letters are read better than white ones
_SCRIPTS = ("Noto Sans", "Noto Sans Arabic", "Noto Sans Thai", "Noto Sans CJK SC", "Noto Sans Hebrew")
ONE_AT_A_TIME = Lock()


def can_draw() -> bool:
    """Whether the extra `charts` is installed."""
    return find_spec("matplotlib") is not None


def picture(chart: Chart, *, language: str = "en") -> bytes:
    """The chart as a PNG, with numbers and dates as `language` writes them. Needs `can_draw()`.

    Bars lie from top to bottom in the order of the chart. A script for which this machine has no letters is
    drawn as boxes, and emoji are left out.
    """
    from matplotlib.figure import Figure

    locale, shown = locale_of(language), shown_chart(chart, language)
    with ONE_AT_A_TIME:
        figure = Figure(
            figsize=(WIDTH, _height(chart)),
            dpi=DOTS,
            layout="constrained",
            facecolor="white",
        )
        axes = figure.add_subplot()
        _frame(axes)
        match chart.kind:
            case "line":
                _lines(axes, chart, shown, locale)
            case "histogram":
                _columns(axes, shown)
            case "grouped":
                _groups(axes, shown)
            case _:
                _bars(axes, shown)
        _title(figure, axes, shown)
        out = io.BytesIO()
        figure.savefig(out, format="png", dpi=DOTS)
    return out.getvalue()


def _height(chart: Chart) -> float:
    if chart.kind in ("line", "histogram"):
        return _LINE
    legend = _LEGEND * ceil(len(chart.series) / _IN_A_ROW) if len(chart.series) > 1 else 0.0
    bar = _THIN * len(chart.series) + _BETWEEN if chart.kind == "grouped" else _BAR
    return _FRAME + legend + bar * len(chart.labels)


def _frame(axes: Axes) -> None:
    for side in ("top", "right", "bottom", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0, colors=INK, labelsize=10)


def _title(figure: Figure, axes: Axes, shown: ShownChart) -> None:
    """What is measured, and below it the names of the series, where there are several."""
    from matplotlib.font_manager import FontProperties

    title = drawable(shown.title, TITLE)
    if len(shown.series) == 1:
        figure.suptitle(
            title, x=0.01, ha="left", fontsize=12, fontweight="bold", color=INK, parse_math=False,
            fontfamily=families(),
        )  # fmt: skip
        return
    handles, names = axes.get_legend_handles_labels()
    legend = figure.legend(
        handles, names, loc="outside upper left", ncols=_IN_A_ROW, frameon=False, labelcolor=INK, title=title,
        alignment="left", prop=FontProperties(family=families(), size=9), handlelength=1.4,
        title_fontproperties=FontProperties(family=families(), size=12, weight="bold"), columnspacing=1.4,
    )  # fmt: skip
    legend.get_title().set_color(INK)
    for text in (legend.get_title(), *legend.get_texts()):
        text.set_parse_math(False)


def _bars(axes: Axes, shown: ShownChart) -> None:
    """A bar for each label, from top to bottom; the series one behind the other."""
    places = range(len(shown.labels))
    rows = [[point.value or 0.0 for point in series.points] for series in shown.series]
    ends = [sum(column) for column in zip(*rows, strict=True)]
    low, high = min(0.0, *ends), max(0.0, *ends)
    span = high - low or 1.0
    begins = [0.0 for _ in places]
    for n, (series, values) in enumerate(zip(shown.series, rows, strict=True)):
        bars = axes.barh(
            places, values, left=begins, height=0.68, color=LIGHT[n],
            edgecolor="white", linewidth=1.2 if len(rows) > 1 else 0,
            label=drawable(series.name, LABEL),
        )  # fmt: skip
        begins = [begin + value for begin, value in zip(begins, values, strict=True)]
        told = [point.text for point in series.points]
        if len(rows) == 1:
            axes.bar_label(bars, told, padding=4, fontsize=10, color=INK, parse_math=False)
            continue
        fits = (
            abs(value) / span > _READABLE * (len(text) + 1) for value, text in zip(values, told, strict=True)
        )
        inside = [text if fit else "" for text, fit in zip(told, fits, strict=True)]
        axes.bar_label(
            bars, inside, label_type="center", fontsize=9, color=_letters_on(LIGHT[n]), parse_math=False
        )
        if n == len(rows) - 1 and shown.totals:
            for place, (end, text) in enumerate(zip(ends, shown.totals, strict=True)):
                axes.annotate(
                    text, (end, place), xytext=(4, 0), textcoords="offset points", va="center",
                    fontsize=10, color=INK, parse_math=False,
                )  # fmt: skip
    room = 0.16 * span  # for the numbers beside the bars
    axes.set_xlim(low - room if low < 0 else low, high + room)
    _names(axes, shown, list(places))


def _groups(axes: Axes, shown: ShownChart) -> None:
    """A bar for each series of a label that has a number, one below the other."""
    height = 0.86 / len(shown.series)
    there = [
        [n for n, series in enumerate(shown.series) if series.points[at].value is not None]
        for at in range(len(shown.labels))
    ]
    for n, series in enumerate(shown.series):
        kept = [at for at, numbers in enumerate(there) if n in numbers]
        places = [at + (there[at].index(n) - (len(there[at]) - 1) / 2) * height for at in kept]
        bars = axes.barh(
            places, [series.points[at].value or 0.0 for at in kept], height=height * 0.92, color=LIGHT[n],
            label=drawable(series.name, LABEL),
        )  # fmt: skip
        told = [series.points[at].text for at in kept]
        axes.bar_label(bars, told, padding=4, fontsize=8, color=INK, parse_math=False)
    values = [p.value for series in shown.series for p in series.points if p.value is not None]
    low, high = min(0.0, *values), max(0.0, *values)
    room = 0.16 * (high - low or 1.0)
    axes.set_xlim(low - room if low < 0 else low, high + room)
    _names(axes, shown, list(range(len(shown.labels))))


def _names(axes: Axes, shown: ShownChart, places: list[int]) -> None:
    axes.invert_yaxis()
    axes.margins(y=0.02)
    axes.set_xticks([])
    axes.axvline(0, color=SOFT, linewidth=0.8)
    labels = [drawable(label, LABEL) for label in shown.labels]
    axes.set_yticks(places, labels, parse_math=False, fontfamily=families())


def _columns(axes: Axes, shown: ShownChart) -> None:
    """The columns of a histogram, side by side without gaps."""
    (series,) = shown.series
    places = list(range(len(shown.labels)))
    bars = axes.bar(
        places,
        [p.value or 0.0 for p in series.points],
        width=1,
        color=_FILL,
        edgecolor="white",
        linewidth=1.2,
    )
    told = [point.text if point.value else "" for point in series.points]
    axes.bar_label(bars, told, padding=3, fontsize=10, color=INK, parse_math=False)
    axes.set_yticks([])
    axes.axhline(0, color=SOFT, linewidth=0.8)
    at = [n - 0.5 for n in range(len(shown.edges))] or places
    step = max(1, ceil(sum(map(len, shown.edges or shown.labels)) / _ACROSS))
    ticks = [drawable(label, LABEL) for label in shown.edges or shown.labels]
    axes.set_xticks(at[::step], ticks[::step], parse_math=False, fontfamily=families())
    axes.set_xlabel(drawable(shown.axis, TITLE), color=SOFT, parse_math=False, fontfamily=families())


def _lines(axes: Axes, chart: Chart, shown: ShownChart, locale: Locale) -> None:
    places = list(places_of(chart))
    for n, (series, name) in enumerate(zip(chart.series, shown.series, strict=True)):
        values = [point.value or 0.0 for point in name.points]  # a piece has a number at each of its points
        for first, piece in enumerate(pieces_of(chart, series)):
            is_marked = len(places) <= MARKED or len(piece) == 1
            axes.plot(
                [places[at] for at in piece],
                [values[at] for at in piece],
                color=LIGHT[n],
                linewidth=2,
                marker=_MARKS[n] if is_marked else "",
                markersize=5,
                label=drawable(name.name, LABEL) if first == 0 else "_",
            )
    axes.margins(x=0.06, y=0.12)
    if (floor := floor_of(chart)) < min(map(float, chart.values)):
        axes.set_ylim(bottom=floor)
    axes.grid(axis="y", color=RULE, linewidth=0.8)
    axes.set_axisbelow(True)
    ticks = _ticks(places)
    written = [drawable(shown.labels[n], LABEL) for n in ticks]
    axes.set_xticks([places[n] for n in ticks], written, parse_math=False, fontfamily=families())
    axes.yaxis.set_major_formatter(lambda value, _place: shown_value(f"{value:.12g}", "number", locale))
    axes.tick_params(axis="y", colors=SOFT)


def _letters_on(colour: str) -> str:
    """The colour of letters that can be read on another one."""
    red, green, blue = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return INK if 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2 > _BRIGHT else "white"


def _ticks(places: Sequence[float]) -> list[int]:
    """The points whose moments are written: those that have room beside the one before."""
    kept: list[int] = []
    for n, place in enumerate(places):
        if not kept or place - places[kept[-1]] >= 1 / TICKS:
            kept.append(n)
    return kept


def drawable(text: str, most: int) -> str:
    """`text` on one line, with what this machine's letters can show."""
    line = " ".join(clean(text[: 4 * most]).split())
    known = _letters()
    kept = "".join(
        c if ord(c) in known else "" if _is_picture(c) else "\N{WHITE SQUARE}" for c in line
    ).strip()
    return kept if len(kept) <= most else f"{kept[: most - 1]}…"


def _is_picture(character: str) -> bool:
    return unicodedata.category(character) in ("So", "Sk", "Cf", "Mn", "Me")


@cache
def families() -> list[str]:
    """The fonts to look for a letter in, of those that this machine has."""
    from matplotlib import font_manager

    here = set(font_manager.get_font_names())
    return ["DejaVu Sans", *(name for name in _SCRIPTS if name in here)]  # the first comes with matplotlib


@cache
def _letters() -> frozenset[int]:
    from matplotlib import font_manager

    found: set[int] = set()
    for family in families():
        found |= font_manager.get_font(font_manager.findfont(family)).get_charmap().keys()
    return frozenset(found)
