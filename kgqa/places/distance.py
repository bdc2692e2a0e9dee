"""How far two shapes are apart, from centre to centre.

In: two shapes. Out: metres by the haversine formula where both are on the globe, the units of the coordinate
system where both are in the same flat one; None where they cannot be compared.
"""

from __future__ import annotations

from math import asin, cos, hypot, radians, sin, sqrt

from kgqa.places.geometry import Geometry, Position

EARTH = 6_371_008.8  # metres: the mean radius (IUGG)


def distance(one: Geometry, other: Geometry) -> float | None:
    if one.crs != other.crs:
        return None
    a, b = one.centre, other.centre
    if one.is_flat:
        return hypot(a[0] - b[0], a[1] - b[1])
    return haversine(a, b)


def haversine(one: Position, other: Position) -> float:
    """Metres along the great circle between two pairs of longitude and latitude."""
    (lon1, lat1), (lon2, lat2) = one, other
    p1, p2 = radians(lat1), radians(lat2)
    half = sin((p2 - p1) / 2) ** 2 + cos(p1) * cos(p2) * sin(radians(lon2 - lon1) / 2) ** 2
    return 2 * EARTH * asin(min(1.0, sqrt(half)))
