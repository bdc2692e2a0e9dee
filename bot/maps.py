"""Whether the rows of an answer make a map, and which: pure functions of an Answer.

A map shows the points and outlines that rows hold as well-known text, or as a pair of latitude and longitude.
There are no tiles behind it: nobody outside learns what is looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, log10, radians

from kgqa.places import Geometry, is_wkt, point, read
from kgqa.places.geometry import HALF, ROUND, Position, Ring
from kgqa.types import Answer, Cell, DisplayTable

MOST = 500  # places that can be told apart
LABELS = 12  # names that stand on a map
LOOKED_AT = 50  # rows that tell whether a column holds shapes
LETTERS = 28  # of one name
METRES = 111_195.0  # of a degree of latitude
_LATITUDES = ("latitude", "lat", "breite", "breitengrad", "geographische breite")
_LONGITUDES = ("longitude", "long", "lon", "lng", "länge", "längengrad", "geographische länge")
_ROOM = 0.08  # around the places, of the larger side
_LEAST = 150.0  # metres that a side of the map shows
_WIDE, _TALL = 2.0, 0.9  # how wide or tall a map may be for its height


@dataclass(frozen=True, slots=True)
class Place:
    label: str
    shape: Geometry


@dataclass(frozen=True, slots=True, kw_only=True)
class Map:
    """`title` says what the places are; `left_out` rows have no place that could be read; `crs` is the flat
    coordinate system of all of them, "" for the globe.
    """

    title: str
    places: tuple[Place, ...]
    left_out: int = 0
    crs: str = ""


def map_of(answer: Answer) -> Map | None:
    """The map of the answer's rows; None where they say nowhere where anything is."""
    display = answer.display
    if display is None or not display.rows or answer.form_asked == "table":
        return None
    found = list(_shapes(display))
    if not any(shape for _, shape in found):
        return None
    crs = Counter(shape.crs for _, shape in found if shape).most_common(1)[0][0]
    places = [Place(label, shape) for label, shape in found if shape and shape.crs == crs]
    if not crs:
        places = _in_one_piece(places)
    return Map(
        title=_title(display),
        places=tuple(places[:MOST]),
        left_out=len(display.rows) - len(places[:MOST]),
        crs=crs,
    )


def _shapes(display: DisplayTable) -> Iterator[tuple[str, Geometry | None]]:
    """What each row calls its place, and the place."""
    at = _shape_column(display)
    pair = _pair(display) if at is None else None
    if at is None and pair is None:
        return
    named = _named_column(display, at)
    for row in display.rows:
        label = _told(row[named]) if named is not None else ""
        if at is not None:
            term = row[at].term
            yield label, read(term.value) if term is not None else None
        elif pair is not None:
            yield label, _point(row[pair[0]], row[pair[1]])


def _shape_column(display: DisplayTable) -> int | None:
    """The column with shapes: most of what is in it is meant as one."""
    for n in range(len(display.columns)):
        cells = [row[n].term for row in display.rows[:LOOKED_AT]]
        known = [term for term in cells if term is not None]
        if known and all(t.kind == "literal" and is_wkt(t.value, t.datatype) for t in known):
            return n
    return None


def _pair(display: DisplayTable) -> tuple[int, int] | None:
    titles = [column.title.casefold().split(" (")[0] for column in display.columns]
    lat = next((n for n, title in enumerate(titles) if title in _LATITUDES), None)
    long = next((n for n, title in enumerate(titles) if title in _LONGITUDES), None)
    return None if lat is None or long is None else (lat, long)


def _named_column(display: DisplayTable, shapes: int | None) -> int | None:
    for kinds in (("thing",), ("text",)):
        for n, column in enumerate(display.columns):
            if column.kind in kinds and n != shapes:
                return n
    return None


def _title(display: DisplayTable) -> str:
    named = _named_column(display, _shape_column(display))
    at = named if named is not None else _shape_column(display) or 0
    title = display.columns[at].title
    return f"{title[:1].upper()}{title[1:]}"


def _told(cell: Cell) -> str:
    return (cell.label or cell.term.value) if cell.term is not None else ""


def _point(latitude: Cell, longitude: Cell) -> Geometry | None:
    try:
        return point(float(_told(longitude)), float(_told(latitude)))
    except ValueError:
        return None


def _in_one_piece(places: Sequence[Place]) -> list[Place]:
    """Places on both sides of the 180th meridian are drawn beside each other, where that makes it smaller."""
    xs = [x for place in places for x, _ in place.shape.positions()]
    if max(xs) - min(xs) <= HALF:
        return list(places)
    past = [x + ROUND if x < 0 else x for x in xs]
    if max(past) - min(past) >= max(xs) - min(xs):
        return list(places)
    return [Place(p.label, _moved(p.shape)) for p in places]


def _moved(shape: Geometry) -> Geometry:
    def ring(each: Ring) -> Ring:
        return tuple((x + ROUND if x < 0 else x, y) for x, y in each)

    return replace(
        shape,
        points=ring(shape.points),
        lines=tuple(map(ring, shape.lines)),
        areas=tuple(tuple(map(ring, area)) for area in shape.areas),
    )


# ── where things stand on the paper ──────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Frame:
    """The paper of a map: what stands at its left and upper edge, how wide and high it is, all in the units
    of the places; `squeeze` is how much shorter a degree of longitude is than one of latitude.
    """

    left: float
    top: float
    width: float
    height: float
    squeeze: float
    metres: float  # of one unit of height; 1 on a flat map

    def at(self, position: Position) -> Position:
        """A place as shares of the paper's width and height, from the upper left."""
        x, y = position
        return (x * self.squeeze - self.left) / self.width, (self.top - y) / self.height

    @property
    def bar(self) -> tuple[float, float]:
        """The scale: a round length in metres (or units) of about a quarter of the width, and its share."""
        whole = self.width * self.metres
        unit = 10.0 ** int(log10(whole / 4)) if whole >= 4 else whole / 4  # noqa: PLR2004
        length = max((unit * n for n in (1, 2, 5) if unit * n <= whole / 3), default=unit)
        return length, length / whole


def frame_of(drawn: Map) -> Frame:
    """The paper on which all places have room."""
    every = [p for place in drawn.places for p in place.shape.positions()]
    ys = [y for _, y in every]
    low, high = min(ys), max(ys)
    squeeze = 1.0 if drawn.crs else max(cos(radians(min(abs(low + high) / 2, 85.0))), 0.05)
    metres = 1.0 if drawn.crs else METRES
    xs = [x * squeeze for x, _ in every]
    least = _LEAST / metres
    width, height = max(max(xs) - min(xs), least), max(high - low, least)
    room = 2 * _ROOM * max(width, height)
    width, height = width + room, height + room
    width, height = max(width, height * _TALL), max(height, width / _WIDE)
    middle, centre = (max(xs) + min(xs)) / 2, (high + low) / 2
    return Frame(middle - width / 2, centre + height / 2, width, height, squeeze, metres)


def labels_of(drawn: Map, frame: Frame, letter: float, line: float) -> list[tuple[float, float, str]]:
    """The names that have room: where each stands and what it says; `letter` and `line` are the width and
    height of letters as shares of the paper.
    """
    taken: list[tuple[float, float, float, float]] = []
    kept: list[tuple[float, float, str]] = []
    for place in drawn.places:
        if not place.label or len(kept) == LABELS:
            continue
        text = place.label if len(place.label) <= LETTERS else f"{place.label[: LETTERS - 1]}…"
        xs = [frame.at(p)[0] for p in place.shape.positions()]
        y = frame.at(_centre(place.shape))[1]
        wide = letter * len(text)
        right = max(xs) + letter
        left = right if right + wide <= 1 else min(xs) - letter - wide
        box = (left, y - line / 2, left + wide, y + line / 2)
        if left < 0 or any(_meet(box, other) for other in taken):
            continue
        taken.append(box)
        kept.append((left, y + line / 4, text))
    return kept


def _centre(shape: Geometry) -> Position:
    """The centre, where the shape itself stands: past 180 where it does."""
    x, y = shape.centre
    left = min(px for px, _ in shape.positions())
    return (x + ROUND, y) if not shape.is_flat and x < left - HALF else (x, y)


def _meet(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
