"""Further linkers: what a store's own text search, the nearest by meaning or a callable of the admin's says
of the phrases of a question, beside what the names have said.

In: a linked question and linkers. Out: the question with their matches at their phrases, and a notice for
each linker that failed: the others' word stands.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from kgqa.errors import OperatorsMove
from kgqa.language import Language
from kgqa.linking.index import distinct
from kgqa.linking.mentions import is_empty, is_instruction, spans_a_break, unlinked
from kgqa.linking.semantic import NAME as SEMANTIC
from kgqa.linking.tokens import tokenise
from kgqa.linking.ways import CUSTOM, DEFAULT, Ways
from kgqa.ports import Linker
from kgqa.types import Link, LinkedQuestion, Match, TermKind

MOST_PHRASES = 24  # that one linker is asked for
LONGEST_PHRASE = 5  # words
KNOWN = ("exact", "identifier", "alternative", "inflected", "pinned")  # ways after which nothing is open

_SCHEMA = (TermKind.CLASS, TermKind.PROPERTY)  # always found by their names, and by whatever else finds them
_VOCABULARY = (*_SCHEMA, TermKind.VALUE)  # what a model of meaning knows of: its values are few and chosen

Span = tuple[int, int]


async def linked_further(
    linked: LinkedQuestion, linkers: Sequence[Linker], ways: Ways, lang: Language
) -> tuple[LinkedQuestion, tuple[str, ...]]:
    """The question with what the linkers found, all asked at once, and without what the ways of a class do
    not lead to; and what the linkers could not say.
    """
    linked = _permitted(linked, ways, lang) if ways.by_class or ways.default != DEFAULT else linked
    if not linkers:
        return linked, ()
    said = await asyncio.gather(*(_asked(linker, linked, ways, lang) for linker in linkers))
    found: dict[Span, list[Match]] = {}
    notices = []
    for matches, notice in said:
        for span, some in matches.items():
            found.setdefault(span, []).extend(some)
        if notice:
            notices.append(notice)
    return _joined(linked, found, ways, lang), tuple(notices)


async def _asked(
    linker: Linker, linked: LinkedQuestion, ways: Ways, lang: Language
) -> tuple[Mapping[Span, Sequence[Match]], str]:
    is_custom = linker.name.startswith(CUSTOM)  # these see what is known by name as well
    is_meant = linker.name == SEMANTIC
    spans = list(_phrases(linked, lang, known=is_custom, meant=is_meant))[:MOST_PHRASES]
    if not spans:
        return {}, ""
    text = linked.question.text
    try:
        found = await linker.find([text[start:end] for start, end in spans], language=lang.code)
    except OperatorsMove as error:
        return {}, f"{linker.name} did not help: {error}"
    always = _VOCABULARY if is_meant else _SCHEMA
    led = ([m for m in some if m.kind in always or ways.allows(linker.name, m.classes)] for some in found)
    return dict(zip(spans, led, strict=False)), ""


def _phrases(linked: LinkedQuestion, lang: Language, *, known: bool, meant: bool) -> Iterator[Span]:
    """Runs of words that may name something, the longest first; those with something that no name explains,
    unless the `known` are wanted as well. Those that are `meant` otherwise than they are written are no
    mixture of names that are known and a word between them.
    """
    text = linked.question.text
    tokens = tokenise(text)
    sure = [(n.start, n.end) for n in linked.links if n.matches and n.matches[0].how in KNOWN]
    explained = [any(s <= t.start and t.end <= e for s, e in sure) for t in tokens]
    linked_spans = {(n.start, n.end) for n in linked.links if n.matches}
    joins = lang.light_verbs | lang.phrases("negation") | lang.phrases("group")
    is_light = [is_empty(t, lang) or bool({t.folded, lang.lemma(t.text)} & joins) for t in tokens]
    said = [is_empty(t, lang) or is_instruction(t, lang) for t in tokens]
    for size in range(min(LONGEST_PHRASE, len(tokens)), 0, -1):
        for first in range(len(tokens) - size + 1):
            last = first + size - 1
            if said[first] or said[last] or (not known and all(explained[first : last + 1])):
                continue
            run = range(first, last + 1)
            open_ = sum(not explained[i] and not said[i] for i in run)
            if meant and (not open_ or open_ < sum(explained[i] for i in run)):
                continue
            span = tokens[first].start, tokens[last].end
            if meant and (span in linked_spans if size == 1 else any(is_light[i] for i in run)):
                continue
            if not spans_a_break(text[slice(*span)]):
                yield span


def _permitted(linked: LinkedQuestion, ways: Ways, lang: Language) -> LinkedQuestion:
    """The question without the names of things that their classes' ways do not lead to."""

    def led(match: Match) -> bool:
        way = "fuzzy" if match.how in ("fuzzy", "partial") else "direct"
        return match.kind is not TermKind.ENTITY or match.how == "pinned" or ways.allows(way, match.classes)

    kept = (replace(n, matches=tuple(m for m in n.matches if led(m))) for n in linked.links)
    links = tuple(n for n in kept if n.matches)
    return replace(linked, links=links, unlinked=unlinked(linked.question.text, links, lang))


def _joined(
    linked: LinkedQuestion, found: Mapping[Span, Sequence[Match]], ways: Ways, lang: Language
) -> LinkedQuestion:
    links = {(n.start, n.end): n for n in linked.links}
    for (start, end), some in found.items():
        known = links.get((start, end))
        ended = [m.source for m in some if m.how == "custom"]
        ranked = sorted(
            (*(m for m in (known.matches if known else ()) if not _is_ended(m, ended, ways)), *some),
            key=lambda m: -m.score,
        )
        if matches := tuple(distinct(ranked)):
            links[start, end] = Link(
                text=linked.question.text[start:end], start=start, end=end, matches=matches
            )
    ordered = tuple(sorted(links.values(), key=lambda n: (n.start, -n.end)))
    return replace(linked, links=ordered, unlinked=unlinked(linked.question.text, ordered, lang))


def _is_ended(match: Match, linkers: Sequence[str], ways: Ways) -> bool:
    """Whether a custom linker that found something has ended the search for things like this one."""
    if match.kind is not TermKind.ENTITY or match.how == "pinned":
        return False
    return any(ways.allows(linker, match.classes) for linker in linkers)
