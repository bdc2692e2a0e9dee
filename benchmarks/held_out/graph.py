"""A hospital's equipment, staff and measurements in public vocabularies: SOSA, ORG, FOAF and schema.org.

In: nothing. Out: some 2,700 triples as Turtle, the same each time. Their terms stand in `ontology.ttl`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal

from pyoxigraph import Literal, NamedNode, RdfFormat, Triple, serialize

from connectors.sample.facts import Dice, money

SEED = 61
PREFIXES = {
    "foaf": "http://xmlns.com/foaf/0.1/",
    "id": "https://hospital.example/id/",
    "org": "http://www.w3.org/ns/org#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "schema": "http://schema.org/",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "sosa": "http://www.w3.org/ns/sosa/",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}

SITES = {"main": "Main Building", "annex": "Riverside Annex", "depot": "Supply Depot"}
UNITS = {  # name, site, and what it owns: kind of platform and how many
    "pharmacy": ("Pharmacy", "main", ("Medicine Fridge", 4)),
    "bloodbank": ("Blood Bank", "main", ("Plasma Freezer", 3)),
    "neonatal": ("Neonatal Care", "main", ("Incubator", 5)),
    "surgery": ("Surgery", "main", ("Air Handling Unit", 3)),
    "microbiology": ("Microbiology", "annex", ("Culture Cabinet", 3)),
    "radiology": ("Radiology", "annex", ("Cooling Rack", 2)),
    "supplies": ("Central Supplies", "depot", ("Storage Rack", 2)),
    "facilities": ("Facilities", "depot", ("Boiler", 2)),
    "chaplaincy": ("Chaplaincy", "main", ("", 0)),
}
ROOMS = {  # the room that a unit's platforms are watched in, its site and how many people it holds
    "pharmacy": ("Dispensary", "main", 14),
    "bloodbank": ("Cold Room", "main", 4),
    "neonatal": ("Nursery", "main", 22),
    "surgery": ("Theatre One", "main", 12),
    "microbiology": ("Culture Lab", "annex", 9),
    "radiology": ("Scanner Hall", "annex", 16),
    "supplies": ("Loading Bay", "depot", 30),
    "facilities": ("Plant Room", "depot", 6),
}
PROPERTIES = {  # name and the usual results
    "temperature": ("Air Temperature", 2.0, 38.0),
    "humidity": ("Relative Humidity", 20.0, 85.0),
    "co2": ("Carbon Dioxide", 410.0, 1900.0),
    "pressure": ("Differential Pressure", 4.0, 45.0),
}
MAKERS = {
    "tolvanen": ("Tolvanen Instruments", date(1964, 3, 2)),
    "brightwell": ("Brightwell Medical", date(1998, 9, 14)),
    "sorrento": ("Sorrento Controls", date(1979, 6, 30)),
    "kestrel": ("Kestrel Sensing", date(2011, 1, 17)),
    "umbra": ("Umbra Optics", date(2005, 11, 8)),  # makes nothing that the hospital has
}
GIVEN = (
    "Nadia",
    "Tobias",
    "Ines",
    "Ruairi",
    "Mei",
    "Oskar",
    "Leila",
    "Piotr",
    "Hanna",
    "Samir",
    "Greta",
    "Yusuf",
)
FAMILY = ("Achterberg", "Bellamy", "Castellano", "Dunleavy", "Eriksen", "Farouk", "Grabowski", "Hathaway")
JOBS = ("Biomedical Engineer", "Nurse", "Pharmacist", "Technician", "Porter")
FIRST, LAST = date(2016, 1, 4), date(2025, 6, 27)

Value = str | int | Decimal | date | NamedNode | Literal


@dataclass(slots=True)
class Hospital:
    """The graph while it is written."""

    dice: Dice = field(default_factory=lambda: Dice(SEED))
    triples: list[Triple] = field(default_factory=list)
    serials: int = 4100

    def say(self, subject: NamedNode, **values: Value | Sequence[NamedNode] | None) -> None:
        """Values by their terms as Python writes them: `sosa_hosts=...`; None says nothing."""
        for name, given in values.items():
            several = given if isinstance(given, tuple | list) else (given,)
            self.triples += [Triple(subject, _term(name), _value(v)) for v in several if v is not None]

    def device(self, kind: str, number: int, label: str) -> NamedNode:
        """A platform, sensor or actuator with what all three have."""
        thing = _id(kind, str(number))
        self.serials += self.dice.between(3, 41)
        bought = self.dice.working_day(FIRST, LAST) if self.dice.chance(0.9) else None
        self.say(
            thing,
            rdf_type=_term(f"sosa_{kind.title()}"),
            rdfs_label=label,
            schema_serialNumber=f"SN-{self.serials}",
            schema_manufacturer=_id("maker", self.dice.pick([m for m in MAKERS if m != "umbra"])),
            schema_purchaseDate=bought,
        )
        return thing


def build() -> str:
    """The graph as Turtle; every call gives the same text."""
    hospital = Hospital()
    _write_places(hospital)
    _write_people(hospital)
    _write_equipment(hospital)
    return (serialize(hospital.triples, format=RdfFormat.TURTLE, prefixes=PREFIXES) or b"").decode()


def _write_places(hospital: Hospital) -> None:
    whole = _id("hospital", "st-aldhelm")
    hospital.say(
        whole,
        rdf_type=_term("org_FormalOrganization"),
        skos_prefLabel="St Aldhelm Hospital",
        org_hasUnit=[_id("unit", key) for key in UNITS],
    )
    for key, name in SITES.items():
        hospital.say(_id("site", key), rdf_type=_term("org_Site"), rdfs_label=name)
    for number, (key, (name, site, _)) in enumerate(UNITS.items(), 1):
        hospital.say(
            _id("unit", key),
            rdf_type=_term("org_OrganizationalUnit"),
            skos_prefLabel=name,
            org_identifier=f"U{10 * number}",
            org_hasSite=_id("site", site),
        )
    for key, (name, site, people) in ROOMS.items():
        room = _id("room", key)
        hospital.say(room, rdf_type=(_term("schema_Room"), _term("sosa_FeatureOfInterest")), rdfs_label=name)
        hospital.say(room, schema_containedInPlace=_id("site", site), schema_maximumAttendeeCapacity=people)
    for key, (name, founded) in MAKERS.items():
        hospital.say(
            _id("maker", key),
            rdf_type=_term("schema_Organization"),
            schema_name=name,
            schema_foundingDate=founded,
        )


def _write_people(hospital: Hospital) -> None:
    """Four people a unit, the first of whom heads it; the chaplaincy has one."""
    number = 0
    for unit, (_, site, _) in UNITS.items():
        head = _id("person", str(number))
        for place in range(4 if unit != "chaplaincy" else 1):
            given, family = GIVEN[number % len(GIVEN)], FAMILY[(number * 5 + number // 8) % len(FAMILY)]
            hospital.say(
                _id("person", str(number)),
                rdf_type=_term("foaf_Person"),
                foaf_name=f"{given} {family}",
                foaf_familyName=family,
                schema_jobTitle=hospital.dice.pick(JOBS) if place else "Head of Unit",
                schema_email=f"{given}.{family}@st-aldhelm.example".lower(),
                schema_telephone=f"+44 20 7946 {hospital.dice.between(100, 999):04}" if number % 7 else None,
                org_memberOf=_id("unit", unit),
                org_headOf=None if place else _id("unit", unit),
                org_reportsTo=head if place else None,
                org_basedAt=_id("site", site),
            )
            number += 1


def _write_equipment(hospital: Hospital) -> None:
    for key, (name, _, _) in PROPERTIES.items():
        hospital.say(_id("property", key), rdf_type=_term("sosa_ObservableProperty"), rdfs_label=name)
    sensors = actuators = platforms = 0
    for unit, (_, _, (kind, count)) in UNITS.items():
        for number in range(1, count + 1):
            platforms += 1
            platform = hospital.device("platform", platforms, f"{kind} {number}")
            hospital.say(_id("unit", unit), schema_owns=platform)
            for watched in hospital.dice.some(list(PROPERTIES), hospital.dice.between(1, 3)):
                sensors += 1
                name = PROPERTIES[watched][0].split()[-1]
                sensor = hospital.device("sensor", sensors, f"{name} Probe {100 + sensors}")
                hospital.say(sensor, sosa_observes=_id("property", watched), sosa_isHostedBy=platform)
                if sensors % 11:  # the others have not measured anything yet
                    _write_observations(hospital, sensor, sensors, watched, unit)
            if hospital.dice.chance(0.4):
                actuators += 1
                valve = hospital.device("actuator", actuators, f"Control Valve {actuators}")
                hospital.say(valve, sosa_isHostedBy=platform)


def _write_observations(hospital: Hospital, sensor: NamedNode, number: int, watched: str, unit: str) -> None:
    _, low, high = PROPERTIES[watched]
    for place in range(hospital.dice.between(4, 9)):
        day = date(2024, 11, 4) + timedelta(days=hospital.dice.between(0, 420))
        clock = f"{hospital.dice.between(0, 23):02}:{hospital.dice.between(0, 59):02}:00Z"
        hospital.say(
            _id("observation", f"{number}-{place}"),
            rdf_type=_term("sosa_Observation"),
            sosa_madeBySensor=sensor,
            sosa_observedProperty=_id("property", watched),
            sosa_hasFeatureOfInterest=_id("room", unit),
            sosa_hasSimpleResult=money(hospital.dice.share(low, high)),
            sosa_resultTime=Literal(f"{day}T{clock}", datatype=NamedNode(PREFIXES["xsd"] + "dateTime")),
        )


def _id(kind: str, name: str) -> NamedNode:
    return NamedNode(f"{PREFIXES['id']}{kind}/{name}")


def _term(name: str) -> NamedNode:
    prefix, local = name.split("_", 1)
    return NamedNode(PREFIXES[prefix] + local)


def _value(value: Value) -> NamedNode | Literal:
    if isinstance(value, NamedNode | Literal):
        return value
    kinds = {str: "string", int: "integer", Decimal: "decimal", date: "date"}
    return Literal(str(value), datatype=NamedNode(PREFIXES["xsd"] + kinds[type(value)]))
