"""What the cues of one reading work with: the schema, the words, and where the named properties stand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from kgqa.language import Language
from kgqa.linking.tokens import Token
from kgqa.strategies.interpret.cued.comparing.others import Other, others
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft, Spot
from kgqa.strategies.interpret.form import Literal
from kgqa.strategies.interpret.reader import Reader
from kgqa.strategies.interpret.readings import Reading
from kgqa.strategies.interpret.schema import Schema
from kgqa.strategies.parse.formulas.formula import phrases
from kgqa.types import TermKind

NEAR = 4  # tokens between a number and the property that it is about
CLOSE_BY = 2  # tokens from a cue to what it belongs to, at most: one word in between
BEHIND = 10  # what comes before a cue counts as this much further away than what comes after it


@dataclass(frozen=True)
class Context:
    """One reading of one question."""

    reader: Reader
    reading: Reading

    @property
    def schema(self) -> Schema:
        return self.reader.schema

    @property
    def lang(self) -> Language:
        return self.reader.lang

    @property
    def tokens(self) -> tuple[Token, ...]:
        return self.reader.tokens

    @cached_property
    def liked(self) -> frozenset[str]:
        """Properties that some word of the question may name."""
        return self.reader.liked(self.reading) | self._in_formulas

    @cached_property
    def others(self) -> tuple[Other, ...]:
        """What the comparisons of the reading are made with."""
        return others(self.reader, self.reading)

    @cached_property
    def _in_formulas(self) -> frozenset[str]:
        """The properties that formulas rest on."""
        found = [f.formula.formula for _, f in self.reading.cue(Cue.FORMULA) if f.formula]
        spoken = [p for formula in found for p in phrases(formula) if p.first >= 0]
        matches = [m for p in spoken for m in self.reader.spoken.matches(p.first, p.last)]
        return frozenset(m.iri for m in matches if m.kind is TermKind.PROPERTY)

    def said(self, *pieces: int) -> str:
        """The question's text from the first of these pieces to the last, as it was written."""
        first = min(self.reading.pieces[n].first for n in pieces)
        last = max(self.reading.pieces[n].last for n in pieces)
        return self.reader.source[self.tokens[first].start : self.tokens[last].end]

    def is_quoted(self, n: int, draft: Draft) -> bool:
        """Whether piece `n` stands in a quoted text that the draft compares with already."""
        piece = self.reading.pieces[n]
        said = {v.value for f in draft.filters for v in f.values if isinstance(v, Literal)}
        return any(a <= piece.first and piece.last <= b and text in said for a, b, text in self.reader.quoted)

    def antecedent(self, draft: Draft, prop: str) -> Spot | None:
        """What "and whose price …" goes on with: the things of the first clause, not the last one named."""
        lang = self.lang
        for piece in self.reading.pieces:
            if any(m.iri == prop for m in piece.matches(TermKind.PROPERTY)) and draft.focus:
                before = [t.folded for t in self.tokens[max(0, piece.first - 2) : piece.first]]
                goes_on = len(before) == 2 and before[0] in lang.phrases("conjunction")  # noqa: PLR2004  # two words
                if goes_on and before[1] in lang.phrases("relative_owners"):
                    return draft.spot(draft.focus[0])
        return None

    def unmet(self, draft: Draft, n: int) -> Draft:
        """The draft, knowing that piece `n` found nothing to work on."""
        return draft.changed(unmet=(*draft.unmet, self.reader.text(self.reading.pieces[n])))

    def properties_near(self, first: int, last: int) -> list[tuple[int, str]]:
        """Property pieces close to tokens first..last, nearest first: (piece, property)."""
        found = []
        for n, piece in enumerate(self.reading.pieces):
            away = min(abs(piece.last - first), abs(last - piece.first))
            if away <= NEAR and not piece.found:
                found += [(away, n, m.iri) for m in piece.matches(TermKind.PROPERTY)]
        return [(n, iri) for _, n, iri in sorted(found, key=lambda each: each[:2])]

    def properties_after(self, last: int) -> list[tuple[int, str]]:
        """Property meanings behind a token, nearest first; then those before it."""
        found = []
        for n, piece in enumerate(self.reading.pieces):
            if piece.link is None:
                continue
            away = piece.first - last if piece.first > last else BEHIND + last - piece.last
            found += [(away, n, m.iri) for m in piece.matches(TermKind.PROPERTY)]
        return [(n, iri) for _, n, iri in sorted(found, key=lambda each: each[:2])]


def named_at(on: Context, n: int) -> tuple[int, ...]:
    """The last tokens of a piece and of those before it that mean the same, the nearest first."""
    iri = on.reading.meanings[n].match.iri
    same = [k for k, m in on.reading.meanings.items() if k <= n and m.match.iri == iri]
    return tuple(on.reading.pieces[k].last for k in sorted(same, reverse=True))
