"""Names near to a phrase, and words near to a word, in several stores; what was looked for is kept, since to
look for what is nowhere takes milliseconds, and the same words come back.

In: folded words. Out: entries and words with how alike they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, partial

from kgqa.language import everywhere, singulars
from kgqa.linking.entry import LONGEST_NAME, Entry
from kgqa.linking.likeness import likeness, spelled
from kgqa.linking.tokens import key
from kgqa.ports import NameStore

_LONG = 8  # letters of a text that bears two slips; a shorter one bears one
SHORTEST = 4  # letters below which a word has too many neighbours
WORD_CUT = 0.74  # likeness below which a word is another word
_NAME_CUT = 0.6  # likeness below which a name is not worth showing to who searches
_MOST_WORDS = 8
_KEPT = 500  # phrases, each with some dozens of names at most


class NearNames:
    """What is near in the stores of one index."""

    def __init__(self, stores: Sequence[NameStore]) -> None:
        # of the stores and not of this: a store is let go as soon as nobody has the index
        self.names = lru_cache(_KEPT)(partial(_names, stores))
        self.words = lru_cache(_KEPT)(partial(_words, stores))
        self.shortened = lru_cache(_KEPT)(partial(_shortened, stores))


def _names(stores: Sequence[NameStore], written: str) -> tuple[tuple[Entry, float], ...]:
    """Names much like a key, however worded, in no particular order."""
    forms = tuple(in_singular(written))
    found = [entry for store in stores for entry in store.near(written)] if written else []
    rated = [(e, max(likeness(form, key(e.name[:LONGEST_NAME])) for form in forms)) for e in found]
    return tuple((entry, min(alike, 0.99)) for entry, alike in rated if alike >= _NAME_CUT)


def _words(stores: Sequence[NameStore], word: str) -> tuple[tuple[str, float], ...]:
    """Words of names that a folded word may be a slip of; none for one that stands in a name itself."""
    if len(word) < SHORTEST or word.isdigit() or any(s.frequency(word) for s in stores):
        return ()
    near = {w: spelled(word, w) for store in stores for w in store.words_near(word, slips_in(word))}
    close = ((w, a) for w, a in near.items() if a >= WORD_CUT and may_be(word, w))
    return tuple(sorted(close, key=lambda p: -p[1])[:_MOST_WORDS])


def _shortened(stores: Sequence[NameStore], words: tuple[str, ...]) -> tuple[Entry, ...]:
    """Names that the words are short for."""
    return tuple(entry for store in stores for entry in store.shortened(words))


def slips_in(text: str) -> int:
    """How many slips a folded text bears."""
    return 1 if len(text) < _LONG else 2


def may_be(word: str, other: str) -> bool:
    """Whether one word may be a slip of another. Words of four letters have too many neighbours: of their
    slips only swapped letters are forgiven. A negating prefix is no slip: "uncertified" is not "certified".
    """
    if other in denied(word) or word in denied(other):
        return False
    return len(word) > SHORTEST or sorted(word) == sorted(other)


def denied(word: str) -> tuple[str, ...]:
    """What a word with a negating prefix may deny: "certified" for "uncertified"."""
    rests = (word.removeprefix(p).lstrip("-") for p in _prefixes() if word.startswith(p))
    return tuple(rest for rest in rests if len(rest) > SHORTEST)


@cache
def _prefixes() -> tuple[str, ...]:
    """The prefixes in all languages, the longest first, in the same order in every process."""
    return tuple(sorted(everywhere("truth.prefixes"), key=lambda p: (-len(p), p)))


def in_singular(written: str) -> Iterator[str]:
    """A folded phrase, and what it is when its last word is a plural."""
    before, _, last = written.rpartition(" ")
    return (f"{before} {one}".strip() for one in singulars(last))
