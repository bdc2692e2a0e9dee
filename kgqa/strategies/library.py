"""Answers from verified pairs: the pair of this very question, or one of the same shape with its gaps filled.

In: a LinkedQuestion and the shelf of pairs. Out: a Proposal whose queries somebody has verified, but for what
the question names; nothing where no pair is of its shape. No model is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kgqa.conversation import spoken
from kgqa.language import Language
from kgqa.library.filling import Filled, Filler
from kgqa.library.making import made
from kgqa.library.pair import Pair
from kgqa.library.shape import Template
from kgqa.linking.tokens import key
from kgqa.ports import Means, Proposal
from kgqa.sparql import spelled, write
from kgqa.strategies.parts import Parts
from kgqa.types import CandidateQuery, LinkedQuestion
from kgqa.wording import words

LOOKED_AT = 40  # pairs that are held against the question: those of its shape are among the nearest
EXACT = 0.99
SAME_SHAPE = 0.95
NAME = "library"


@dataclass(frozen=True, slots=True)
class _Reuse:
    """A pair with its gaps filled."""

    pair: Pair
    filled: Filled
    exact: bool = False  # it is this very question
    unchanged: bool = False  # nothing in the query was exchanged

    @property
    def confidence(self) -> float:
        return EXACT if self.exact else round(SAME_SHAPE * self.filled.sureness, 4)


class Library:
    """The strategy `library`. It keeps the templates of the pairs that it has looked at."""

    name = NAME
    asks_model = False
    weighs_evidence = False

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self._templates: dict[str, Template | None] = {}
        parts.shelf.know(lambda iri: [e.name for e in parts.index.names.of_term(iri)])

    async def propose(self, linked: LinkedQuestion, means: Means) -> Proposal:
        """Candidates best first. Earlier issues change nothing."""
        del means
        return self.proposal(linked)

    def proposal(self, linked: LinkedQuestion) -> Proposal:
        """What the verified pairs alone give."""
        lang = spoken(linked.question)
        found = self._agreed([*self._reuses(linked, lang)])
        return Proposal(
            candidates=tuple(self._candidate(reuse, lang) for reuse in found),
            understood=(found[0].pair.question,) if found else (),
        )

    def _reuses(self, linked: LinkedQuestion, lang: Language) -> Iterator[_Reuse]:
        question = linked.question
        filler = Filler(linked, self.parts.ontology, lang)
        for _, pair in self.parts.shelf.nearest(question.text, limit=LOOKED_AT):
            template = self._template(pair)
            if template is None or template.outline.language != lang.code:
                continue
            is_same = key(pair.question) == key(question.text) and not question.pins
            if is_same and not _has_dates(template):
                yield _Reuse(pair, Filled(template.query, 1.0), exact=True, unchanged=True)
                continue
            for filled in filler.fill(template):
                yield _Reuse(pair, filled, is_same, filled.query == template.query)

    def _agreed(self, found: list[_Reuse]) -> list[_Reuse]:
        """The surest reuses, one a query; none when the pairs of this shape ask different things of the same
        names: then the shape does not tell what is asked.
        """
        if not found:
            return []
        if any(r.exact for r in found):
            found = sorted((r for r in found if r.exact), key=lambda r: r.pair.at, reverse=True)
            found = [r for r in found if r.pair == found[0].pair]  # the last word on this question
        best = max(r.confidence for r in found)
        first: dict[tuple[object, ...], str] = {}
        kept: dict[str, _Reuse] = {}
        for reuse in sorted(found, key=lambda r: -r.confidence):
            text = write(reuse.filled.query)
            names = tuple(reuse.filled.pins)
            if first.setdefault(names, text) != text and reuse.confidence >= best - 0.01:
                return []
            if first[names] == text:
                kept.setdefault(text, reuse)
        return list(kept.values())

    def _template(self, pair: Pair) -> Template | None:
        if pair.id not in self._templates:
            parts = self.parts
            self._templates[pair.id] = made(pair, parts.index, parts.ontology, parts.conditions)
        return self._templates[pair.id]

    def _candidate(self, reuse: _Reuse, lang: Language) -> CandidateQuery:
        pair, filled = reuse.pair, reuse.filled
        return CandidateQuery(
            text=pair.sparql if reuse.unchanged else spelled(filled.query, self._prefixes),
            strategy=self.name,
            reading=f"like “{pair.question}”, verified by {pair.by}",
            confidence=reuse.confidence,
            reason=words(lang.code).say("why_verified_exact" if reuse.exact else "why_verified"),
            pins=filled.pins,
            values=filled.values,
        )

    @property
    def _prefixes(self) -> tuple[tuple[str, str], ...]:
        return self.parts.ontology.prefixes


def _has_dates(template: Template) -> bool:
    """Whether the question speaks of days, which may be others when it is asked again ("last month")."""
    return bool(template.dates) or any(g.place.filling == "date" for g in template.gaps)
