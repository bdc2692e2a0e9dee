"""What an ontology is made of: classes and properties with their names, and the uses that the data shows.

In: nothing. Out: frozen values, and the IRIs of the languages that they are written in.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kgqa.types import Term

XSD = "http://www.w3.org/2001/XMLSchema#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
OWL = "http://www.w3.org/2002/07/owl#"
SKOS = "http://www.w3.org/2004/02/skos/core#"

RDF_TYPE = RDF + "type"
RDF_LANG_STRING = RDF + "langString"
RDFS_LITERAL = RDFS + "Literal"
OWL_THING = OWL + "Thing"

Union = frozenset[str]  # "one of these classes (or datatypes)"


class Part(StrEnum):
    """What of the data is looked at, each part by itself."""

    TERMS = "terms"  # what is declared
    LABELS = "labels"  # what classes and properties are called that nothing declares
    CODES = "codes"  # what codes mean
    CLASSES = "classes"  # how many things each class has
    VALUES = "values"  # which properties lead to values
    THINGS = "things"  # which properties lead to things
    OVERLAPS = "overlaps"  # how many things two classes share


@dataclass(frozen=True, slots=True)
class Name:
    """A label or an alternative name; `language` is a tag or "". One that nobody gave, and that is only what
    a short name may stand for, tells that name as `short`.
    """

    text: str
    language: str = ""
    preferred: bool = True
    short: str = ""


class PropertyKind(StrEnum):
    OBJECT = "object"
    DATA = "data"
    ANNOTATION = "annotation"
    UNKNOWN = "unknown"


def name_rank(name: Name, language: str) -> tuple[bool, bool, bool]:
    """Names in this order begin with the best one for a language; English stands in for it."""
    same = name.language.split("-")[0].lower() == language.split("-", maxsplit=1)[0].lower()
    return (not name.preferred, not same, name.language not in ("", "en"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Class:
    """A class with its names and its direct superclasses (named ones only).

    `ranges` are what its own things have by a property, whatever the property leads to elsewhere; `has` are
    the properties that the ontology says, by a restriction, that its things have.
    """

    iri: str
    names: tuple[Name, ...] = ()
    comment: str = ""
    parents: tuple[str, ...] = ()
    ranges: tuple[tuple[str, Union], ...] = ()
    has: tuple[str, ...] = ()
    instances: int = 0  # observed, direct
    declared: bool = True
    deprecated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Property:
    """A property. `domains` is a conjunction of unions: a subject belongs to one class of each union;
    `ranges` likewise, with class IRIs or datatype IRIs. Both are () when nothing is declared. They only
    suggest, and entail nothing, where the property is `loose` (schema:domainIncludes). `kind_observed` says
    that its kind is known from the data alone.
    """

    iri: str
    kind: PropertyKind = PropertyKind.UNKNOWN
    names: tuple[Name, ...] = ()
    comment: str = ""
    parents: tuple[str, ...] = ()
    domains: tuple[Union, ...] = ()
    ranges: tuple[Union, ...] = ()
    inverses: tuple[str, ...] = ()
    functional: bool = False
    symmetric: bool = False
    loose: bool = False
    kind_observed: bool = False
    unit: str = ""  # a short symbol such as "mm" or "EUR"
    declared: bool = True
    deprecated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """What the data shows: `count` triples from things of `subject` (a class IRI; "" for untyped) by
    `property` to `object` (a class IRI, a datatype IRI, or "" for an untyped resource).

    `subjects` is how many different things of the class have the property: count / subjects is its
    multiplicity.
    """

    subject: str
    property: str
    object: str
    count: int
    subjects: int
    literal: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Individual:
    """A thing that stands in the ontology file and not, or not only, in the data: a member of a code list."""

    iri: str
    names: tuple[Name, ...] = ()
    classes: tuple[str, ...] = ()

    def label(self, language: str = "en") -> str:
        """Its best name for a language; "" without a name."""
        best = min(self.names, key=lambda name: name_rank(name, language), default=None)
        return best.text if best else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """Some of the values that things of `subject` (a class IRI; "": things without one) have of `property`.

    `having` things have the property, with `count` triples; `looked` triples were looked at, the first that
    the store gave. `values` are their commonest values, each with how often it stands there; they are all
    there are where `whole`. `least` and `most` are the extremes of numbers and dates as the graph spells
    them, "" where there are none.
    """

    subject: str
    property: str
    having: int
    count: int
    looked: int
    values: tuple[tuple[Term, int], ...] = ()
    whole: bool = False
    least: str = ""
    most: str = ""
