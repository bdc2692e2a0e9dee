"""Whether the pairs of a library still hold: their queries against the ontology as it is now.

In: pairs, the ontology, what queries are held against. Out: those that broke, with what the check says. A
pair that broke is not used; it stays in the library, where somebody may put it right.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kgqa.check import Conditions, check
from kgqa.library.pair import Pair
from kgqa.library.shelf import Shelf
from kgqa.ontology import Ontology
from kgqa.types import CheckedQuery, Issue, Level


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """A pair whose query the check refuses, and why."""

    pair: Pair
    issues: tuple[Issue, ...]

    @property
    def why(self) -> str:
        """The check's sentences."""
        return " ".join(i.message for i in self.issues if i.level is Level.ERROR)


def recheck(
    pairs: Iterable[Pair], ontology: Ontology, conditions: Conditions | None = None
) -> tuple[Broken, ...]:
    """The pairs that broke, in their order."""
    found = ((p, check(p.sparql, ontology, conditions)) for p in pairs)
    return tuple(Broken(pair=p, issues=v) for p, v in found if not isinstance(v, CheckedQuery))


def stock(
    shelf: Shelf, pairs: Iterable[Pair], ontology: Ontology, conditions: Conditions | None = None
) -> tuple[Broken, ...]:
    """Puts the pairs that hold on the shelf; what comes back is those that broke."""
    pairs = tuple(pairs)
    broken = recheck(pairs, ontology, conditions)
    out = {b.pair.id for b in broken}
    shelf.stock([p for p in pairs if p.id not in out])
    return broken
