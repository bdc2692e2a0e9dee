"""What one phrase may mean, in order: each meaning once, the best first; a person before a part of the name.

In: matches of a phrase. Out: the same, ranked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from kgqa.types import Match, TermKind

MAX_MATCHES = 60  # of one phrase; which of them fit the question is seen later


def best_of(matches: Iterable[Match]) -> tuple[Match, ...]:
    best: dict[tuple[TermKind, str, str | None], Match] = {}
    for match in matches:
        mark = (match.kind, match.iri, match.value)
        if mark not in best or match.score > best[mark].score:
            best[mark] = match
    ranked = sorted(best.values(), key=lambda m: (-m.score, m.kind, m.iri, m.value or ""))
    return tuple(ranked[:MAX_MATCHES])


def has_part(found: Iterable[Match], parts: Collection[str]) -> bool:
    return any(m.kind is TermKind.VALUE and m.iri in parts for m in found)


def person_first(found: list[Match], people: Iterable[Match], parts: Collection[str]) -> list[Match]:
    """A surname alone means the person more than it means the surname."""
    sure = max(m.score for m in found if m.kind is TermKind.VALUE and m.iri in parts)
    less = [replace(m, score=min(m.score, round(sure * 0.85, 4))) if m.iri in parts else m for m in found]
    return [*less, *(replace(m, score=round(m.score + sure * 0.1, 4)) for m in people)]
