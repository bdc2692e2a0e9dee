"""A Map as a picture: Map -> PNG, drawn by matplotlib (the extra `charts`), with the scale and few names."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import TYPE_CHECKING

from bot.cards.map import length_of, shown_map
from bot.charts_picture import INK, ONE_AT_A_TIME, RULE, SOFT, drawable, families
from bot.maps import Frame, Map, Place, frame_of, labels_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, DOTS = 8.0, 150  # inches, dots an inch
TITLE = 90
_HEAD = 0.6  # inches above the map
_FILL, _EDGE, _POINT = "#cfe3df", "#1f5c57", "#c2452d"
_LETTER, _LINE = 0.0105, 0.17  # the width of a letter as a share of the width; inches of a line
_BORDER = 0.01
_BEHIND = {"facecolor": "white", "alpha": 0.7, "pad": 0.6, "edgecolor": "none"}  # a name
_CARD, _CARD_DOTS, _COLOURS = 6.4, 100, 24
KEPT = 32  # pictures: a card is drawn again and again until it fits


def map_picture(drawn: Map, *, language: str = "en", width: float = WIDTH, dots: int = DOTS) -> bytes:
    """The map as a PNG, its words as `language` has them. Needs `bot.charts_picture.can_draw()`."""
    from matplotlib.figure import Figure

    frame = frame_of(drawn)
    height = width * frame.height / frame.width
    shown = shown_map(drawn, language)
    with ONE_AT_A_TIME:
        figure = Figure(figsize=(width, height + _HEAD), dpi=dots, facecolor="white")
        axes = figure.add_axes((0, 0, 1, height / (height + _HEAD)))
        axes.set_xlim(0, 1)
        axes.set_ylim(frame.height / frame.width, 0)
        axes.set_aspect("equal")
        axes.set_xticks([])
        axes.set_yticks([])
        for spine in axes.spines.values():
            spine.set_color(RULE)
        ratio = frame.height / frame.width
        for place in drawn.places:
            _place(axes, place, frame, ratio)
        for x, y, text in labels_of(drawn, frame, _LETTER * WIDTH / width, _LINE / height):
            axes.text(
                x, y * ratio, drawable(text, TITLE), fontsize=9, color=INK, parse_math=False,
                fontfamily=families(), bbox=_BEHIND,
            )  # fmt: skip
        _scale(axes, frame, ratio, drawn, language)
        figure.text(
            0.01, 1 - 0.38 / (height + _HEAD), drawable(shown.title, TITLE), fontsize=12,
            fontweight="bold", color=INK, parse_math=False, fontfamily=families(),
        )  # fmt: skip
        out = io.BytesIO()
        figure.savefig(out, format="png", dpi=dots)
    return out.getvalue()


@lru_cache(KEPT)
def inside_a_card(drawn: Map, language: str) -> bytes:
    """The same, small and in few colours, for a message that bears little."""
    from PIL import Image

    whole = Image.open(io.BytesIO(map_picture(drawn, language=language, width=_CARD, dots=_CARD_DOTS)))
    out = io.BytesIO()
    whole.convert("RGB").quantize(_COLOURS).save(out, format="PNG", optimize=True)
    return out.getvalue()


def _place(axes: Axes, place: Place, frame: Frame, ratio: float) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    def at(ring: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
        return [(x, y * ratio) for x, y in map(frame.at, ring)]

    for area in place.shape.areas:
        paths = [Path(at(ring), closed=True) for ring in area]
        whole = Path.make_compound_path(*paths)
        axes.add_patch(PathPatch(whole, facecolor=_FILL, edgecolor=_EDGE, linewidth=1.2))
    for line in place.shape.lines:
        xs, ys = zip(*at(line), strict=True)
        axes.plot(xs, ys, color=_EDGE, linewidth=1.8)
    small = all(_is_small(ring[0], frame) for ring in place.shape.areas)
    dots = [*place.shape.points, *([place.shape.centre] if place.shape.areas and small else [])]
    for x, y in at(tuple(dots)):
        axes.plot([x], [y], marker="o", markersize=6, color=_POINT, markeredgecolor="white")


def _is_small(ring: tuple[tuple[float, float], ...], frame: Frame) -> bool:
    """Whether an outline is too small to be seen."""
    xs = [frame.at(p)[0] for p in ring]
    return max(xs) - min(xs) < _BORDER


def _scale(axes: Axes, frame: Frame, ratio: float, drawn: Map, language: str) -> None:
    length, share = frame.bar
    x, y = 0.03, ratio - 0.03
    axes.plot([x, x + share], [y, y], color=INK, linewidth=2.5, solid_capstyle="butt")
    told = length_of(length, drawn.crs, language)
    axes.text(x, y - 0.012, told, fontsize=9, color=SOFT, parse_math=False)
