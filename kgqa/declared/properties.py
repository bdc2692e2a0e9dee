"""Properties as they are declared, and which exclude each other.

In: facts and expressions. Out: `Property` values by IRI; sets of disjoint properties.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from kgqa.declared.expressions import Expressions
from kgqa.declared.facts import Facts, Value, is_named
from kgqa.declared.names import comment_of, is_deprecated, measured_name, names_of, unit_said
from kgqa.declared.vocabulary import (
    NUMERIC,
    PROPERTY_TYPES,
    STANDARD,
    SUGGESTED_DOMAINS,
    SUGGESTED_RANGES,
    is_datatype,
)
from kgqa.ontology import OWL, RDF_TYPE, RDFS, Property, PropertyKind, Union

_SAYING = (RDFS + "domain", RDFS + "range", *SUGGESTED_DOMAINS, *SUGGESTED_RANGES)
_RELATING = (
    RDFS + "subPropertyOf",
    *(OWL + n for n in ("inverseOf", "equivalentProperty", "propertyDisjointWith")),
)


class Properties:
    """Reads the properties of one ontology."""

    def __init__(self, facts: Facts, expressions: Expressions) -> None:
        self._facts, self._expressions = facts, expressions
        self._equivalent: defaultdict[str, list[str]] = defaultdict(list)
        for iri, others in facts.by(OWL + "equivalentProperty").items():
            for other in filter(is_named, others):
                self._equivalent[iri].append(other)
                self._equivalent[other].append(iri)

    def all(self) -> dict[str, Property]:
        return {iri: self._property(iri) for iri in sorted(self._iris())}

    def _iris(self) -> set[str]:
        """What is typed as a property or treated as one; what another vocabulary is said to have, too."""
        facts = self._facts
        found = {
            iri for iri, types in facts.by(RDF_TYPE).items() if not PROPERTY_TYPES.keys().isdisjoint(types)
        }
        found.update(iri for p in (*_SAYING, *_RELATING) for iri in facts.by(p))
        mentioned = (v for p in (*_RELATING, OWL + "onProperty") for vs in facts.by(p).values() for v in vs)
        found.update(iri for iri in mentioned if is_named(iri) and not iri.startswith(STANDARD))
        return {iri for iri in found if is_named(iri)}

    def _property(self, iri: str) -> Property:
        facts, expressions = self._facts, self._expressions
        types = facts.named(iri, RDF_TYPE)
        domains = expressions.all_of(facts.of(iri, RDFS + "domain"))
        ranges = expressions.all_of(facts.of(iri, RDFS + "range"))
        suggested_domains = () if domains else expressions.any_of(facts.of(iri, *SUGGESTED_DOMAINS))
        suggested_ranges = () if ranges else expressions.any_of(facts.of(iri, *SUGGESTED_RANGES))
        ranges = ranges or suggested_ranges
        names, kind = names_of(facts, iri), _kind(types, ranges)
        comment = comment_of(facts, iri)
        is_number = any(c in NUMERIC for union in ranges for c in union)
        parents = (*facts.named(iri, RDFS + "subPropertyOf"), *self._equivalent.get(iri, ()))
        return Property(
            iri=iri,
            kind=kind,
            names=names or measured_name(iri, kind),
            comment=comment,
            parents=tuple(dict.fromkeys(p for p in parents if p != iri)),
            domains=domains or suggested_domains,
            ranges=ranges,
            inverses=tuple(facts.named(iri, OWL + "inverseOf")),
            functional=OWL + "FunctionalProperty" in types,
            symmetric=OWL + "SymmetricProperty" in types,
            loose=bool(suggested_domains or suggested_ranges),
            unit=unit_said(facts, iri, names, comment if is_number else ""),
            deprecated=is_deprecated(facts, iri),
        )

    def disjoint(self) -> Iterator[frozenset[str]]:
        """Sets of properties of which no two connect the same two things."""
        facts = self._facts
        for iri, others in facts.by(OWL + "propertyDisjointWith").items():
            yield from (frozenset((iri, other)) for other in _named((iri, *others))[1:])
        for node, types in facts.by(RDF_TYPE).items():
            if OWL + "AllDisjointProperties" in types:
                yield frozenset(_named(facts.listed(node, OWL + "members")))


def _named(values: Iterable[Value]) -> list[str]:
    return list(dict.fromkeys(filter(is_named, values)))


def _kind(types: list[str], ranges: tuple[Union, ...]) -> PropertyKind:
    for type_ in types:
        kind = PROPERTY_TYPES.get(type_, PropertyKind.UNKNOWN)
        if kind is not PropertyKind.UNKNOWN:
            return kind
    literal = {is_datatype(c) for union in ranges for c in union}
    if len(literal) != 1:
        return PropertyKind.UNKNOWN
    return PropertyKind.DATA if literal.pop() else PropertyKind.OBJECT
