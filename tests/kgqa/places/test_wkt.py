"""Shapes as GeoSPARQL writes them, and how far they are apart."""

from __future__ import annotations

import pytest

from kgqa.places import distance, feature, is_wkt, read, written


def centre(text: str) -> tuple[float, float]:
    shape = read(text)
    assert shape is not None
    return shape.centre


@pytest.mark.parametrize(
    "text",
    [
        "POINT(103.8 1.26)",
        "point z (103.8 1.26 12)",
        "<http://www.opengis.net/def/crs/OGC/1.3/CRS84> POINT(103.8 1.26)",
        "<http://www.opengis.net/def/crs/EPSG/0/4326> POINT(1.26 103.8)",
        "SRID=4326;POINT(103.8 1.26)",
    ],
)
def test_longitude_comes_first_but_in_epsg_4326(text: str) -> None:
    assert centre(text) == (103.8, 1.26)


def test_another_coordinate_system_is_flat() -> None:
    one = read("<http://www.opengis.net/def/crs/EPSG/0/3414> POINT(26000 31000)")
    other = read("<http://www.opengis.net/def/crs/EPSG/0/3414> POINT(26003 31004)")
    assert one is not None
    assert other is not None
    assert distance(one, other) == 5.0


def test_a_flat_place_and_one_on_the_globe_are_not_compared() -> None:
    flat = read("<http://www.opengis.net/def/crs/EPSG/0/3414> POINT(26000 31000)")
    globe = read("POINT(103.8 1.26)")
    assert flat is not None
    assert globe is not None
    assert distance(flat, globe) is None


def test_metres_on_the_globe_are_those_of_the_great_circle() -> None:
    london, paris = read("POINT(-0.1278 51.5074)"), read("POINT(2.3522 48.8566)")
    assert london is not None
    assert paris is not None
    assert distance(london, paris) == pytest.approx(343_557, abs=1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "POINT",
        "POINT EMPTY",
        "POINT(nan 1)",
        "POINT(200000 91)",
        "POINT(1 2",
        "POLYGON((0 0, 1 1, 0 0))",
        "POLYGON((0 0, 1 0, 1 x, 0 0))",
        "CIRCLE(1 2)",
        "POINT(1 2) POINT(3 4)",
        "GEOMETRYCOLLECTION(" * 50,
    ],
)
def test_what_is_broken_or_empty_is_no_shape(text: str) -> None:
    assert read(text) is None


def test_an_open_ring_is_closed_and_a_ring_without_an_inside_is_left_out() -> None:
    shape = read("POLYGON((0 0, 4 0, 4 4, 0 4), (1 1, 1 1, 1 1))")
    assert shape is not None
    (area,) = shape.areas
    assert len(area) == 1
    assert area[0][0] == area[0][-1]
    assert shape.centre == (2.0, 2.0)


def test_a_shape_across_the_180th_meridian_is_in_one_piece() -> None:
    shape = read("POLYGON((170 0, -170 0, -170 10, 170 10, 170 0))")
    assert shape is not None
    assert shape.centre == (180.0, 5.0)
    assert max(x for x, _ in shape.positions()) == 190.0


def test_the_way_across_the_180th_meridian_is_the_short_one() -> None:
    one, other = read("POINT(179.9 0)"), read("POINT(-179.9 0)")
    assert one is not None
    assert other is not None
    assert distance(one, other) == pytest.approx(22_239, abs=1)


def test_a_shape_is_told_as_geojson() -> None:
    shape = read("MULTIPOLYGON(((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))")
    assert shape is not None
    told = feature(shape, {"name": "a"})
    assert told["geometry"]["type"] == "MultiPolygon"
    assert told["properties"] == {"name": "a"}


def test_a_text_that_only_mentions_a_point_is_no_shape() -> None:
    assert not is_wkt("Point of sale")
    assert not is_wkt("POINT of no return (1 2)")
    assert is_wkt("broken", "http://www.opengis.net/ont/geosparql#wktLiteral")


@pytest.mark.parametrize(
    "text",
    [
        "POINT (10.5 -54)",
        "MULTIPOINT ((1 2), (3 4))",
        "LINESTRING (0 0, 1 1.25)",
        "POLYGON ((0 0, 4 0, 4 4, 0 0), (1 0.5, 2 0.5, 2 1, 1 0.5))",
        "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))",
        "GEOMETRYCOLLECTION (POINT (1 2), LINESTRING (0 0, 1 1))",
        "<http://www.opengis.net/def/crs/EPSG/0/3414> POINT (26000 31000)",
    ],
)
def test_a_shape_is_written_as_it_was_read(text: str) -> None:
    shape = read(text)
    assert shape is not None
    assert written(shape) == text
