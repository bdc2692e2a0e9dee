"""The steps that things of some classes can take: each property once, with all classes that it leads to.

In: which property leads from which class to which, and how often. Out: for a set of classes the steps of its
things with their costs. Classes that share a property move together, so that what a step costs to work out
grows with the classes and not with the pairs of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import ceil

from kgqa.ontology import OWL_THING, Ontology

STEP, BACKWARD, RARE = 1.0, 0.08, 0.3
SPECIAL = 0.2  # what a step costs beside one by a more general property
SELDOM = 0.04  # what it costs at most that another step to the same things is taken more often
APART = 0.01  # by how much costs differ at least that are told apart beside another step
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
        self._ends: defaultdict[str, dict[Way, dict[str, int]]] = defaultdict(dict)
        self._begun: defaultdict[str, Counter[Way]] = defaultdict(Counter)
        self._summed: dict[str, Counter[Way]] = {}
        self._total: Counter[str] = Counter()
        self._cost: dict[Way, float] = {}
        self._starts: defaultdict[Way, set[str]] = defaultdict(set)
        for link in links:
            self._total[link.property] += link.count
            along, against = (link.subject, link.object, True), (link.object, link.subject, False)
            for start, end, forward in (along, against):
                way = link.property, forward
                reached = self._ends[start].setdefault(way, {})
                reached[end] = reached.get(end, 0) + (link.count or 1)  # of what is only declared
                self._begun[start][way] += link.count
                self._starts[way].add(start)
                self._cost[way] = link.cost + (0.0 if forward else BACKWARD)
        self.classes: Classes = frozenset(self._ends)  # all that steps lead from or to
        self._kept: dict[Classes, tuple[Hop, ...]] = {}
        self._held = 0

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
        ends: dict[Way, dict[str, int]] = {}  # to which classes, and how often
        for cls in self._kin(classes):
            for way, reached in self._ends.get(cls, {}).items():
                if (sums := ends.get(way)) is None:
                    ends[way] = dict(reached)
                    continue
                for end, count in reached.items():
                    sums[end] = sums.get(end, 0) + count
        costs = self._costs(classes, ends)
        rivals = {forward: _commonest(ends, forward=forward) for forward in (False, True)}
        for way in sorted(ends):
            prop, forward = way
            commonest = rivals[forward]
            beside: defaultdict[Way, set[str]] = defaultdict(set)
            for end, count in ends[way].items():
                most, rival = commonest[end]
                beside[rival if count < most else way].add(end)
            general = self._ontology.superproperties(prop) - {prop}
            wider = frozenset[str]().union(*(ends[p, forward] for p in general if (p, forward) in ends))
            dearer: defaultdict[int, set[str]] = defaultdict(set)
            for rival, shared in beside.items():
                often = sum(ends[way][end] for end in shared) / sum(ends[rival][end] for end in shared)
                dear = max(0.0, costs[rival] - costs[way]) + SELDOM * (1.0 - often)
                dearer[ceil(dear / APART)] |= shared
            for level, shared in sorted(dearer.items()):
                for to, special in ((shared - wider, 0.0), (shared & wider, SPECIAL)):
                    if to:
                        yield Hop(prop, forward, frozenset(to), costs[way] + APART * level + special)

    def _costs(self, classes: Classes, ways: Iterable[Way]) -> dict[Way, float]:
        """What steps cost by themselves: those are typical whose property mostly begins at one of the
        classes.
        """
        begun: dict[Way, int] = {}
        for cls in classes:
            for way, count in self._begun_below(cls).items():
                begun[way] = max(count, begun.get(way, 0))
        shares = ((way, begun.get(way, 0) / total if (total := self._total[way[0]]) else 1.0) for way in ways)
        return {way: self._cost[way] + RARE * (1.0 - share) for way, share in shares}

    def _begun_below(self, cls: str) -> Counter[Way]:
        """How often each step begins at things of a class or of one below it."""
        known = self._summed.get(cls)
        if known is None:
            below = (self._begun[c] for c in self._ontology.subclasses(cls) if c in self._begun)
            known = self._summed[cls] = sum(below, Counter())
        return known


def _commonest(ends: Mapping[Way, Mapping[str, int]], *, forward: bool) -> dict[str, tuple[int, Way]]:
    """Of all steps that lead to a class, along their property or against it, the one that is taken most, and
    how often.
    """
    found: dict[str, tuple[int, Way]] = {}
    for way in sorted(w for w in ends if w[1] == forward):
        for end, count in ends[way].items():
            if end not in found or count > found[end][0]:
                found[end] = count, way
    return found
