"""Charts and maps as files for other programs: Vega-Lite (https://vega.github.io), GeoJSON, well-known text.

In: a Chart or a Map. Out: plain data, and the same as text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from bot.cards.chart import LIGHT, ShownChart, shown_chart
from bot.charts import Chart, pieces_of
from bot.maps import Map
from kgqa.places import feature, features, written

GEOJSON = "application/geo+json"
WKT_FILE = "text/x-wkt"
VEGA_LITE = "application/vnd.vegalite+json"
_SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"
_WIDTH = 600
Drawn = TypeVar("Drawn")


def as_text(make: Callable[[Drawn], dict[str, Any]], drawn: Drawn) -> str:
    return json.dumps(make(drawn), ensure_ascii=False, indent=1)


def geojson_of(drawn: Map) -> dict[str, Any]:
    """Each place with what it is called."""
    return features((feature(p.shape, {"name": p.label}) for p in drawn.places), drawn.crs)


def wkt_of(drawn: Map) -> str:
    """Each place on a line of its own, in the order of the GeoJSON."""
    return "".join(f"{written(place.shape)}\n" for place in drawn.places)


def vega_chart(chart: Chart, language: str = "en") -> dict[str, Any]:
    """The chart with its values inside, its words in `language`; a line stops where points are missing."""
    shown, is_split = shown_chart(chart, language), len(chart.series) > 1
    measure: dict[str, Any] = {"field": "value", "type": "quantitative", "title": shown.title}
    whole: dict[str, Any] = {
        "$schema": _SCHEMA,
        "width": _WIDTH,
        "title": shown.title,
        "description": shown.alternative,
        "data": {"values": list(_values(chart, shown))},
    }
    names = [series.name for series in shown.series]
    colours = {"domain": names, "range": list(LIGHT[: len(names)])}
    split: dict[str, Any] = {"field": "series", "type": "nominal", "title": chart.legend, "scale": colours}
    coloured = {"color": split} if is_split else {"color": {"value": LIGHT[0]}}
    at: dict[str, Any]
    match chart.kind:
        case "line":
            at = {"field": "at", "type": _kind_of_time(chart), "title": chart.axis}
            piece = {"field": "piece", "type": "nominal"}
            mark: dict[str, Any] = {"type": "line", "point": True}
            encoding = {"x": at, "y": measure, "detail": piece, **coloured}
            return whole | {"mark": mark, "encoding": encoding}
        case "histogram":
            at = {"field": "from", "type": "quantitative", "bin": {"binned": True}, "title": shown.axis}
            encoding = {"x": at, "x2": {"field": "to"}, "y": measure, **coloured}
            return whole | {"mark": "bar", "encoding": encoding}
    named = {"field": "at", "type": "nominal", "sort": None, "title": chart.axis}
    encoding = {"y": named, "x": measure, **coloured}
    if chart.kind == "grouped":
        encoding["yOffset"] = {"field": "series", "sort": names}
    elif is_split:
        encoding["order"] = {"field": "number", "type": "quantitative"}
    return whole | {"mark": "bar", "encoding": encoding}


def _values(chart: Chart, shown: ShownChart) -> Iterator[dict[str, Any]]:
    """Each point with where it stands, and which series and piece of a line it belongs to."""
    for number, (series, drawn) in enumerate(zip(chart.series, shown.series, strict=True)):
        pieces = {at: n for n, piece in enumerate(pieces_of(chart, series)) for at in piece}
        for at, point in enumerate(drawn.points):
            if point.value is None:
                continue
            value: dict[str, Any] = {"at": chart.labels[at], "value": point.value}
            if chart.kind == "histogram":
                value |= {"from": float(chart.edges[at]), "to": float(chart.edges[at + 1])}
            if chart.kind == "line":
                value["piece"] = pieces[at]
            yield value | ({"series": drawn.name, "number": number} if len(chart.series) > 1 else {})


def _kind_of_time(chart: Chart) -> str:
    return "temporal" if "-" in chart.labels[0] else "ordinal"


def vega_map(drawn: Map) -> dict[str, Any]:
    """The places of a map on the globe, without a background."""
    return {
        "$schema": _SCHEMA,
        "width": _WIDTH,
        "title": drawn.title,
        "data": {"values": geojson_of(drawn)["features"]},
        "projection": {"type": "mercator"},
        "mark": {"type": "geoshape", "stroke": "#1f5c57", "fill": "#cfe3df"},
        "encoding": {"tooltip": {"field": "properties.name", "type": "nominal"}},
    }
