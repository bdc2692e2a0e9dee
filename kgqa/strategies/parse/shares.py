"""The rules for shares of a whole: "what percentage of our products are discontinued?".

In: a word that asks for a share, the set behind it, and what is said of that. Out: sets that know their
whole. What stands before the verb restricts the whole, and what stands behind it says which part is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kgqa.language import Language
from kgqa.strategies.parse.meaning import Found_, Set

BESIDE = 0.3  # what it costs that no verb stands between a whole and its part
NO_VERB = 3.0  # and that one stands elsewhere, or none at all


@dataclass(frozen=True)
class Shares:
    """Shares, for one question's words."""

    lang: Language
    words: tuple[str, ...]

    def of(self, whole: Set) -> Iterator[Found_]:
        """“what percentage of" and what the whole is."""
        is_noun = whole.named and whole.open is None and any(v == whole.focus.node for v, _ in whole.types)
        if is_noun and whole.is_plain and not (whole.is_value or whole.limit or whole.also):
            yield whole.changed(whole=whole), 0.0

    def apart(self, one: Set, gap: tuple[str, ...]) -> float:
        """What it costs that what stands behind words says which part of a whole is meant."""
        if one.whole is None or one.changed(whole=None) != one.whole:
            return 0.0  # or it has said so already
        auxiliaries = self.lang.phrases("compare.auxiliaries")
        if gap[:1] and gap[0] in self.lang.phrases("relative"):  # a clause of the whole, if a verb follows
            is_last = sum(w in auxiliaries for w in self.words) <= sum(w in auxiliaries for w in gap)
            return BESIDE if is_last else NO_VERB
        if any(w in auxiliaries or self.lang.lemma(w) in self.lang.light_verbs for w in gap):
            return 0.0
        return NO_VERB if auxiliaries.intersection(self.words) else BESIDE
