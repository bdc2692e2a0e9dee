"""The outline of a question as units, and whether two outlines ask the same.

In: two outlines. Out: whether they are alike, in the same words or in other names of the same terms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kgqa.library.said import Filling
from kgqa.library.words import Phrase


@dataclass(frozen=True, slots=True)
class Unit:
    """One word or phrase of an outline: its base forms, or an operator, with the terms that it names for
    sure; or a place.
    """

    words: Phrase = ()
    terms: frozenset[str] = frozenset()
    place: Filling | None = None

    @property
    def word(self) -> str:
        return self.words[0] if len(self.words) == 1 else ""


@dataclass(frozen=True, slots=True)
class Outline:
    """`whether` tells a question that is answered by yes or no."""

    language: str
    whether: bool
    units: tuple[Unit, ...]

    def is_like(self, other: Outline) -> bool:
        """Whether both ask the same: in the same words, or in other names of the same terms."""
        same_kind = (self.language, self.whether) == (other.language, other.whether)
        return same_kind and _alike(self.units, other.units)


def _alike(one: Sequence[Unit], other: Sequence[Unit]) -> bool:
    """Whether two runs of units say the same, however their words are put together to names."""
    if not one or not other:
        return not one and not other
    u, v = one[0], other[0]
    if u.place or v.place:
        return u.place == v.place and _alike(one[1:], other[1:])
    if u.words == v.words or (u.terms and u.terms == v.terms):
        return _alike(one[1:], other[1:])
    if len(u.words) < len(v.words):
        one, other, u, v = other, one, v, u
    for size in range(2, len(u.words) + 1):
        run = other[:size]
        if not any(r.place for r in run) and tuple(w for r in run for w in r.words) == u.words:
            return _alike(one[1:], other[size:])
    return False
