"""Further linkers: what a store's own text search, the nearest by meaning or a callable of the admin's says
of the phrases of a question, beside what the names have said.

In: a linked question and linkers. Out: the question with their matches at their phrases, and a notice for
each linker that failed: the others' word stands.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from kgqa.errors import OperatorsMove
from kgqa.language import Language
from kgqa.linking.index import distinct
from kgqa.linking.mentions import is_empty, is_instruction, spans_a_break, unlinked
from kgqa.linking.tokens import tokenise
from kgqa.ports import Linker
from kgqa.types import Link, LinkedQuestion, Match

CUSTOM = "custom:"  # how the names of an admin's own linkers begin: these see phrases that are known as well
MOST_PHRASES = 24  # that one linker is asked for
LONGEST_PHRASE = 5  # words
KNOWN = ("exact", "identifier", "alternative", "inflected", "pinned")  # ways after which nothing is open

Span = tuple[int, int]


async def linked_further(
    linked: LinkedQuestion, linkers: Sequence[Linker], lang: Language
) -> tuple[LinkedQuestion, tuple[str, ...]]:
    """The question with what the linkers found, all asked at once; and what they could not say."""
    if not linkers:
        return linked, ()
    said = await asyncio.gather(*(_asked(linker, linked, lang) for linker in linkers))
    found: dict[Span, list[Match]] = {}
    notices = []
    for matches, notice in said:
        for span, some in matches.items():
            found.setdefault(span, []).extend(some)
        if notice:
            notices.append(notice)
    return _joined(linked, found, lang), tuple(notices)


async def _asked(
    linker: Linker, linked: LinkedQuestion, lang: Language
) -> tuple[Mapping[Span, Sequence[Match]], str]:
    spans = list(_phrases(linked, lang, known=linker.name.startswith(CUSTOM)))[:MOST_PHRASES]
    if not spans:
        return {}, ""
    text = linked.question.text
    try:
        found = await linker.find([text[start:end] for start, end in spans], language=lang.code)
    except OperatorsMove as error:
        return {}, f"{linker.name} did not help: {error}"
    return dict(zip(spans, found, strict=False)), ""


def _phrases(linked: LinkedQuestion, lang: Language, *, known: bool) -> Iterator[Span]:
    """Runs of words that may name something, the longest first; those with something that no name explains,
    unless the `known` are wanted as well.
    """
    text = linked.question.text
    tokens = tokenise(text)
    sure = [(n.start, n.end) for n in linked.links if n.matches and n.matches[0].how in KNOWN]
    explained = [any(s <= t.start and t.end <= e for s, e in sure) for t in tokens]
    said = [is_empty(t, lang) or is_instruction(t, lang) for t in tokens]
    for size in range(min(LONGEST_PHRASE, len(tokens)), 0, -1):
        for first in range(len(tokens) - size + 1):
            last = first + size - 1
            if said[first] or said[last] or (not known and all(explained[first : last + 1])):
                continue
            span = tokens[first].start, tokens[last].end
            if not spans_a_break(text[slice(*span)]):
                yield span


def _joined(linked: LinkedQuestion, found: Mapping[Span, Iterable[Match]], lang: Language) -> LinkedQuestion:
    links = {(n.start, n.end): n for n in linked.links}
    for (start, end), some in found.items():
        known = links.get((start, end))
        ranked = sorted((*(known.matches if known else ()), *some), key=lambda m: -m.score)
        if matches := tuple(distinct(ranked)):
            links[start, end] = Link(
                text=linked.question.text[start:end], start=start, end=end, matches=matches
            )
    ordered = tuple(sorted(links.values(), key=lambda n: (n.start, -n.end)))
    return replace(linked, links=ordered, unlinked=unlinked(tokenise(linked.question.text), ordered, lang))
