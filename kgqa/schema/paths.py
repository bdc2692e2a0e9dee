"""The cheapest ways from things of some classes to others, property by property.

In: Steps, where a way starts and what it is to reach. Out: Paths, cheapest first. A place on a way is the set
of all classes that a chain of properties leads to.
"""

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import dataclass

from kgqa.schema.steps import STEP, Classes, Hop, Steps, Way

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


def cheapest(steps: Steps, starts: Classes, goal: Goal, *, most: int, hops: int) -> tuple[Path, ...]:
    """The paths of one to `hops` steps that end at the goal.

    A place is gone on from only when its cheapest step could come next: mostly enough is found before that.
    """
    near = _near(steps, goal, hops)
    queue: list[tuple[float, int, float, tuple[Hop, ...], Classes, bool]]
    queue = [(0.0, 0, 0.0, (), starts & near[hops], False)]
    number = 0
    found: dict[tuple[Way, ...], Path] = {}
    visits: Counter[str] = Counter()
    while queue and len(found) < most:
        _, _, cost, path, here, is_next = heapq.heappop(queue)
        if not is_next:
            if path and (ends := goal.reached(path[-1], here)):
                found.setdefault(tuple((h.property, h.forward) for h in path), Path(path, cost))
                here -= ends
            here = frozenset(c for c in here & near[hops - len(path)] if visits[c] < most + MORE_VISITS)
            if here:
                visits.update(here)
                number += 1
                heapq.heappush(queue, (cost + STEP, number, cost, path, here, True))
            continue
        for hop in steps.of(here):
            if not (path and _turns_back(path[-1], hop, goal.ends)):
                there = goal.reached(hop, hop.to) | (hop.to & near[hops - len(path) - 1])
                if there:
                    number += 1
                    dear = cost + hop.cost
                    heapq.heappush(queue, (dear, number, dear, (*path, hop), there, False))
    return tuple(found.values())


def _near(steps: Steps, goal: Goal, hops: int) -> list[Classes]:
    """By how many steps are left, the classes from which one to so many may lead to the goal."""
    last = steps.starting(goal.lasts) if goal.lasts is not None else steps.beside(goal.classes)
    near: list[Classes] = [frozenset(), last]
    while len(near) <= hops:
        outermost = near[-1] - near[-2]
        near.append(near[-1] if near[-1] >= steps.classes else near[-1] | steps.beside(outermost))
    return near


def _turns_back(last: Hop, following: Hop, ends: Classes) -> bool:
    """Going back by the property one came from leads to a sibling, which nobody asked for unless named; going
    back from a value by any property leads to what happens to have the same one.
    """
    shares = last.forward and not following.forward and last.to <= ends
    return shares or (last.property == following.property and last.forward != following.forward)
