"""Several rankings of the same things -> one: reciprocal rank fusion.

In: rankings, each best first. Out: a score for each thing that any of them holds. Ranks are added and not
scores: what a text index and a cosine give cannot be compared.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypeVar

# How little the first place counts more than the next. Cormack, Clarke and Büttcher (2009) take 60 for lists
# of a thousand; for the short ones here each half of the questions of `benchmarks.retrieval` chose 10.
K = 10
Item = TypeVar("Item", bound=Hashable)


def fused(rankings: Sequence[Sequence[Item]], k: int = K) -> dict[Item, float]:
    """The sum of 1 / (k + rank) over the rankings that hold a thing, best first; 1 is first in all."""
    scores: dict[Item, float] = {}
    for ranking in rankings:
        for rank, item in enumerate(ranking, 1):
            scores[item] = scores.get(item, 0.0) + 1.0 / (k + rank)
    most = len(rankings) / (k + 1) or 1.0
    order = sorted(scores, key=lambda item: -scores[item])
    return {item: scores[item] / most for item in order}
