"""Linking by meaning: the names whose vectors are nearest to a phrase's, "farming" - "agriculture".

In: phrases, and names that are kept with their vectors. Out: matches, best first. Which names are worth
keeping by meaning, and how a name is written for a model, is said here too.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from threading import Lock

from kgqa.linking.entry import Entry
from kgqa.linking.index import TermIndex, distinct, match
from kgqa.linking.ways import Ways
from kgqa.ontology import Ontology, spaced
from kgqa.ports import Embedder, NamesByMeaning
from kgqa.types import Match, TermKind

NAME = "semantic"
MOST = 100_000  # names that are kept with their vectors
LOWEST, HIGHEST = 0.5, 0.85  # scores of a name that is just near, and of one that means the same
# The score from which a term is what was meant, and no mere neighbour: things are of classes that an admin
# has chosen, values are many and alike among each other.
LEAST = {TermKind.CLASS: 0.64, TermKind.PROPERTY: 0.64, TermKind.VALUE: 0.72, TermKind.ENTITY: LOWEST}
FEW_VALUES = 200  # different values of a property that is a small vocabulary
LONGEST = 120  # characters of a name that has a meaning; longer ones are texts
REMEMBERED = 4_000  # phrases whose matches are remembered
_SPARE = 4  # names that are looked at for one that is given, since terms have several

_SCHEMA = (TermKind.CLASS, TermKind.PROPERTY)
_NOUNS_ARE_LARGE = ("de", "lb")  # languages in which a capital is no mere ornament


class SemanticLinker:
    """A `Linker` by meaning. Phrases that were met before are not embedded again."""

    name = NAME

    def __init__(self, embedder: Embedder, names: NamesByMeaning) -> None:
        self._embedder = embedder
        self._names = names
        self._remembered: OrderedDict[tuple[str, int], tuple[Match, ...]] = OrderedDict()
        self._lock = Lock()

    async def find(
        self,
        phrases: Sequence[str],
        *,
        language: str,  # noqa: ARG002  # the model knows it by itself
        limit: int = 10,
    ) -> Sequence[Sequence[Match]]:
        wanted = [(_plain(phrase), limit) for phrase in phrases]
        found: dict[tuple[str, int], tuple[Match, ...]] = {}
        with self._lock:
            for key in wanted:
                if (known := self._remembered.get(key)) is not None:
                    found[key] = known
                    self._remembered.move_to_end(key)
        new = list(dict.fromkeys(key for key in wanted if key not in found and _has_letters(key[0])))
        if new:
            vectors = await self._embedder.embed([text for text, _ in new])
            near = self._names.nearest(vectors, limit * _SPARE)
            made = {key: tuple(self._matches(some))[:limit] for key, some in zip(new, near, strict=True)}
            found |= made
            with self._lock:
                self._remembered |= made
                while len(self._remembered) > REMEMBERED:
                    self._remembered.popitem(last=False)
        return [found.get(key, ()) for key in wanted]

    async def near(self, phrase: str, kinds: Collection[TermKind], limit: int = 10) -> Sequence[Match]:
        """The terms of some kinds that are nearest to a phrase, however far they are."""
        vectors = await self._embedder.embed([_plain(phrase)])
        (found,) = self._names.nearest(vectors, limit * _SPARE)
        every = (
            replace(match(entry, how="semantic"), score=score(cosine, self._names.floor))
            for cosine, entry in found
            if entry.kind in kinds
        )
        return tuple(distinct(every))[:limit]

    def _matches(self, near: Sequence[tuple[float, Entry]]) -> Iterator[Match]:
        """One match a term, by the name of it that is nearest. The merely near are left out: there always is
        one, also where the graph knows nothing.
        """
        worth = ((score(cosine, self._names.floor), entry) for cosine, entry in near)
        return distinct(
            replace(match(entry, how="semantic"), score=how_near)
            for how_near, entry in worth
            if how_near >= LEAST[entry.kind]
        )


def score(cosine: float, floor: float) -> float:
    """The cosine of a model, whatever its scale, as a score below that of every name that is written so."""
    share = (cosine - floor) / (1 - floor) if floor < 1 else 1.0
    return round(LOWEST + (HIGHEST - LOWEST) * min(max(share, 0.0), 1.0), 4)


def text_of(entry: Entry) -> str:
    """The name as a model reads it best, "" for one without a meaning (a code, a number, a text).

    A name in capitals says nothing to a model, and the capitals of titles lead it astray; names of things
    keep theirs.
    """
    if entry.identifier or len(entry.name) > LONGEST:
        return ""
    is_schema = entry.kind in _SCHEMA
    name = _plain(
        spaced(entry.name) if " " not in entry.name and (is_schema or "_" in entry.name) else entry.name
    )
    if not _has_letters(name):
        return ""
    if name.isupper() and " " in name:
        return name.lower() if is_schema else name.title()
    if is_schema and entry.language.partition("-")[0].lower() not in _NOUNS_ARE_LARGE:
        return " ".join(word if word.isupper() else word.lower() for word in name.split())
    return name


def with_meaning(ontology: Ontology, index: TermIndex, ways: Ways) -> Iterator[Entry]:
    """The entries of a graph that are worth finding by meaning: classes and properties, the things of classes
    whose ways lead there, and the values of small vocabularies.
    """
    for iri in (*ontology.classes, *ontology.properties):
        yield from index.schema.of_term(iri)
    for cls in ontology.classes:
        if ways.allows(NAME, (cls,)):
            for thing in index.names.of_class(cls, MOST):
                yield from index.names.of_term(thing.iri)
    for prop in ontology.properties:
        values = index.names.of_term(prop, FEW_VALUES + 1)
        if len(values) <= FEW_VALUES:
            yield from (entry for entry in values if entry.kind is TermKind.VALUE)


def _plain(text: str) -> str:
    """In one line, and without halves of characters, which nobody can send."""
    return " ".join(text.encode("utf-8", "ignore").decode("utf-8").split())


def _has_letters(text: str) -> bool:
    return sum(c.isalpha() for c in text) > 1
