"""Querist's mark as PNG, drawn here: a Q, and in it two things of a graph with the link between them.

Out: the full-colour icon (192 x 192) and the outline (32 x 32, white on transparent), as Teams wants them.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Callable
from functools import cache

_Pixel = tuple[int, int, int, int]
_INK: _Pixel = (0x1D, 0x35, 0x57, 0xFF)
_LIGHT: _Pixel = (0xF1, 0xFA, 0xEE, 0xFF)
_ASKED: _Pixel = (0xE9, 0xC4, 0x6A, 0xFF)
_CLEAR: _Pixel = (0xFF, 0xFF, 0xFF, 0x00)
_WHITE: _Pixel = (0xFF, 0xFF, 0xFF, 0xFF)

# In units of the icon's side. A ring with a tail makes a Q; inside it are two linked things.
_RING = (0.5, 0.48, 0.27, 0.055)  # x, y, radius, half the stroke
_TAIL = (0.62, 0.62, 0.80, 0.82, 0.05)  # from x, y to x, y; half the stroke
_NODES = ((0.41, 0.55, 0.06), (0.57, 0.40, 0.06))  # x, y, radius
_EDGE = (0.41, 0.55, 0.57, 0.40, 0.022)
_SAMPLES = 4  # along each side of a pixel


@cache
def color() -> bytes:
    """192 x 192 pixels, the mark on its ground."""

    def shade(x: float, y: float) -> _Pixel:
        if any(math.hypot(x - cx, y - cy) <= r for cx, cy, r in _NODES):
            return _ASKED
        return _LIGHT if _is_line(x, y) else _INK

    return _png(192, shade)


@cache
def outline() -> bytes:
    """32 x 32 pixels, white on transparent."""

    def shade(x: float, y: float) -> _Pixel:
        is_node = any(math.hypot(x - cx, y - cy) <= r for cx, cy, r in _NODES)
        return _WHITE if is_node or _is_line(x, y) else _CLEAR

    return _png(32, shade)


def _is_line(x: float, y: float) -> bool:
    cx, cy, radius, half = _RING
    return abs(math.hypot(x - cx, y - cy) - radius) <= half or _near(x, y, _TAIL) or _near(x, y, _EDGE)


def _near(x: float, y: float, stroke: tuple[float, float, float, float, float]) -> bool:
    """Whether a point lies on a straight stroke with round ends."""
    ax, ay, bx, by, half = stroke
    dx, dy = bx - ax, by - ay
    along = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
    return math.hypot(x - ax - along * dx, y - ay - along * dy) <= half


def _png(side: int, shade: Callable[[float, float], _Pixel]) -> bytes:
    rows = b"".join(b"\0" + b"".join(_pixel(c, r, side, shade) for c in range(side)) for r in range(side))
    head = struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _pixel(column: int, row: int, side: int, shade: Callable[[float, float], _Pixel]) -> bytes:
    """The mean of the shades inside one pixel, so that curves are smooth."""
    steps = [(n + 0.5) / _SAMPLES for n in range(_SAMPLES)]
    seen = [shade((column + dx) / side, (row + dy) / side) for dy in steps for dx in steps]
    return bytes(round(sum(channel) / len(seen)) for channel in zip(*seen, strict=True))
