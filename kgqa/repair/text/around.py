"""What stands around a query and is no part of it: a fence, words, a mark at the end."""

from __future__ import annotations

import re
from itertools import pairwise

from kgqa.repair.text.broken import Broken, Mended
from kgqa.sparql.grammar import END
from kgqa.sparql.pieces import Piece
from kgqa.sparql.slips.words import CLAUSES, nearest
from kgqa.wording.said import say

_FENCED = re.compile(r"```[^\S\n]*\w*[^\S\n]*\n(.*?)(?:```|\Z)", re.DOTALL)
_STARTS = {  # what follows the first word of a query, by its kind or as it is
    "SELECT": ("variable", "DISTINCT", "REDUCED", "*", "(", "COUNT"),
    "ASK": ("{", "WHERE", "FROM"),
    "CONSTRUCT": ("{", "WHERE"),
    "DESCRIBE": ("variable", "iri", "name", "*"),
    "PREFIX": ("name",),
    "BASE": ("iri",),
}


def without_fence(broken: Broken) -> Mended | None:
    """```sparql … ```, once."""
    if broken.text.count("```") > 2:  # noqa: PLR2004 - the marks of one fence
        return None
    blocks = _FENCED.findall(broken.text)
    return Mended(blocks[0], say("The ``` around the query is left out.")) if len(blocks) == 1 else None


def without_words(broken: Broken) -> Mended | None:
    """Prose before or after a query: words without braces."""
    stuck = broken.stuck
    if stuck is None:
        return None
    text, done = broken.text, say("The words around the query are left out.")
    if not stuck.taken:
        pairs = pairwise(broken.pieces)
        start = next((first.start for first, then in pairs if _begins(first, then)), 0)
        return Mended(text[start:], done) if start and not re.search(r"[{}]", text[:start]) else None
    if END in stuck.accepts and _is_prose(text[stuck.taken[-1].end_pos or 0 : stuck.offset], stuck.rest[:-1]):
        return Mended(text[: stuck.offset].rstrip(), done)
    return None


def without_end_marks(broken: Broken) -> Mended | None:
    """A semicolon or a full stop after the query."""
    stuck = broken.stuck
    if stuck is None or END not in stuck.accepts or not all(p.text in (";", ".") for p in stuck.rest[:-1]):
        return None
    mark = stuck.found.text
    done = say("The “{mark}” after the query is left out.", mark=mark)
    return Mended(broken.text[: stuck.offset].rstrip(), done)


def _begins(first: Piece, then: Piece) -> bool:
    starts = _STARTS.get(first.word, ())
    return then.kind in starts or then.text in starts or then.word in starts


def _is_prose(gap: str, rest: tuple[Piece, ...]) -> bool:
    """Whether what follows a query is certainly no clause of it that is misspelt, and no other query."""
    first = rest[0].word if rest else ""
    apart = "\n" in gap or (rest and rest[0].text.istitle())
    return (
        len(rest) > 2  # noqa: PLR2004 - two words make no sentence
        and bool(first and apart)
        and first not in CLAUSES
        and not nearest(first, CLAUSES)
        and not any(p.text in ("{", "}", *CLAUSES, "BY") for p in rest)
        and not any(_begins(a, b) for a, b in pairwise(rest))
    )
