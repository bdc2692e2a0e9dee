"""The last resort: SPARQL alone, which reads name after name. One pass for all phrases, for a short time."""

from __future__ import annotations

from collections.abc import Sequence

from connectors.text_search.dialect import Dialect, named, quoted
from connectors.text_search.pieces import Pieces, bears_slips

_SHORTEST = 3  # letters of a word that is looked for in the middle of names


def _pattern(tests: Sequence[str], properties: Sequence[str]) -> str:
    if not tests:
        return ""
    return (
        f"{named(properties)} FILTER(isLiteral(?name)) BIND(LCASE(STR(?name)) AS ?low) "
        f"FILTER({' || '.join(tests)})"
    )


def _containing(phrases: Sequence[Pieces], properties: Sequence[str]) -> str:
    tests = [_all(phrase) for phrase in phrases if any(len(p) >= _SHORTEST for p in phrase)]
    return _pattern(tests, properties)


def _beginnings(phrases: Sequence[Pieces], properties: Sequence[str]) -> str:
    tests = [_all(tuple(map(_half, phrase))) for phrase in phrases if any(map(bears_slips, phrase))]
    return _pattern(tests, properties)


def _all(parts: Sequence[str]) -> str:
    return "(" + " && ".join(f"CONTAINS(?low, {quoted(p)})" for p in parts) + ")"


def _half(piece: str) -> str:
    return piece[: max(_SHORTEST, (len(piece) + 1) // 2)] if bears_slips(piece) else piece


DIALECT = Dialect(
    name="plain", store="reading through them", every=_containing, near=_beginnings, indexed=False
)
