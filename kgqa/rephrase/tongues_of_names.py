"""The languages that a graph's names are in.

In: an ontology, and the names of its things. Out: language codes, the main one first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kgqa.language import LANGUAGES
from kgqa.linking.foreign import said_in_english
from kgqa.linking.index import TermIndex
from kgqa.ontology import Name, Ontology
from kgqa.rephrase.tongue import UNKNOWN, tongue

SHARE = 0.2  # of the names, from which a language is one of the graph's
_CLASSES, _THINGS = 20, 10  # whose names are looked at where the schema's tell nothing
_LONGEST = 4_000  # characters of names without a language tag that are looked at


def languages_of(ontology: Ontology, index: TermIndex | None = None) -> tuple[str, ...]:
    """The languages of the labels, by their tags, or by their words where there are none; then English."""
    names = [n for cls in ontology.classes.values() for n in cls.names]
    names += [n for p in ontology.properties.values() for n in p.names]
    tags = Counter(_short(n.language) for n in names if n.language)
    if not tags:
        tags = Counter(_short(n.language) for n in _of_things(ontology, index) if n.language)
    if not tags:
        return (_of_words(names),)
    most = sum(tags.values())
    # English stands before the others where it is one of them: it needs the least translation.
    ranked = sorted(tags, key=lambda code: (code != LANGUAGES[0], -tags[code], code))
    return tuple(code for code in ranked if tags[code] >= SHARE * most) or (ranked[0],)


def _of_things(ontology: Ontology, index: TermIndex | None) -> Iterator[Name]:
    for iri in list(ontology.classes)[:_CLASSES] if index is not None else ():
        for entry in index.names.of_class(iri, _THINGS) if index is not None else ():
            yield Name(entry.name, entry.language)


def _of_words(names: list[Name]) -> str:
    """The language of names without tags, by their words."""
    text = " ".join(n.text.lower() for n in names)[:_LONGEST]
    found = tongue(text)
    if found.is_sure and found.code != UNKNOWN:
        return found.code
    german = [n for n in names if said_in_english((Name(n.text, "de"),))]
    return "de" if names and len(german) > len(names) / 2 else LANGUAGES[0]


def _short(tag: str) -> str:
    return tag.partition("-")[0].lower()
