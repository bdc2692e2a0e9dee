"""How much a name is like a phrase: 0..1, and what sets them apart.

In: two texts of folded words. Out: a likeness that forgives slips of the finger, words in another order and
words left out, in this order; one that has other digits is another thing's code and scores far less.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

SLIPPED, SWAPPED, SHORTER = 0.97, 0.95, 0.88  # what a likeness of each kind is worth at most
MISSING = 0.05  # what each word costs that the phrase has left out
OTHER_DIGITS = 0.8
_SAME_WORD = 0.7  # likeness below which two words are different ones
_SHORT = 4  # letters of a word that bears no slip


def likeness(phrase: str, name: str) -> float:
    """The better of: spelled alike, the same words in another order, the same words and more."""
    if phrase == name:
        return 1.0
    best = SLIPPED * spelled(phrase, name)
    words, others = phrase.split(), name.split()
    if len(words) > 1:
        best = max(best, SWAPPED * spelled(" ".join(sorted(words)), " ".join(sorted(others))))
        if len(words) < len(others):
            best = max(best, covered(words, others))
    return best * (1.0 if digits(phrase) == digits(name) else OTHER_DIGITS)


def spelled(one: str, other: str) -> float:
    """1 less the edits for each letter of the longer one (a swap of neighbours is one edit)."""
    return float(OSA.normalized_similarity(one, other))


def covered(words: Sequence[str], name: Sequence[str]) -> float:
    """How well a name holds all of the words, each at one of its own; less for each word that it has more."""
    left = list(name)
    total = 0.0
    for word in words:
        place, alike = max(((n, same_word(word, w)) for n, w in enumerate(left)), key=lambda p: p[1])
        if alike < _SAME_WORD:
            return 0.0
        total += alike
        del left[place]
    return SHORTER * total / len(words) - MISSING * (len(left) - 1)


@lru_cache(maxsize=50_000)
def same_word(one: str, other: str) -> float:
    """How sure it is that two words are the same one, misspelled; short ones and numbers bear no slip."""
    if one == other:
        return 1.0
    if min(len(one), len(other)) < _SHORT or one.isdigit() or other.isdigit():
        return 0.0
    return fuzz.ratio(one, other) / 100


def digits(text: str) -> str:
    """The digits of a text, in their order."""
    return "".join(c for c in text if c.isdigit())
