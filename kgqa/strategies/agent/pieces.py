"""Pieces of a query that a model names: which terms are in one, and the query with another in its place.

In: texts as a model wrote them, with handles. Out: terms, or a text.
"""

from __future__ import annotations

import re

MOST = 20  # places at which a piece is exchanged
_HANDLE = re.compile(r"(?<![\w<]):[\w-]+|\b(?:rdfs|skos|schema|foaf|dct):[\w-]+")
_VALUE = re.compile(r'"([^"]+)"|(?<![\w:?.-])(\d[\w.-]*)')


def handles_in(piece: str) -> tuple[str, ...]:
    """The handles of a piece."""
    return tuple(dict.fromkeys(_HANDLE.findall(piece)))


def values_in(piece: str) -> tuple[str, ...]:
    """The texts and numbers of a piece."""
    return tuple(dict.fromkeys(text or number for text, number in _VALUE.findall(piece)))


def exchanged(sparql: str, piece: str, other: str) -> str:
    """The query with the other piece; "" where there is none, or the piece is not in the query."""
    words = piece.split()
    if not (other and words):
        return ""
    before = r"(?<![\w:?])" if re.match(r"[\w:?]", words[0]) else ""
    after = r"(?![\w:])" if re.search(r"\w$", words[-1]) else ""
    wanted = before + r"\s*".join(map(re.escape, words)) + after
    text, count = re.subn(wanted, lambda _: other, sparql, count=MOST)
    return text if count and text != sparql else ""
