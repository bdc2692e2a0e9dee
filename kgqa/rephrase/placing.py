"""The words of a translated question -> links, as if they had been asked in a language that is read.

In: a translation with its mentions, the index of names. Out: a LinkedQuestion. What the model gave is a
phrase and no more: it is looked up like any other, names as they were written first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgqa.language import LANGUAGES, Language, language
from kgqa.linking.index import TermIndex
from kgqa.linking.link import link
from kgqa.linking.mentions import unlinked
from kgqa.linking.tokens import tokenise
from kgqa.linking.translated import BY_TRANSLATION, NEXT
from kgqa.ontology import Ontology
from kgqa.rephrase.reply import Mention
from kgqa.types import Link, LinkedQuestion, Match, Question, TermKind

Span = tuple[int, int]


def placed(
    linked: LinkedQuestion,
    mentions: Sequence[Mention],
    index: TermIndex,
    lang: Language,
    ontology: Ontology,
    languages: Sequence[str] = (),
) -> LinkedQuestion:
    """The links of a translated question with those of its mentions. `languages` are those of the names."""
    links = {(n.start, n.end): n for n in linked.links}
    pinned = {pin.mention.casefold() for pin in linked.question.pins}
    for span, mention in spans(linked.question.text, mentions):
        text = linked.question.text[slice(*span)]
        found = list(_meant(mention, linked.question, index, ontology, languages or (lang.code,)))
        if not found or text.casefold() in pinned:
            continue
        known = links[span].matches if span in links else ()
        links[span] = Link(text=text, start=span[0], end=span[1], matches=_best((*known, *found)))
    ordered = tuple(sorted(links.values(), key=lambda n: (n.start, -n.end)))
    return replace(linked, links=ordered, unlinked=unlinked(linked.question.text, ordered, lang))


def spans(text: str, mentions: Sequence[Mention]) -> Iterator[tuple[Span, Mention]]:
    """Where the mentions stand in a translation: by the words that were said to stand for them, as they were
    written, or by a phrase; each place once, on whole words.
    """
    taken: list[Span] = []
    for mention in mentions:
        for said in (mention.translated, mention.text, *mention.phrases):
            found = (m.span() for m in re.finditer(re.escape(said), text, re.IGNORECASE)) if said else ()
            span = next((s for s in found if _is_whole(text, s) and not _overlaps(s, taken)), None)
            if span:
                taken.append(span)
                yield span, mention
                break


def _overlaps(span: Span, taken: Sequence[Span]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in taken)


def _is_whole(text: str, span: Span) -> bool:
    tokens = tokenise(text)
    return any(t.start == span[0] for t in tokens) and any(t.end == span[1] for t in tokens)


# ── what a mention may mean ──────────────────────────────────────────────────────────────────────


def _meant(
    mention: Mention, question: Question, index: TermIndex, ontology: Ontology, languages: Sequence[str]
) -> Iterator[Match]:
    yield from _named(mention.text, index)
    for place, phrase in enumerate(mention.phrases):
        factor = BY_TRANSLATION - NEXT * place
        codes = dict.fromkeys(code for code in languages if code in LANGUAGES) or LANGUAGES[:1]
        for code in codes:
            asked = replace(question, text=phrase, language=code, history=(), pins=())
            for found in link(asked, index, language(code), ontology).links:
                if _is_all(found, phrase):
                    yield from (_worth(m, factor) for m in found.matches)


def _named(text: str, index: TermIndex) -> Iterator[Match]:
    """What has just this name, in whatever language it was asked."""
    yield from index.exact(text, language(LANGUAGES[0]))


def _is_all(found: Link, phrase: str) -> bool:
    tokens = tokenise(phrase)
    return bool(tokens) and (found.start, found.end) == (tokens[0].start, tokens[-1].end)


def _worth(match: Match, factor: float) -> Match:
    """A name of a thing is worth what it is: it is written and not translated."""
    if match.kind is TermKind.ENTITY:
        return match
    return replace(match, score=round(match.score * factor, 4))


def _best(matches: Sequence[Match]) -> tuple[Match, ...]:
    best: dict[tuple[TermKind, str, str | None], Match] = {}
    for match in matches:
        mark = (match.kind, match.iri, match.value)
        if mark not in best or match.score > best[mark].score:
            best[mark] = match
    return tuple(sorted(best.values(), key=lambda m: (-m.score, m.kind, m.iri, m.value or "")))
