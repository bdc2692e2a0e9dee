"""The graph's schema as it is declared and as it is observed: one frozen value, built by its readers.

In: classes, properties and observed uses (from `kgqa.declared` and `kgqa.observed`). Out: look-ups and
closures that linking, interpretation and the check share. Cycles in the hierarchies are harmless.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, lru_cache

from kgqa.hierarchy import Hierarchy
from kgqa.nearness import NearNames

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


@dataclass(frozen=True, slots=True)
class Name:
    """A label or an alternative name; `language` is a tag or ""."""

    text: str
    language: str = ""
    preferred: bool = True


class PropertyKind(StrEnum):
    OBJECT = "object"
    DATA = "data"
    ANNOTATION = "annotation"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Class:
    """A class with its names and its direct superclasses (named ones only)."""

    iri: str
    names: tuple[Name, ...] = ()
    comment: str = ""
    parents: tuple[str, ...] = ()
    instances: int = 0  # observed, direct
    declared: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Property:
    """A property. `domains` is a conjunction of unions: a subject belongs to one class of each union;
    `ranges` likewise, with class IRIs or datatype IRIs. Both are () when nothing is declared.
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
    unit: str = ""  # a short symbol such as "mm" or "EUR"
    declared: bool = True


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


@dataclass(frozen=True)
class Ontology:
    """The schema. `uses` is () when no data was looked at."""

    classes: Mapping[str, Class] = field(default_factory=dict)
    properties: Mapping[str, Property] = field(default_factory=dict)
    uses: tuple[Use, ...] = ()
    disjoint_pairs: frozenset[frozenset[str]] = frozenset()
    overlaps: tuple[tuple[str, str, int], ...] = ()  # how many things two classes share, as observed
    prefixes: tuple[tuple[str, str], ...] = ()  # (prefix, namespace)
    notices: tuple[str, ...] = ()  # what the readers want an admin to know

    # ── hierarchies ──────────────────────────────────────────────────────────────────────────────

    def superclasses(self, iri: str) -> frozenset[str]:
        """The class itself and all above it."""
        return self._class_tree.above(iri)

    def subclasses(self, iri: str) -> frozenset[str]:
        """The class itself and all below it."""
        return self._class_tree.below(iri)

    def superproperties(self, iri: str) -> frozenset[str]:
        """The property itself and all above it."""
        return self._property_tree.above(iri)

    def subproperties(self, iri: str) -> frozenset[str]:
        """The property itself and all below it."""
        return self._property_tree.below(iri)

    def inverses(self, iri: str) -> frozenset[str]:
        """The properties declared as inverse to this one, whichever side declares it."""
        return self._inverses.get(iri, frozenset())

    def is_a(self, iri: str, ancestor: str) -> bool:
        return ancestor == OWL_THING or ancestor in self.superclasses(iri)

    def overlap(self, one: str, other: str) -> bool:
        """Whether the classes are one, stand above each other or have a subclass in common."""
        return self._class_tree.meet(one, other)

    def disjoint(self, one: str, other: str) -> bool:
        """Whether the ontology says that nothing is both (inherited from superclasses)."""
        if not self._disjoint_with:
            return False
        pair = (one, other) if one < other else (other, one)
        known = self._disjoint_cache.get(pair)
        if known is None:
            others = self.superclasses(other)
            known = self._disjoint_cache[pair] = any(
                not self._disjoint_with[a].isdisjoint(others)
                for a in self.superclasses(one)
                if a in self._disjoint_with
            )
        return known

    # ── what is known ────────────────────────────────────────────────────────────────────────────

    @cached_property
    def known_properties(self) -> frozenset[str]:
        """Every property that is declared or that the data uses."""
        return frozenset((*self.properties, *(u.property for u in self.uses)))

    @cached_property
    def known_classes(self) -> frozenset[str]:
        """Every class that is declared or that has things in the data."""
        ends = (c for u in self.uses for c in (u.subject, "" if u.literal else u.object) if c)
        return frozenset((*self.classes, *ends))

    @cached_property
    def known_terms(self) -> frozenset[str]:
        """Classes and properties together."""
        return self.known_classes | self.known_properties

    @cached_property
    def observed_datatypes(self) -> frozenset[str]:
        """The datatypes of the literals in the data."""
        return frozenset(u.object for u in self.uses if u.literal and u.object)

    @cached_property
    def near_names(self) -> NearNames:
        """Every known term by its names, for finding what was misspelt."""
        return NearNames(
            pair
            for iri in sorted(self.known_terms)
            for pair in ((iri, spaced(local_name(iri))), *((iri, name) for name in self._all_names(iri)))
        )

    def _all_names(self, iri: str) -> Iterable[str]:
        for thing in (self.classes.get(iri), self.properties.get(iri)):
            yield from (n.text for n in (thing.names if thing else ()))

    # ── domains and ranges ───────────────────────────────────────────────────────────────────────

    def domains(self, iri: str) -> tuple[Union, ...]:
        """Declared domains, with those of superproperties and the ranges of inverses."""
        return self._sides(iri)[0]

    def ranges(self, iri: str) -> tuple[Union, ...]:
        """Declared ranges, with those of superproperties and the domains of inverses."""
        return self._sides(iri)[1]

    def shared(self, one: str, other: str) -> int:
        """How many things the data types with both classes."""
        return self._overlap_counts.get((one, other), 0)

    def uses_of(self, iri: str) -> tuple[Use, ...]:
        """What the data shows of a property."""
        return self._uses_by_property.get(iri, ())

    # ── names ────────────────────────────────────────────────────────────────────────────────────

    def label(self, iri: str, language: str = "") -> str:
        """The name of a class or a property in `language` if it has one; its local name otherwise."""
        thing = self.classes.get(iri) or self.properties.get(iri)
        if thing is None or not thing.names:
            return spaced(local_name(iri))
        known = self._labels.get((iri, language))
        if known is None:
            best = min(thing.names, key=lambda n: _name_rank(n, language))
            known = self._labels[iri, language] = best.text
        return known

    @cached_property
    def _labels(self) -> dict[tuple[str, str], str]:
        """Labels in the languages in which they were asked for; a reading asks for them by the thousand."""
        return {}

    # ── closures, computed once ──────────────────────────────────────────────────────────────────

    @cached_property
    def _class_tree(self) -> Hierarchy:
        return Hierarchy({iri: c.parents for iri, c in self.classes.items()})

    @cached_property
    def _property_tree(self) -> Hierarchy:
        return Hierarchy({iri: p.parents for iri, p in self.properties.items()})

    @cached_property
    def _disjoint_with(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for pair in self.disjoint_pairs:
            if len(pair) == 2:  # noqa: PLR2004 - a pair
                one, other = pair
                found.setdefault(one, set()).add(other)
                found.setdefault(other, set()).add(one)
        return found

    @cached_property
    def _disjoint_cache(self) -> dict[tuple[str, str], bool]:
        return {}

    @cached_property
    def _inverses(self) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for iri, prop in self.properties.items():
            for other in prop.inverses:
                found.setdefault(iri, set()).add(other)
                found.setdefault(other, set()).add(iri)
        return {iri: frozenset(others) for iri, others in found.items()}

    @cached_property
    def _overlap_counts(self) -> dict[tuple[str, str], int]:
        return {(one, other): count for one, other, count in self.overlaps}

    @cached_property
    def _uses_by_property(self) -> dict[str, tuple[Use, ...]]:
        found: dict[str, list[Use]] = {}
        for use in self.uses:
            found.setdefault(use.property, []).append(use)
        return {iri: tuple(uses) for iri, uses in found.items()}

    @cached_property
    def _side_cache(self) -> dict[str, tuple[tuple[Union, ...], tuple[Union, ...]]]:
        return {}

    def _sides(self, iri: str) -> tuple[tuple[Union, ...], tuple[Union, ...]]:
        cached = self._side_cache.get(iri)
        if cached is None:
            above = [self.properties[p] for p in self.superproperties(iri) if p in self.properties]
            back = [
                self.properties[q]
                for p in self.superproperties(iri)
                for q in self.inverses(p)
                if q in self.properties
            ]
            domains = _distinct(u for p in above for u in p.domains) + _distinct(
                u for q in back for u in q.ranges
            )
            ranges = _distinct(u for p in above for u in p.ranges) + _distinct(
                u for q in back for u in q.domains
            )
            cached = self._side_cache[iri] = (_distinct(domains), _distinct(ranges))
        return cached


def local_name(iri: str) -> str:
    """What stands behind the last '#', '/' or ':' of an IRI."""
    for mark in "#/:":
        tail = iri.rstrip("#/:").rpartition(mark)[2]
        if tail and tail != iri:
            iri = tail
    return iri


@lru_cache(maxsize=50_000)
def spaced(name: str) -> str:
    """A camelCase, snake_case or kebab-case name as words: "hasBomPart" -> "has bom part"."""
    words: list[str] = []
    current = ""
    for i, c in enumerate(name):
        if c in "_-. ":
            words.append(current)
            current = ""
            continue
        previous, following = name[i - 1 : i], name[i + 1 : i + 2]
        starts = c.isupper() and (
            previous.islower() or previous.isdigit() or (previous.isupper() and following.islower())
        )
        if starts and current:
            words.append(current)
            current = ""
        current += c
    words.append(current)
    return " ".join(w if w.isupper() and len(w) > 1 else w.lower() for w in words if w)


def _name_rank(name: Name, language: str) -> tuple[bool, bool, bool]:
    same = name.language.split("-")[0].lower() == language.split("-", maxsplit=1)[0].lower()
    return (not name.preferred, not same, name.language not in ("", "en"))


def _distinct(unions: Iterable[Union]) -> tuple[Union, ...]:
    return tuple(dict.fromkeys(unions))
