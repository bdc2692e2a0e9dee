"""Classes as they are declared, and which exclude each other.

In: facts, definitions and the properties that lead to and from classes. Out: `Class` values by IRI; sets of
disjoint classes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product

from kgqa.declared.expressions import Expressions
from kgqa.declared.facts import Facts, Value, is_named
from kgqa.declared.names import comment_of, is_deprecated, names_of
from kgqa.declared.restrictions import Above, Definitions
from kgqa.declared.vocabulary import ANYTHING, CLASS_TYPES
from kgqa.ontology import OWL, RDF_TYPE, Class, Property

_CLASS_TYPES = CLASS_TYPES | {OWL + "DeprecatedClass"}


class Classes:
    """Reads the classes of one ontology."""

    def __init__(self, facts: Facts, expressions: Expressions, properties: Mapping[str, Property]) -> None:
        self._facts, self._expressions, self._properties = facts, expressions, properties
        self._definitions = Definitions(facts, expressions)

    def all(self) -> dict[str, Class]:
        return {iri: self._class(iri) for iri in sorted(self._iris())}

    def _iris(self) -> set[str]:
        """What is typed as a class or treated as one. What is a property too must be said to be both."""
        typed = {iri for iri, types in self._facts.by(RDF_TYPE).items() if not _CLASS_TYPES.isdisjoint(types)}
        found = {iri for iri in self._definitions.above if iri not in self._properties}
        for above in self._definitions.above.values():
            found.update(above.parents, above.apart, *(union for _, union in above.ranges))
        for prop in self._properties.values():
            found.update(*prop.domains, *prop.ranges)
        found |= typed
        return {iri for iri in found if is_named(iri) and not self._is_other(iri)}

    def _is_other(self, iri: str) -> bool:
        return iri in ANYTHING or self._expressions.is_datatype(iri)

    def _class(self, iri: str) -> Class:
        above = self._definitions.above.get(iri) or Above()
        return Class(
            iri=iri,
            names=names_of(self._facts, iri),
            comment=comment_of(self._facts, iri),
            parents=tuple(above.parents),
            ranges=tuple(above.ranges),
            has=tuple(above.has),
            deprecated=is_deprecated(self._facts, iri),
        )

    def disjoint(self) -> Iterator[frozenset[str]]:
        """Sets of classes of which nothing is in two."""
        facts = self._facts
        for iri, others in facts.by(OWL + "disjointWith").items():
            for other in others:
                yield from self._apart((iri, other))
        for node, types in facts.by(RDF_TYPE).items():
            if OWL + "AllDisjointClasses" in types:
                yield from self._apart(facts.listed(node, OWL + "members"))
        for node in facts.by(OWL + "disjointUnionOf"):
            yield from self._apart(facts.listed(node, OWL + "disjointUnionOf"))
        for iri, above in self._definitions.above.items():
            yield from (frozenset((iri, other)) for other in above.apart)

    def _apart(self, members: Sequence[Value]) -> Iterable[frozenset[str]]:
        """One set if each member is a class; pairs where some are unions, whose own members may meet."""
        covered = [tuple(self._definitions.covered(m)) for m in dict.fromkeys(members)]
        if all(len(names) <= 1 for names in covered):
            names = frozenset(name for names in covered for name in names)
            return (names,) if len(names) > 1 else ()
        return {
            frozenset((a, b))
            for one, other in combinations(covered, 2)
            for a, b in product(one, other)
            if a != b
        }
