"""A map in finished words and shapes, for a card that draws it itself or tells it to who does not see it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.cards.look import locale_of
from bot.cards.plain import clean, line
from bot.cards.values import shown_value
from bot.maps import Map, Place, frame_of, labels_of
from bot.words import words
from kgqa.places.geometry import Position, Ring

TITLE = 120
WIDTH = 600  # units of the drawing
_LETTER, _LINE = 0.0115, 15
_KILOMETRE = 1000
_NAMED = 5  # places that are told to who does not see the map
_SMALL = 6  # units: an outline that is smaller gets a dot


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """`paths` are outlines and lines as SVG draws them, `dots` the points; `label` is told on pointing."""

    label: str
    paths: tuple[str, ...]
    dots: tuple[tuple[float, float], ...]
    is_line: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownMap:
    title: str
    alternative: str
    height: float
    places: tuple[ShownPlace, ...]
    labels: tuple[tuple[float, float, str], ...]
    scale: float
    scale_text: str


def shown_map(drawn: Map, language: str, reader: str = "") -> ShownMap:
    """The map with the bot's own words in `language`, and numbers as the `reader` writes them."""
    say = words(language)
    frame = frame_of(drawn)
    height = round(WIDTH * frame.height / frame.width, 1)

    def at(ring: Ring) -> list[Position]:
        return [(round(x * WIDTH, 1), round(y * height, 1)) for x, y in map(frame.at, ring)]

    length, share = frame.bar
    names = [place.label for place in drawn.places if place.label]
    told = ", ".join(names[:_NAMED]) + ("…" if len(names) > _NAMED else "")
    alternative = say("map-told", count=len(drawn.places), title=line(drawn.title, TITLE))
    if told:
        alternative = f"{alternative} {told}."
    if drawn.left_out:
        alternative = f"{alternative} {say('map-left-out', count=drawn.left_out)}"
    labels = labels_of(drawn, frame, _LETTER, _LINE / height)
    return ShownMap(
        title=line(drawn.title, TITLE),
        alternative=clean(alternative),
        height=height,
        places=tuple(_place(place, at) for place in drawn.places),
        labels=tuple((round(x * WIDTH, 1), round(y * height, 1), clean(text)) for x, y, text in labels),
        scale=round(share * WIDTH, 1),
        scale_text=length_of(length, drawn.crs, reader or language),
    )


def _place(place: Place, at: Callable[[Ring], list[Position]]) -> ShownPlace:
    paths, dots = [], at(place.shape.points)
    for area in place.shape.areas:
        rings = [at(ring) for ring in area]
        xs = [x for x, _ in rings[0]]
        if max(xs) - min(xs) < _SMALL:
            dots += at((place.shape.centre,))
        paths.append(" ".join(f"M{' '.join(f'{x},{y}' for x, y in ring)}Z" for ring in rings))
    paths += [f"M{' '.join(f'{x},{y}' for x, y in at(each))}" for each in place.shape.lines]
    is_line = bool(place.shape.lines) and not place.shape.areas
    return ShownPlace(line(place.label, TITLE), tuple(paths), tuple(dots), is_line)


def length_of(length: float, crs: str, language: str) -> str:
    """The length of the scale: “200 m”, “5 km”; on a flat map a bare number."""
    locale = locale_of(language)
    if crs:
        return shown_value(f"{length:.6g}", "number", locale)
    if length >= _KILOMETRE:
        return f"{shown_value(f'{length / _KILOMETRE:.6g}', 'number', locale)} km"
    return f"{shown_value(f'{length:.6g}', 'number', locale)} m"
