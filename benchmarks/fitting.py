"""A log-linear model of what is right: evidence by name -> the chance that an answer is right.

In: examples with known outcomes. Out: weights, fitted by projected gradient descent on the log loss, drawn a
little towards a prior, each kept on the side where its evidence belongs.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

RIDGE, ROUNDS, RATE = 0.02, 2_000, 0.5


@dataclass(frozen=True, slots=True)
class Example:
    """What was seen of one answer, and whether it was right."""

    graph: str
    evidence: Mapping[str, float]
    right: bool


def fitted(
    examples: Sequence[Example],
    prior: Mapping[str, float],
    base: float,
    *,
    balanced: bool = False,
    within: Mapping[str, tuple[float, float]] | None = None,
) -> dict[str, float]:
    """The weights of each evidence of the prior, and of "base". Where it is `balanced`, a graph with many
    questions counts by the root of their number. A weight stays `within` its least and highest.
    """
    bounds = [(within or {}).get(name, (-math.inf, math.inf)) for name in ("base", *prior)]
    names = tuple(prior)
    many = Counter(e.graph for e in examples)
    shares = [1 / math.sqrt(many[e.graph]) if balanced else 1.0 for e in examples]
    total = sum(shares)
    rows = [
        ([1.0, *(e.evidence.get(name, 0.0) for name in names)], float(e.right), share / total)
        for e, share in zip(examples, shares, strict=True)
    ]
    centre = [base, *prior.values()]
    weights = list(centre)
    for _ in range(ROUNDS):
        gradient = [RIDGE * (w - centre[n]) for n, w in enumerate(weights)]
        for values, right, share in rows:
            error = (_chance(weights, values) - right) * share
            for n, value in enumerate(values):
                gradient[n] += error * value
        for n, expected in enumerate(centre):
            weights[n] -= RATE * gradient[n]
            weights[n] = max(weights[n], 0.0) if expected > 0 else min(weights[n], 0.0) if n else weights[n]
            weights[n] = min(max(weights[n], bounds[n][0]), bounds[n][1])
    return dict(zip(("base", *names), (round(w, 2) for w in weights), strict=True))


def chance(weights: Mapping[str, float], evidence: Mapping[str, float]) -> float:
    """As the product works it out."""
    names = [name for name in weights if name != "base"]
    values = [1.0, *(evidence.get(name, 0.0) for name in names)]
    return _chance([weights["base"], *(weights[name] for name in names)], values)


def _chance(weights: Sequence[float], values: Sequence[float]) -> float:
    total = sum(w * v for w, v in zip(weights, values, strict=True))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
