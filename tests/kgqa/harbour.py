"""A harbour's ontology in English and German: ships, their voyages, captains, ports. It is made up."""

from __future__ import annotations

from kgqa.ontology import XSD, Class, Name, Ontology, Property, PropertyKind

HARBOUR = "https://harbour.example/"
LABELS = {
    HARBOUR + "nora": "Nora",
    HARBOUR + "kraken": "Kraken",
    HARBOUR + "oslo": "Oslo",
    HARBOUR + "tug": "Harbour tug",
}


def _names(english: str, german: str) -> tuple[Name, ...]:
    return Name(english, "en"), Name(german, "de")


def _class(local: str, english: str, german: str, *parents: str) -> Class:
    return Class(
        iri=HARBOUR + local, names=_names(english, german), parents=tuple(HARBOUR + p for p in parents)
    )


def _link(local: str, english: str, german: str, start: str, end: str) -> Property:
    return Property(
        iri=HARBOUR + local,
        kind=PropertyKind.OBJECT,
        names=_names(english, german),
        domains=(frozenset((HARBOUR + start,)),),
        ranges=(frozenset((HARBOUR + end,)),),
    )


def _data(local: str, english: str, german: str, start: str, datatype: str, unit: str = "") -> Property:
    return Property(
        iri=HARBOUR + local,
        kind=PropertyKind.DATA,
        names=_names(english, german),
        domains=(frozenset((HARBOUR + start,)),),
        ranges=(frozenset((XSD + datatype,)),),
        unit=unit,
    )


_CLASSES = (
    _class("Ship", "Ship", "Schiff"),
    _class("Tug", "Tug", "Schlepper", "Ship"),
    _class("Ferry", "Ferry", "Fähre", "Ship"),
    _class("Voyage", "Voyage", "Reise"),
    _class("Captain", "Captain", "Kapitän"),
    _class("Port", "Port", "Hafen"),
    _class("ShipType", "Ship type", "Schiffstyp"),
    _class("Company", "Company", "Reederei"),
)
_PROPERTIES = (
    _link("type", "type", "Typ", "Ship", "ShipType"),
    _link("captain", "has captain", "Kapitän", "Ship", "Captain"),
    _link("ownedBy", "owned by", "Eigentümer", "Ship", "Company"),
    _link("visits", "visits", "besucht", "Ship", "Port"),
    _link("ship", "ship", "Schiff", "Voyage", "Ship"),
    _link("to", "destination", "Zielhafen", "Voyage", "Port"),
    _link("mentor", "mentor", "Mentor", "Captain", "Captain"),
    _link("reportsTo", "reports to", "berichtet an", "Captain", "Captain"),
    _data("name", "name", "Name", "Ship", "string"),
    _data("length", "length", "Länge", "Ship", "decimal", "m"),
    _data("draft", "draft", "Tiefgang", "Ship", "decimal", "m"),
    _data("lowest", "lowest temperature", "niedrigste Temperatur", "Ship", "integer", "°C"),
    _data("cost", "cost", "Kosten", "Voyage", "decimal", "EUR"),
    _data("fee", "fee", "Gebühr", "Voyage", "decimal", "EUR"),
    _data("fuel", "fuel cost", "Treibstoffkosten", "Voyage", "decimal", "EUR"),
    _data("sailed", "date of departure", "Abfahrtsdatum", "Voyage", "date"),
    _data("hired", "date of hiring", "Einstellungsdatum", "Captain", "date"),
    _data("salary", "salary", "Gehalt", "Captain", "decimal", "EUR"),
    _data("hours", "weekly hours", "Wochenstunden", "Captain", "decimal", "h"),
    _data("email", "e-mail address", "E-Mail-Adresse", "Captain", "string"),
    _data("phone", "phone number", "Telefonnummer", "Captain", "string"),
)

ONTOLOGY = Ontology(
    classes={c.iri: c for c in _CLASSES},
    properties={p.iri: p for p in _PROPERTIES},
    prefixes=(("", HARBOUR), ("xsd", XSD)),
)
