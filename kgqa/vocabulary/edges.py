"""What the things of each class have, as a graph of classes: from the declared and from the observed schema.

In: an Ontology. Out: the properties of a class with what they lead to, and the shortest ways between classes.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from kgqa.declared import is_datatype
from kgqa.ontology import OWL, OWL_THING, RDF, RDFS, SKOS, Ontology, Use

ANYTHING = ""  # the class of things that have none
HOPS = 4  # steps of a way between two classes, at most
REACHED = 4_000  # classes that are looked at on the way
_BELOW = 200  # classes below one that are
MOST_WAYS = 3  # properties that make the same step
_NO_CLASS = frozenset((OWL_THING, RDFS + "Resource", OWL + "NamedIndividual", RDFS + "Class", OWL + "Class"))
_STANDARD = (RDF, RDFS, OWL)
_NAMES = frozenset(SKOS + name for name in ("prefLabel", "altLabel", "hiddenLabel"))  # what all things have


@dataclass(frozen=True, slots=True)
class Edge:
    """A property of the things of a class: what it leads to (classes or datatypes; () where that is open),
    whether a thing may have several, and how often the data has it.
    """

    subject: str
    property: str
    ends: tuple[str, ...]
    several: bool
    count: int


class Edges:
    """The edges of a schema, each at the most general class that has it."""

    def __init__(self, ontology: Ontology) -> None:
        self.ontology = ontology
        self.of_class: dict[str, list[Edge]] = {}
        self.of_property: dict[str, list[Edge]] = {}
        for iri in sorted(ontology.known_properties):
            if iri.startswith(_STANDARD) or iri in _NAMES:
                continue
            for edge in self._edges(iri):
                self.of_class.setdefault(edge.subject, []).append(edge)
                self.of_property.setdefault(iri, []).append(edge)
        self._near = self._neighbours()

    def used(self, cls: str) -> Iterator[Edge]:
        """The edges of a class that the data has; all, where no data was looked at."""
        return (e for e in self.of_class.get(cls, ()) if e.count or not self.ontology.uses)

    def usage(self, cls: str) -> int:
        """How much the data and the schema have of a class."""
        known = self.ontology.classes.get(cls)
        return sum(e.count for e in self.of_class.get(cls, ())) + (known.instances if known else 0)

    def ways(self, starts: Iterable[str], *, hops: int = HOPS) -> tuple[Edge, ...]:
        """The edges on the shortest ways between each two of these classes."""
        seeds = tuple(dict.fromkeys(starts))
        found: dict[tuple[str, str], Edge] = {}
        for number, start in enumerate(seeds[:-1]):
            before = self._reached(start, frozenset(seeds[number + 1 :]), hops)
            for goal in seeds[number + 1 :]:
                at = goal
                while at in before and at != start:
                    for edge in self._between(before[at], at):
                        found[edge.subject, edge.property] = edge
                    at = before[at]
        return tuple(found.values())

    # ── how it is made ───────────────────────────────────────────────────────────────────────────

    def _edges(self, iri: str) -> Iterator[Edge]:
        ontology = self.ontology
        uses = [u for p in sorted(ontology.subproperties(iri)) for u in ontology.typical_uses(p)]
        declared = self._classes(c for union in ontology.domains(iri) for c in union)
        seen = self._top(u.subject for u in uses if u.subject)
        beyond = [c for c in seen if not any(ontology.is_a(c, d) for d in declared)]
        starts = [*declared, *beyond] or [ANYTHING]
        if any(not u.subject for u in uses) and not declared and starts != [ANYTHING]:
            starts.append(ANYTHING)
        known = ontology.properties.get(iri)
        ranges = tuple(sorted({c for u in ontology.ranges(iri) for c in u} - _NO_CLASS))
        for start in starts:
            own = [u for u in uses if start == ANYTHING or ontology.is_a(u.subject, start)]
            ends = ranges if ranges and start in declared else self._ends(own) or ranges
            several = any(u.count > u.subjects for u in own) and not (known and known.functional)
            yield Edge(start, iri, ends, several, sum(u.count for u in own))

    def _ends(self, uses: Iterable[Use]) -> tuple[str, ...]:
        literal = {u.object for u in uses if u.literal and u.object}
        return (*sorted(literal), *self._top(u.object for u in uses if not u.literal and u.object))

    def _classes(self, iris: Iterable[str]) -> list[str]:
        return sorted({c for c in iris if not is_datatype(c)} - _NO_CLASS)

    def _top(self, classes: Iterable[str]) -> list[str]:
        """Those of the classes that are below no other of them."""
        given = set(classes) - _NO_CLASS
        return sorted(c for c in given if given.isdisjoint(self.ontology.superclasses(c) - {c}))

    # ── ways ─────────────────────────────────────────────────────────────────────────────────────

    def _neighbours(self) -> dict[str, list[str]]:
        near: defaultdict[str, set[str]] = defaultdict(set)
        for edges in self.of_class.values():
            for edge in edges:
                for end in edge.ends if edge.count or not self.ontology.uses else ():
                    if edge.subject and not is_datatype(end):
                        near[edge.subject].add(end)
                        near[end].add(edge.subject)
        return {cls: sorted(others) for cls, others in near.items()}

    def _reached(self, start: str, goals: frozenset[str], hops: int) -> dict[str, str]:
        """For each class that was reached, the one before it. What is above or below a class that a step led
        to is reached with it, since a thing of the one may be of the other; what is beside it is not.
        """
        before, depth, left = {start: ""}, {start: 0}, set(goals)
        kin = set[str]()
        todo = deque([start])
        while todo and left and len(before) < REACHED:
            at = todo.popleft()
            left.discard(at)
            if at not in kin:
                tree = (*self.ontology.superclasses(at), *islice(self.ontology.subclasses(at), _BELOW))
                new = [c for c in tree if c not in before and c not in _NO_CLASS]
                before |= dict.fromkeys(new, at)
                depth |= dict.fromkeys(new, depth[at])
                kin.update(new)
                todo.extendleft(new)
            if depth[at] == hops:
                continue
            for near in self._near.get(at, ()):
                if near not in before:
                    before[near], depth[near] = at, depth[at] + 1
                    todo.append(near)
        return before

    def _between(self, one: str, other: str) -> list[Edge]:
        """The edges that lead from the one to the other or back, the most used first."""
        found = [e for e in self.used(one) if other in e.ends]
        found += [e for e in self.used(other) if one in e.ends and e not in found]
        return sorted(found, key=lambda e: -e.count)[:MOST_WAYS]
