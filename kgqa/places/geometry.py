"""A shape on the globe or on a flat map, and its centre.

In: coordinates. Out: a frozen Geometry, whose longitudes go on beyond 180 where it lies across that meridian,
so that it is in one piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import isfinite

Position = tuple[float, float]  # longitude and latitude, or x and y
Ring = tuple[Position, ...]

ROUND = 360.0
HALF = 180.0
_CORNERS = 3  # different ones of an area


@dataclass(frozen=True, slots=True, kw_only=True)
class Geometry:
    """Points, lines, and areas: of each the outer ring, then its holes; rings end where they begin.

    `crs` is the IRI of a flat coordinate system, "" for longitude and latitude in degrees.
    """

    points: tuple[Position, ...] = ()
    lines: tuple[Ring, ...] = ()
    areas: tuple[tuple[Ring, ...], ...] = ()
    crs: str = ""

    @property
    def is_flat(self) -> bool:
        return bool(self.crs)

    @property
    def corners(self) -> int:
        """How many corners its outer rings and lines have."""
        return sum(len(area[0]) - 1 for area in self.areas) + sum(map(len, self.lines))

    def positions(self) -> Iterator[Position]:
        yield from self.points
        for line in self.lines:
            yield from line
        for area in self.areas:
            for ring in area:
                yield from ring

    @property
    def centre(self) -> Position:
        """Of areas the centre of gravity, else the middle of the lines or of the points."""
        outer = [area[0] for area in self.areas]
        if outer:
            weighed = [_gravity(ring) for ring in outer]
            total = sum(weight for _, weight in weighed)
            if total > 0:
                x = sum(at[0] * weight for at, weight in weighed) / total
                y = sum(at[1] * weight for at, weight in weighed) / total
                return (x, y) if self.is_flat else (_within(x), y)
        every = [p for ring in (outer or self.lines) for p in ring] or list(self.points)
        x, y = sum(p[0] for p in every) / len(every), sum(p[1] for p in every) / len(every)
        return (x, y) if self.is_flat else (_within(x), y)


def point(x: float, y: float, crs: str = "") -> Geometry | None:
    """A point; None where no place has these coordinates."""
    return made(points=((x, y),), crs=crs)


def made(
    *,
    points: Iterable[Position] = (),
    lines: Iterable[Sequence[Position]] = (),
    areas: Iterable[Sequence[Sequence[Position]]] = (),
    crs: str = "",
) -> Geometry | None:
    """A shape of what of it can be drawn: rings that are open are closed, and those without three different
    corners are left out. None where a coordinate is none, or nothing is left.
    """
    kept = []
    for area in areas:
        rings = [closed for ring in area if (closed := _closed(ring))]
        if rings and area and _closed(area[0]):
            kept.append(tuple(rings))
    found = Geometry(
        points=tuple(points),
        lines=tuple(tuple(line) for line in lines if len(set(line)) > 1),
        areas=tuple(kept),
        crs=crs,
    )
    every = list(found.positions())
    if not every or not all(_is_place(p, crs) for p in every):
        return None
    return found if crs else _in_one_piece(found)


def _is_place(position: Position, crs: str) -> bool:
    x, y = position
    return isfinite(x) and isfinite(y) and (bool(crs) or (abs(x) <= ROUND and abs(y) <= HALF / 2))


def _closed(ring: Sequence[Position]) -> Ring:
    """The ring, ending where it begins; () for one without an inside."""
    if len(set(ring)) < _CORNERS:
        return ()
    return tuple(ring) if ring[0] == ring[-1] else (*ring, ring[0])


def _in_one_piece(found: Geometry) -> Geometry:
    """A shape across the 180th meridian lies on both ends of a map: its western end is moved past 180."""
    xs = [x for x, _ in found.positions()]
    if max(xs) - min(xs) <= HALF:
        return found
    return replace(
        found,
        points=tuple(map(_past, found.points)),
        lines=tuple(tuple(map(_past, line)) for line in found.lines),
        areas=tuple(tuple(tuple(map(_past, ring)) for ring in area) for area in found.areas),
    )


def _past(position: Position) -> Position:
    x, y = position
    return (x + ROUND if x < 0 else x, y)


def _within(x: float) -> float:
    """A longitude from -180 to 180."""
    return x if -HALF <= x <= HALF else (x + HALF) % ROUND - HALF


def _gravity(ring: Ring) -> tuple[Position, float]:
    """The centre of gravity of a ring, and its area (the shoelace formula), seen from its first corner."""
    x0, y0 = ring[0]
    twice = x = y = 0.0
    for (ax, ay), (bx, by) in pairwise([(px - x0, py - y0) for px, py in ring]):
        cross = ax * by - bx * ay
        twice += cross
        x += (ax + bx) * cross
        y += (ay + by) * cross
    if not twice:
        return ring[0], 0.0
    return (x0 + x / (3 * twice), y0 + y / (3 * twice)), abs(twice) / 2
