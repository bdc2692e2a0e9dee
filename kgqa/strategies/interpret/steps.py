"""The steps that things of some classes can take: each property once, with all classes that it leads to.

In: which property leads from which class to which, and how often. Out: for a set of classes the steps of its
things with their costs. Classes that share a property move together, so that what a step costs to work out
grows with the classes and not with the pairs of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kgqa.ontology import OWL_THING, Ontology

STEP, BACKWARD, RARE = 1.0, 0.08, 0.3
SPECIAL = 0.2  # what a step costs beside one by a more general property
SELDOM = 0.04  # what it costs at most that other steps to the same things are more frequent
_KEPT = 500_000  # classes in the steps that are kept

Classes = frozenset[str]  # IRIs, and "" for what nobody gave a class
Way = tuple[str, bool]  # a property, and whether it is followed along its direction


@dataclass(frozen=True, slots=True)
class Link:
    """A property that leads from a class to a class ("" untyped), `count` times; `cost` is at least STEP."""

    subject: str
    property: str
    object: str
    count: int
    cost: float


@dataclass(frozen=True, slots=True)
class Hop:
    """One step: by `property`, along it or against it, to a thing of one of the classes `to`."""

    property: str
    forward: bool
    to: Classes
    cost: float


class Steps:
    """The steps between classes."""

    def __init__(self, ontology: Ontology, links: Iterable[Link]) -> None:
        self._ontology = ontology
        self._ends: defaultdict[str, dict[Way, list[str]]] = defaultdict(dict)
        self._begun: defaultdict[str, Counter[Way]] = defaultdict(Counter)
        self._total: Counter[str] = Counter()
        self._cost: dict[Way, float] = {}
        self._starts: defaultdict[Way, set[str]] = defaultdict(set)
        for link in links:
            self._total[link.property] += link.count
            along, against = (link.subject, link.object, True), (link.object, link.subject, False)
            for start, end, forward in (along, against):
                way = link.property, forward
                self._ends[start].setdefault(way, []).append(end)
                self._begun[start][way] += link.count
                self._starts[way].add(start)
                self._cost[way] = link.cost + (0.0 if forward else BACKWARD)
        self._kept: dict[Classes, tuple[Hop, ...]] = {}
        self._held = 0

    @property
    def classes(self) -> Classes:
        """All that steps lead from or to."""
        return frozenset(self._ends)

    def of(self, classes: Classes) -> tuple[Hop, ...]:
        """The steps of things of these classes: their own, those of their subclasses and superclasses. One
        property may take several steps, which cost differently and lead to different classes.
        """
        known = self._kept.get(classes)
        if known is None:
            known = tuple(self._worked_out(classes))
            if self._held > _KEPT:
                self._kept.clear()
                self._held = 0
            self._held += len(classes) + sum(len(h.to) for h in known)
            self._kept[classes] = known
        return known

    def begins(self, classes: Classes, properties: Iterable[str]) -> bool:
        """Whether things of these classes take a step by one of the properties."""
        kin = self._kin(classes)
        ways = ((p, forward) for p in properties for forward in (True, False))
        return any(not self._starts[way].isdisjoint(kin) for way in ways if way in self._starts)

    def starting(self, ways: Iterable[Way]) -> Classes:
        """The classes whose things take a step in one of these ways."""
        return self._kin(frozenset[str]().union(*(self._starts.get(way, ()) for way in ways)))

    def beside(self, classes: Classes) -> Classes:
        """The classes whose things are one step away from things of these: a step leads there and back."""
        ends = (reached for c in classes if c in self._ends for reached in self._ends[c].values())
        return self._kin(frozenset[str]().union(*ends))

    def _kin(self, classes: Classes) -> Classes:
        """The classes, those below them and those above them."""
        above = frozenset[str]().union(*(self._ontology.superclasses(c) for c in classes)) - {OWL_THING}
        return above.union(classes, self._below(classes))

    def _below(self, classes: Classes) -> Classes:
        return frozenset[str]().union(*(self._ontology.subclasses(c) for c in classes))

    def _worked_out(self, classes: Classes) -> Iterator[Hop]:
        ends: defaultdict[Way, set[str]] = defaultdict(set)
        for cls in self._kin(classes):
            for way, reached in self._ends.get(cls, {}).items():
                ends[way].update(reached)
        begun: dict[Way, int] = {}
        for cls in classes:
            for way, count in self._begun_below(cls).items():
                begun[way] = max(count, begun.get(way, 0))
        most: tuple[dict[str, int], dict[str, int]] = (
            {},
            {},
        )  # how often the commonest step to a class is taken
        for way in sorted(ends, key=lambda way: (-self._total[way[0]], way)):
            prop, forward = way
            total = self._total[prop] or 1
            share = begun.get(way, 0) / total if self._total[prop] else 1.0  # what is typical comes first
            cost = self._cost[way] + RARE * (1.0 - share)
            apart: defaultdict[int, set[str]] = defaultdict(set)
            for cls in ends[way]:
                apart[most[forward].setdefault(cls, total)].add(cls)
            general = self._ontology.superproperties(prop) - {prop}
            wider = frozenset[str]().union(*(ends[p, forward] for p in general if (p, forward) in ends))
            for rival, beside in sorted(apart.items()):
                seldom = cost + SELDOM * (1.0 - total / rival)
                for to, special in ((beside - wider, 0.0), (beside & wider, SPECIAL)):
                    if to:
                        yield Hop(prop, forward, frozenset(to), seldom + special)

    def _begun_below(self, cls: str) -> Counter[Way]:
        """How often each step begins at things of a class or of one below it."""
        below = self._ontology.subclasses(cls)
        if len(below) == 1:
            return self._begun[cls]
        return sum((self._begun[c] for c in below if c in self._begun), Counter())
