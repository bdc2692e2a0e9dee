"""The cheapest ways from things of some classes to others, property by property.

In: Steps, where a way starts and what it is to reach. Out: Paths, cheapest first. A place on a way is the set
of all classes that a chain of properties leads to.
"""

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import dataclass

from kgqa.schema.steps import STEP, Classes, Hop, Steps, Way

LIKED = 0.1  # what a step costs that the question names
MORE_VISITS = 2  # times that a class is gone on from, beyond the number of paths that are wanted


@dataclass(frozen=True, slots=True)
class Path:
    hops: tuple[Hop, ...]
    cost: float


@dataclass(frozen=True, slots=True)
class Goal:
    """What a path is to reach: a thing of one of the `classes`, or anything by one of the `lasts`. From a
    thing of the classes `ends` it does not go on to what else has the same one.
    """

    classes: Classes = frozenset()
    lasts: frozenset[Way] | None = None
    ends: Classes = frozenset()

    def reached(self, hop: Hop, here: Classes) -> Classes:
        """The classes among these where the path may end."""
        if self.lasts is None:
            return here & self.classes
        return here if (hop.property, hop.forward) in self.lasts else frozenset()


def cheapest(
    steps: Steps, starts: Classes, goal: Goal, liked: frozenset[str], *, most: int, hops: int
) -> tuple[Path, ...]:
    """The paths of one to `hops` steps that end where `goal` says. `liked` are properties that the question
    names.

    A place is gone on from only when its cheapest step could come next, first by the liked properties: mostly
    enough is found before that.
    """
    near = _near(steps, goal, hops)
    queue: list[tuple[float, int, float, tuple[Hop, ...], Classes, bool | None]]
    queue = [(0.0, 0, 0.0, (), starts & near[hops], None)]
    number = 0
    found: dict[tuple[Way, ...], Path] = {}
    visits: Counter[str] = Counter()
    while queue and len(found) < most:
        _, _, cost, path, here, by_liked = heapq.heappop(queue)
        if by_liked is None:
            if path and (ends := goal.reached(path[-1], here)):
                found.setdefault(tuple((h.property, h.forward) for h in path), Path(path, cost))
                here -= ends
            here = frozenset(c for c in here & near[hops - len(path)] if visits[c] < most + MORE_VISITS)
            if not here:
                continue
            visits.update(here)
            for least, by in ((LIKED, True), (STEP, False)):
                if not by or steps.begins(here, liked):
                    number += 1
                    heapq.heappush(queue, (cost + least, number, cost, path, here, by))
            continue
        for hop in steps.of(here, liked if by_liked else None):
            if (hop.property in liked) == by_liked and not (path and _turns_back(path[-1], hop, goal.ends)):
                there = goal.reached(hop, hop.to) | (hop.to & near[hops - len(path) - 1])
                if there:
                    number += 1
                    dear = cost + (liking(hop) if by_liked else hop.cost)
                    heapq.heappush(queue, (dear, number, dear, (*path, hop), there, None))
    return tuple(found.values())


def _near(steps: Steps, goal: Goal, hops: int) -> list[Classes]:
    """By how many steps are left, the classes from which one to so many may lead to the goal."""
    last = steps.starting(goal.lasts) if goal.lasts is not None else steps.beside(goal.classes)
    near: list[Classes] = [frozenset(), last]
    while len(near) <= hops:
        outermost = near[-1] - near[-2]
        near.append(near[-1] if near[-1] >= steps.classes else near[-1] | steps.beside(outermost))
    return near


def liking(hop: Hop) -> float:
    """What a step costs that the question names: nearly nothing; what is typical still comes first."""
    return LIKED + 0.2 * (hop.cost - STEP)


def _turns_back(last: Hop, following: Hop, ends: Classes) -> bool:
    """Going back by the property one came from leads to a sibling, which nobody asked for unless named; going
    back from a value by any property leads to what happens to have the same one.
    """
    shares = last.forward and not following.forward and last.to <= ends
    return shares or (last.property == following.property and last.forward != following.forward)
