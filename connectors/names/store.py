"""The names of a graph on disk: millions of them, read through the system's cache, shared by processes.

In: a folder that `NamesWriter` has written. Out: a `NameStore`. What it saw when it was opened it sees for
good; what is written later is seen by who opens the folder later. So what it was asked it need not look up
again: the words and the things of questions are few, and come back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from pathlib import Path

import tantivy

from connectors.names import fields, near
from connectors.names.search import Search, holding, reordered, undamaged
from connectors.names.writer import NamesWriter
from kgqa.errors import NamesUnavailable
from kgqa.linking.entry import Entry, Thing
from kgqa.types import TermKind

_HEAP = 15_000_000  # bytes with which few names are indexed
_NEIGHBOURS = 60  # most words that are near to a word
_WORDS_KEPT = 20_000  # words of which it is kept how frequent they are
_THINGS_KEPT = 10_000
_ANSWERS_KEPT = 1_000  # lists of entries, most of them short


class StoredNames:
    """A `NameStore` in a folder, or in memory, without what is `hidden`."""

    def __init__(self, index: tantivy.Index, hidden: Sequence[str] = ()) -> None:
        self._search = search = Search(index, hidden)
        self.size = search.size()
        self.longest = search.longest()
        # of the search and not of this: the folder is let go as soon as nobody has the names
        self._frequency = lru_cache(_WORDS_KEPT)(search.frequency)
        self._thing = lru_cache(_THINGS_KEPT)(partial(_thing, search))
        self._named = lru_cache(_ANSWERS_KEPT)(partial(_named, search))
        self._reordered = lru_cache(_ANSWERS_KEPT)(partial(_reordered, search))
        self._holding = lru_cache(_ANSWERS_KEPT)(partial(_holding, search))

    @classmethod
    def open(cls, folder: Path) -> StoredNames:
        """The names in a folder. Raises NamesUnavailable."""
        try:
            with undamaged():
                return cls(tantivy.Index.open(str(folder)))
        except NamesUnavailable as error:
            raise NamesUnavailable(
                f"The index of names in {folder} cannot be read: {error.__cause__}. Build it again."
            ) from error.__cause__

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> StoredNames:
        """The same in memory, for few names."""
        writer = NamesWriter(None, heap=_HEAP)
        for entry in entries:
            writer.add(entry)
        writer.finish()
        writer.index.reload()
        return cls(writer.index)

    def without(self, classes: Iterable[str], properties: Iterable[str]) -> StoredNames:
        """The same names without the things of some classes and the values of some properties."""
        hidden = [fields.of_any_name(iri) for iri in sorted(classes)]
        hidden += [fields.of_term(TermKind.VALUE, iri) for iri in sorted(properties)]
        return StoredNames(self._search.index, hidden) if hidden else self

    # ── the port ─────────────────────────────────────────────────────────────────────────────────

    def named(self, key: str, limit: int = 50) -> Sequence[Entry]:
        return self._named(key, limit) if self._knows(key.split()) else ()

    def holding(self, words: Sequence[str], limit: int = 50) -> Sequence[Entry]:
        return self._holding(tuple(words), limit) if self._knows(words) else ()

    def reordered(self, key: str, limit: int = 50) -> Sequence[Entry]:
        return self._reordered(key, limit) if self._knows(key.split()) else ()

    def near(self, key: str, limit: int = 50) -> Sequence[Entry]:
        return near.near(self._search, key, limit)

    def words_near(self, word: str, slips: int) -> Sequence[str]:
        return self._search.words_near(word, slips, _NEIGHBOURS)

    def frequency(self, word: str) -> int:
        return self._frequency(word)

    def shortened(self, words: Sequence[str], limit: int = 50) -> Sequence[Entry]:
        return near.shortened(self._search, words, limit)

    def thing(self, iri: str) -> Thing | None:
        return self._thing(iri)

    def of_term(self, iri: str, limit: int = 50) -> Sequence[Entry]:
        return _of(self._search, fields.of_terms(iri), limit)

    def of_class(self, iri: str, limit: int = 50) -> Sequence[Entry]:
        first: dict[str, Entry] = {}
        for entry in _of(self._search, [fields.of_class(iri)], 2 * limit):
            first.setdefault(entry.iri, entry)
        return list(first.values())[:limit]

    def _knows(self, words: Iterable[str]) -> bool:
        """Whether each of the words stands in some name: most runs of a question's words are no name."""
        return all(map(self._frequency, words))


def _reordered(search: Search, key: str, limit: int) -> Sequence[Entry]:
    return tuple(reordered(search, key, limit))


def _named(search: Search, key: str, limit: int) -> Sequence[Entry]:
    return tuple(search.entries(search.term(fields.KEY, key), limit))


def _holding(search: Search, words: Sequence[str], limit: int) -> Sequence[Entry]:
    return tuple(holding(search, words, limit))


def _thing(search: Search, iri: str) -> Thing | None:
    found = _of(search, [fields.of_term(TermKind.ENTITY, iri)], 1)
    return Thing(found[0].label, found[0].classes) if found else None


def _of(search: Search, terms: Sequence[str], limit: int) -> list[Entry]:
    return search.entries(search.in_order(search.any_of(fields.TERM, terms)), limit)
