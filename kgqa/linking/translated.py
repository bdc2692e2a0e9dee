"""German words of a question -> names that the graph has in English alone.

In: a run of a question's words, the index. Out: matches of their translations, a little below what the same
name would score in the question's own words. Classes and properties are found by every form of a name, things
and values by their whole name; the rest of the words of a name is never guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kgqa.language import Language, fold, language
from kgqa.language.translation import SOURCE, TARGET, dictionary, joined
from kgqa.linking.index import SHARED, TermIndex, match
from kgqa.linking.mentions import is_empty, is_instruction
from kgqa.linking.tokens import Token, folded_words, tokenise
from kgqa.ontology import Ontology
from kgqa.types import Match, TermKind

LONGEST = 4  # words of a run that are translated together
BY_TRANSLATION = 0.94  # what a name is worth that was translated
NEXT = 0.01  # what each likelier translation takes from one
PART = 0.95  # what a name is worth of which all words were said but one or two
AKIN = 0.88  # what a word akin to a translation is worth, of what it would be worth itself
FAR = 0.1  # what is this much less likely than another translation is not meant: "Werk" is no work here
OF_THE_KIND = 0.86  # "Bestelldatum": the date of an order, by the head of the word alone
_SCHEMA = (TermKind.CLASS, TermKind.PROPERTY)
_WHOLE_NAME = 0.85
_STATES = ("ed", "en", "e", "l", "t", "y")  # how an English word ends that may say how something is: no verb
_OF = ("der", "des", "von", "vom", "fur", "zum", "zur", "im", "am", "in", "an")


def translated(
    run: Sequence[Token], known: Iterable[Match], index: TermIndex, lang: Language, ontology: Ontology
) -> Iterator[Match]:
    """What a run of words means in English; nothing for a name of the schema that is `known` in German."""
    if lang.code != SOURCE or len(run) > LONGEST:
        return
    if any(m.kind in _SCHEMA and m.language == SOURCE and m.how != "partial" for m in known):
        return
    english = language(TARGET)
    names = _names(run, lang)
    found: list[Match] = []
    for place, name in enumerate(names):
        factor = BY_TRANSLATION - NEXT * place
        is_act = run[-1].text.islower() and not name.endswith(_STATES)
        whole = (m for m in _whole(name, index, english) if m.kind in _SCHEMA or not is_act)
        found += _worth(whole, factor)
    if len(run) == 1 and not is_instruction(run[0], lang):
        if not any(m.kind in _SCHEMA for m in found):
            found += _akin(run[0], names, index, lang)
        found += _of_the_kind(run[0], index, ontology)
    best = max((m.score for m in found), default=0.0)
    yield from (m for m in found if m.score >= best - FAR)


def _names(run: Sequence[Token], lang: Language) -> tuple[str, ...]:
    """What a run of words may be called in English: as the table has it, or word by word."""
    words = dictionary()
    for last in dict.fromkeys((run[-1].text, lang.lemma(run[-1].text))):
        if known := words.listed(" ".join((*(t.text for t in run[:-1]), last))):
            return known
    if len(run) == 1:
        is_counted = run[0].folded in lang.phrases("count_phrases")
        return () if is_counted or is_empty(run[0], lang) else words.names(run[0].text)
    inner = [t for t in run[1:-1] if is_empty(t, lang)]
    if is_empty(run[0], lang) or is_empty(run[-1], lang) or any(t.folded not in _OF for t in inner):
        return ()
    parts = [words.names(t.text) for t in run if t not in inner]
    if not any(parts):
        return ()
    if len({p[0] for p in parts if p}) < len([p for p in parts if p]):
        return ()
    named = [p or (t.text,) for p, t in zip(parts, (t for t in run if t not in inner), strict=True)]
    return joined(tuple(named))


def _whole(name: str, index: TermIndex, lang: Language) -> Iterator[Match]:
    yield from index.exact(name, lang)
    words = tokenise(name)
    small = {t.folded for t in words if is_empty(t, lang)} - lang.phrases("inner_words")
    edges = is_empty(words[0], lang) or is_empty(words[-1], lang)
    if not small and not edges:  # "part number" is not just any part
        yield from index.stemmed(name, lang)
    if all(is_empty(t, lang) or t.folded in lang.light_verbs for t in words):
        yield from index.small(name, lang)
    if len(words) == 2 and words[1].folded in lang.stop:  # noqa: PLR2004  # "part of" - "part of department"
        yield from index.opening(name, lang)


def _akin(token: Token, names: Sequence[str], index: TermIndex, lang: Language) -> Iterator[Match]:
    """Names of the schema with a word akin to a translation, or to another word for the same notion."""
    english = language(TARGET)
    synonyms = english.table("synonyms")
    is_common = {token.folded, lang.lemma(token.text)} & (lang.light_verbs | lang.fillers)
    for place, name in enumerate(names):
        others = (name, *synonyms.get(fold(name), ()))
        for other in others:
            factor = (AKIN if other == name else AKIN * AKIN) - NEXT * place
            if " " in other:
                yield from _worth(_longer(other, index), factor)
            elif other not in english.stop:
                akin = index.related(other, english)
                yield from _worth((m for m in akin if not is_common or m.score >= _WHOLE_NAME), factor)
            if other != name:
                yield from _worth((m for m in _whole(other, index, english) if m.kind in _SCHEMA), factor)


def _longer(name: str, index: TermIndex) -> Iterator[Match]:
    """Properties that have all words of a name and more: "open date" - "claim open date"."""
    entries = index.schema.holding(folded_words(name), SHARED)
    return (match(e, how="partial", factor=PART) for e in entries if e.kind is TermKind.PROPERTY)


def _of_the_kind(token: Token, index: TermIndex, ontology: Ontology) -> Iterator[Match]:
    """A compound by its last word, where its first one says what has the property, or what it leads to."""
    compound = dictionary().compound(token.text) if not dictionary().listed(token.text) else None
    if compound is None:
        return
    english = language(TARGET)
    begins = {english.lemma(w) for w in compound.beginning}
    for place, name in enumerate(compound.head):
        for found in _whole(name, index, english):
            sides = (*ontology.domains(found.iri), *ontology.ranges(found.iri))
            classes = {c for union in sides for c in union}
            if found.kind is TermKind.PROPERTY and any(begins & _called(c, ontology) for c in classes):
                yield from _worth((found,), OF_THE_KIND - NEXT * place)


def _called(cls: str, ontology: Ontology) -> set[str]:
    english = language(TARGET)
    return {english.lemma(w) for w in (ontology.label(cls, TARGET), ontology.label(cls, TARGET).split()[-1])}


def _worth(matches: Iterable[Match], factor: float) -> Iterator[Match]:
    return (replace(m, score=round(m.score * factor, 4), how="alternative") for m in matches)
