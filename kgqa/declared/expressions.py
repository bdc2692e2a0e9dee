"""Class expressions: what a named class, a blank node or a data range says of the things that are in it.

In: facts. Out: conjunctions of unions ("one of these, and one of those"); () stands for anything. What is not
understood counts as anything, never as less: a restriction in a union makes the union anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from math import prod

import pyoxigraph as ox

from kgqa.declared.facts import Facts, Value, is_named
from kgqa.declared.vocabulary import ANYTHING, CLASS_TYPES, DATATYPE_TYPES, SCHEMA_DATATYPES, is_datatype
from kgqa.ontology import OWL, RDF_TYPE, RDFS, RDFS_LITERAL, Union

_DEEPEST = 40  # expressions within one another; what is deeper counts as anything
_WIDEST = 32  # unions that one union of intersections may become

Conjunction = tuple[Union, ...]
_SOME_LITERAL: Conjunction = (frozenset((RDFS_LITERAL,)),)


class Expressions:
    """The expressions of one ontology, and its own datatypes. Each is worked out once."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._known: dict[str, Conjunction] = {}
        self._open: set[str] = set()
        self.datatypes = frozenset(iri for iri in _own_datatypes(facts) if not is_datatype(iri))

    def is_datatype(self, iri: str) -> bool:
        """Whether an IRI names literals, in general or in this ontology."""
        return is_datatype(iri) or iri in self.datatypes or iri in SCHEMA_DATATYPES

    def all_of(self, values: Iterable[Value]) -> Conjunction:
        """What is in all of these expressions at once."""
        return tuple(dict.fromkeys(union for value in values for union in self.of(value)))

    def any_of(self, values: Iterable[Value]) -> Conjunction:
        """What is in one of these expressions."""
        sides = [self.of(value) for value in values]
        if not sides or not all(sides) or prod(len(side) for side in sides) > _WIDEST:
            return ()
        return tuple(dict.fromkeys(frozenset[str]().union(*each) for each in product(*sides)))

    def of(self, value: Value) -> Conjunction:
        """What is in one expression."""
        if isinstance(value, ox.Literal) or value in ANYTHING:
            return ()
        if is_named(value):
            if value in SCHEMA_DATATYPES:
                return (frozenset((SCHEMA_DATATYPES[value],)),)
            if value not in self.datatypes:
                return (frozenset((value,)),)
        if value in self._open or len(self._open) >= _DEEPEST:
            return ()  # what is made of itself says nothing
        if value not in self._known:
            self._open.add(value)
            self._known[value] = self._own_datatype(value) if is_named(value) else self._unnamed(value)
            self._open.discard(value)
        return self._known[value]

    def _own_datatype(self, iri: str) -> Conjunction:
        definition = self._facts.of(iri, OWL + "equivalentClass", RDFS + "subClassOf")
        return self._unnamed(iri) or self.all_of(definition) or _SOME_LITERAL

    def _unnamed(self, node: str) -> Conjunction:
        facts = self._facts
        found = [
            *self.all_of(facts.listed(node, OWL + "intersectionOf")),
            *self.any_of(facts.listed(node, OWL + "unionOf")),
            *self.all_of(facts.of(node, OWL + "onDatatype")),
            *_values(facts.listed(node, OWL + "oneOf")),
            *(_SOME_LITERAL if facts.of(node, OWL + "datatypeComplementOf") else ()),
        ]
        return tuple(dict.fromkeys(found))


def _values(members: list[Value]) -> Conjunction:
    """The datatypes of enumerated values; enumerated things may be of any class."""
    if members and all(isinstance(m, ox.Literal) for m in members):
        return (frozenset(m.datatype.value for m in members if isinstance(m, ox.Literal)),)
    return ()


def _own_datatypes(facts: Facts) -> Iterator[str]:
    """What is typed as a datatype, and where properties for literals lead that is not said to be a class."""
    types = facts.by(RDF_TYPE)
    yield from (iri for iri in types if is_named(iri) and not DATATYPE_TYPES.isdisjoint(types[iri]))
    for prop, ranges in facts.by(RDFS + "range").items():
        if OWL + "DatatypeProperty" in types.get(prop, ()):
            yield from (
                iri
                for iri in ranges
                if is_named(iri) and iri not in ANYTHING and CLASS_TYPES.isdisjoint(types.get(iri, ()))
            )
