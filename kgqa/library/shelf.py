"""The pairs of a library in memory, ready to be found by likeness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kgqa.library.pair import Pair


@dataclass(slots=True)
class Shelf:
    """The pairs that stand. `stock` replaces them, as the library changes while the service runs."""

    pairs: tuple[Pair, ...] = field(default=())

    def stock(self, pairs: Sequence[Pair]) -> None:
        """Takes these pairs in the place of those before."""
        self.pairs = tuple(pairs)

    def nearest(self, question: str, *, limit: int = 10) -> tuple[tuple[float, Pair], ...]:
        """The pairs most like the question, each with its likeness (0..1), most similar first."""
        raise NotImplementedError
