"""Virtuoso: `bif:contains`, over the literals that its rules for free text name. It knows words, phrases and
wildcards behind at least four letters; slips are met by the beginnings of words.
"""

from __future__ import annotations

from collections.abc import Sequence

from connectors.text_search.dialect import Dialect, alone, named, quoted
from connectors.text_search.lucene import MOST_NEAR
from connectors.text_search.pieces import Pieces, bears_slips, openings, words


def _pattern(search: str, properties: Sequence[str]) -> str:
    if not search:
        return ""
    # the name must have been met before its words are asked for, or the query is refused
    return f"{named(properties)} ?name <bif:contains> {quoted(search)} ."


def _every(phrase: Pieces) -> str:
    return " AND ".join(f"'{words(piece)}'" for piece in phrase)


def _near(phrase: Pieces) -> str:
    if len(phrase) > MOST_NEAR or not any(map(bears_slips, phrase)):
        return ""
    return " AND ".join(
        "(" + " OR ".join([f"'{words(piece)}'", *(f"'{o}*'" for o in openings(piece))]) + ")"
        for piece in phrase
    )


DIALECT = Dialect(
    name="virtuoso",
    store="Virtuoso's free text",
    every=alone(lambda pieces, properties: _pattern(_every(pieces), properties)),
    near=alone(lambda pieces, properties: _pattern(_near(pieces), properties)),
)
