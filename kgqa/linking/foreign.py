"""Names in German alone -> the same names in English: so that an English question finds them.

In: the entries of classes and properties. Out: further entries for the terms that have no English name, made
of their words. A graph whose labels tell no language counts as German where many of its words are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from kgqa.language import language
from kgqa.language.translation import SOURCE, TARGET, Dictionary, dictionary, joined
from kgqa.linking.entry import Entry
from kgqa.linking.tokens import folded_words, tokenise
from kgqa.ontology import Name

MOST = 6  # English names of one term that are kept
LONGEST = 4  # words of a label that are translated
_GERMAN = 0.25  # share of names with a German word from which a graph without language tags is German


def in_english(entries: Sequence[Entry]) -> Iterator[Entry]:
    """One more entry for each English name of what has German names alone."""
    by_term: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_term[entry.iri].append(entry)
    known = {SOURCE, ""} if _is_german(e.name for e in entries if not e.language) else {SOURCE}
    for own in by_term.values():
        tagged = {e.language for e in own if e.language}
        if any(tag.startswith(TARGET) for tag in tagged):
            continue
        names = {n: e for e in own if e.language in known for n in _translated(e.name, dictionary())}
        for name, entry in list(names.items())[:MOST]:
            yield replace(entry, name=name, preferred=False, language=TARGET)


@lru_cache(maxsize=20_000)
def said_in_english(names: tuple[Name, ...]) -> tuple[str, ...]:
    """What a term with these names is called in English, where they are German alone; () where one is not."""
    if not names or any(n.language != SOURCE for n in names):
        return ()
    return tuple(dict.fromkeys(e for n in names for e in _translated(n.text, dictionary())))


def _translated(name: str, words: Dictionary) -> tuple[str, ...]:
    if known := words.names(name):
        return known
    stop = language(SOURCE).stop
    said = [t.text for t in tokenise(name) if t.folded not in stop]
    parts = [words.names(w) for w in said]
    if not said or len(said) > LONGEST or not any(parts):
        return ()
    return joined(tuple(p or (w,) for p, w in zip(parts, said, strict=True)))


def _is_german(names: Iterable[str]) -> bool:
    """Whether many of the names have a word that the table has and English has not."""
    english, words = language(TARGET), dictionary()
    count = found = 0
    for name in names:
        count += 1
        found += any(words.has(w) and not english.knows(w) for w in folded_words(name))
    return count > 0 and found >= _GERMAN * count
