"""Links and cues of a question -> the best ways to cut it into pieces that do not overlap.

In: a LinkedQuestion, its tokens, its cues. Out: segmentations, best first; each a sequence of pieces in the
question's order. A piece is a cue or a phrase with all that it may mean.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgqa.language import Language
from kgqa.linking.mentions import is_empty
from kgqa.linking.separable import separated
from kgqa.linking.tokens import Token
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.types import Link, LinkedQuestion, Match, TermKind

BEAM = 4
# A cue of these kinds changes what is asked: a cut without it has missed something.
NEEDED = frozenset(
    (
        *(Cue.NEGATION, Cue.SUPERLATIVE, Cue.AGGREGATE, Cue.NUMBER, Cue.RANK, Cue.DATE, Cue.YES_NO),
        *(Cue.SAME, Cue.DIFFERENCE, Cue.CHOICE, Cue.SHARE),
    )
)
_WHOLE = 0.3  # for each further word that one name explains: a long name beats its parts


@dataclass(frozen=True, slots=True)
class Piece:
    """Tokens `first`..`last` read as a cue or as a term."""

    first: int
    last: int
    weight: float
    found: Found | None = None
    link: Link | None = None

    def matches(self, kind: TermKind) -> tuple[Match, ...]:
        return tuple(m for m in self.link.matches if m.kind is kind) if self.link else ()


@dataclass(frozen=True, slots=True)
class Segmentation:
    """Pieces in order; `missing` are the content words that no piece takes."""

    pieces: tuple[Piece, ...]
    weight: float
    missing: tuple[Token, ...]
    dropped: tuple[Token, ...] = ()  # words that change what is asked, and that no piece takes


def segmentations(
    linked: LinkedQuestion, tokens: tuple[Token, ...], cues: tuple[Found, ...], lang: Language
) -> list[Segmentation]:
    """The heaviest segmentations, best first."""
    candidates = [*(_term(n, tokens) for n in linked.links), *(_cue(c, tokens) for c in cues)]
    by_first: dict[int, list[Piece]] = {}
    for piece in candidates:
        if piece is not None:
            by_first.setdefault(piece.first, []).append(piece)
    best: list[list[tuple[float, tuple[Piece, ...]]]] = [[] for _ in range(len(tokens) + 1)]
    best[0] = [(0.0, ())]
    for i in range(len(tokens)):
        for weight, pieces in best[i]:
            _push(best[i + 1], weight, pieces)
            for piece in by_first.get(i, ()):
                _push(best[piece.last + 1], weight + piece.weight, (*pieces, piece))
    needed = {
        i
        for c in cues
        if c.cue in NEEDED or (c.cue is Cue.AMOUNT and c.measures)
        for i in range(c.first, c.last + 1)
        if c.cue is not Cue.DATE or tokens[i].folded not in lang.stop  # the "of" of "of Jan Kowalski"
    }
    ahead = {verb.prefix for verb in separated(linked.question.text, tokens, lang)}  # "findet … statt"
    return [_segmentation(pieces, weight, tokens, needed, ahead, lang) for weight, pieces in best[-1]]


def _push(row: list[tuple[float, tuple[Piece, ...]]], weight: float, pieces: tuple[Piece, ...]) -> None:
    row.append((weight, pieces))
    row.sort(key=lambda entry: -entry[0])
    del row[BEAM:]


def _term(link: Link, tokens: tuple[Token, ...]) -> Piece | None:
    inside = [i for i, t in enumerate(tokens) if link.start <= t.start and t.end <= link.end]
    if not inside or not link.matches:
        return None
    count = len(inside)
    return Piece(
        inside[0], inside[-1], link.matches[0].score * (count + _WHOLE * (count - 1)) + 0.05, link=link
    )


def _cue(found: Found, tokens: tuple[Token, ...]) -> Piece | None:
    if found.last >= len(tokens):
        return None
    return Piece(found.first, found.last, found.weight, found=found)


def _segmentation(
    pieces: tuple[Piece, ...],
    weight: float,
    tokens: tuple[Token, ...],
    needed: set[int],
    ahead: set[int],
    lang: Language,
) -> Segmentation:
    taken = ahead | {i for p in pieces for i in range(p.first, p.last + 1)}
    left = [(i, t) for i, t in enumerate(tokens) if i not in taken]
    telling = lang.phrases("telling")
    dropped = {i for i, t in left if i in needed or t.folded.isdigit() or t.folded in telling}
    return Segmentation(
        pieces,
        weight,
        missing=tuple(t for i, t in left if i not in dropped and not is_empty(t, lang)),
        dropped=tuple(t for i, t in left if i in dropped),
    )
