"""The pairs of a library in memory, ready to be found by likeness.

In: pairs. Out: the most similar first (Zaha 4.1.1: the ten most similar examples, in falling similarity).
What a question says counts, and hardly what it names: see `masking`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from heapq import nsmallest
from itertools import pairwise
from math import sqrt

from rapidfuzz import fuzz, process

from kgqa.errors import OperatorsMove
from kgqa.language import guess, language
from kgqa.library.masking import MASK, NamesOf, masked, plain_mask, unnamed
from kgqa.library.pair import Pair
from kgqa.linking.tokens import folded_words
from kgqa.ports import Embedder

_SMALL = 0.4  # what a function word weighs, against a word of meaning
_MASKED = 0.3
_TWO = 0.5  # what two words in a row weigh
_SLIP = 84.0  # percent of likeness from which a word that no pair has is taken for one that some have
_FLOOR = 0.1  # likeness below which a pair has nothing to do with the question
Found = tuple[tuple[float, Pair], ...]


@dataclass(slots=True)
class Shelf:
    """The pairs that stand. `stock` replaces them, as the library changes while the service runs. `embedder`
    makes vectors, each once; `nearest` does without, `similar` asks it where there is one.
    """

    pairs: tuple[Pair, ...] = field(default=())
    embedder: Embedder | None = None
    names_of: NamesOf = unnamed
    _index: _Index | None = field(default=None, repr=False)
    _vectors: dict[str, Sequence[float]] = field(default_factory=dict, repr=False)

    def stock(self, pairs: Sequence[Pair]) -> None:
        """Takes these pairs in the place of those before."""
        self.pairs, self._index = tuple(pairs), None

    def know(self, names_of: NamesOf) -> None:
        """Learns what things are called, so that their names do not count."""
        self.names_of, self._index = names_of, None
        self._vectors.clear()

    def nearest(self, question: str, *, limit: int = 10) -> Found:
        """The pairs most like the question, each with its likeness (0..1), most similar first."""
        index = self._index  # another thread may stock the shelf meanwhile
        if index is None or index.pairs is not self.pairs:
            index = self._index = _Index(self.pairs, self.names_of)
        return index.nearest(question, limit)

    async def similar(self, question: str, *, limit: int = 10) -> Found:
        """As `nearest`, by meaning where there is an embedder. Raises OperatorsMove when that fails."""
        if self.embedder is None or not self.pairs:
            return self.nearest(question, limit=limit)
        missing = [p for p in self.pairs if p.id not in self._vectors]
        phrases = [masked(p, self.names_of) for p in missing]
        vectors = await self.embedder.embed([*phrases, plain_mask(question)])
        self._vectors |= {p.id: _unit(v) for p, v in zip(missing, vectors, strict=False)}
        asked = _unit(vectors[-1])
        scored = ((_dot(asked, self._vectors[p.id]), n) for n, p in enumerate(self.pairs))
        best = nsmallest(limit, scored, key=lambda e: (-e[0], e[1]))
        return tuple((round(max(0.0, min(1.0, score)), 4), self.pairs[n]) for score, n in best)

    async def closest(self, question: str, *, limit: int = 10) -> list[Pair]:
        """The pairs most like the question, most similar first; by their words where the embedder fails."""
        try:
            near = await self.similar(question, limit=limit)
        except OperatorsMove:
            near = self.nearest(question, limit=limit)
        return [pair for _, pair in near]


class _Index:
    """Words and pairs of words of the masked questions: for each, the pairs that have it."""

    def __init__(self, pairs: tuple[Pair, ...], names_of: NamesOf) -> None:
        self.pairs = pairs
        self.postings: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, pair in enumerate(pairs):
            for feature, weight in _features(masked(pair, names_of), pair.language).items():
                self.postings[feature].append((number, weight))
        self.words = [f for f in self.postings if " " not in f]

    def nearest(self, question: str, limit: int) -> Found:
        scores: defaultdict[int, float] = defaultdict(float)
        for feature, weight in _features(self._known(plain_mask(question)), "").items():
            for number, other in self.postings.get(feature, ()):
                scores[number] += weight * other
        best = nsmallest(limit, scores.items(), key=lambda e: (-e[1], e[0]))
        return tuple((round(min(1.0, s), 4), self.pairs[n]) for n, s in best if s >= _FLOOR)

    def _known(self, text: str) -> str:
        """The text with its slips put right, as far as the pairs have such words."""
        lang = guess(text)
        words = []
        for word in folded_words(text):
            if word == MASK or lang.stem(word) in self.postings:
                words.append(word)
                continue
            near = process.extractOne(lang.stem(word), self.words, scorer=fuzz.ratio, score_cutoff=_SLIP)
            words.append(near[0] if near else word)
        return " ".join(words)


def _features(text: str, code: str) -> dict[str, float]:
    """Stems and neighbouring stems with their weights, of length 1 in all."""
    lang = language(code) if code else guess(text)
    words = [(w if w == MASK else lang.stem(w), _weight(w, lang.stop)) for w in folded_words(text)]
    found: dict[str, float] = {}
    for word, weight in words:
        found[word] = max(found.get(word, 0.0), weight)
    for (one, _), (two, _) in pairwise(words):
        found[f"{one} {two}"] = _TWO
    length = sqrt(sum(w * w for w in found.values())) or 1.0
    return {feature: weight / length for feature, weight in found.items()}


def _weight(word: str, stop: frozenset[str]) -> float:
    return _MASKED if word == MASK else _SMALL if word in stop else 1.0


def _unit(vector: Sequence[float]) -> tuple[float, ...]:
    length = sqrt(sum(x * x for x in vector)) or 1.0
    return tuple(x / length for x in vector)


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))
