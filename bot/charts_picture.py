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
from threading import Lock
from typing import TYPE_CHECKING

from babel import Locale

from bot.cards.look import locale_of
from bot.cards.plain import clean
from bot.cards.values import shown_moment, shown_value
from bot.charts import Chart, floor_of, places_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LABEL = 36  # characters of one label
TITLE = 90
MARKED = 60  # points of a line that get a dot each
TICKS = 6  # dates that are written under a line
WIDTH, DOTS = 8.0, 150  # inches, dots an inch
_BAR, _FRAME = 0.34, 0.8  # inches: one bar, and what is around the bars
_LINE = 4.2  # inches: the height of a line chart
INK, SOFT, RULE, _FILL = "#1d2324", "#586163", "#dcdad5", "#1f5c57"
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

    locale = locale_of(language)
    height = _LINE if chart.kind == "line" else _FRAME + _BAR * len(chart.labels)
    with ONE_AT_A_TIME:
        figure = Figure(figsize=(WIDTH, height), dpi=DOTS, layout="constrained", facecolor="white")
        axes = figure.add_subplot()
        _frame(figure, axes, chart)
        draw = _line if chart.kind == "line" else _bars
        draw(axes, chart, locale)
        out = io.BytesIO()
        figure.savefig(out, format="png", dpi=DOTS)
    return out.getvalue()


def _frame(figure: Figure, axes: Axes, chart: Chart) -> None:
    measure = f"{chart.title} ({chart.unit})" if chart.unit else chart.title
    figure.suptitle(
        drawable(measure, TITLE),
        x=0.01,
        ha="left",
        fontsize=12,
        fontweight="bold",
        color=INK,
        parse_math=False,
        fontfamily=families(),
    )
    for side in ("top", "right", "bottom", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0, colors=INK, labelsize=10)


def _bars(axes: Axes, chart: Chart, locale: Locale) -> None:
    places = range(len(chart.labels))
    values = [float(value) for value in chart.values]
    bars = axes.barh(places, values, height=0.68, color=_FILL)
    axes.invert_yaxis()
    axes.margins(y=0.02)
    low, high = min(0.0, *values), max(0.0, *values)
    room = 0.16 * (high - low or 1.0)  # for the numbers beside the bars
    axes.set_xlim(low - room if low < 0 else low, high + room)
    axes.set_xticks([])
    axes.axvline(0, color=SOFT, linewidth=0.8)
    labels = [drawable(label, LABEL) for label in chart.labels]
    axes.set_yticks(places, labels, parse_math=False, fontfamily=families())
    written = [shown_value(str(value), "number", locale, chart.digits) for value in chart.values]
    axes.bar_label(bars, written, padding=4, fontsize=10, color=INK, parse_math=False)


def _line(axes: Axes, chart: Chart, locale: Locale) -> None:
    places = list(places_of(chart))
    values = [float(value) for value in chart.values]
    marked = "o" if len(places) <= MARKED else ""
    begin = 0
    for end in (*chart.breaks, len(places) - 1):
        piece = slice(begin, end + 1)
        axes.plot(
            places[piece],
            values[piece],
            color=_FILL,
            linewidth=2,
            marker=marked or ("o" if end == begin else ""),
            markersize=5,
        )
        begin = end + 1
    axes.margins(x=0.06, y=0.12)
    if (floor := floor_of(chart)) < min(values):
        axes.set_ylim(bottom=floor)
    axes.grid(axis="y", color=RULE, linewidth=0.8)
    axes.set_axisbelow(True)
    ticks = _ticks(places)
    written = [drawable(shown_moment(chart.labels[n], locale), LABEL) for n in ticks]
    axes.set_xticks([places[n] for n in ticks], written, parse_math=False, fontfamily=families())
    axes.yaxis.set_major_formatter(lambda value, _place: shown_value(f"{value:.12g}", "number", locale))
    axes.tick_params(axis="y", colors=SOFT)


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
