"""The label index in memory: every name of classes, properties, entities and values, by phrase.

In: entries. Out: matches of a phrase, best first, by four ways: exact, by an alternative name or identifier,
inflected, part of a name, and fuzzy (typing errors). Nothing here knows what a question is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Literal

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from kgqa.language import Language, fold, language, singulars
from kgqa.linking.entry import Entry
from kgqa.linking.tokens import folded_words, key, tokenise
from kgqa.types import Match, TermKind

How = Literal["exact", "identifier", "alternative", "inflected", "fuzzy", "partial"]

FUZZY_FROM = 4  # shorter words have too many neighbours
FUZZY_CUT = 0.74  # similarity of one word to another below which it is another word
_ABBREVIATED, _COMPOUND = 3, 4
_OPENING = 2
_FAMILY, _ENDING = 5, 4  # letters that words of one family share, and the longest ending that differs
MAX_POSTINGS = 2_000  # a word in more names than this identifies none of them


class MemoryIndex:
    """A `LabelIndex` for graphs whose names fit in memory (about a million)."""

    def __init__(self, entries: Iterable[Entry], parts: frozenset[str] = frozenset()) -> None:
        self.parts = parts  # properties whose values are parts of names: given name, family name
        self.entries: list[Entry] = []
        self._exact: defaultdict[str, list[int]] = defaultdict(list)
        self._by_token: defaultdict[str, list[int]] = defaultdict(list)
        self._by_stem: defaultdict[frozenset[str], list[int]] = defaultdict(list)
        self.classes: dict[str, tuple[str, ...]] = {}  # of each thing
        self.labels: dict[str, str] = {}  # of each thing
        self._schema_words: defaultdict[str, list[int]] = defaultdict(list)
        self._openings: defaultdict[str, list[int]] = defaultdict(list)
        self._small: defaultdict[str, list[int]] = defaultdict(list)  # properties named by small words alone
        self.longest = 1  # tokens of the longest name
        for entry in entries:
            self._add(entry)
        self._vocabulary = self._words_by_length()

    def _add(self, entry: Entry) -> None:
        tokens = folded_words(entry.name[:300])
        if not tokens:
            return
        number = len(self.entries)
        self.entries.append(entry)
        if entry.kind is TermKind.ENTITY:
            self.classes.setdefault(entry.iri, entry.classes)
            self.labels.setdefault(entry.iri, entry.label)
        self._exact[" ".join(tokens)].append(number)
        self.longest = max(self.longest, min(len(tokens), 12))
        for token in set(tokens):
            postings = self._by_token[token]
            if len(postings) <= MAX_POSTINGS:
                postings.append(number)
        if entry.kind in (TermKind.CLASS, TermKind.PROPERTY):
            lang = language(entry.language or "en")
            words = [t for t in tokens if t not in lang.stop] or tokens
            self._by_stem[frozenset(lang.stem(t) for t in words)].append(number)
            for word in words:
                self._schema_words[word].append(number)
            if len(tokens) > _OPENING and entry.kind is TermKind.PROPERTY:
                self._openings[" ".join(tokens[:_OPENING])].append(number)
            base = _lemmas(entry.name, lang)
            if len(tokens) > 1 and entry.kind is TermKind.PROPERTY and set(base.split()) <= lang.stop:
                self._small[base].append(number)

    def _words_by_length(self) -> dict[int, list[str]]:
        found: defaultdict[int, list[str]] = defaultdict(list)
        for word in self._by_token:
            if len(word) >= FUZZY_FROM and not word.isdigit():
                found[len(word)].append(word)
        return dict(found)

    # ── the port ─────────────────────────────────────────────────────────────────────────────────

    def look_up(
        self, phrase: str, *, kinds: frozenset[TermKind] | None = None, limit: int = 10
    ) -> tuple[Match, ...]:
        """Matches of `phrase` by every way, best first."""
        found = [*self.exact(phrase, language("en"))]
        if len(found) < limit:
            found += self.partial(phrase)
        if not found:
            found += self.fuzzy(phrase)
        wanted = (m for m in found if kinds is None or m.kind in kinds)
        return tuple(_distinct(sorted(wanted, key=lambda m: -m.score)))[:limit]

    # ── the ways ─────────────────────────────────────────────────────────────────────────────────

    def has(self, folded: str) -> bool:
        """Whether a name is written just so (folded tokens joined by blanks)."""
        return folded in self._exact

    def exact(self, phrase: str, lang: Language) -> Iterator[Match]:
        """Names that are the phrase, as it stands or with its words brought to their base form."""
        tokens = folded_words(phrase)
        plain = " ".join(tokens)
        seen: set[str] = set()
        for written in self._forms(phrase, tokens, lang):
            if written in seen:
                continue
            seen.add(written)
            for number in self._exact.get(written, ()):
                yield self._match(number, how="exact" if written == plain else "inflected")

    def _forms(self, phrase: str, tokens: list[str], lang: Language) -> Iterator[str]:
        yield " ".join(tokens)
        words = [t.text for t in tokenise(phrase)]
        if not tokens:
            return
        lemmas = [lang.lemma(w) for w in words]
        yield " ".join([*tokens[:-1], lemmas[-1]])
        yield " ".join(lemmas)
        for singular in singulars(tokens[-1]):
            yield " ".join([*tokens[:-1], singular])

    def stemmed(self, phrase: str, lang: Language) -> Iterator[Match]:
        """Classes and properties whose words have the phrase's stems in any order ("managed", "manager")."""
        stems = frozenset(
            lang.stem(t.text)
            for t in tokenise(phrase)
            if t.folded not in lang.stop or (t.text.isupper() and len(t.text) > 1)
        )
        for number in self._by_stem.get(stems, ()):
            yield self._match(number, how="inflected", factor=0.93)

    def related(self, word: str, lang: Language) -> Iterator[Match]:
        """Classes and properties that have a word akin to this one in their name: the same stem, or the same
        beginning ("expert" - "area of expertise").
        """
        folded, stem = fold(word), lang.stem(word)
        for other, numbers in self._schema_words.items():
            same = other == folded or lang.stem(other) == stem
            if not same and (other in lang.stop or not _akin(folded, other)):
                continue
            for number in numbers:
                words = len([w for w in folded_words(self.entries[number].name) if w not in lang.stop])
                is_class = self.entries[number].kind is TermKind.CLASS
                # a word of a class's name is seldom the class: "weather" is no weather service
                part = 0.9 if words == 1 else 0.52 if is_class else 0.78
                yield self._match(number, how="partial", factor=part if same else part - 0.1)

    def opening(self, phrase: str) -> Iterator[Match]:
        """Properties whose names begin with the two words of the phrase: "part of" - "part of department"."""
        for number in self._openings.get(key(phrase), ()):
            yield self._match(number, how="partial", factor=0.92)

    def small(self, phrase: str, lang: Language) -> Iterator[Match]:
        """Properties whose names are small words alone: "look after" - "looks after"."""
        for number in self._small.get(_lemmas(phrase, lang), ()):
            yield self._match(number, how="inflected")

    def partial(self, phrase: str) -> Iterator[Match]:
        """Names that hold all words of the phrase and more: a surname alone, a name cut short."""
        tokens = set(folded_words(phrase))
        postings = [self._by_token.get(t, []) for t in tokens]
        rarest = min(postings, key=len, default=[])
        if not all(postings) or len(rarest) > MAX_POSTINGS:
            return
        for number in rarest:
            words = folded_words(self.entries[number].name)
            others = len(words) - len(tokens)
            if others > 0 and tokens <= set(words):
                yield self._match(number, how="partial", factor=0.85 - 0.05 * min(others, 4))

    def near_words(self, word: str) -> list[tuple[str, float]]:
        """Words of the index that a folded word may be a typing error of, with their similarity."""
        if len(word) < FUZZY_FROM or word in self._by_token:
            return []
        slack = 1 if len(word) < 8 else 2  # noqa: PLR2004  # one slip in a short word, two in a long one
        choices = [
            w for n in range(len(word) - slack, len(word) + slack + 1) for w in self._vocabulary.get(n, ())
        ]
        found = process.extract(
            word, choices, scorer=OSA.normalized_similarity, score_cutoff=FUZZY_CUT, limit=8
        )
        return [(str(w), float(s)) for w, s, _ in found if OSA.distance(word, w) <= slack]

    def fuzzy(self, phrase: str) -> Iterator[Match]:
        """Names that the phrase may be with typing errors in some of its words."""
        tokens = folded_words(phrase)
        options: list[list[tuple[str, float]]] = []
        for token in tokens:
            near = [(token, 1.0)] if token in self._by_token else self.near_words(token)
            if not near:
                return
            options.append(near[:4])
        if not options or all(o[0][1] == 1.0 for o in options):
            return
        for variant in _products(options):
            written = " ".join(w for w, _ in variant)
            similarity = fuzz.ratio(" ".join(tokens), written) / 100
            for number in self._exact.get(written, ()):
                yield self._match(number, how="fuzzy", factor=0.97 * similarity)
            if len(written.split()) == len(tokens) and not self._exact.get(written):
                for match in self.partial(written):
                    yield _scaled(match, 0.9 * similarity, "fuzzy")

    def _match(self, number: int, *, how: How, factor: float = 1.0) -> Match:
        entry = self.entries[number]
        score = factor * (1.0 if entry.preferred else 0.97) * (0.96 if how == "inflected" else 1.0)
        if how == "exact" and entry.identifier:
            how = "identifier"
        elif how == "exact" and not entry.preferred:
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
        )


def _lemmas(phrase: str, lang: Language) -> str:
    return " ".join(lang.lemma(t.text) for t in tokenise(phrase))


def _akin(one: str, other: str) -> bool:
    """Whether two words begin alike for so long that they belong to one family."""
    shared = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        shared += 1
    if shared == len(other) >= _ABBREVIATED and len(one) > shared:
        return True  # "latitude" is written "lat"
    if shared == len(one) >= _COMPOUND:
        return True  # "work" - "workplace"
    return shared >= _FAMILY and max(len(one), len(other)) - shared <= _ENDING


def _products(options: list[list[tuple[str, float]]], limit: int = 24) -> list[list[tuple[str, float]]]:
    rows: list[list[tuple[str, float]]] = [[]]
    for choice in options:
        rows = [[*row, word] for row in rows for word in choice][:limit]
    return rows


def _scaled(match: Match, factor: float, how: How) -> Match:
    return Match(
        kind=match.kind,
        iri=match.iri,
        label=match.label,
        score=round(match.score * factor, 4),
        how=how,
        classes=match.classes,
        value=match.value,
        datatype=match.datatype,
        language=match.language,
    )


def _distinct(matches: Iterable[Match]) -> Iterator[Match]:
    seen = set()
    for match in matches:
        mark = (match.kind, match.iri, match.value)
        if mark not in seen:
            seen.add(mark)
            yield match
