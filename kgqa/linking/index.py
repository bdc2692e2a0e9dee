"""The label index: what a phrase may mean, of the schema's terms in memory and the graph's names in a store.

In: a phrase. Out: matches with scores, by several ways: exact, by an alternative name or identifier,
inflected, abbreviated, part of a name, and fuzzy (slips of the finger). No question is known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from rapidfuzz.distance import OSA

from kgqa.language import Language, fold, language
from kgqa.language.abbreviations import spelled_out
from kgqa.linking.drawn import Drawn
from kgqa.linking.entry import LONGEST_NAME, Entry, Thing
from kgqa.linking.few import FewNames
from kgqa.linking.forms import KnownWords
from kgqa.linking.near import SHORTEST, WORD_CUT, NearNames, in_singular, may_be, slips_in
from kgqa.linking.tokens import folded_words, key, tokenise
from kgqa.linking.vocabulary import Vocabulary, Weighted
from kgqa.ports import NameStore
from kgqa.types import How, Match, TermKind
from kgqa.values.units import readings

SHARED = 100  # a phrase that is part of more names than this identifies none of them
EQUAL = 60  # entries of one name that are looked at
ALTERNATIVE = 0.97  # what a name is worth that is not the preferred one
_DRAWN = 0.8
GUESSED = 0.92  # what is only the likely meaning of a short name
_INFLECTED = 0.96
_PART = 0.85  # what a part of a name is worth, less for each word that it has more
_PART_SLIPPED = 0.97
_REORDERED = 0.95
_INITIALS = 0.9
_CUT_SHORT = 0.88
_MOST_INITIALS = 6
_CALLED_KEPT = 1_000  # names that were looked up, each with the few things that are called so


class TermIndex:
    """A `LabelIndex` over the schema's entries and a store of names."""

    def __init__(
        self, schema: Iterable[Entry], names: NameStore | None = None, parts: frozenset[str] = frozenset()
    ) -> None:
        """`parts` are the properties whose values are parts of names: given name, family name."""
        self.entries = entries = tuple(schema)
        self.parts = parts
        self.schema: NameStore = FewNames(entries)
        self.names: NameStore = names if names is not None else FewNames()
        terms = [e for e in entries if e.kind in (TermKind.CLASS, TermKind.PROPERTY)]
        self.vocabulary = Vocabulary(terms)
        self._drawn = Drawn(terms)
        self._stores = (self.schema, self.names)
        self.longest = max(store.longest for store in self._stores)
        self.words = KnownWords(partial(_has, self._stores))
        self._near = NearNames(self._stores)
        # of the stores and not of this: a store is let go as soon as nobody has the index
        self._called = lru_cache(_CALLED_KEPT)(partial(_called, self._stores))

    def with_names(self, more: Iterable[Entry]) -> TermIndex:
        """The same names and more of them, held in memory."""
        return TermIndex((*self.entries, *more), self.names, self.parts)

    # ── the port ─────────────────────────────────────────────────────────────────────────────────

    def look_up(
        self, phrase: str, *, kinds: frozenset[TermKind] | None = None, limit: int = 10
    ) -> tuple[Match, ...]:
        """Matches of `phrase` by every way, best first: what is near only where nothing is exact."""
        phrase = phrase[:LONGEST_NAME]
        found = [*self.exact(phrase, language("en"))]
        short = [*self.abbreviated(phrase)]
        if not found and not (short and _is_written_short(phrase)):
            found = [*self.near(phrase), *self.part_slipped(phrase)]
        found += short
        if len(found) < limit:
            found += self.partial(phrase)
        wanted = (m for m in found if kinds is None or m.kind in kinds)
        return tuple(distinct(sorted(wanted, key=lambda m: -m.score)))[:limit]

    def thing(self, iri: str) -> Thing | None:
        """The entity of an IRI, if it has a name."""
        return self.names.thing(iri) or self.schema.thing(iri)

    def label(self, iri: str) -> str:
        """What an entity is called; its IRI when it has no name."""
        thing = self.thing(iri)
        return thing.label if thing else iri

    # ── names of everything ──────────────────────────────────────────────────────────────────────

    def has(self, folded: str) -> bool:
        """Whether a name is written just so (folded tokens joined by blanks)."""
        return any(store.named(folded, 1) for store in self._stores)

    def exact(self, phrase: str, lang: Language) -> Iterator[Match]:
        """Names that are the phrase, as it stands or with its words brought to their base form."""
        tokens = tokenise(phrase)
        plain = " ".join([t.folded for t in tokens])
        for written in self.words.keys(tokens, lang):
            yield from self._called(written, "exact" if written == plain else "inflected")

    def inflected(self, folded: str) -> Iterator[Match]:
        """Names that are written just so, where a question has another form of them."""
        yield from self._called(folded, "inflected")

    def partial(self, phrase: str) -> Iterator[Match]:
        """Names that hold all words of the phrase and more: a surname alone, a name cut short. An address of
        the web is said as a whole: the words in it are nobody's name.
        """
        words = folded_words(phrase)
        for store in self._stores if words else ():
            for entry in store.holding(words, SHARED):
                if entry.kind is TermKind.VALUE and _is_address(entry.name):
                    continue
                others = len(folded_words(entry.name)) - len(words)
                yield match(entry, how="partial", factor=_PART - 0.05 * min(max(others, 1), 4))

    def reordered(self, phrase: str) -> Iterator[Match]:
        """Names of the same words in another order: "Wells Cathedral" is Cathedral Wells."""
        found = self.names.reordered(key(phrase), EQUAL)
        return (match(entry, how="alternative", factor=_REORDERED) for entry in found)

    def abbreviated(self, phrase: str) -> Iterator[Match]:
        """Names of which the phrase is an abbreviation: "IBM", "Intl. Bus. Mach."; in small letters only
        classes and properties, since those of things are many: "gt" is the gross tonnage.
        """
        words, written = folded_words(phrase), phrase.strip()
        if len(words) == 1 and not 1 < len(written) <= _MOST_INITIALS:
            return
        is_small = len(words) == 1 and not written.isupper()
        if is_small and (not written.islower() or readings(written)):
            return
        for entry in self._near.shortened(tuple(words)) if words else ():
            if is_small and entry.kind not in (TermKind.CLASS, TermKind.PROPERTY):
                continue
            yield match(entry, how="abbreviation", factor=_INITIALS if len(words) == 1 else _CUT_SHORT)

    def in_full(self, word: str) -> Iterator[Match]:
        """Classes and properties by what a word is short for: the "reg" of a bus is its registration mark."""
        for long, _ in spelled_out(word):
            written = fold(long)
            for entry in self.schema.named(written, SHARED) or self.schema.holding([written], SHARED):
                if entry.kind in (TermKind.CLASS, TermKind.PROPERTY):
                    yield match(entry, how="abbreviation", factor=_CUT_SHORT)

    def fuzzy(self, phrase: str) -> Iterator[Match]:
        """Names that the phrase may be with a slip or two, whole or, for a single word, in part."""
        written = key(phrase)
        is_word = " " not in written
        if len(written) < SHORTEST or written.isdigit() or self.has(written):
            return
        if is_word and any(store.frequency(written) for store in self._stores):
            return
        slips = slips_in(written)
        for found in self.near(phrase):
            name = key(found.matched or found.label)
            slipped = any(
                OSA.distance(form, name) <= slips and may_be(form, name) for form in in_singular(written)
            )
            if slipped or (not is_word and found.score >= WORD_CUT):
                yield found
        yield from self.part_slipped(phrase)

    def part_slipped(self, phrase: str) -> Iterator[Match]:
        """Names of which a single word is a part, but for a slip: a surname misspelled."""
        written = key(phrase)
        for word, alike in self._near.words(written) if " " not in written else ():
            for part in self.partial(word):
                yield replace(part, score=round(part.score * _PART_SLIPPED * alike, 4), how="fuzzy")

    def near(self, phrase: str) -> Iterator[Match]:
        """Names much like the phrase, however worded, in no particular order."""
        return (match(e, how="fuzzy", factor=alike) for e, alike in self._near.names(key(phrase)))

    # ── names of the schema ──────────────────────────────────────────────────────────────────────

    def stemmed(self, phrase: str, lang: Language) -> Iterator[Match]:
        """Classes and properties whose words have the phrase's stems in any order."""
        return _by_word(self.vocabulary.stemmed(phrase, lang), "inflected")

    def related(self, word: str, lang: Language) -> Iterator[Match]:
        """Classes and properties that have a word akin to this one in their name."""
        known = self.vocabulary
        return _by_word((*known.related(word, lang), *known.headed(word, lang)), "partial")

    def opening(self, phrase: str, lang: Language) -> Iterator[Match]:
        """Properties whose names begin with the two words of the phrase."""
        return _by_word(self.vocabulary.opening(phrase, lang), "partial")

    def verbs(self, phrase: str, lang: Language) -> Iterator[Match]:
        """Properties of a verb and its preposition, in another form."""
        return _by_word(self.vocabulary.verbs(phrase, lang), "inflected")

    def drawn(self, word: str, lang: Language) -> Iterator[Match]:
        """Classes and properties whose only name may be the word drawn together to its consonants."""
        for entry in self._drawn.meant(lang.lemma(word)):
            found = match(entry, how="alternative", factor=_DRAWN)
            yield replace(found, matched=word, source=f"“{entry.name}”, drawn together")

    def small(self, phrase: str, lang: Language) -> Iterator[Match]:
        """Properties whose names are small words alone."""
        return _by_word(self.vocabulary.small(phrase, lang), "inflected")


def _is_address(name: str) -> bool:
    return "://" in name and " " not in name


def match(entry: Entry, *, how: How, factor: float = 1.0) -> Match:
    """An entry as what a phrase may mean; `factor` is how well the phrase met its name."""
    worth = GUESSED if entry.guessed else 1.0 if entry.preferred else ALTERNATIVE
    score = factor * worth * (_INFLECTED if how == "inflected" else 1.0)
    if how == "exact" and entry.identifier:
        how = "identifier"
    elif how == "exact" and (entry.guessed or not entry.preferred):
        how = "alternative"
    return Match(
        kind=entry.kind,
        iri=entry.iri,
        label=entry.label,
        score=round(score, 4),
        how=how,
        classes=entry.classes,
        value=entry.value,
        datatype=entry.datatype,
        language=entry.language or None,
        matched="" if entry.name == entry.label else entry.name,
        source=entry.source,
    )


def distinct(matches: Iterable[Match]) -> Iterator[Match]:
    """The first match of each term."""
    seen = set()
    for found in matches:
        mark = (found.kind, found.iri, found.value)
        if mark not in seen:
            seen.add(mark)
            yield found


def _called(stores: Sequence[NameStore], written: str, how: How) -> tuple[Match, ...]:
    """The names that are written just so."""
    return tuple(match(entry, how=how) for store in stores for entry in store.named(written, EQUAL))


def _has(stores: Sequence[NameStore], word: str) -> bool:
    """Whether a folded word stands in some name; where it is several words in one, whether each does."""
    known = any(store.frequency(word) or store.named(word, EQUAL) for store in stores)
    return known or (" " in word and all(_has(stores, part) for part in word.split()))


def _by_word(found: Iterable[Weighted], how: How) -> Iterator[Match]:
    return (match(entry, how=how, factor=factor) for entry, factor in found)


def _is_written_short(phrase: str) -> bool:
    """Whether a phrase says itself that it is an abbreviation: "IBM", "Intl. Bus. Mach."."""
    return phrase.isupper() or "." in phrase
