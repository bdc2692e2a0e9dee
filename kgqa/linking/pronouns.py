"""Pronouns -> the things of the thread that they may mean: "she", "its", "that order".

In: a question with its history. Out: links that stand at the pronouns; the nearest antecedent scores best.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.language import Language
from kgqa.linking.index import TermIndex
from kgqa.linking.tokens import Token
from kgqa.sparql import ParsedQuery, parse
from kgqa.sparql.walk import named_things
from kgqa.types import Link, Match, Question, TermKind, Turn

TURNS = 4  # how far back a pronoun reaches
FARTHER = 0.015  # what each step back costs


def pronouns(
    question: Question, tokens: tuple[Token, ...], index: TermIndex, lang: Language
) -> Iterator[Link]:
    """A link for each pronoun that may mean one thing said before."""
    said = list(_antecedents(question.history, index))
    if not said:
        return
    words = lang.phrases("follow_up.pronouns")
    for token in tokens:
        if token.folded in words:
            matches = tuple(_meant(iri, n, index) for n, iri in enumerate(said))
            yield Link(text=token.text, start=token.start, end=token.end, matches=matches)


def _meant(iri: str, steps: int, index: TermIndex) -> Match:
    thing = index.thing(iri)
    return Match(
        kind=TermKind.ENTITY,
        iri=iri,
        label=thing.label if thing else iri,
        score=round(1.0 - FARTHER * steps, 4),
        how="pinned",
        classes=thing.classes if thing else (),
    )


def _antecedents(history: tuple[Turn, ...], index: TermIndex) -> Iterator[str]:
    """Single things that were answered or asked about, the nearest first."""
    seen: set[str] = set()
    for turn in reversed(history[-TURNS:]):
        things = turn.things if len(turn.things) == 1 else ()
        for iri in (*things, *(p.term for p in turn.pins), *_named(turn, index)):
            if iri not in seen:
                seen.add(iri)
                yield iri


def _named(turn: Turn, index: TermIndex) -> Iterator[str]:
    """The things of the graph that the turn's query names."""
    parsed = parse(turn.sparql) if turn.sparql else None
    if isinstance(parsed, ParsedQuery):
        yield from (iri for iri in named_things(parsed) if index.thing(iri))
