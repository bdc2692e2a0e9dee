"""Kinds of values, as SPARQL tells them apart when it compares, orders, searches and calculates.

In: datatypes, constants and properties. Out: the kinds that something may be of, all kinds where nothing is
known; kept apart by what the ontology declares and what the data shows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce

from kgqa.ontology import (
    RDF_LANG_STRING,
    RDF_TYPE,
    RDFS,
    RDFS_LITERAL,
    SKOS,
    XSD,
    Ontology,
    PropertyKind,
)
from kgqa.sparql.model import NUMERIC, Iri, Lit


class Kind(StrEnum):
    """The value is the noun by which a reader knows it."""

    THING = "thing"
    TEXT = "text"
    TAGGED = "text with a language"
    NUMBER = "number"
    YES_NO = "yes or no"
    DATE = "date"
    MOMENT = "date with a time"
    YEAR = "year"
    MONTH = "month"
    TIME = "time of day"
    DURATION = "length of time"
    OTHER = "value"  # of a datatype that has no rules here: it may do what any literal does


Kinds = frozenset[Kind]

ANY: Kinds = frozenset(Kind)
NONE: Kinds = frozenset()
LITERALS: Kinds = ANY - {Kind.THING}
TEXTS: Kinds = frozenset((Kind.TEXT, Kind.TAGGED, Kind.OTHER))
NUMBERS: Kinds = frozenset((Kind.NUMBER, Kind.OTHER))
CALENDAR: Kinds = frozenset((Kind.DATE, Kind.MOMENT, Kind.YEAR, Kind.MONTH, Kind.TIME, Kind.OTHER))
_DATATYPES = {
    XSD + "string": Kind.TEXT,
    RDF_LANG_STRING: Kind.TAGGED,
    XSD + "boolean": Kind.YES_NO,
    XSD + "date": Kind.DATE,
    XSD + "dateTime": Kind.MOMENT,
    XSD + "dateTimeStamp": Kind.MOMENT,
    XSD + "gYear": Kind.YEAR,
    XSD + "gYearMonth": Kind.MONTH,
    XSD + "time": Kind.TIME,
    XSD + "duration": Kind.DURATION,
    XSD + "dayTimeDuration": Kind.DURATION,
    XSD + "yearMonthDuration": Kind.DURATION,
} | dict.fromkeys(NUMERIC, Kind.NUMBER)
# Properties of the languages themselves, which no ontology declares anew.
_TEXT_PROPERTIES = frozenset(
    (RDFS + "label", RDFS + "comment", *(SKOS + n for n in ("prefLabel", "altLabel", "hiddenLabel", "note")))
)


@dataclass(frozen=True, slots=True)
class Value:
    """What a variable or an expression may be: as declared, and as the data shows it (which is as declared
    where no data was looked at). `behind` is the property behind which it stands, `constants` are all that
    it can be where the query itself gives them; `sure` says that every solution has one.
    """

    declared: Kinds = ANY
    observed: Kinds = ANY
    behind: str = ""
    constants: tuple[Iri | Lit, ...] = ()
    sure: bool = True

    def only(self, kinds: Kinds) -> bool:
        """Whether it is one of these kinds, by what is declared and by what is observed."""
        return self.declared <= kinds and self.observed <= kinds

    def maybe(self) -> Value:
        """The same where some solutions have none."""
        return replace(self, sure=False) if self.sure else self


def value(kinds: Kinds | Kind) -> Value:
    """A value whose kinds follow from the query itself."""
    found = frozenset((kinds,)) if isinstance(kinds, Kind) else kinds
    return Value(found, found)


UNKNOWN = Value()
THING = value(Kind.THING)


def both(one: Value, other: Value) -> Value:
    """What a variable is that stands in two places. Kinds that exclude one another are for the one who sees
    them meet; here nothing is known of the outcome.
    """
    if one.sure != other.sure:
        return one if one.sure else other
    if not one.sure:
        return either(one, other)
    return Value(
        one.declared & other.declared or ANY,
        one.observed & other.observed or ANY,
        one.behind or other.behind,
        one.constants or other.constants,
    )


def either(one: Value, other: Value) -> Value:
    """What is one or the other."""
    return Value(
        one.declared | other.declared,
        one.observed | other.observed,
        one.behind if one.behind == other.behind else "",
        one.constants + other.constants if one.constants and other.constants else (),
        one.sure and other.sure,
    )


def any_of(values: Iterable[Value]) -> Value:
    """What is one of several; unknown where there is none."""
    found = tuple(values)
    return reduce(either, found) if found else UNKNOWN


def alike(one: Kinds, other: Kinds) -> bool:
    """Whether a value of the one can equal a value of the other."""
    if one & other or (Kind.OTHER in one and other & LITERALS) or (Kind.OTHER in other and one & LITERALS):
        return True
    return bool(one & TEXTS and other & TEXTS)


def of_datatype(datatype: str | None) -> Kind:
    return Kind.TEXT if datatype is None else _DATATYPES.get(datatype, Kind.OTHER)


def of_constant(constant: Iri | Lit) -> Value:
    return of_constants((constant,))


def of_constants(constants: tuple[Iri | Lit, ...]) -> Value:
    """What is one of these."""
    kinds = frozenset(map(_kind, constants)) or ANY
    return Value(kinds, kinds, constants=constants)


def _kind(constant: Iri | Lit) -> Kind:
    if isinstance(constant, Iri):
        return Kind.THING
    return Kind.TAGGED if constant.language else of_datatype(constant.datatype)


def of_property(iri: str, ontology: Ontology) -> Value:
    """What stands behind a property."""
    declared = _declared(iri, ontology)
    observed = frozenset(
        of_datatype(use.object) if use.literal else Kind.THING
        for below in ontology.subproperties(iri)
        for use in ontology.uses_of(below)
    )
    return Value(declared, (observed if ontology.is_read(iri) else NONE) or declared, iri)


def _declared(iri: str, ontology: Ontology) -> Kinds:
    if iri == RDF_TYPE:
        return frozenset((Kind.THING,))
    if iri in _TEXT_PROPERTIES:
        return LITERALS
    known = ontology.properties.get(iri)
    if known is None or not known.declared:
        return ANY
    kinds = _by_kind(PropertyKind.UNKNOWN if known.kind_observed else known.kind)
    for union in ontology.ranges(iri):
        if union not in ontology.suggested(iri):
            kinds &= frozenset(k for end in union for k in _of_range(end, known.kind, ontology))
    return kinds or ANY  # an ontology that contradicts itself says nothing


def _by_kind(kind: PropertyKind) -> Kinds:
    if kind is PropertyKind.DATA:
        return LITERALS
    return frozenset((Kind.THING,)) if kind is PropertyKind.OBJECT else ANY


def _of_range(end: str, kind: PropertyKind, ontology: Ontology) -> Kinds:
    """The kinds of one class or datatype of a range. That a text has a language is rarely declared."""
    if end == RDFS_LITERAL:
        return LITERALS
    if end in _DATATYPES:
        found = _DATATYPES[end]
        return frozenset((Kind.TEXT, Kind.TAGGED)) if found in TEXTS else frozenset((found,))
    if end.startswith(XSD) or end in ontology.known_datatypes or kind is PropertyKind.DATA:
        return frozenset((Kind.OTHER,))
    if kind is PropertyKind.OBJECT:
        return frozenset((Kind.THING,))
    return frozenset((Kind.THING, Kind.OTHER))  # a datatype that nobody declares looks like a class
