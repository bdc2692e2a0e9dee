"""A small city for Zaha's questions: plots, zones, buildings with footprints, car parks, ships and stations
with readings. All of it is made up from a seed, but for the names that the questions say.

In: a seed. Out: N-Triples.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from math import cos, pi, sin
from pathlib import Path
from random import Random

KG = "https://www.theworldavatar.com/kg/"
OZ, OP, OPR = KG + "ontozoning/", KG + "ontoplot/", KG + "ontoplanningregulation/"
OBE, OCP, OD = KG + "ontobuiltenv/", KG + "ontocarpark/", KG + "ontodispersion/"
GEO = "http://www.opengis.net/ont/geosparql#"
WGS = "http://www.w3.org/2003/01/geo/wgs84_pos#"
SOSA = "http://www.w3.org/ns/sosa/"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
SKOS = "http://www.w3.org/2004/02/skos/core#"
XSD = "http://www.w3.org/2001/XMLSchema#"
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
LEXICON = Path(__file__).with_name("lexicon.csv")

PLOTS, BUILDINGS, CARPARKS, HOURS = 320, 150, 24, 30
FIRST = datetime(2024, 10, 1, tzinfo=UTC)
# What buildings are used for, with how often; a land use type that such buildings stand on.
USAGES = {
    "Residential": (40, "Residential"),
    "Office": (24, "Commercial"),
    "Industrial": (22, "Business1"),
    "Retail": (16, "Commercial"),
    "School": (12, "EducationalInstitution"),
    "Hotel": (9, "HotelType"),
    "Hospital": (7, "HealthAndMedicalCare"),
    "Government": (6, "CivicAndCommunityInstitution"),
    "Data centre": (4, "Business2"),
}
NAMED = {  # the buildings of the lexicon
    "apec-industries-s-pte-ltd": "Industrial",
    "mitsunobu-industries-pte-ltd": "Industrial",
    "abbott-manufacturing": "Industrial",
    "st-engineering-hub": "Office",
    "new-tech-park": "Office",
    "visa-singapore-data-centre": "Data centre",
    "jurong-island-desalination-plant": "Industrial",
    "apex-industries-pte-ltd": "Industrial",
    "abbey-manufacturing": "Industrial",
    "sm-engineering-works": "Industrial",
}
PLACES = {  # with other names, and where they about are (longitude, latitude)
    "VivoCity": (("Vivo City",), 103.822, 1.264),
    "Marina Bay Sands": ((), 103.860, 1.283),
    "Suntec City": ((), 103.858, 1.294),
    "Jurong Island": ((), 103.700, 1.266),
    "Changi Airport": ((), 103.989, 1.364),
    "University Town": (("UTown",), 103.774, 1.305),
    "National University of Singapore": (("NUS",), 103.776, 1.297),
    "ExxonMobil Jurong": (("Exxon",), 103.690, 1.270),
}
TOWER = ("CREATE Tower", ("CREATE",), 103.775, 1.304)
SHIPS = {
    "563071320": "Legend Aquarius",
    "563071330": "Straits Pearl",
    "565102000": "Harbour Swift",
    "564743000": "Kestrel Bay",
    "563050900": "Northern Lantern",
    "566210000": "Coral Voyager",
}
MEASURED = {"Speed": "speed over ground", "CourseOverGround": "course over ground"}
POLLUTANTS = {"PM10": "PM10", "NO2": "nitrogen dioxide", "SO2": "sulphur dioxide", "CO": "carbon monoxide"}


def lines(seed: int = 7) -> Iterator[str]:
    """The triples of the city."""
    return _City(Random(seed)).lines()  # noqa: S311 - a made-up city


class _City:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.singapore = KG + "place/singapore"

    def lines(self) -> Iterator[str]:
        yield from self.named(self.singapore, OBE + "AdministrativeDistrict", "Singapore")
        yield from self.land_uses()
        yield from self.places()
        yield from self.plots_and_buildings()
        yield from self.carparks()
        yield from self.ships()
        yield from self.stations()

    # ── triples ──────────────────────────────────────────────────────────────────────────────────

    def named(self, iri: str, cls: str, label: str, also: tuple[str, ...] = ()) -> Iterator[str]:
        yield _edge(iri, TYPE, cls)
        yield _text(iri, RDFS + "label", label, "@en")
        for name in also:
            yield _text(iri, SKOS + "altLabel", name, "@en")

    def land_uses(self) -> Iterator[str]:
        """The land use types of the lexicon. What each means is told from its synonyms."""
        with LEXICON.open(encoding="utf-8", newline="") as file:
            rows = [row for row in csv.DictReader(file) if row["cls"] == OZ + "LandUseType"]
        for row in rows:
            yield from self.named(row["iri"], OZ + "LandUseType", row["label"])
            forms = ", ".join(row["surface_forms"].split("|")[:3])
            meaning = f"Land that is used, or to be used, for {row['label'].lower()}: {forms}."
            yield _text(row["iri"], RDFS + "comment", meaning, "@en")

    def places(self) -> Iterator[str]:
        for name, (also, x, y) in PLACES.items():
            iri = KG + "place/" + name.lower().replace(" ", "-")
            yield from self.named(iri, OBE + "Place", name, also)
            yield _edge(iri, OBE + "locatedIn", self.singapore)
            yield _text(iri, GEO + "asWKT", f"POINT({x} {y})", _typed(GEO + "wktLiteral"))

    def plots_and_buildings(self) -> Iterator[str]:
        random = self.random
        land_uses = [
            "Residential",
            "Residential",
            "Residential",
            "Commercial",
            "Commercial",
            "Business1",
            "Business1",
            "Business2",
            "EducationalInstitution",
            "CivicAndCommunityInstitution",
            "HealthAndMedicalCare",
            "Agriculture",
            "HotelType",
            "ReserveSite",
            "TransportFacilities",
            "MixedUse",
            "CommercialAndResidential",
            "SpecialUse",
            "Park",
            "Utility",
        ]
        zones = [KG + f"zone/{n}" for n in range(1, 9)]
        for n, zone in enumerate(zones, 1):
            yield from self.named(zone, OZ + "Zone", f"Planning area {n}")
            yield _edge(zone, OBE + "locatedIn", self.singapore)
        floors: dict[str, int] = {}
        by_use: dict[str, list[str]] = {}
        areas: dict[str, int] = {}
        for n in range(1, PLOTS + 1):
            iri = KG + f"plot/{n}"
            use = land_uses[n % len(land_uses)] if n <= 2 * len(land_uses) else random.choice(land_uses)
            by_use.setdefault(use, []).append(iri)
            areas[iri] = random.randrange(120, 4000)
            floors[iri] = 0
            yield from self.named(iri, OP + "Plot", f"Plot {n:04d}")
            yield _edge(iri, OZ + "hasLandUseType", OZ + use)
            yield _edge(zones[n % len(zones)], OZ + "hasPlot", iri)
            yield _edge(iri, OBE + "locatedIn", self.singapore)
            yield _text(iri, OP + "hasPlotArea", str(areas[iri]), _typed(XSD + "decimal"))
        uses = [usage for usage, (count, _) in USAGES.items() for _ in range(count)]
        random.shuffle(uses)
        given = list(NAMED.items())
        with LEXICON.open(encoding="utf-8", newline="") as file:
            labels = {row["iri"]: row["label"] for row in csv.DictReader(file)}
        for usage in USAGES:
            iri = OBE + "usage/" + usage.lower().replace(" ", "-")
            yield from self.named(iri, OBE + "PropertyUsage", usage)
        made = [*given, *(("", usage) for usage in uses), *[("", "Residential")] * BUILDINGS]
        heights = random.sample(range(60, 1800), BUILDINGS)
        for n in range(BUILDINGS):
            name, usage = made[n]
            iri = KG + (f"building/Property_{name}" if name else f"building/{n}")
            label = labels[iri] if name else f"Building {n:03d}"
            x, y = 103.65 + random.random() * 0.3, 1.26 + random.random() * 0.12
            yield from self.building(iri, label, usage, x, y, heights[n] / 10, by_use, floors)
        name, also, x, y = TOWER
        yield from self.building(
            KG + "building/create-tower", name, "Office", x, y, 67.3, by_use, floors, also
        )
        for n, (plot, built) in enumerate(floors.items()):
            waits = n % 9 == 0
            allowed = areas[plot] * random.choice((0.2, 0.6, 1.0, 1.4, 2.1, 2.8))
            yield _text(plot, OP + "hasGFA", str(built), _typed(XSD + "decimal"))
            yield _text(
                plot, OPR + "isAwaitingDetailedGPREvaluation", str(waits).lower(), _typed(XSD + "boolean")
            )
            if not waits:
                yield _text(plot, OP + "hasMaximumPermittedGFA", f"{allowed:.1f}", _typed(XSD + "decimal"))
                ratio = f"{allowed / areas[plot]:.2f}"
                yield _text(plot, OPR + "allowsGrossPlotRatio", ratio, _typed(XSD + "decimal"))

    def building(
        self,
        iri: str,
        label: str,
        usage: str,
        x: float,
        y: float,
        height: float,
        by_use: dict[str, list[str]],
        floors: dict[str, int],
        also: tuple[str, ...] = (),
    ) -> Iterator[str]:
        random = self.random
        corners = random.choice((4, 4, 4, 6, 8))
        size = 0.0002 + random.random() * 0.0006
        turn = random.random() * pi
        ring = [
            (x + size * cos(turn + 2 * pi * k / corners), y + 0.7 * size * sin(turn + 2 * pi * k / corners))
            for k in range(corners)
        ]
        shape = ", ".join(f"{a:.6f} {b:.6f}" for a, b in (*ring, ring[0]))
        ground = random.randrange(300, 5200)
        gfa = ground * random.randrange(1, 9)
        plot = random.choice(by_use[USAGES[usage][1]])
        floors[plot] += gfa // 10
        yield from self.named(iri, OBE + "Property", label, also)
        yield _edge(iri, OBE + "hasPropertyUsage", OBE + "usage/" + usage.lower().replace(" ", "-"))
        yield _edge(iri, OBE + "isOn", plot)
        yield _edge(iri, OBE + "locatedIn", self.singapore)
        yield _edge(iri, OBE + "hasFootprint", iri + "/footprint")
        yield _edge(iri + "/footprint", TYPE, GEO + "Geometry")
        yield _text(iri + "/footprint", GEO + "asWKT", f"POLYGON(({shape}))", _typed(GEO + "wktLiteral"))
        for prop, value in (("hasHeight", f"{height:.1f}"), ("hasGFA", gfa), ("hasGroundArea", ground)):
            yield _text(iri, OBE + prop, str(value), _typed(XSD + "decimal"))

    def carparks(self) -> Iterator[str]:
        random = self.random
        near = [(x, y) for _, x, y in PLACES.values()] + [TOWER[2:]]
        for n in range(CARPARKS):
            x, y = near[n % len(near)]
            x, y = x + random.uniform(-0.012, 0.012), y + random.uniform(-0.009, 0.009)
            iri = KG + f"carpark/{n + 1}"
            yield from self.named(iri, OCP + "Carpark", f"Carpark {chr(65 + n)}")
            yield _edge(iri, OBE + "locatedIn", self.singapore)
            yield _text(iri, WGS + "lat", f"{y:.6f}", _typed(XSD + "decimal"))
            yield _text(iri, WGS + "long", f"{x:.6f}", _typed(XSD + "decimal"))
            yield _text(iri, OCP + "hasAvailableLots", str(random.randrange(0, 400)), _typed(XSD + "integer"))
            yield _text(iri, OCP + "hasCarparkRates", f"${random.choice((1.0, 1.2, 1.5)):.2f} an hour")

    def ships(self) -> Iterator[str]:
        random = self.random
        for name, label in MEASURED.items():
            yield from self.named(OD + name, OD + "ShipDynamicProperty", label)
        for n, (mmsi, name) in enumerate(SHIPS.items()):
            iri = OD + f"Ship_{mmsi}"
            yield from self.named(iri, OD + "Ship", name)
            yield _text(iri, OD + "hasMMSI", mmsi)
            yield _text(iri, OD + "hasIMONumber", str(9_200_000 + random.randrange(500_000)))
            yield _text(iri, OD + "hasCallSign", f"9V{random.randrange(1000, 9999)}")
            yield _text(iri, OD + "hasDraught", f"{random.uniform(4, 14):.1f}", _typed(XSD + "decimal"))
            for kind, middle, swing in (("Speed", 11, 4), ("CourseOverGround", 180, 120)):
                for hour in range(HOURS):
                    if n == 2 and 12 <= hour < 18:  # out of reach for a while
                        continue
                    value = middle + swing * sin(hour / 5 + n) + random.uniform(-1, 1)
                    yield from self.reading(f"{iri}/{kind}/{hour}", iri, OD + kind, hour, value)

    def stations(self) -> Iterator[str]:
        for name, label in POLLUTANTS.items():
            yield from self.named(OD + name, OD + "PollutantID", label)
        sites = [(x, y) for _, x, y in PLACES.values()]
        for n, (x, y) in enumerate(sites, 1):
            iri = KG + f"station/{n}"
            yield from self.named(iri, OD + "Station", f"Station {n}")
            yield _edge(iri, OBE + "locatedIn", self.singapore)
            place = f"POINT({x + 0.002} {y - 0.001})"
            yield _text(iri, GEO + "asWKT", place, _typed(GEO + "wktLiteral"))
            for name in POLLUTANTS:
                for hour in range(0, HOURS, 3):
                    value = 20 + 12 * sin(hour / 4 + n) + self.random.uniform(0, 8)
                    yield from self.reading(f"{iri}/{name}/{hour}", iri, OD + name, hour, value)

    def reading(self, iri: str, of: str, what: str, hour: int, value: float) -> Iterator[str]:
        yield _edge(iri, TYPE, SOSA + "Observation")
        yield _edge(iri, SOSA + "hasFeatureOfInterest", of)
        yield _edge(iri, SOSA + "observedProperty", what)
        moment = (FIRST + timedelta(hours=hour)).isoformat().replace("+00:00", "Z")
        yield _text(iri, SOSA + "resultTime", moment, _typed(XSD + "dateTime"))
        yield _text(iri, SOSA + "hasSimpleResult", f"{value:.1f}", _typed(XSD + "decimal"))


def _edge(subject: str, predicate: str, thing: str) -> str:
    return f"<{subject}> <{predicate}> <{thing}> ."


def _text(subject: str, predicate: str, value: str, mark: str = "") -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'<{subject}> <{predicate}> "{escaped}"{mark} .'


def _typed(datatype: str) -> str:
    return f"^^<{datatype}>"
