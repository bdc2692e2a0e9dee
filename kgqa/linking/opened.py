"""Names without those of what is closed to the asker: in the store of names, and in what linkers have found.

In: a view of the ontology, from which something is left out, names or links. Out: the same without what is
closed, by its IRI, its property or its classes; the very same where the ontology is whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kgqa.check.closed import Closing, View, closing
from kgqa.language import Language
from kgqa.linking.entry import Entry, Thing
from kgqa.linking.further import KNOWN
from kgqa.linking.index import TermIndex
from kgqa.linking.link import link
from kgqa.linking.mentions import unlinked
from kgqa.linking.names import schema_entries
from kgqa.ontology import Ontology
from kgqa.ports import HidingNames, NameStore
from kgqa.types import LinkedQuestion, Match, Question, TermKind

COUNTED = 50  # entries with a word that are looked at for those that are open


def open_names(names: NameStore, ontology: Ontology) -> NameStore:
    """The names that the asker may know."""
    if not isinstance(ontology, View):
        return names
    closed = closing(ontology, ontology.closed)
    if isinstance(names, HidingNames):
        known = ontology.whole.known_properties
        names = names.without(
            closed.classes, {p for p in known if p in closed.terms or closed.has_values_of(p)}
        )
    return OpenNames(names, closed)


def open_links(linked: LinkedQuestion, ontology: Ontology, lang: Language) -> LinkedQuestion:
    """A question without the matches that the asker may not know of, whoever has found them."""
    if not isinstance(ontology, View):
        return linked
    links = tuple(replace(link, matches=open_matches(link.matches, ontology)) for link in linked.links)
    links = tuple(link for link in links if link.matches)
    return replace(linked, links=links, unlinked=unlinked(linked.question.text, links, lang))


def open_matches(matches: Iterable[Match], ontology: Ontology) -> tuple[Match, ...]:
    """The matches that the asker may know of."""
    if not isinstance(ontology, View):
        return tuple(matches)
    closed = closing(ontology, ontology.closed)
    return tuple(_with_open_edges(m, closed) for m in matches if is_open(m, closed))


def speaks_of_closed(question: Question, ontology: Ontology, lang: Language) -> bool:
    """Whether a question says a name of a closed class or property that is known without closed data."""
    if not isinstance(ontology, View):
        return False
    closed = closing(ontology, ontology.closed)
    index = TermIndex(entry for entry in schema_entries(closed.by_hearsay) if entry.iri in closed.terms)
    linked = link(question, index, lang)
    return any(m.how in KNOWN for found in linked.links for m in found.matches)


def is_open(named: Entry | Match, closed: Closing) -> bool:
    """Whether the term of an entry or a match is none of what is closed. A value is known by its property
    alone, so that those of a property that closed things have may be theirs.
    """
    if named.kind is TermKind.VALUE and closed.has_values_of(named.iri):
        return False
    return named.iri not in closed.terms and closed.classes.isdisjoint(named.classes)


def _with_open_edges(match: Match, closed: Closing) -> Match:
    return replace(match, edges=tuple(e for e in match.edges if e.property not in closed.properties))


class OpenNames:
    """A `NameStore` over another one."""

    def __init__(self, names: NameStore, closed: Closing) -> None:
        self._names, self._closed = names, closed
        self.longest, self.size = names.longest, names.size

    def named(self, key: str, limit: int = 50) -> Sequence[Entry]:
        return self._open(self._names.named(key, limit))

    def holding(self, words: Sequence[str], limit: int = 50) -> Sequence[Entry]:
        return self._open(self._names.holding(words, limit))

    def reordered(self, key: str, limit: int = 50) -> Sequence[Entry]:
        return self._open(self._names.reordered(key, limit))

    def near(self, key: str, limit: int = 50) -> Sequence[Entry]:
        return self._open(self._names.near(key, limit))

    def words_near(self, word: str, slips: int) -> Sequence[str]:
        return [w for w in self._names.words_near(word, slips) if self.frequency(w)]

    def frequency(self, word: str) -> int:
        count = self._names.frequency(word)
        return count if count > COUNTED else len(self.holding((word,), COUNTED))

    def shortened(self, words: Sequence[str], limit: int = 50) -> Sequence[Entry]:
        return self._open(self._names.shortened(words, limit))

    def thing(self, iri: str) -> Thing | None:
        thing = self._names.thing(iri)
        if thing is None or iri in self._closed.terms or not self._closed.classes.isdisjoint(thing.classes):
            return None
        return thing

    def of_term(self, iri: str, limit: int = 50) -> Sequence[Entry]:
        return self._open(self._names.of_term(iri, limit))

    def of_class(self, iri: str, limit: int = 50) -> Sequence[Entry]:
        return self._open(self._names.of_class(iri, limit))

    def _open(self, entries: Iterable[Entry]) -> list[Entry]:
        return [entry for entry in entries if is_open(entry, self._closed)]
