"""Charts and maps as files for other programs: Vega-Lite (https://vega.github.io) and GeoJSON.

In: a Chart or a Map. Out: plain data, and the same as JSON text.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from bot.charts import Chart
from bot.maps import Map
from kgqa.places import feature, features

GEOJSON = "application/geo+json"
VEGA_LITE = "application/vnd.vegalite+json"
_SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"
_WIDTH = 600
Drawn = TypeVar("Drawn")


def as_text(make: Callable[[Drawn], dict[str, Any]], drawn: Drawn) -> str:
    return json.dumps(make(drawn), ensure_ascii=False, indent=1)


def geojson_of(drawn: Map) -> dict[str, Any]:
    """Each place with what it is called."""
    return features((feature(p.shape, {"name": p.label}) for p in drawn.places), drawn.crs)


def vega_chart(chart: Chart) -> dict[str, Any]:
    """The chart with its values inside; a line stops where points are missing."""
    title = f"{chart.title} ({chart.unit})" if chart.unit else chart.title
    ends = (*chart.breaks, len(chart.labels))
    values = [
        {"at": label, "value": float(value), "piece": sum(n > end for end in ends)}
        for n, (label, value) in enumerate(zip(chart.labels, chart.values, strict=True))
    ]
    whole: dict[str, Any] = {"$schema": _SCHEMA, "width": _WIDTH, "title": title, "data": {"values": values}}
    measure = {"field": "value", "type": "quantitative", "title": title}
    if chart.kind == "bars":
        named = {"field": "at", "type": "nominal", "sort": None, "title": chart.axis}
        return whole | {"mark": "bar", "encoding": {"y": named, "x": measure}}
    times = {"field": "at", "type": "temporal" if "-" in chart.labels[0] else "ordinal", "title": chart.axis}
    piece = {"field": "piece", "type": "nominal"}
    mark = {"type": "line", "point": True}
    return whole | {"mark": mark, "encoding": {"x": times, "y": measure, "detail": piece}}


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
