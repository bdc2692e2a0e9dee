"""The action *search*: words -> terms of the graph that they may name (Graf von Data 3.2, action 1).

In: words, a kind, a class; all that finds names in this graph. Out: the likeliest terms, best first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kgqa.check.closed import View, closing
from kgqa.errors import OperatorsMove
from kgqa.language import Language
from kgqa.linking.entry import LONGEST_NAME
from kgqa.linking.index import SHARED, distinct
from kgqa.linking.opened import is_open
from kgqa.linking.tokens import folded_words, tokenise
from kgqa.ontology import Ontology
from kgqa.ports import Linker
from kgqa.strategies.agent.actions import Search
from kgqa.strategies.agent.bounds import Bounds
from kgqa.strategies.agent.handles import Handles
from kgqa.strategies.agent.lines import line
from kgqa.strategies.parts import Parts
from kgqa.types import Match, TermKind
from kgqa.wording.said import Said, say

_SURE, _LIKELY = 0.95, 0.8
_SCHEMA = (TermKind.CLASS, TermKind.PROPERTY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The terms found; `notices` are what a linker could not say. `holding` is how many names hold a word
    that too many have for it to name one of them.
    """

    words: str
    matches: tuple[Match, ...]
    ontology: Ontology
    notices: tuple[str, ...] = ()
    holding: int = 0

    def told(self, handles: Handles) -> list[str]:
        lines = [told_match(m, handles, self.ontology) for m in self.matches]
        if not lines:
            words = line(self.words, 80)
            lines = [f"Nothing is called “{words}”. Try fewer or other words, or describe a class."]
            if self.holding:
                many = f"it is in {self.holding:,} names, which CONTAINS and LCASE find"
                lines = [f"Nothing is called just “{words}”; {many}."]
        return [*lines, *self.notices]

    def summary(self) -> Said:
        words, count = line(self.words, 60), len(self.matches)
        if not count:
            return say("looks for “{words}”: nothing found", words=words)
        return say("looks for “{words}”: {count} found", words=words, count=str(count))


def told_match(match: Match, handles: Handles, ontology: Ontology) -> str:
    """One term: its handle, its name, what it is, and how sure that is."""
    sure = "sure" if match.score >= _SURE else "likely" if match.score >= _LIKELY else "perhaps"
    named = f", called “{line(match.matched, 60)}”" if match.matched else ""
    match match.kind:
        case TermKind.VALUE:
            value = line(match.value or "", 80)
            return f"the value “{value}” of {handles.shown(match.iri, ontology.label(match.iri))} ({sure})"
        case TermKind.ENTITY:
            classes = ", ".join(handles.of(c) for c in match.classes[:3] if c)
            what = f", a {classes}" if classes else ", a thing"
        case TermKind.CLASS | TermKind.PROPERTY:
            what = f", a {match.kind.value}"
    return f"{handles.shown(match.iri, match.label)}{what}{named} ({sure})"


async def search(asked: Search, cls: str | None, parts: Parts, lang: Language, bounds: Bounds) -> Found:
    """What the words may mean; `cls` is the IRI of the class that is asked for."""
    words = asked.words[:LONGEST_NAME]
    further = await asyncio.gather(*(_asked(linker, words, lang, bounds) for linker in parts.linkers))
    said = [*_named(words, asked.kind, parts, lang, bounds), *(m for some, _ in further for m in some)]
    hidden = closing(parts.ontology, parts.ontology.closed) if isinstance(parts.ontology, View) else None
    wanted = (
        m
        for m in said
        if (asked.kind is None or m.kind is asked.kind)
        and (cls is None or _is_of(m, cls, parts.ontology))
        and (hidden is None or is_open(m, hidden))
    )
    best = tuple(distinct(sorted(wanted, key=lambda m: -m.score)))[: bounds.found]
    notices = tuple(notice for _, notice in further if notice)
    holding = 0 if best else _holding(words, parts)
    return Found(words=words, matches=best, ontology=parts.ontology, notices=notices, holding=holding)


def _holding(words: str, parts: Parts) -> int:
    """How many names hold a word that is in too many for any of them to be found by it; else 0."""
    folded = folded_words(words)
    count = parts.index.names.frequency(folded[0]) if len(folded) == 1 else 0
    return count if count > SHARED else 0


def _named(
    words: str, kind: TermKind | None, parts: Parts, lang: Language, bounds: Bounds
) -> Iterator[Match]:
    """By their names: as the index searches, in the asker's language, and terms of the schema by a word."""
    index = parts.index
    kinds = frozenset((kind,)) if kind else None
    found = index.look_up(words, kinds=kinds, limit=4 * bounds.found)
    yield from found
    yield from index.exact(words, lang)
    yield from index.stemmed(words, lang)
    if not any(m.score >= _LIKELY for m in found):
        for token in tokenise(words):
            yield from index.related(token.text, lang)


async def _asked(linker: Linker, words: str, lang: Language, bounds: Bounds) -> tuple[Sequence[Match], str]:
    try:
        async with asyncio.timeout(bounds.search_seconds):
            found = await linker.find((words,), language=lang.code, limit=bounds.found)
    except TimeoutError:
        return (), f"({linker.name} took more than {bounds.search_seconds:g} seconds.)"
    except OperatorsMove:
        return (), f"({linker.name} cannot be asked now.)"
    return next(iter(found), ()), ""


def _is_of(match: Match, cls: str, ontology: Ontology) -> bool:
    """Whether a thing is of the class; or a value or a property belongs to its things."""
    if match.kind is TermKind.ENTITY:
        return any(ontology.is_a(c, cls) for c in match.classes)
    if match.kind is TermKind.CLASS:
        return ontology.is_a(match.iri, cls)
    return _touches(cls, _owners(match.iri, ontology), ontology)


def _owners(iri: str, ontology: Ontology) -> Iterator[str]:
    yield from (c for union in ontology.domains(iri) for c in union)
    yield from (u.subject for u in ontology.uses_of(iri) if u.subject)


def _touches(cls: str, others: Iterable[str], ontology: Ontology) -> bool:
    return any(ontology.overlap(cls, other) for other in others)
