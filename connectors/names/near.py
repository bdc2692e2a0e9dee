"""Names that are spelled or worded much like a key: a cascade that ends with the first way that finds any.

In: a key, or words. Out: entries, the likest first. The ways go from the cheap and sure to the dear and
vague: few slips in the whole name, words in another order, words left out or misspelt one by one, most words
the same, most threes of letters the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA
from tantivy import Query

from connectors.names import fields
from connectors.names.search import Found, Search
from kgqa.linking.entry import LONGEST, LONGEST_NAME, Entry
from kgqa.linking.shorter import abbreviates, bare
from kgqa.linking.tokens import sayable

_CLOSE = 2  # slips
_SHORT = 6  # letters of a key in which two slips make another name
_LIKE = 55.0  # percent of likeness below which a name is no candidate
_VERY_LIKE = 75.0  # from here on nothing better is looked for
_FEW = 40  # names among which the vague ways look
_MISSPELT, _LONG = 4, 8  # letters of a word that one slip, that two slips leave recognisable
_READINGS = 8  # words that one misspelt word is taken for, at most
_DRAWN = 200  # words that one is drawn together from, at most
_GRAMS, _GRAMS_AT_LEAST = 12, 5  # threes of letters that names are asked to share, the rarest of a key
_COUNTED = 400_000  # names that are asked for them, counted once for each: some milliseconds


def near(search: Search, key: str, limit: int) -> list[Entry]:
    """Entries with other keys that are near to this one, the likest first."""
    key = key[:LONGEST_NAME]
    words = key.split()
    if not words or limit < 1 or not sayable(key):
        return []
    found: Found = []
    for enough, fresh in _ways(search, key, words, limit):
        found += fresh
        if enough and fresh:
            break
    return _ranked(key, found)[:limit]


def _ways(search: Search, key: str, words: list[str], limit: int) -> Iterator[tuple[bool, Found]]:
    """What each way finds, and whether that will do."""
    ordered = " ".join(sorted(words)) if len(words) > 1 else ""
    yield True, search.varied(search.within(fields.KEY, key, 1), limit, without=key)
    yield True, search.varied(search.within(fields.ORDERED, ordered, 1), limit, without=key)

    distinct = list(dict.fromkeys(words))[:LONGEST]
    common = {word: search.frequency(word) for word in distinct}
    once = [[word] if common[word] else _readings(search, word, 1) for word in distinct]
    worded = _worded(search, once, limit, without=key)
    # Where names hold words that are all known, a word was left out: two slips would seldom leave words.
    left_out = len(distinct) > 1 and all(common.values())
    yield (
        left_out or any(OSA.distance(key, other, score_cutoff=_CLOSE) <= _CLOSE for _, other in worded),
        worded,
    )

    yield len(key) >= _SHORT, search.varied(search.within(fields.KEY, key, _CLOSE), limit, without=key)
    if not worded:
        twice = [options or _readings(search, word, 2) for word, options in zip(distinct, once, strict=True)]
        worded = _worded(search, twice, limit, without=key) if twice != once else []
    yield bool(worded), worded

    for vague in (_most_words(search, distinct, common), _lettered(search, key)):
        alike = _alike(key, search.varied(vague, min(limit, _FEW), without=key))
        yield any(likeness >= _VERY_LIKE for likeness, _ in alike), [pair for _, pair in alike]


def _readings(search: Search, word: str, slips: int) -> list[str]:
    """The words that this one may be a misspelling of."""
    if len(word) < (_MISSPELT if slips == 1 else _LONG) or word.isdigit():
        return []
    return search.words_near(word, slips, _READINGS)


def _worded(search: Search, readings: list[list[str]], limit: int, *, without: str) -> Found:
    """Names that hold one reading of each word; none where a word has none."""
    if not all(readings):
        return []
    holding = search.all_of(search.any_of(fields.WORDS, options) for options in readings)
    return search.varied(holding, limit, without=without)


def _most_words(search: Search, words: list[str], common: dict[str, int]) -> Query:
    """Names that hold the words that there are; where there are all, all but one of them."""
    known = [word for word in words if common[word]]
    whole = [search.term(fields.WORDS, word) for word in known]
    if len(known) < len(words) or len(known) == 1:
        return search.all_of(whole)
    return search.either(search.all_of(whole[:n] + whole[n + 1 :]) for n in range(len(whole)))


def _lettered(search: Search, key: str) -> Query:
    """Names that share the most of the rarest threes of letters, as far as there is time to count them."""
    common = {gram: search.commonness(gram) for gram in fields.grams(key)}
    rarest = sorted((gram for gram in common if common[gram]), key=lambda gram: common[gram])
    total = list(accumulate(common[gram] for gram in rarest))
    counted = max(_GRAMS_AT_LEAST, sum(n <= _COUNTED for n in total))
    return search.any_of(fields.GRAMS, rarest[: min(_GRAMS, counted)])


def _alike(key: str, found: Found) -> list[tuple[float, tuple[Entry, str]]]:
    rated = [(fuzz.token_sort_ratio(key, other), (entry, other)) for entry, other in found]
    return [(likeness, pair) for likeness, pair in rated if likeness >= _LIKE]


def _ranked(key: str, found: Found) -> list[Entry]:
    """Each entry once: those within two slips first, then the likest."""

    def unlikeness(pair: tuple[Entry, str]) -> tuple[int, float]:
        slips = OSA.distance(key, pair[1], score_cutoff=_CLOSE)
        return slips, -max(fuzz.ratio(key, pair[1]), fuzz.token_sort_ratio(key, pair[1]))

    return list(dict.fromkeys(entry for entry, _ in sorted(found, key=unlikeness)))


def shortened(search: Search, words: Sequence[str], limit: int) -> list[Entry]:
    """Entries of which one word is the initials, or several words the shortened words."""
    words = [word for word in words if word]
    if len(words) == 1:
        return search.entries(search.term(fields.INITIALS, words[0]), limit)
    if not 1 < len(words) <= LONGEST:
        return []
    letters = search.term(fields.INITIALS, "".join(word[0] for word in words))
    begun = [_begun(search, word) for word in words if len(word) > 1 and not bare(word)]
    if not search.found(search.all_of([letters, *begun]), 1):
        return []  # words that are drawn together are dear to look for
    drawn = [search.either([_begun(search, word), _drawn(search, word)]) for word in words if bare(word)]
    found = search.varied(search.all_of([letters, *begun, *drawn]), 2 * limit)
    return [entry for entry, key in found if abbreviates(words, key.split())][:limit]


def _begun(search: Search, word: str) -> Query:
    """Names that have a word which begins like this one."""
    opening = (f"${word[:2]}", word[:3]) if len(word) > 2 else (f"${word[:2]}",)  # noqa: PLR2004  # letters
    return search.all_of(search.term(fields.GRAMS, gram) for gram in opening)


def _drawn(search: Search, word: str) -> Query:
    """Names that have a word which may be drawn together to this one."""
    return search.any_of(fields.WORDS, search.words_drawn(word, _DRAWN))
