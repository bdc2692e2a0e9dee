"""Segmentations -> readings: one meaning chosen for each phrase, the best combinations first.

In: ways to cut a question. Out: readings, each with how well its names match. Several go on side by side, as
ATHENA++ keeps several interpretations of the evidence until the schema has told which of them join.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, product

from kgqa.ontology import XSD
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.form import Literal
from kgqa.strategies.interpret.pieces import Piece, Segmentation
from kgqa.types import Match, TermKind

CLOSE = 0.16  # a meaning that scores this much below the best is still worth a try
MOST_MEANINGS, MOST_READINGS = 4, 24
PART = 0.08  # what it costs to read the name of a class as a part of the name of a property
_LIGHT = 0.85  # a cut that explains this much less than the best is not tried
_KINDS = (TermKind.CLASS, TermKind.PROPERTY, TermKind.ENTITY, TermKind.VALUE)


@dataclass(frozen=True, slots=True)
class Meaning:
    """One meaning of a phrase. `values` are the literals that it stands for, if it is a value."""

    match: Match
    values: tuple[Literal, ...] = ()

    @property
    def kind(self) -> TermKind:
        return self.match.kind


@dataclass(frozen=True, slots=True)
class Reading:
    """A segmentation with a meaning for each of its phrases (by piece number)."""

    segmentation: Segmentation
    meanings: dict[int, Meaning]
    score: float  # mean of the meanings' scores, 0..1

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return self.segmentation.pieces

    def cue(self, *wanted: Cue) -> Iterator[tuple[int, Found]]:
        """The cues of these kinds, each with its piece's number."""
        for n, piece in enumerate(self.pieces):
            if piece.found and piece.found.cue in wanted:
                yield n, piece.found

    def has(self, *wanted: Cue) -> bool:
        """Whether the question has a cue of one of these kinds."""
        return any(True for _ in self.cue(*wanted))


def best_readings(cuts: list[Segmentation]) -> list[Reading]:
    """The best combinations of a segmentation and a meaning for each phrase, best first."""
    found: list[Reading] = []
    for cut in cuts:
        if cut.weight < _LIGHT * cuts[0].weight:
            break
        terms = [(n, _meanings(p)) for n, p in enumerate(cut.pieces) if p.link]
        for combination in islice(product(*(m for _, m in terms)), MOST_READINGS * 8):
            chosen = {n: meaning for (n, _), meaning in zip(terms, combination, strict=True)}
            score = sum(m.match.score for m in combination) / len(combination) if combination else 1.0
            found.append(
                Reading(cut, chosen, score * (cut.weight / cuts[0].weight if cuts[0].weight else 1.0))
            )
    found.sort(key=lambda r: -r.score * r.segmentation.weight)
    return found[:MOST_READINGS]


def _meanings(piece: Piece) -> list[Meaning]:
    if piece.link is None:
        return []
    matches = [m for m in piece.link.matches if m.score >= piece.link.matches[0].score - CLOSE]
    matches = [_behind_class(m) for m in matches] if _names_class(matches) else matches
    found: list[Meaning] = []
    for kind in _KINDS:
        of_kind = [m for m in matches if m.kind is kind]
        if kind is TermKind.VALUE:
            found += [Meaning(m, (literal_of(m),)) for m in of_kind[:MOST_MEANINGS]]
        else:
            found += [Meaning(m) for m in of_kind[:MOST_MEANINGS]]
    found.sort(key=lambda m: -m.match.score)
    return found[: MOST_MEANINGS + 2]


def _names_class(matches: list[Match]) -> bool:
    """Whether a phrase is the name of a class."""
    return any(m.kind is TermKind.CLASS and m.how in ("exact", "inflected") for m in matches)


def _behind_class(match: Match) -> Match:
    """The name of a class is seldom a part of the name of a property: "orders" is no "ordered by"."""
    is_part = match.kind is TermKind.PROPERTY and match.how == "partial"
    return replace(match, score=match.score - PART) if is_part else match


def literal_of(match: Match) -> Literal:
    datatype = match.datatype or ""
    return Literal(match.value or "", "" if datatype == XSD + "string" else datatype, match.language or "")
