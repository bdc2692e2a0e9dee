"""What is asked of an index of names, one question at a time; how the questions add up is said elsewhere.

In: keys, words, terms. Out: entries with their keys. A question that a million equal names answer is asked
again without them, so that they do not hide the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import tantivy
from rapidfuzz.distance import OSA
from tantivy import Occur, Query

from connectors.names import fields
from kgqa.errors import NamesUnavailable
from kgqa.linking.entry import LONGEST, Entry
from kgqa.linking.tokens import sayable

Found = list[tuple[Entry, str]]

_COUNTED = 1_000  # frequencies up to here leave out what was deleted; beyond, it makes no difference
_FUZZY = 100  # letters of the longest text that is compared with all others letter by letter
_ALIKE = 5  # most entries of one key among those that are near
_ROUNDS = 4  # how often a question is asked again without the names that crowd the answer


@contextmanager
def undamaged() -> Iterator[None]:
    """What Tantivy says, or how it falls, when bits of an index were changed on the disk, in our words."""
    try:
        yield
    except NamesUnavailable:
        raise
    except BaseException as error:
        # What Rust calls a panic is no Exception in Python, and its class cannot be imported.
        if isinstance(error, Exception) or type(error).__name__ == "PanicException":
            raise NamesUnavailable(
                f"The index of names is damaged ({str(error)[:200]}). Build it again: querist index --fresh."
            ) from error
        raise


class Search:
    """Questions to one state of the index; every call may come from any thread. What stands under one of the
    terms that are `hidden` answers none of them, and takes nobody's place in an answer.
    """

    def __init__(self, index: tantivy.Index, hidden: Sequence[str] = ()) -> None:
        self.index = index
        self._schema = index.schema
        self._searcher = index.searcher()
        self._hidden = self.any_of(fields.TERM, hidden) if hidden else None

    # ── questions ────────────────────────────────────────────────────────────────────────────────

    def term(self, field: str, text: str) -> Query:
        if not sayable(text):
            return Query.empty_query()
        return Query.term_query(self._schema, field, text, "basic")

    def any_of(self, field: str, texts: Iterable[str]) -> Query:
        return self.either(self.term(field, text) for text in texts)

    def all_of(self, queries: Iterable[Query], *, without: Iterable[Query] = ()) -> Query:
        """What answers every one of the queries, and none of the others."""
        return Query.boolean_query(
            [*((Occur.Must, query) for query in queries), *((Occur.MustNot, query) for query in without)]
        )

    def in_order(self, query: Query) -> Query:
        """The same, but what answers comes in the order in which it was written, not the best first."""
        return Query.const_score_query(query, 1.0)

    def either(self, queries: Iterable[Query]) -> Query:
        return Query.boolean_query([(Occur.Should, query) for query in queries])

    def within(self, field: str, text: str, slips: int) -> Query:
        """Texts of a field that are at most 1 or 2 slips from this one; a long one has none."""
        if not text or len(text) > _FUZZY or not sayable(text):
            return Query.empty_query()
        return Query.fuzzy_term_query(self._schema, field, text, distance=slips)

    # ── answers ──────────────────────────────────────────────────────────────────────────────────

    def found(self, query: Query, limit: int) -> Found:
        """The entries that answer best."""
        with undamaged():
            return [fields.unpacked(data) for data in self._stored(query, limit, fields.ENTRY)]

    def varied(self, query: Query, limit: int, *, without: str = "") -> Found:
        """The entries that answer best, of each key a few only, so that others have their place."""
        kept: Found = []
        crowded = [without] if without else []
        for _ in range(_ROUNDS):
            excluded = [self.term(fields.KEY, key) for key in crowded]
            found = self.found(self.all_of([query], without=excluded) if excluded else query, limit)
            by_key = Counter(key for _, key in found)
            seen: Counter[str] = Counter()
            for entry, key in found:
                seen[key] += 1
                if seen[key] <= _ALIKE:
                    kept.append((entry, key))
            crowding = [key for key, n in by_key.items() if n > _ALIKE]
            if len(found) < limit or not crowding:
                break
            crowded += crowding
        return kept

    def entries(self, query: Query, limit: int) -> list[Entry]:
        return [entry for entry, _ in self.found(query, limit)]

    def _stored(self, query: Query, limit: int, field: str) -> list[Any]:
        if limit < 1:
            return []
        hits = self._searcher.search(self._open(query), limit, count=False).hits
        return [self._searcher.doc(address)[field][0] for _, address in hits]

    # ── words ────────────────────────────────────────────────────────────────────────────────────

    def words_near(self, word: str, slips: int, limit: int) -> list[str]:
        """Words of names that are at most so many slips from this one, nearest and commonest first."""
        near: dict[str, int] = {}
        for n in range(1, min(slips, 2) + 1):
            for other in self._words(self.within(fields.WORD, word, n), 2 * limit):
                near.setdefault(other, OSA.distance(word, other))
            if len(near) >= limit:
                break
        near.pop(word, None)
        common = {other: self.frequency(other) for other in near}
        alive = [other for other in near if common[other]]
        return sorted(alive, key=lambda other: (near[other], -common[other], other))[:limit]

    def words_drawn(self, word: str, limit: int) -> list[str]:
        """Words of names that have the letters of this one in their order, and begin and end as it does."""
        pattern = Query.regex_query(self._schema, fields.WORD, ".*".join(word))
        return self._words(pattern, limit)

    def _words(self, query: Query, limit: int) -> list[str]:
        with undamaged():
            return [str(word) for word in self._stored(query, limit, fields.WORD)]

    def frequency(self, word: str) -> int:
        """How many entries have the word in their name."""
        if not sayable(word):
            return 0
        with undamaged():
            number = self._searcher.doc_freq(fields.WORDS, word)
            will_do = number == 0 or (number > _COUNTED and self._hidden is None)
            return number if will_do else self._count(self.term(fields.WORDS, word))

    def commonness(self, gram: str) -> int:
        """In about how many names three letters stand."""
        with undamaged():
            number = self._searcher.doc_freq(fields.GRAMS, gram)
            will_do = number == 0 or self._hidden is None or not sayable(gram)
            return number if will_do else self._count(self.term(fields.GRAMS, gram))

    def size(self) -> int:
        return self._searcher.num_docs - self._searcher.doc_freq(fields.LENGTH, 0)

    def longest(self) -> int:
        """Words of the longest name."""
        lengths = range(LONGEST, 1, -1)
        return next((n for n in lengths if self._has_length(n)), 1)

    def _has_length(self, words: int) -> bool:
        """Whether some name has so many words."""
        if self._hidden is None:
            return bool(self._searcher.doc_freq(fields.LENGTH, words))
        return bool(self._count(Query.term_query(self._schema, fields.LENGTH, words)))

    def _open(self, query: Query) -> Query:
        """The query for what is not hidden."""
        if self._hidden is None:
            return query
        return Query.boolean_query([(Occur.Must, query), (Occur.MustNot, self._hidden)])

    def _count(self, query: Query) -> int:
        return int(self._searcher.search(self._open(query), 1, count=True).count)  # type: ignore[attr-defined]


def reordered(search: Search, key: str, limit: int) -> list[Entry]:
    """Entries whose names have the words of the key in another order."""
    ordered = search.term(fields.ORDERED, " ".join(sorted(key.split())))
    return search.entries(search.all_of([ordered], without=[search.term(fields.KEY, key)]), limit)


def holding(search: Search, words: Sequence[str], limit: int) -> list[Entry]:
    """Entries whose names hold all of the words and more, the shortest first; none when they are too many."""
    wanted = list(dict.fromkeys(words))
    if not wanted:
        return []
    same = fields.ORDERED if len(wanted) > 1 else fields.KEY
    query = search.all_of(
        [search.term(fields.WORDS, word) for word in wanted],
        without=[search.term(same, " ".join(sorted(wanted)))],
    )
    found = search.found(query, limit + 1)
    if len(found) > limit:
        return []
    lengths = sorted(found, key=lambda pair: len(pair[1].split()))
    return [entry for entry, key in lengths if len(set(key.split())) > len(wanted)]
