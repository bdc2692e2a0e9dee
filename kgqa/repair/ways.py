"""Ways through the schema: which properties, one after the other, lead from things of some classes to others.

In: an ontology and the classes at both ends. Out: the shortest ways. Where data was looked at, ways go as the
data goes; else as is declared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from kgqa.check.claims import ANYTHING, STANDARD, is_datatype
from kgqa.check.fitting import fit
from kgqa.ontology import Ontology, Union
from kgqa.sparql.model import Inverse, Iri, Path

LONGEST = 2  # steps between; what is further apart is not left out by mistake


@dataclass(frozen=True, slots=True)
class Step:
    """A property, followed from its subject to its object, or back."""

    iri: str
    back: bool = False

    @property
    def path(self) -> Path:
        return Inverse(Iri(self.iri)) if self.back else Iri(self.iri)


Way = tuple[Step, ...]
_Edge = tuple[Union, Step, Union]


class Ways:
    """The edges of one schema."""

    def __init__(self, ontology: Ontology) -> None:
        self.ontology = ontology
        edges = list(_observed(ontology) if ontology.uses else _declared(ontology))
        self.edges = [*edges, *((end, Step(step.iri, back=True), start) for start, step, end in edges)]

    def between(self, starts: Iterable[Union], ends: Iterable[Union]) -> tuple[Way, ...]:
        """The shortest ways from things that are in one class of each union of `starts` to things that are in
        one of each of `ends`; at most `LONGEST` steps long.
        """
        leaves, arrives = self._fitting(starts), self._fitting(ends)
        first = [(step, end) for start, step, end in self.edges if leaves(start)]
        found: set[Way] = {(step,) for step, end in first if arrives(end)}
        if not found and LONGEST > 1:
            onward: defaultdict[Union, set[Step]] = defaultdict(set)
            for start, step, end in self.edges:
                if arrives(end):
                    onward[start].add(step)
            reached: defaultdict[Union, set[Step]] = defaultdict(set)
            for step, end in first:
                reached[end].add(step)
            found = {
                (one, other)
                for middle, steps in reached.items()
                for start, others in onward.items()
                if fit(middle, start, self.ontology)
                for one in steps
                for other in others
                if not _meets(one, other) and (one.iri, one.back) != (other.iri, not other.back)
            }
        return tuple(sorted(self._without_twins(found), key=repr))

    def _fitting(self, wanted: Iterable[Union]) -> Callable[[Union], bool]:
        """Whether classes fit with what is wanted, asked once for each of the few that there are."""
        unions = tuple(wanted)
        return cache(lambda union: all(fit(union, each, self.ontology) for each in unions))

    def _without_twins(self, found: set[Way]) -> set[Way]:
        """Of a property and its inverse, followed the other way round, one is enough."""
        kept: dict[tuple[frozenset[Step], ...], Way] = {}
        for way in sorted(found, key=lambda w: (sum(s.back for s in w), repr(w))):
            kept.setdefault(tuple(map(self._meaning, way)), way)
        return set(kept.values())

    def _meaning(self, step: Step) -> frozenset[Step]:
        inverses = self.ontology.inverses(step.iri)
        return frozenset((step, *(Step(i, not step.back) for i in inverses)))


def _observed(ontology: Ontology) -> Iterable[_Edge]:
    for use in ontology.uses:
        if not use.literal and use.subject and use.object and not use.property.startswith(STANDARD):
            yield frozenset((use.subject,)), Step(use.property), frozenset((use.object,))


def _declared(ontology: Ontology) -> Iterable[_Edge]:
    for iri in ontology.properties:
        domains, ranges = ontology.domains(iri), ontology.ranges(iri)
        if not domains or not ranges or iri.startswith(STANDARD):
            continue
        for start in domains:
            for end in ranges:
                vague = (start | end) & ANYTHING or any(is_datatype(c, ontology) for c in end)
                if not vague:
                    yield start, Step(iri), end


def _meets(one: Step, other: Step) -> bool:
    """To something and back from it by another property: two things that have it in common, which is a
    question of its own and no step left out.
    """
    return other.back and not one.back
