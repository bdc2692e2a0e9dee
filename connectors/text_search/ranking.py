"""Names that a search brought -> matches of each phrase, best first, as the index of names would give them.

In: entries; the `source` of one is the property that holds only a part of names. Out: matches by phrase.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from kgqa.language import language as language_of
from kgqa.linking.entry import LONGEST_NAME, Entry
from kgqa.linking.few import FewNames
from kgqa.linking.index import TermIndex, distinct, match
from kgqa.linking.tokens import folded_words
from kgqa.types import Match

_PART = 0.8  # what a part of a name is worth, met by itself: the family name alone
_BEGUN = 0.8  # what the beginning of a name is worth, for each letter of the word that it begins
_SHORTEST = 4  # letters of a beginning


def rank(
    phrases: Iterable[str], entries: Iterable[Entry], language: str, limit: int
) -> dict[str, list[Match]]:
    """The matches of each phrase: whole names, parts of names, misspelled names; where there are none, names
    that begin as the phrase does.
    """
    known = tuple(dict.fromkeys(entries))
    index = TermIndex((), FewNames(known))
    lang = language_of(language)
    ranked = {}
    for phrase in phrases:
        found = [*index.exact(phrase, lang), *index.partial(phrase), *index.fuzzy(phrase)]
        found = found or list(_begun(phrase, known))
        ranked[phrase] = list(distinct(sorted(map(_weighed, found), key=lambda m: -m.score)))[:limit]
    return ranked


def _begun(phrase: str, entries: Iterable[Entry]) -> Iterator[Match]:
    word, *others = folded_words(phrase) or [""]
    if len(word) < _SHORTEST or others:
        return
    for entry in entries:
        words = folded_words(entry.name[:LONGEST_NAME])
        share = max((len(word) / len(w) for w in words if w.startswith(word)), default=0.0)
        if share:
            yield match(entry, how="partial", factor=_BEGUN * share - 0.05 * min(len(words) - 1, 4))


def _weighed(found: Match) -> Match:
    """A match of a part of a name is a match of a part."""
    if not found.source:
        return found
    return replace(found, score=round(found.score * _PART, 4), how="partial", source="")
