"""Terms by names that are written nearly so: slips of the pen, plurals, a "has" too few, words in another
order.

In: the names of terms, then a name. Out: the nearest terms, each with how near it is, 0 to 100. Trigrams
choose what is compared at all, so that twenty thousand terms take a millisecond.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter

from rapidfuzz import fuzz, process

from kgqa.language import fold

# What a name may have more or less than another and still be the same word.
FILLERS = frozenset(("has", "have", "is", "was", "get", "the", "a", "an", "hat", "ist"))
_COMPARED_ALL = 300  # as few names as this are all compared
_POSTINGS = 4_000  # names looked at by their trigrams, the rarest trigrams first
_COMPARED = 40  # of those, the ones that share most are compared
_REMEMBERED = 1_000  # names whose neighbours are kept
_SHORT = 5  # in a word as short as this, one slip may spoil all trigrams

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Spelling:
    """A name as it is compared: its words, its letters alone, and its letters without what it may lack."""

    words: str
    letters: str
    core: str


@lru_cache(maxsize=50_000)
def spelling(name: str) -> Spelling:
    words = _words(name)
    core = [_singular(w) for w in words if w not in FILLERS]
    return Spelling(" ".join(words), "".join(words), "".join(core))


def nearness(one: Spelling, other: Spelling) -> float:
    """How near two names are: 100 the same words; 99 the same letters; 97 but for "has" or a plural; less for
    slips and for words in another order; at most 80 where the words of the one are some of the other's.
    """
    if one.words == other.words:
        return 100.0
    if one.letters == other.letters:
        return 99.0
    if one.core and one.core == other.core:
        return 97.0
    slips = fuzz.ratio(one.letters, other.letters)
    if one.core and other.core:
        slips = max(slips, fuzz.ratio(one.core, other.core) - 3)
    if " " not in one.words and " " not in other.words:
        return min(slips, 96.0)
    turned = fuzz.token_sort_ratio(one.words, other.words) - 5
    part = fuzz.token_set_ratio(one.words, other.words) * 0.8
    return min(max(slips, turned, part), 96.0)


class NearNames:
    """The names of terms, to be found by a name that is nearly one of them."""

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        """`names` are pairs of a term and a name of it."""
        terms: dict[str, dict[str, None]] = {}  # the words of a name -> the terms that have it
        for term, name in names:
            if words := " ".join(_words(name)):
                terms.setdefault(words, {})[term] = None
        self._names = list(terms)
        self._terms = [tuple(each) for each in terms.values()]
        self._by_trigram: dict[str, array[int]] = {}
        self._by_length: dict[int, tuple[list[str], list[int]]] = {}
        self._scored: dict[str, dict[str, float]] = {}  # what was asked for lately
        for place, words in enumerate(self._names):
            letters = words.replace(" ", "")
            same_length = self._by_length.setdefault(len(letters), ([], []))
            same_length[0].append(words)
            same_length[1].append(place)
            for gram in _trigrams(letters):
                self._by_trigram.setdefault(gram, array("I")).append(place)

    def nearest(
        self, name: str, among: Container[str], *, floor: float, limit: int
    ) -> list[tuple[str, float]]:
        """The terms of `among` whose names come near to this one, nearest first; none is below `floor`."""
        near = [(t, score) for t, score in self._scores(name).items() if score >= floor and t in among]
        return sorted(near, key=lambda found: (-found[1], found[0]))[:limit]

    def _scores(self, name: str) -> dict[str, float]:
        known = self._scored.get(name)
        if known is not None:
            return known
        wanted, scores = spelling(name), dict[str, float]()
        for place in self._candidates(wanted.letters):
            score = nearness(wanted, spelling(self._names[place]))
            for term in self._terms[place]:
                scores[term] = max(score, scores.get(term, 0.0))
        if len(self._scored) >= _REMEMBERED:
            self._scored.clear()
        self._scored[name] = scores
        return scores

    def _candidates(self, letters: str) -> Iterable[int]:
        if len(self._names) <= _COMPARED_ALL:
            return range(len(self._names))
        postings = [p for gram in sorted(_trigrams(letters)) if (p := self._by_trigram.get(gram)) is not None]
        shared: Counter[int] = Counter()
        looked_at = 0
        for posting in sorted(postings, key=len):
            if looked_at and looked_at + len(posting) > _POSTINGS:
                break
            looked_at += len(posting)
            shared.update(posting)
        best = sorted(shared.items(), key=itemgetter(1), reverse=True)[:_COMPARED]
        found = dict.fromkeys(place for place, _ in best)
        if len(letters) <= _SHORT:
            found |= dict.fromkeys(self._alike_in_length(letters))
        return found

    def _alike_in_length(self, letters: str) -> Iterable[int]:
        for length in range(len(letters) - 1, len(letters) + 3):
            names, places = self._by_length.get(length, ([], []))
            near = process.extract(letters, names, scorer=fuzz.ratio, score_cutoff=60, limit=_COMPARED)
            yield from (places[at] for _, _, at in near)


def _words(name: str) -> list[str]:
    folded = name.lower() if name.isascii() else fold(name)
    return _WORD.findall(folded)


def _trigrams(letters: str) -> set[str]:
    padded = f"^{letters}$"
    return {padded[i : i + 3] for i in range(len(padded) - 2)}


def _singular(word: str) -> str:
    """A word without the ending of a plural, as far as spelling tells."""
    if len(word) > 4 and word.endswith("ies"):  # noqa: PLR2004 - "ties" is left alone
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):  # noqa: PLR2004
        return word[:-1]
    return word
