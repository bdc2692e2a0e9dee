"""The schema as one frozen value, with the look-ups that linking, interpretation and the check share.

In: classes, properties and observed uses. Out: hierarchies, domains and ranges, names, what is known at all.
Each is worked out when it is first asked for, and then kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kgqa.ontology.carriers import Shared, carriers, shared_by
from kgqa.ontology.hierarchy import Disjointness, Hierarchy
from kgqa.ontology.imports import may_declare, namespace
from kgqa.ontology.local_names import local_name, spaced
from kgqa.ontology.nearness import NearNames
from kgqa.ontology.outliers import outliers
from kgqa.ontology.patterns import Chain, Pattern, PatternKind, Ruling, TextForm
from kgqa.ontology.terms import (
    OWL_THING,
    Class,
    Individual,
    Part,
    Property,
    PropertyKind,
    Sample,
    Union,
    Use,
    name_rank,
)

TEXTS = (PatternKind.DATE_TEXT, PatternKind.YEAR_TEXT, PatternKind.NUMBER_TEXT)
_MOMENT = re.compile(r"-?\d{4,}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)?")
_SHOWING = frozenset((Part.CLASSES, Part.VALUES, Part.THINGS))  # parts of the data that show terms
Sides = tuple[tuple[Union, ...], tuple[Union, ...], frozenset[Union]]  # domains, ranges, those that suggest


@dataclass(frozen=True)
class Ontology:
    """The schema. `uses` is () when no data was looked at. What could not be read of the data, or only in
    part, is `unread`: that something is missing there says nothing.

    Of each set in `disjoint_pairs` nothing is in two, and no two things are connected by two of each set in
    `disjoint_properties`; mostly they are pairs.
    """

    classes: Mapping[str, Class] = field(default_factory=dict)
    properties: Mapping[str, Property] = field(default_factory=dict)
    uses: tuple[Use, ...] = ()
    disjoint_pairs: frozenset[frozenset[str]] = frozenset()
    overlaps: tuple[tuple[str, str, int], ...] = ()  # how many things two classes share, as observed
    prefixes: tuple[tuple[str, str], ...] = ()  # (prefix, namespace)
    notices: tuple[str, ...] = ()  # what the readers want an admin to know
    disjoint_properties: frozenset[frozenset[str]] = frozenset()
    datatypes: frozenset[str] = frozenset()  # those of its own; ranges name what they are made of
    missing_imports: tuple[str, ...] = ()  # ontologies that it builds on and that were not given
    mentioned: frozenset[str] = frozenset()  # properties and classes that its files use, declared or not
    unread: frozenset[Part] = frozenset()
    samples: tuple[Sample, ...] = ()  # values of properties, as far as they were looked at
    individuals: tuple[Individual, ...] = ()  # things that stand in the ontology file
    chains: tuple[Chain, ...] = ()  # what properties make that lead from things to their like
    languages: tuple[tuple[str, str], ...] = ()  # properties, and a language of their texts
    rulings: tuple[Ruling, ...] = ()  # what an admin says of its patterns
    text_forms: tuple[TextForm, ...] = ()  # properties with texts that are dates or numbers
    patterns: tuple[Pattern, ...] = ()  # what its classes and properties are there for, as recognised

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

    def is_any(self, iri: str, ancestors: frozenset[str]) -> bool:
        """Whether a class is one of these, or below one of them."""
        return OWL_THING in ancestors or not self.superclasses(iri).isdisjoint(ancestors)

    def overlap(self, one: str, other: str) -> bool:
        """Whether the classes are one, stand above each other or have a subclass in common."""
        return self._class_tree.meet(one, other)

    def disjoint(self, one: str, other: str) -> bool:
        """Whether the ontology says that nothing is both (inherited from superclasses)."""
        return self._disjoint_classes.apart(one, other)

    def disjoint_by(self, one: str, other: str) -> bool:
        """Whether the ontology says that no two things are connected by both properties."""
        return self._disjoint_properties.apart(one, other)

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
    def populated(self) -> frozenset[str]:
        """Every class that has things of its own in the data."""
        ends = (c for u in self.uses for c in (u.subject, "" if u.literal else u.object) if c)
        return frozenset((*ends, *(iri for iri, c in self.classes.items() if c.instances)))

    def is_read(self, iri: str) -> bool:
        """Whether all uses of a property were read, so that what they do not show is not in the data. Of one
        that is declared for values, or for things, those alone count.
        """
        if not self.unread:
            return True
        kind = self.declared_kind(iri)
        values, things = kind is not PropertyKind.OBJECT, kind is not PropertyKind.DATA
        return not ((values and Part.VALUES in self.unread) or (things and Part.THINGS in self.unread))

    def is_single(self, iri: str) -> bool:
        """Whether things have one such value at most, by what is declared or by all that the data shows."""
        uses, known = self.uses_of(iri), self.properties.get(iri)
        shown = bool(uses) and self.is_read(iri) and all(u.count == u.subjects for u in uses)
        return shown or (known is not None and known.functional)

    def may_have(self, iri: str) -> bool:
        """Whether the graph may well have a term that is neither declared nor seen: one that the ontology's
        files use, or one of an ontology that is built upon and was not given; any, where nothing is declared
        and the data was not read to its end.
        """
        if iri in self.mentioned or any(may_declare(m, iri, self._namespaces) for m in self.missing_imports):
            return True
        return Part.TERMS in self.unread or (bool(self.unread & _SHOWING) and not self._declares)

    @cached_property
    def _namespaces(self) -> frozenset[str]:
        return frozenset(map(namespace, self.known_terms))

    @cached_property
    def _declares(self) -> bool:
        return any(p.declared for p in self.properties.values()) or any(
            c.declared for c in self.classes.values()
        )

    @cached_property
    def known_terms(self) -> frozenset[str]:
        """Classes and properties together."""
        return self.known_classes | self.known_properties

    @cached_property
    def known_datatypes(self) -> frozenset[str]:
        """The ontology's own datatypes, and those of the literals in the data."""
        return self.datatypes | {u.object for u in self.uses if u.literal and u.object}

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

    def suggested(self, iri: str) -> frozenset[Union]:
        """Those among the domains and ranges that only suggest: nothing follows from them."""
        return self._sides(iri)[2]

    def declared_kind(self, iri: str) -> PropertyKind:
        """Whether a property is declared to lead to things or to values, by itself or by one above it."""
        kinds = (self._own_kind(p) for p in (iri, *sorted(self.superproperties(iri) - {iri})))
        return next((k for k in kinds if k is not PropertyKind.UNKNOWN), PropertyKind.UNKNOWN)

    def _own_kind(self, iri: str) -> PropertyKind:
        known = self.properties.get(iri)
        if known is None or not known.declared or known.kind_observed:
            return PropertyKind.UNKNOWN
        return known.kind if known.kind is not PropertyKind.ANNOTATION else PropertyKind.UNKNOWN

    def local_ranges(self, classes: Iterable[str], property: str) -> tuple[Union, ...]:  # noqa: A002
        """What a property leads to from a thing that is in all of these classes, by what they and the classes
        above them declare for their own things.
        """
        if not self.restricted:
            return ()
        above = {a for c in classes for a in self.superclasses(c) if a in self.restricted}
        wider = self.superproperties(property)
        return _distinct(u for a in sorted(above) for p, u in self.classes[a].ranges if p in wider)

    def has_by_restriction(self, cls: str, property: str) -> bool:  # noqa: A002 - the field's word
        """Whether the ontology says by a restriction that things of a class have a property, or that some of
        them do, which are in a class below or beside it too.
        """
        return any(
            self.overlap(cls, owner)
            for p in self.subproperties(property)
            for owner in self._owners.get(p, ())
        )

    def shared(self, one: str, other: str) -> int:
        """How many things the data types with both classes."""
        return self._shared_by.get(one, {}).get(other, 0)

    def sharing(self, iri: str) -> Mapping[str, int]:
        """The classes that have things of this one too, each with how many."""
        return self._shared_by.get(iri, {})

    def instances(self, iri: str) -> int:
        """How many things the data types with a class."""
        known = self.classes.get(iri)
        return known.instances if known else 0

    def apart(self, iri: str) -> tuple[str, ...]:
        """The classes below one with things that the data does not type with it as well, in order: these have
        to be named beside it.
        """
        return tuple(
            c for c in sorted(self.subclasses(iri)) if c != iri and self.shared(c, iri) < self.instances(c)
        )

    def uses_of(self, iri: str) -> tuple[Use, ...]:
        """What the data shows of a property."""
        return self._uses_by_property.get(iri, ())

    def typical_uses(self, iri: str) -> tuple[Use, ...]:
        """What the data shows of a property, without what a slip in the data made."""
        return self._typical_by_property.get(iri, ())

    @cached_property
    def typical(self) -> tuple[Use, ...]:
        """All that the data shows, without what a slip in the data made."""
        if not self.overlaps:
            return self.uses
        found = (
            outliers(uses, self.classes, self._shared_by, self._is_akin)
            for uses in self._uses_by_property.values()
        )
        odd = frozenset[Use]().union(*found)
        return tuple(u for u in self.uses if u not in odd) if odd else self.uses

    def sample(self, subject: str, iri: str) -> Sample | None:
        """The values that things of a class ("": things without one) have of a property, if they were
        looked at.
        """
        return self._samples.get((subject, iri))

    def zone(self, iri: str) -> str | None:
        """The time zone that all moments have which were seen of a property ("Z"), "" for none; None where
        none were seen, or they differ. A moment without a zone and one with a zone are in no order where they
        are less than 14 hours apart (XSD 1.1 Part 2, 3.3.7).
        """
        texts = (t for s in self.samples if s.property == iri for t in (s.least, s.most, *_texts(s)))
        zones = {found[1] or "" for text in texts if (found := _MOMENT.fullmatch(text))}
        return zones.pop() if len(zones) == 1 else None

    def individual(self, iri: str) -> Individual | None:
        """The thing of this IRI, where it stands in the ontology file."""
        return self._individuals.get(iri)

    def pattern(self, iri: str, *kinds: PatternKind) -> Pattern | None:
        """The pattern that a class or a property is, where it is one of these kinds."""
        return next((p for p in self._patterns.get(iri, ()) if p.kind in kinds), None)

    def text(self, iri: str) -> Pattern | None:
        """The pattern of a property whose texts are dates, years or numbers."""
        return self.pattern(iri, *TEXTS)

    def read_as(self, iri: str) -> str:
        """The datatype that a query turns the texts of a property into, to compare them; "" for none."""
        found = self.text(iri)
        return found.datatype if found else ""

    def carriers(self, iri: str) -> tuple[Use, ...]:
        """The uses of a property by the widest classes alone: of a thing that the data types with its class
        and with the one above it, the use by the class above tells all.
        """
        return carriers(self.typical_uses(iri), self.classes, self._shared_by)

    # ── names ────────────────────────────────────────────────────────────────────────────────────

    def label(self, iri: str, language: str = "") -> str:
        """The name of a class or a property in `language` if it has one; its local name otherwise."""
        thing = self.classes.get(iri) or self.properties.get(iri)
        if thing is None or not thing.names:
            return spaced(local_name(iri))
        known = self._labels.get((iri, language))
        if known is None:
            best = min(thing.names, key=lambda n: name_rank(n, language))
            known = self._labels[iri, language] = best.text
        return known

    @cached_property
    def _labels(self) -> dict[tuple[str, str], str]:
        """Labels in the languages in which they were asked for; a reading asks for them by the thousand."""
        return {}

    # ── closures, computed once ──────────────────────────────────────────────────────────────────

    @cached_property
    def worked_out(self) -> dict[str, dict[str, Any]]:
        """What others have worked out of it for its terms, by whose work it is; kept as long as it is."""
        return {}

    @cached_property
    def _class_tree(self) -> Hierarchy:
        return Hierarchy({iri: c.parents for iri, c in self.classes.items()})

    @cached_property
    def _property_tree(self) -> Hierarchy:
        return Hierarchy({iri: p.parents for iri, p in self.properties.items()})

    @cached_property
    def _disjoint_classes(self) -> Disjointness:
        return Disjointness(self.disjoint_pairs, self._class_tree)

    @cached_property
    def _disjoint_properties(self) -> Disjointness:
        return Disjointness(self.disjoint_properties, self._property_tree)

    @cached_property
    def _inverses(self) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for iri, prop in self.properties.items():
            for other in prop.inverses:
                found.setdefault(iri, set()).add(other)
                found.setdefault(other, set()).add(iri)
        return {iri: frozenset(others) for iri, others in found.items()}

    @cached_property
    def restricted(self) -> frozenset[str]:
        """The classes that declare ranges for their own things."""
        return frozenset(iri for iri, c in self.classes.items() if c.ranges)

    @cached_property
    def _owners(self) -> dict[str, list[str]]:
        """The classes that a restriction says to have a property, by the property."""
        found: dict[str, list[str]] = {}
        for iri, c in self.classes.items():
            for prop in c.has:
                found.setdefault(prop, []).append(iri)
        return found

    @cached_property
    def _uses_by_property(self) -> dict[str, tuple[Use, ...]]:
        return _by_property(self.uses)

    @cached_property
    def _typical_by_property(self) -> dict[str, tuple[Use, ...]]:
        return _by_property(self.typical)

    def _is_akin(self, one: str, other: str) -> bool:
        return self.is_a(one, other) or self.is_a(other, one)

    @cached_property
    def _individuals(self) -> dict[str, Individual]:
        return {i.iri: i for i in self.individuals}

    @cached_property
    def _patterns(self) -> dict[str, list[Pattern]]:
        found: dict[str, list[Pattern]] = {}
        for pattern in self.patterns:
            found.setdefault(pattern.of, []).append(pattern)
        return found

    @cached_property
    def _shared_by(self) -> Shared:
        return shared_by(self.overlaps)

    @cached_property
    def _samples(self) -> dict[tuple[str, str], Sample]:
        return {(s.subject, s.property): s for s in self.samples}

    @cached_property
    def _side_cache(self) -> dict[str, Sides]:
        return {}

    def _sides(self, iri: str) -> Sides:
        cached = self._side_cache.get(iri)
        if cached is None:
            wider = (iri, *sorted(self.superproperties(iri) - {iri}))  # what it declares itself comes first
            above = [self.properties[p] for p in wider if p in self.properties]
            back = [
                self.properties[q] for p in wider for q in sorted(self.inverses(p)) if q in self.properties
            ]
            back += [p for p in above if p.symmetric]
            domains = [(u, p.loose) for p in above for u in p.domains]
            domains += [(u, q.loose) for q in back for u in q.ranges]
            ranges = [(u, p.loose) for p in above for u in p.ranges]
            ranges += [(u, q.loose) for q in back for u in q.domains]
            cached = self._side_cache[iri] = (
                _distinct(u for u, _ in domains),
                _distinct(u for u, _ in ranges),
                frozenset(u for u, loose in (*domains, *ranges) if loose)
                - {u for u, loose in (*domains, *ranges) if not loose},
            )
        return cached


def _by_property(uses: Iterable[Use]) -> dict[str, tuple[Use, ...]]:
    found: dict[str, list[Use]] = {}
    for use in uses:
        found.setdefault(use.property, []).append(use)
    return {iri: tuple(own) for iri, own in found.items()}


def _distinct(unions: Iterable[Union]) -> tuple[Union, ...]:
    return tuple(dict.fromkeys(unions))


def _texts(sample: Sample) -> Iterator[str]:
    return (term.value for term, _ in sample.values if term.kind == "literal")
