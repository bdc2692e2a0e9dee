"""Places as values: well-known text and pairs of latitude and longitude -> shapes, how far they are apart,
and the same as GeoJSON.

    geometry  a shape and its centre
    wkt       well-known text, as GeoSPARQL writes it
    distance  metres on the globe, or the units of a flat coordinate system
    geojson   what maps of others read
"""

from kgqa.places.distance import distance
from kgqa.places.geojson import feature, features
from kgqa.places.geometry import Geometry, Position, point
from kgqa.places.wkt import GEO, WKT, is_wkt, read, written

__all__ = [
    "GEO",
    "WKT",
    "Geometry",
    "Position",
    "distance",
    "feature",
    "features",
    "is_wkt",
    "point",
    "read",
    "written",
]
