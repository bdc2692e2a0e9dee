"""Virtuoso: `bif:contains`, over the literals that its rules for free text name. It knows words, phrases and
wildcards behind at least four letters; slips are met by the beginnings of words, or by the other words.
"""

from __future__ import annotations

from collections.abc import Sequence

from connectors.text_search.dialect import CANDIDATES, Dialect, alone, named, quoted
from connectors.text_search.lucene import MOST_NEAR
from connectors.text_search.pieces import Pieces, bears_slips, openings, words


def _pattern(search: str, properties: Sequence[str]) -> str:
    # the name must have been met before its words are asked for, or the query is refused
    return f"{named(properties)} ?name <bif:contains> {quoted(search)} ."


def _every(phrase: Pieces, properties: Sequence[str]) -> str:
    return _pattern(_all(phrase), properties)


def _near(phrase: Pieces, properties: Sequence[str]) -> str:
    if len(phrase) > MOST_NEAR or not any(map(bears_slips, phrase)):
        return ""
    begun = _pattern(" AND ".join(map(_begun, phrase)), properties)
    if len(phrase) == 1:
        return begun
    # the names with all words but one are many where the others are frequent: they get places of their own
    others = [phrase[:n] + phrase[n + 1 :] for n, piece in enumerate(phrase) if bears_slips(piece)]
    some = _pattern(" OR ".join(f"({_all(rest)})" for rest in others), properties)
    return f"{_some_of(begun)} UNION {_some_of(some)}"


def _some_of(pattern: str) -> str:
    return f"{{ SELECT ?s ?property ?name WHERE {{ {pattern} }} LIMIT {CANDIDATES // 2} }}"


def _all(phrase: Pieces) -> str:
    return " AND ".join(f"'{words(piece)}'" for piece in phrase)


def _begun(piece: str) -> str:
    return "(" + " OR ".join([f"'{words(piece)}'", *(f"'{o}*'" for o in openings(piece))]) + ")"


DIALECT = Dialect(name="virtuoso", store="Virtuoso's free text", every=alone(_every), near=alone(_near))
