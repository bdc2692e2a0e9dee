"""German compounds, taken apart: "Gastarife" are "Gas-Tarife", tariffs of gas, the "Rechnungsbetrag" is the
"Rechnung-Betrag", and the "Versanddatum" is what is called "versandt am".

In: a question, and the names of its graph. Out: the question with a hyphen in each compound that is no name
itself, where its end names a class and its beginning one thing or value of the graph, or its end a property
of the class that it begins with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kgqa.declared.vocabulary import DATES
from kgqa.language import Language, fold
from kgqa.language.compounds import BEGINNING, BETWEEN, ENDING
from kgqa.linking.index import SHARED, TermIndex
from kgqa.linking.tokens import folded_words
from kgqa.linking.vocabulary import akin
from kgqa.ontology import Ontology
from kgqa.types import Match, TermKind

_COMPOUND = re.compile(rf"[^\W\d_]{{{BEGINNING + ENDING},}}")
_MORE = 2  # letters that a participle has more than its noun: "versandt am", "geliefert am"
_NAMED = (TermKind.ENTITY, TermKind.VALUE)


def taken_apart(text: str, index: TermIndex, ontology: Ontology, lang: Language) -> str:
    """The text with its compounds in two parts."""
    if not lang.data["capital_nouns"]:
        return text
    return _COMPOUND.sub(lambda found: _in_parts(found[0], index, ontology, lang) or found[0], text)


def _in_parts(word: str, index: TermIndex, ontology: Ontology, lang: Language) -> str:
    if any(True for _ in index.exact(word, lang)):
        return ""
    for at in range(BEGINNING, len(word) - ENDING + 1):
        end = word[at:].capitalize()
        is_date = word[at:].casefold() in lang.data["plain_date_words"]
        if is_date and (dated := _dated(word[:at], index, ontology)):
            return dated
        ended = list(index.exact(end, lang))
        is_class = any(m.kind is TermKind.CLASS for m in ended)
        if is_class and any(True for _ in index.exact(word[:at] + lang.lemma(end).lower(), lang)):
            return ""  # the plural of a name: "Biohöfen"
        props = [] if is_class else list(_properties(end, ended, index))
        for begin in _beginnings(word[:at]) if is_class or props else ():
            named = list(index.exact(begin, lang))
            if is_class and any(m.kind in _NAMED for m in named):
                return f"{begin}-{end}"
            if any(m.kind is TermKind.CLASS and _has(m.iri, props, ontology) for m in named):
                return f"{begin}-{end}"
    return ""


def _dated(word: str, index: TermIndex, ontology: Ontology) -> str:
    """The only date that is called like what a compound begins with, which goes on with one small word."""
    called = {
        e.iri: e.name
        for e in index.entries
        if e.kind is TermKind.PROPERTY and DATES & {u.object for u in ontology.uses_of(e.iri)}
        for first, *rest in [folded_words(e.name)]
        if len(rest) == 1 and akin(first, fold(word)) and len(first) - len(word) <= _MORE
    }
    return next(iter(called.values())) if len(called) == 1 else ""


def _beginnings(word: str) -> Iterator[str]:
    """What a compound may begin with, without what joins it to its end."""
    for between in BETWEEN:
        begin = word[: len(word) - len(between)]
        if len(begin) >= BEGINNING and word.casefold().endswith(between):
            yield begin.capitalize()


def _properties(noun: str, named: Iterable[Match], index: TermIndex) -> Iterator[str]:
    """The properties that are called so (`named`), or so with more behind it: "Betrag netto"."""
    yield from (m.iri for m in named if m.kind is TermKind.PROPERTY)
    said = folded_words(noun)
    for entry in index.schema.holding(said, SHARED) if said else ():
        if entry.kind is TermKind.PROPERTY and folded_words(entry.name)[: len(said)] == said:
            yield entry.iri


def _has(cls: str, props: list[str], ontology: Ontology) -> bool:
    """Whether things of a class have one of the properties."""
    below = ontology.subclasses(cls)
    return any(u.subject in below for p in props for u in ontology.uses_of(p))
