"""What people shorten names to: initials, and words cut short or drawn together.

In: folded words. Out: the initials of a name, and whether some words are the name, shortened.
"""

from __future__ import annotations

from collections.abc import Sequence

_SHORTEST = 2  # letters of a word that stands for a longer one
_DRAWN = 3  # letters of a word that is drawn together, and of the beginning before a last letter: "dep-t"
_SMALL = 3  # letters of words that initials may pass over: "of", "the", "für"
_VOWELS = frozenset("aeiou")


def initials(words: Sequence[str]) -> tuple[str, ...]:
    """The initials of a name of several words: of all, and of all but the small ones."""
    if len(words) < _SHORTEST:
        return ()
    large = [word for word in words if len(word) > _SMALL or not word.isalpha()]
    every = "".join(word[0] for word in words)
    if len(words) > len(large) >= _SHORTEST:
        return (every, "".join(word[0] for word in large))
    return (every,)


def abbreviates(words: Sequence[str], name: Sequence[str]) -> bool:
    """Whether each word is or shortens the word of the name at its place, and at least one shortens it."""
    return (
        len(words) == len(name)
        and tuple(words) != tuple(name)
        and all(w == n or (len(w) >= _SHORTEST and _shortens(w, n)) for w, n in zip(words, name, strict=True))
    )


def bare(word: str) -> bool:
    """Whether a word may be one drawn together to its consonants, as "mgmt", "blvd" and "ltd" are."""
    return len(word) >= _DRAWN and word.isalpha() and _VOWELS.isdisjoint(word[1:])


def _shortens(short: str, word: str) -> bool:
    """As "bus" does "business", "intl" "international" and "mgmt" "management"."""
    if word.startswith(short):
        return True
    if len(short) < _DRAWN or short[0] != word[0] or short[-1] != word[-1]:
        return False
    if bare(short):
        letters = iter(word)
        return all(letter in letters for letter in short)
    return len(short) > _DRAWN and word.startswith(short[:-1])
