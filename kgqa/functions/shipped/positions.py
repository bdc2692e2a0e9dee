"""Where the things of a graph are: the properties that say so, and what they say.

In: the ontology as the data uses it. Out: the ways to positions: well-known text, or latitude and longitude,
at the things themselves or one step away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kgqa.declared import NUMERIC
from kgqa.functions.reading import Graph
from kgqa.ontology import Ontology, Use, local_name
from kgqa.places import WKT, Geometry, is_wkt, point, read
from kgqa.queries import written
from kgqa.types import ResultTable, Term

LATITUDES, LONGITUDES = frozenset(("lat", "latitude")), frozenset(("long", "lon", "lng", "longitude"))
MOST_WAYS, MOST_KINDS = 12, 60


@dataclass(frozen=True, slots=True)
class Way:
    """From things of `cls` by the `step` ("" for none) to a shape, or to a pair of numbers."""

    cls: str
    step: str
    shape: str = ""
    latitude: str = ""
    longitude: str = ""

    @property
    def pattern(self) -> str:
        """What a query says of ?thing."""
        at = "?place" if self.step else "?thing"
        step = f"?thing {written(self.step)} ?place . " if self.step else ""
        if self.shape:
            return f"{{ {step}{at} {written(self.shape)} ?shape }}"
        pair = f"{at} {written(self.latitude)} ?lat ; {written(self.longitude)} ?long"
        return f"{{ {step}{pair} }}"


@dataclass(frozen=True, slots=True)
class Placed:
    """A thing with its shape, and the literal that says it; no shape where that is broken."""

    thing: str
    shape: Geometry | None
    text: str


def ways(ontology: Ontology) -> tuple[Way, ...]:
    """All ways of a graph."""
    kept: dict[str, tuple[Way, ...]] = ontology.worked_out.setdefault("positions", {})
    if "ways" not in kept:
        kept["ways"] = _ways(ontology)
    return kept["ways"]


def _ways(ontology: Ontology) -> tuple[Way, ...]:
    at: list[Way] = []
    for cls, uses in _by_class(ontology.uses).items():
        shapes = [u.property for u in uses if u.literal and (u.object == WKT or _looks_like(ontology, u))]
        at += [Way(cls, "", shape=shape) for shape in dict.fromkeys(shapes)]
        numbers = [u.property for u in uses if u.literal and u.object in NUMERIC]
        lat = next((p for p in numbers if local_name(p).casefold() in LATITUDES), "")
        long = next((p for p in numbers if local_name(p).casefold() in LONGITUDES), "")
        if lat and long:
            at.append(Way(cls, "", latitude=lat, longitude=long))
    steps = [
        Way(use.subject, use.property, way.shape, way.latitude, way.longitude)
        for way in at
        for use in ontology.uses
        if not use.literal and use.object and use.object == way.cls and use.subject != way.cls
    ]
    return tuple(dict.fromkeys((*at, *steps)))


def _by_class(uses: Iterable[Use]) -> dict[str, list[Use]]:
    found: dict[str, list[Use]] = {}
    for use in uses:
        found.setdefault(use.subject, []).append(use)
    return found


def _looks_like(ontology: Ontology, use: Use) -> bool:
    sample = ontology.sample(use.subject, use.property)
    values = [term for term, _ in sample.values] if sample else []
    return bool(values) and all(is_wkt(term.value, term.datatype) for term in values)


def of_kind(graph: Graph, kind: str) -> tuple[list[Placed], bool]:
    """The things of a class that have a position, and whether there are more than were read."""
    onto = graph.ontology
    kinds = sorted({kind, *onto.subclasses(kind)} & {*onto.populated, kind})[:MOST_KINDS]
    known = related(onto, kinds)
    if not known:
        return [], False
    patterns = " UNION ".join(dict.fromkeys(way.pattern for way in known))
    listed = " ".join(graph.iri(k) for k in kinds)
    among = f"VALUES ?kind {{ {listed} }} ?thing a ?kind"
    table = graph.select(f"SELECT DISTINCT {_columns(known)} WHERE {{ {among} . {patterns} }}")
    return list(_placed(table)), table.truncated


def of_things(graph: Graph, things: Sequence[str]) -> list[Placed]:
    """The positions of these things, those that can be read first."""
    known = related(graph.ontology, kinds_in(graph.select(query_for_kinds(things))))
    if not known:
        return []
    return in_order(graph.select(query_for(things, known)))


def query_for_kinds(things: Sequence[str]) -> str:
    """The query for the classes of these things."""
    listed = " ".join(map(written, things))
    return f"SELECT DISTINCT ?kind WHERE {{ VALUES ?thing {{ {listed} }} ?thing a ?kind }}"


def kinds_in(table: ResultTable) -> list[str]:
    return [row[0].value for row in table.rows if row[0] is not None]


def query_for(things: Sequence[str], known: Sequence[Way]) -> str:
    """The query for the positions of these things."""
    listed = " ".join(map(written, things))
    patterns = " UNION ".join(dict.fromkeys(way.pattern for way in known))
    return f"SELECT DISTINCT {_columns(known)} WHERE {{ VALUES ?thing {{ {listed} }} {patterns} }}"


def related(ontology: Ontology, kinds: Sequence[str]) -> list[Way]:
    """The ways of things of these classes, and of those without one."""
    found = (
        w
        for w in ways(ontology)
        if not w.cls or any(ontology.is_a(w.cls, k) or ontology.is_a(k, w.cls) for k in kinds)
    )
    return [*found][:MOST_WAYS]


def _columns(known: Iterable[Way]) -> str:
    """The variables that stand in the patterns."""
    every = list(known)
    shape = ["?shape"] if any(w.shape for w in every) else []
    pair = ["?lat", "?long"] if any(w.latitude for w in every) else []
    return " ".join(["?thing", *shape, *pair])


def in_order(table: ResultTable) -> list[Placed]:
    """The positions in the rows of such a query, those that can be read first."""
    return sorted(_placed(table), key=lambda placed: placed.shape is None)


def _placed(table: ResultTable) -> Iterator[Placed]:
    for row in table.rows:
        cells: dict[str, Term | None] = dict(zip(table.columns, row, strict=True))
        thing = cells["thing"]
        if thing is None:
            continue
        if (shape := cells.get("shape")) is not None:
            yield Placed(thing.value, read(shape.value), shape.value)
        elif (lat := cells.get("lat")) is not None and (long := cells.get("long")) is not None:
            yield Placed(thing.value, _point(lat.value, long.value), f"POINT ({long.value} {lat.value})")


def _point(latitude: str, longitude: str) -> Geometry | None:
    try:
        return point(float(longitude), float(latitude))
    except ValueError:
        return None
