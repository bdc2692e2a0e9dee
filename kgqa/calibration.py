"""How often a strategy was right when it was so sure, on questions with known answers.

In: answers, each with the raw confidence of its strategy and whether it was right. Out: for each strategy a
map from raw confidence to a share, which never falls as confidence rises (isotonic regression by pooling
adjacent violators), in few steps. A share is that of Laplace, (right + 1) of (asked + 2): what was tried on
little is told with little certainty.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

FEWEST = 10  # answers of a step: fewer tell nothing of their own
DIGITS = 3  # to which a raw confidence counts
NEAR = 0.03  # steps whose shares are this close are one


@dataclass(frozen=True, slots=True)
class Level:
    """One step: of the answers that were at least so sure, and less sure than the next step, `asked` were
    measured and `right` of them were right.
    """

    least: float
    asked: int
    right: int

    @property
    def share(self) -> float:
        return (self.right + 1) / (self.asked + 2)


Curve = tuple[Level, ...]  # by rising confidence, with shares that do not fall


@dataclass(frozen=True, slots=True)
class Calibration:
    """The curves of strategies, by name."""

    curves: Mapping[str, Curve] = field(default_factory=dict)

    def level(self, strategy: str, raw: float) -> Level | None:
        """The step of a raw confidence; None for a strategy that was not measured."""
        curve = self.curves.get(strategy)
        if not curve:
            return None
        return curve[max(0, bisect_right(curve, round(raw, DIGITS), key=lambda level: level.least) - 1)]

    def of(self, strategy: str, raw: float) -> float:
        """What a raw confidence is worth; itself for a strategy that was not measured."""
        level = self.level(strategy, raw)
        return raw if level is None else round(level.share, 4)


def fitted(answers: Iterable[tuple[float, bool]]) -> Curve:
    """The curve of one strategy; () where there are too few answers to tell anything."""
    ordered = sorted((round(raw, DIGITS), is_right) for raw, is_right in answers)
    if len(ordered) < FEWEST:
        return ()
    levels: list[Level] = []
    for raw, group in groupby(ordered, key=lambda answer: answer[0]):
        outcomes = [is_right for _, is_right in group]
        levels.append(Level(raw, len(outcomes), sum(outcomes)))
    return tuple(_few(_rising(_large(_rising(levels)))))


def _rising(levels: Sequence[Level]) -> list[Level]:
    """Steps that fall are pooled with the one before."""
    pooled: list[Level] = []
    for level in levels:
        pooled.append(level)
        while len(pooled) > 1 and pooled[-2].share >= pooled[-1].share:
            pooled[-2:] = [_joined(pooled[-2], pooled[-1])]
    return pooled


def _large(levels: Sequence[Level]) -> list[Level]:
    """Steps of too few answers are pooled with the neighbour whose share is nearer."""
    pooled = list(levels)
    while len(pooled) > 1:
        at = min(range(len(pooled)), key=lambda n: pooled[n].asked)
        if pooled[at].asked >= FEWEST:
            break
        beside = [n for n in (at - 1, at + 1) if 0 <= n < len(pooled)]
        other = min(beside, key=lambda n: abs(pooled[n].share - pooled[at].share))
        low, high = min(at, other), max(at, other)
        pooled[low : high + 1] = [_joined(pooled[low], pooled[high])]
    return pooled


def _few(levels: Sequence[Level]) -> list[Level]:
    """Steps that differ by next to nothing are one."""
    pooled = list(levels[:1])
    for level in levels[1:]:
        if level.share - pooled[-1].share < NEAR:
            pooled[-1] = _joined(pooled[-1], level)
        else:
            pooled.append(level)
    return _rising(pooled)


def _joined(low: Level, high: Level) -> Level:
    return Level(low.least, low.asked + high.asked, low.right + high.right)
