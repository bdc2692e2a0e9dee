"""Pieces of a query that a model names: is a piece in the query, which terms are in it, and the query with
another piece in its place.

In: texts as a model wrote them, with handles. Out: whether, which, or a text.
"""

from __future__ import annotations

import re

MOST = 20  # places at which a piece is exchanged
_SAID = re.compile(r"\w")
_SPACE = re.compile(r"[\s{}().;,]+")
_HANDLE = re.compile(r"(?<![\w<]):[\w-]+|\b(?:rdfs|skos|schema|foaf|dct):[\w-]+")
_VALUE = re.compile(r'"([^"]+)"|(?<![\w:?.-])(\d[\w.-]*)')


def squeezed(sparql: str) -> str:
    """A text without what only parts its words."""
    return _SPACE.sub(" ", sparql).strip().casefold()


def stands_in(part: str, text: str) -> bool:
    """Whether a part says something, and stands there in whole words: `:area` is not in `:areaOutside`."""
    part = part.strip()
    before = r"(?<!\w)" if part[:1].isalnum() else ""
    after = r"(?!\w)" if part[-1:].isalnum() else ""
    return bool(_SAID.search(part)) and bool(re.search(before + re.escape(part) + after, text))


def is_piece(piece: str, sparql: str) -> bool:
    """Whether a piece stands in a query, at least part by part."""
    text = squeezed(sparql)
    parts = [part for each in piece.split("…") if (part := squeezed(each))]
    return bool(parts) and all(stands_in(part, text) for part in parts)


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
