"""Shapes as GeoJSON (RFC 7946). What lies across the 180th meridian is left in one piece, with longitudes
beyond 180: the usual map programs draw that where it lies.

In: shapes with what is to be told of them. Out: plain data for JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kgqa.places.geometry import Geometry, Ring


def features(found: Iterable[dict[str, Any]], crs: str = "") -> dict[str, Any]:
    """A collection; coordinates in a flat system are none of RFC 7946, and it is named as the older form of
    GeoJSON does.
    """
    named = {"crs": {"type": "name", "properties": {"name": crs}}} if crs else {}
    return {"type": "FeatureCollection", **named, "features": list(found)}


def feature(shape: Geometry, told: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "Feature", "properties": dict(told), "geometry": geometry(shape)}


def geometry(shape: Geometry) -> dict[str, Any]:
    parts = [_part("Point", [list(p) for p in shape.points])] if shape.points else []
    parts += [_part("LineString", [_ring(line) for line in shape.lines])] if shape.lines else []
    areas = [[_ring(ring) for ring in area] for area in shape.areas]
    parts += [_part("Polygon", areas)] if areas else []
    return parts[0] if len(parts) == 1 else {"type": "GeometryCollection", "geometries": parts}


def _part(kind: str, each: list[Any]) -> dict[str, Any]:
    if len(each) == 1:
        return {"type": kind, "coordinates": each[0]}
    return {"type": f"Multi{kind}", "coordinates": each}


def _ring(ring: Ring) -> list[list[float]]:
    return [list(position) for position in ring]
