"""A function that the city registers itself, as an admin would: what the air is like at a place."""

from __future__ import annotations

from benchmarks.zaha.graph import OD, SOSA
from kgqa.functions import Graph, NoResult, Thing, function
from kgqa.functions.shipped import positions
from kgqa.places import distance

PHRASES = (
    "[what/whats] [are/is] concentrations/concentration of air pollutants in/at/near {place}",
    "[what/whats] [are/is] air pollutant concentration/concentrations [readings] in/at/near {place}",
    "air pollution in/at/near {place}",
    "[how] [is] air quality in/at/near {place}",
)


@function(asked={"en": PHRASES})
def air_pollutants(place: Thing, graph: Graph) -> list[dict[str, str]]:
    """The latest concentrations of air pollutants at the station that is nearest to a place."""
    here = positions.of_things(graph, [place])
    stations, _ = positions.of_kind(graph, OD + "Station")
    if not here or here[0].shape is None or not stations:
        raise NoResult("")
    shape = here[0].shape
    far = {s.thing: distance(shape, s.shape) or 0.0 for s in stations if s.shape}
    near = min(far, key=lambda thing: far[thing])
    rows = graph.rows(
        f"SELECT ?pollutant ?reading ?time WHERE {{ ?o a <{SOSA}Observation> ; "
        f"<{SOSA}hasFeatureOfInterest> {graph.iri(near)} ; <{SOSA}observedProperty> ?pollutant ; "
        f"<{SOSA}hasSimpleResult> ?reading ; <{SOSA}resultTime> ?time }} ORDER BY ?time"
    )
    latest = {row["pollutant"]: row for row in rows}
    return [{**row, "station": near} for row in latest.values()]
