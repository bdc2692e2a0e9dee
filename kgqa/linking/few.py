"""Few names, held in memory: those of a small graph, or what a search has brought for one question.

In: entries. Out: a `NameStore`. What a phrase may be near to is found by looking at every name, so this is
for thousands of names; for millions there is an index on disk.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import islice

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from kgqa.language.compounds import initials_of
from kgqa.linking.entry import LONGEST, LONGEST_NAME, Entry, Thing
from kgqa.linking.shorter import abbreviates, initials
from kgqa.linking.tokens import folded_words
from kgqa.types import TermKind

_EDITS = 2  # that leave a name close
_NEAR = 60.0  # percent of likeness below which a name is no candidate


class FewNames:
    """A `NameStore` of some thousand names."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._entries: list[Entry] = []
        self._words: list[tuple[str, ...]] = []
        self._by_key: defaultdict[str, list[int]] = defaultdict(list)
        self._by_word: defaultdict[str, list[int]] = defaultdict(list)
        self._by_initials: defaultdict[str, list[int]] = defaultdict(list)
        self._by_iri: defaultdict[str, list[int]] = defaultdict(list)
        self._by_class: defaultdict[str, list[int]] = defaultdict(list)
        self._things: dict[str, Thing] = {}
        self.longest = 1
        for entry in entries:
            self._add(entry)
        self.size = len(self._entries)

    def _add(self, entry: Entry) -> None:
        words = tuple(folded_words(entry.name[:LONGEST_NAME]))
        if not words:
            return
        number = len(self._entries)
        self._entries.append(entry)
        self._words.append(words)
        self._by_key[" ".join(words)].append(number)
        self._by_iri[entry.iri].append(number)
        for letters in _initials(entry, words):
            self._by_initials[letters].append(number)
        for word in dict.fromkeys(words):
            self._by_word[word].append(number)
        if entry.kind is TermKind.ENTITY and entry.iri not in self._things:
            self._things[entry.iri] = Thing(entry.label, entry.classes)
            for cls in entry.classes:
                self._by_class[cls].append(number)
        self.longest = max(self.longest, min(len(words), LONGEST))

    def named(self, key: str, limit: int = 50) -> Sequence[Entry]:
        numbers = self._by_key.get(key)
        return self._some(numbers, limit) if numbers else []

    def holding(self, words: Sequence[str], limit: int = 50) -> Sequence[Entry]:
        wanted = set(words)
        postings = [self._by_word.get(word, []) for word in wanted]
        rarest = min(postings, key=len, default=[])
        found = [n for n in rarest if wanted < set(self._words[n])]
        if len(found) > limit:
            return ()
        return self._some(sorted(found, key=lambda n: len(self._words[n])), limit)

    def reordered(self, key: str, limit: int = 50) -> Sequence[Entry]:
        words = sorted(key.split())
        rarest = min((self._by_word.get(word, []) for word in words), key=len, default=[])
        named = self._by_key.get(key, ())
        return self._some((n for n in rarest if n not in named and sorted(self._words[n]) == words), limit)

    def near(self, key: str, limit: int = 50) -> Sequence[Entry]:
        close = process.extract(
            key, self._by_key.keys(), scorer=OSA.distance, score_cutoff=_EDITS, limit=None
        )
        alike = process.extract(
            key, self._by_key.keys(), scorer=fuzz.token_sort_ratio, score_cutoff=_NEAR, limit=limit + 1
        )
        ordered = dict.fromkeys(k for k, _, _ in (*close, *alike) if k != key)
        return self._some((n for k in ordered for n in self._by_key[k]), limit)

    def words_near(self, word: str, slips: int) -> Sequence[str]:
        near = process.extract(
            word, self._by_word.keys(), scorer=OSA.distance, score_cutoff=slips, limit=None
        )
        found = sorted((distance, other) for other, distance, _ in near)
        return [other for _, other in found if other != word]

    def frequency(self, word: str) -> int:
        return len(self._by_word.get(word, ()))

    def shortened(self, words: Sequence[str], limit: int = 50) -> Sequence[Entry]:
        if len(words) == 1:
            return self._some(self._by_initials.get(words[0], ()), limit)
        alike = self._by_initials.get("".join(word[:1] for word in words), ())  # no word begins otherwise
        return self._some((n for n in alike if abbreviates(words, self._words[n])), limit)

    def thing(self, iri: str) -> Thing | None:
        return self._things.get(iri)

    def of_term(self, iri: str, limit: int = 50) -> Sequence[Entry]:
        return self._some(self._by_iri.get(iri, ()), limit)

    def of_class(self, iri: str, limit: int = 50) -> Sequence[Entry]:
        return self._some(self._by_class.get(iri, ()), limit)

    def _some(self, numbers: Iterable[int], limit: int) -> list[Entry]:
        return [self._entries[n] for n in islice(numbers, limit)]


def _initials(entry: Entry, words: Sequence[str]) -> Collection[str]:
    """What a name may be shortened to; not one that has a word shortened so itself: "PLZ Gemeinde"."""
    written = entry.name.split()
    if len(written) > 1 and not entry.name.isupper() and any(len(w) > 1 and w.isupper() for w in written):
        return ()
    is_noun = (
        len(words) == 1 and entry.name[:1].isupper() and entry.kind in (TermKind.CLASS, TermKind.PROPERTY)
    )
    return initials_of(words[0]) if is_noun else initials(words)
