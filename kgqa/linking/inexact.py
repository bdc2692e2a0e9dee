"""The phrases that no whole name explains: part of a name, a name with slips or cut short, akin words.

In: the words of a question and which of them are explained. Out: links for the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product

from kgqa.language import Language, fold
from kgqa.linking.index import TermIndex
from kgqa.linking.meanings import best_of, has_part, person_first
from kgqa.linking.mentions import is_empty, is_instruction, is_ordinary, spans_a_break
from kgqa.linking.tokens import Token, key
from kgqa.types import Link, Match, TermKind
from kgqa.values.countries import countries

_WHOLE_NAME = 0.85  # how an akin word scores that is the only one of a name
MOST_PARTS = 5  # words of a name that is said in part or with slips
MOST_LOOKS = 12  # names with slips that are looked for in one question: each takes milliseconds
MAX_SHARED = 6  # a phrase that is part of more names than this tells none of them


def longer_names(
    text: str, tokens: tuple[Token, ...], covered: set[int], index: TermIndex, lang: Language
) -> Iterable[Link]:
    """Several words that are one name, the longest first, with a word that no whole name explains: part of it
    ("U990 LCD Inductor"), or the name with slips or cut short ("Ruht Adyemi", "Intl. Bus. Mach.").
    """
    taken: set[int] = set()
    looks = MOST_LOOKS
    for size in range(min(MOST_PARTS, len(tokens)), 1, -1):
        for first in range(len(tokens) - size + 1):
            run = range(first, first + size)
            words = [tokens[i] for i in run]
            phrase = text[words[0].start : words[-1].end]
            if (
                taken & set(run)
                or all(i in covered for i in run)
                or is_empty(words[0], lang)
                or is_empty(words[-1], lang)
                or spans_a_break(phrase)
            ):
                continue
            matches = best_of(index.partial(phrase))
            if matches and _names_a_kind(words[-1], index, lang):
                said = " ".join(w.folded for w in words)
                matches = tuple(m for m in matches if said in key(m.matched or m.value or m.label))
            if len(matches) > MAX_SHARED:
                matches = ()
            matches = tuple(replace(m, score=min(0.97, round(m.score + 0.12, 4))) for m in matches)
            if not matches and looks and _may_be_slipped(words, [i in covered for i in run], lang):
                looks -= 1
                matches = best_of([*index.abbreviated(phrase), *index.fuzzy(phrase)])
            if matches:
                taken.update(run)
                yield Link(text=phrase, start=words[0].start, end=words[-1].end, matches=matches)


def _names_a_kind(word: Token, index: TermIndex, lang: Language) -> bool:
    """Whether a word is a class in the plural: "Gale lamps" are lamps, and no "Gale S lamps"."""
    is_plural = word.text.islower() and lang.lemma(word.text) != word.folded
    return is_plural and any(m.kind is TermKind.CLASS for m in index.related(word.text, lang))


def _may_be_slipped(words: Sequence[Token], known: Sequence[bool], lang: Language) -> bool:
    """Whether words may be one name with slips: one of them is a word of no language and of no name here."""
    strange = any(not is_ordinary(w, lang) and not k for w, k in zip(words, known, strict=True))
    return strange and not any(is_instruction(w, lang) for w in words)


def other_ways(
    tokens: tuple[Token, ...], covered: set[int], index: TermIndex, lang: Language
) -> Iterable[Link]:
    """For the words that nothing else explains: akin words of the schema, part of a name, typing errors."""
    for i, token in enumerate(tokens):
        if i in covered or is_empty(token, lang) or is_instruction(token, lang):
            continue
        pair = _with_next(tokens, i)
        if both := best_of(_synonyms((pair,), index, lang, ("synonyms",))):
            yield Link(text=pair, start=token.start, end=tokens[i + 1].end, matches=both)
            continue
        by_whom = i > 0 and tokens[i - 1].folded in lang.phrases("who")
        is_done = by_whom and token.folded in lang.table("done_by")
        tables = ("done_by",) if is_done else ("synonyms",)
        akin = list(related(token, index, lang))
        is_wide = by_whom or lang.lemma(token.text) in lang.phrases("companies")  # not water companies alone
        is_noun = not is_wide and any(_is_noun(m, token, lang) for m in akin)
        said = f"{tokens[i - 1].folded} {token.folded}" if i else ""
        # what "we buy" is supplied to us: no customer buys it
        forms = (said,) if said in lang.table("synonyms") else (said, token.folded, lang.lemma(token.text))
        matches = [*([] if is_noun else _synonyms(forms, index, lang, tables)), *akin]
        matches += index.in_full(token.folded)
        if not is_ordinary(token, lang):
            # what is in Norway is not the Norway Trading Company, and a letter is a unit or a code
            if len(token.folded) > 1 and not countries(token.folded, lang):
                matches += index.partial(token.text)
            matches += index.abbreviated(token.text)
            slips = [] if any(m.kind is TermKind.ENTITY for m in matches) else [*index.fuzzy(token.text)]
            if has_part(slips, index.parts):
                people = [m for m in slips if m.kind is TermKind.ENTITY]
                slips = person_first([m for m in slips if m not in people], people, index.parts)
            matches += slips
        matches = [m for m in matches if not is_turned(m, tokens, lang)]
        if not matches:
            matches += index.drawn(token.text, lang)
        if best := best_of(matches):
            yield Link(text=token.text, start=token.start, end=token.end, matches=best)


def is_turned(match: Match, tokens: Sequence[Token], lang: Language) -> bool:
    """Whether a name says from whom, and the question does not: who bought it is nobody "bought from"."""
    if match.kind is not TermKind.PROPERTY:
        return False
    sources = lang.phrases("source_words")
    verb, _, last = fold(match.matched or match.label).rpartition(" ")
    if last not in sources or lang.lemma(verb) not in lang.phrases("getting"):
        return False  # "valid from" is no source
    return sources.isdisjoint(t.folded for t in tokens)


def in_pair(tokens: tuple[Token, ...], i: int, lang: Language) -> bool:
    """Whether a word says something else with the one beside it: "kaufen wir"."""
    pairs = (_with_next(tokens, at) for at in (i - 1, i) if at >= 0)
    return any(pair in lang.table("synonyms") for pair in pairs)


def _with_next(tokens: tuple[Token, ...], i: int) -> str:
    """A word with the one behind it: "looks after"."""
    return " ".join(t.folded for t in tokens[i : i + 2]) if i + 1 < len(tokens) else ""


def _synonyms(
    forms: Iterable[str], index: TermIndex, lang: Language, tables: Iterable[str]
) -> Iterable[Match]:
    """Classes and properties by the other words that graphs have for the same notion. Of the forms the first
    one counts first: the word with the one before it ("in charge").
    """
    for word, table in product(dict.fromkeys(forms), tables):
        for other in lang.table(table).get(word, ()):
            akin = () if " " in other else index.related(other, lang)
            for match in (*index.exact(other, lang), *index.stemmed(other, lang), *akin):
                if match.kind in (TermKind.CLASS, TermKind.PROPERTY):
                    yield replace(match, score=round(match.score * 0.88, 4), how="alternative")


def related(token: Token, index: TermIndex, lang: Language) -> Iterable[Match]:
    """Akin words of the schema; for a verb that every question may have ("have", "require"), only where it is
    all that the name says, or the noun of a class ("runs" that are ski runs).
    """
    common = lang.light_verbs | lang.fillers
    lemma = lang.lemma(token.text)
    is_common = token.folded in common or lemma in common
    return (
        m
        for m in index.related(token.text, lang)
        if not is_common or m.score >= _WHOLE_NAME or _is_noun(m, token, lang)
    )


def _is_noun(match: Match, token: Token, lang: Language) -> bool:
    """Whether a word in the plural is the noun of a class's name: "runs" that are ski runs."""
    lemma = lang.lemma(token.text)
    last = fold(match.matched or match.label).split()[-1:]
    return match.kind is TermKind.CLASS and token.folded != lemma and last in ([lemma], [token.folded])
