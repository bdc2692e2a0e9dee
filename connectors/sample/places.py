"""Where the company, its suppliers and its customers are: regions, countries, cities, sites, addresses.

In: the tables regions, countries, cities and sites. Out: `Places`, with every node by its key.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from pyoxigraph import Literal, NamedNode

from connectors.sample.facts import WKT, Dice, Facts, words
from connectors.sample.tables import Row, keyed, parts

STREETS = (
    "Mill Lane",
    "Harbour Road",
    "Station Street",
    "Quarry Hill",
    "Foundry Row",
    "Orchard Way",
    "Canal Side",
)
METRES_A_DEGREE = 111_320


@dataclass(frozen=True, slots=True)
class Places:
    """The nodes that others point to, by key; `country_of` has the country code of each city."""

    regions: dict[str, NamedNode] = field(default_factory=dict)
    countries: dict[str, NamedNode] = field(default_factory=dict)
    cities: dict[str, NamedNode] = field(default_factory=dict)
    sites: dict[str, NamedNode] = field(default_factory=dict)
    country_of: dict[str, str] = field(default_factory=dict)

    def address(self, facts: Facts, dice: Dice, name: str, city: str, street: str = "") -> NamedNode:
        """A new address in the city; the street is drawn when none is given."""
        code = self.country_of[city]
        return facts.thing(
            f"address/{name}",
            "Address",
            {
                "street": street or f"{dice.between(1, 240)} {dice.pick(STREETS)}",
                "postcode": str(dice.between(10_000, 98_999)),
                "inCity": self.cities[city],
                "inCountry": self.countries[code],
                "addressCode": code,
            },
        )


def write_places(facts: Facts, dice: Dice) -> Places:
    places = Places()
    for key, row in keyed("regions").items():
        places.regions[key] = facts.thing(
            f"region/{key}", "SalesRegion", {"label": words(en=row["name"], de=row["german"])}
        )
    for code, row in keyed("countries").items():
        places.countries[code] = _write_country(facts, places, row)
    cities = keyed("cities")
    for key, row in cities.items():
        places.country_of[key] = row["country"]
        places.cities[key] = _write_city(facts, places, row)
    for key, row in keyed("sites").items():
        places.sites[key] = _write_site(facts, dice, places, row, cities[row["city"]])
    return places


def _write_country(facts: Facts, places: Places, row: Row) -> NamedNode:
    return facts.thing(
        f"country/{row['code'].lower()}",
        "Country",
        {
            "label": words(en=row["name"], de=row["german"]),
            "altLabel": [Literal(other, language="en") for other in parts(row["other_names"])],
            "demonym": words(en=row["adjective"], de=row["german_adjective"]),
            "isoCode": row["code"],
            "inRegion": places.regions[row["region"]],
        },
    )


def _write_city(facts: Facts, places: Places, row: Row) -> NamedNode:
    return facts.thing(
        f"city/{row['key']}",
        "City",
        {
            "label": words(en=row["name"], de=row["german"] or row["name"]),
            "inCountry": places.countries[row["country"]],
            "population": int(row["population"]),
            "lat": _degrees(float(row["lat"])),
            "long": _degrees(float(row["long"])),
        },
    )


def _write_site(facts: Facts, dice: Dice, places: Places, row: Row, city: Row) -> NamedNode:
    key, area = row["key"], int(row["floor_area"])
    lat = float(city["lat"]) + dice.share(-0.02, 0.02)
    long = float(city["long"]) + dice.share(-0.03, 0.03)
    phone = f"+{dice.between(31, 64)} {dice.between(100, 999)} {dice.between(1000, 9999)}"
    return facts.thing(
        f"site/{key}",
        row["kind"],
        {
            "label": words(en=row["name"], de=row["german"]),
            "hasAddress": places.address(facts, dice, key, row["city"], row["street"]),
            "phoneNumber": None if row["kind"] == "TestStation" else phone,
            "floorArea": area,
            "openedOn": date.fromisoformat(row["opened"]),
            "lat": _degrees(lat),
            "long": _degrees(long),
            "footprint": Literal(_rectangle(lat, long, area, dice), datatype=WKT),
        },
    )


def _rectangle(lat: float, long: float, area: int, dice: Dice) -> str:
    """A WKT polygon around the point with about `area` m², longitude first as WKT has it."""
    ratio = dice.share(0.4, 1.0)
    north = math.sqrt(area * ratio) / 2 / METRES_A_DEGREE
    east = math.sqrt(area / ratio) / 2 / (METRES_A_DEGREE * math.cos(math.radians(lat)))
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))
    return "POLYGON ((" + ", ".join(f"{long + x * east:.6f} {lat + y * north:.6f}" for x, y in corners) + "))"


def _degrees(angle: float) -> Decimal:
    return Decimal(f"{angle:.4f}")
