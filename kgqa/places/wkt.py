"""Well-known text (OGC 06-103r4) as GeoSPARQL writes it: "<CRS> POLYGON((…))" -> a Geometry, and back.

In: a lexical form. Out: the shape, or None for what is broken. Without a coordinate system the order is
longitude, latitude (CRS84); EPSG:4326 and its like have the latitude first; all others are flat.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from kgqa.places.geometry import Geometry, Position, Ring, made

GEO = "http://www.opengis.net/ont/geosparql#"
WKT = GEO + "wktLiteral"
LARGEST = 500_000  # characters that are read of one shape
_DEEPEST = 6
_CRS = re.compile(r"\s*<([^<>\s]*)>\s*|\s*SRID\s*=\s*(\d+)\s*;\s*", re.IGNORECASE)
_CRS84 = re.compile(r"CRS:?84h?$|OGC/[\d.]+/CRS84h?$", re.IGNORECASE)
_LATITUDE_FIRST = re.compile(r"(?:EPSG[:/](?:[\d.]*/|:)?)(?:4326|4258|4269|4979)$", re.IGNORECASE)
_TOKEN = re.compile(r"\s*(?:([A-Za-z]+)|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|([(),]))")
_KINDS = (
    "POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON", "GEOMETRYCOLLECTION",
)  # fmt: skip
_OPENS = re.compile(
    rf"(?:\s*<[^<>\s]*>|\s*SRID=\d+;)?\s*(?:{'|'.join(_KINDS)})\b\s*(?:ZM?|M)?\s*[(E]", re.IGNORECASE
)


class _Broken(Exception):  # noqa: N818 - an outcome of this file alone
    """The text is no shape."""


def is_wkt(text: str, datatype: str | None = None) -> bool:
    """Whether a literal is meant as a shape, be it broken: by its datatype, or by how a text begins."""
    return datatype == WKT or (
        datatype in (None, "http://www.w3.org/2001/XMLSchema#string") and bool(_OPENS.match(text))
    )


def read(text: str) -> Geometry | None:
    """The shape, as far as it can be drawn; None for a broken or an empty one."""
    if len(text) > LARGEST:
        return None
    crs = ""
    latitude_first = False
    if (given := _CRS.match(text)) is not None:
        name = given[1] if given[1] is not None else f"EPSG:{given[2]}"
        # with a bare SRID the order is that of PostGIS: longitude first
        latitude_first = given[1] is not None and bool(_LATITUDE_FIRST.search(name))
        is_globe = not name or bool(_CRS84.search(name) or _LATITUDE_FIRST.search(name))
        crs, text = ("" if is_globe else name), text[given.end() :]
    try:
        reader = _Reader(text, latitude_first=latitude_first)
        reader.geometry()
        reader.end()
    except (_Broken, StopIteration, ValueError, OverflowError):
        return None
    return made(points=reader.points, lines=reader.lines, areas=reader.areas, crs=crs)


def written(shape: Geometry) -> str:
    """The shape as well-known text, after its coordinate system where that is a flat one."""
    parts = [
        *_some("POINT", [_position(p) for p in shape.points]),
        *_some("LINESTRING", [_positions(line) for line in shape.lines]),
        *_some("POLYGON", [", ".join(f"({_positions(ring)})" for ring in area) for area in shape.areas]),
    ]
    text = parts[0] if len(parts) == 1 else f"GEOMETRYCOLLECTION ({', '.join(parts)})"
    return f"<{shape.crs}> {text}" if shape.crs else text


def _some(kind: str, each: list[str]) -> list[str]:
    """A part of this kind, if there is any; several as one."""
    if len(each) > 1:
        return [f"MULTI{kind} ({', '.join(f'({one})' for one in each)})"]
    return [f"{kind} ({one})" for one in each]


def _positions(ring: Ring) -> str:
    return ", ".join(map(_position, ring))


def _position(position: Position) -> str:
    return " ".join(f"{number:.9f}".rstrip("0").rstrip(".") for number in position)


class _Reader:
    """A recursive descent over the tokens of a text."""

    def __init__(self, text: str, *, latitude_first: bool) -> None:
        self._tokens = list(_tokens(text))
        self._at = 0
        self._latitude_first = latitude_first
        self.points: list[Position] = []
        self.lines: list[list[Position]] = []
        self.areas: list[list[list[Position]]] = []

    def geometry(self, depth: int = 0) -> None:
        kind = self._next().upper()
        if kind not in _KINDS or depth > _DEEPEST:
            raise _Broken
        if self._peek().upper() in ("Z", "M", "ZM"):
            self._next()
        if self._peek().upper() == "EMPTY":
            self._next()
            return
        match kind:
            case "POINT":
                self.points += self._listed()
            case "MULTIPOINT":
                self.points += self._several_points()
            case "LINESTRING":
                self.lines.append(self._listed())
            case "MULTILINESTRING":
                self.lines += self._rings()
            case "POLYGON":
                self.areas.append(self._rings())
            case "MULTIPOLYGON":
                self._each(lambda: self.areas.append(self._rings()))
            case _:
                self._each(lambda: self.geometry(depth + 1))

    def end(self) -> None:
        if self._at != len(self._tokens):
            raise _Broken

    def _each(self, read: Callable[[], object]) -> None:
        self._take("(")
        read()
        while self._peek() == ",":
            self._next()
            read()
        self._take(")")

    def _listed(self) -> list[Position]:
        found: list[Position] = []
        self._each(lambda: found.append(self._position()))
        return found

    def _rings(self) -> list[list[Position]]:
        found: list[list[Position]] = []
        self._each(lambda: found.append(self._listed()))
        return found

    def _several_points(self) -> list[Position]:
        found: list[Position] = []

        def one() -> None:
            found.extend(self._listed() if self._peek() == "(" else [self._position()])

        self._each(one)
        return found

    def _position(self) -> Position:
        numbers = []
        while self._peek() not in (",", ")", ""):
            numbers.append(float(self._next()))
        if not 2 <= len(numbers) <= 4:  # noqa: PLR2004  # with height and measure
            raise _Broken
        first, second = numbers[:2]
        return (second, first) if self._latitude_first else (first, second)

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _next(self) -> str:
        if self._at >= len(self._tokens):
            raise _Broken
        self._at += 1
        return self._tokens[self._at - 1]

    def _take(self, sign: str) -> None:
        if self._next() != sign:
            raise _Broken


def _tokens(text: str) -> Iterator[str]:
    at, text = 0, text.strip()
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise _Broken
        yield found[1] or found[2] or found[3]
        at = found.end()
