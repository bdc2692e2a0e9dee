"""Pieces -> Lucene's query language, which several stores take.

Each piece stands in quotes: the index then reads it as it read the names, so that "vx-2041" meets the words
that VX-2041 became, and nothing in it is an operator.
"""

from __future__ import annotations

from connectors.text_search.pieces import Pieces, bears_slips, slips

MOST_NEAR = 6  # pieces of a phrase that is searched with slips: each of them costs a walk through the words


def every(phrase: Pieces) -> str:
    """Names that hold all pieces."""
    return " AND ".join(f'"{piece}"' for piece in phrase)


def near(phrase: Pieces) -> str:
    """Names that hold, for each piece, it or a word that it may be a slip of; "" where nothing bears one."""
    if len(phrase) > MOST_NEAR or not any(map(bears_slips, phrase)):
        return ""
    return " AND ".join(_near(piece) for piece in phrase)


def _near(piece: str) -> str:
    # the piece itself goes through the index's own reading of words, what has a ~ does not
    return f'("{piece}" OR {piece}~{slips(piece)})' if bears_slips(piece) else f'"{piece}"'
