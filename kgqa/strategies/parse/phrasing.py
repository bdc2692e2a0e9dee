"""What the words of a question say of it as a whole: that it asks what something is, that both of two are
meant, that it speaks of what things lack.

In: the folded words of a question and its language. Out: truths for the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from kgqa.language import Language


@dataclass(frozen=True)
class Phrasing:
    """One question's words."""

    lang: Language
    words: tuple[str, ...]

    def possesses(self, gap: tuple[str, ...]) -> bool:
        """“employees have no manager": what they have, and not what they are."""
        having = set(map(self.lang.lemma, self.lang.phrases("possessing")))
        return any(self.lang.lemma(w) in having for w in gap)

    @cached_property
    def says_lacking(self) -> bool:
        """Whether the question speaks of what things do not have: "without", and not "except"."""
        return not self.lang.phrases("lacking").isdisjoint(self.words)

    @cached_property
    def says_both(self) -> bool:
        return bool(set(self.words) & self.lang.phrases("formula.both"))

    @cached_property
    def says_each_of_two(self) -> bool:
        return bool(set(self.words) & self.lang.phrases("each_of_two"))

    @cached_property
    def refers(self) -> bool:
        """Whether one of two is told by the other: "agents and the policies they sold"."""
        return bool(set(self.words) & self.lang.phrases("follow_up.any"))

    @cached_property
    def says_is(self) -> bool:
        """Whether the question may ask what something is: "is Tembo a keeper", not "has Tembo a keeper"."""
        return any(self.lang.lemma(w) in self.lang.phrases("copula") for w in self.words)

    @cached_property
    def is_inside(self) -> bool:
        """Whether the question asks who is in or at something: "who works in the dairy"."""
        return not self.lang.phrases("standing").isdisjoint(self.words)

    @cached_property
    def says_whose(self) -> bool:
        """Whether the question asks for owners from its first word."""
        return not self.lang.phrases("asking_owners").isdisjoint(self.words[:1])

    @cached_property
    def says_a(self) -> bool:
        """Whether the question asks for one of a kind: "who is a keeper"."""
        return bool(set(self.words) & self.lang.phrases("indefinite"))

    @cached_property
    def asks_apart(self) -> bool:
        """Whether two things are asked for: "how many sites and departments", "which products, which …"."""
        asked = [w for w in self.words if w in self.lang.phrases("ask_phrases")]
        return len(asked) > 1 or bool(set(self.words) & self.lang.phrases("how"))

    @cached_property
    def trades(self) -> bool:
        """Whether the question speaks of goods that are bought or sold."""
        return not self.lang.phrases("trade_verbs").isdisjoint(map(self.lang.lemma, self.words))
