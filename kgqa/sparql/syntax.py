"""What is settled about a text before and after the grammar: line ends, escapes, and where it breaks.

In: text. Out: text, or a SyntaxIssue in plain words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa.sparql.expected import in_words
from kgqa.sparql.grammar import Stuck
from kgqa.sparql.model import SyntaxIssue
from kgqa.sparql.pieces import Piece, place, said
from kgqa.sparql.slips import advice
from kgqa.wording.said import Said, say

_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")
_ALNUM = "(?:3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa])"  # ASCII
_LETTER = re.compile(rf"(?<!\\)\\(?:u(00{_ALNUM})|U(000000{_ALNUM}))")
_NO_TEXT = re.compile("[\x00\ud800-\udfff]")
_CHANGES = frozenset(("INSERT", "DELETE", "LOAD", "CLEAR", "DROP", "CREATE"))
_CHANGED = {  # what follows a word that changes the graph, where it does; prose has some of these words too
    **dict.fromkeys(("INSERT", "DELETE"), ("DATA", "WHERE", "{")),
    **dict.fromkeys(("LOAD", "ADD", "MOVE", "COPY", "WITH"), ("SILENT", "GRAPH", "DEFAULT")),
    **dict.fromkeys(("CLEAR", "DROP", "CREATE"), ("SILENT", "GRAPH", "DEFAULT", "NAMED", "ALL")),
}
_SOUNDS = re.compile("|".join(_CHANGED), re.IGNORECASE)
_SHOWN = 30  # characters of what was found


def normal_lines(text: str) -> str:
    """One kind of line end. A store ends a comment at a carriage return, rdflib does not: what follows it
    would be read here as comment and run there as query.
    """
    return text.replace("\r\n", "\n").replace("\r", "\n")


def plain_letters(text: str) -> str:
    r"""The text with letters and digits that were escaped (`\u0041`) as themselves: they mean the same before
    and after a reader decodes them, whenever it does.
    """
    return _LETTER.sub(lambda escape: chr(int(escape[1] or escape[2], 16)), text)


def unsafe_signs(text: str) -> SyntaxIssue | None:
    r"""Refuses what is no text, and `\u0022` and the like: readers differ in when they decode an ASCII
    character, so that one may see the end of a string where another sees its middle.
    """
    if found := _NO_TEXT.search(text):
        return _issue(
            text, found.start(), say("text; {code} is no character of a text", code=f"U+{ord(found[0]):04X}")
        )
    for found in _ESCAPE.finditer(text):
        number = int(found[1] or found[2], 16)
        if number < 128:  # noqa: PLR2004 - ASCII
            return _issue(text, found.start(), say("the character itself instead of {sign}", sign=found[0]))
        if 0xD800 <= number <= 0xDFFF or number > 0x10FFFF:  # noqa: PLR2004 - Unicode
            return _issue(text, found.start(), say("another character: {sign} is none", sign=found[0]))
    return None


def diagnose(found: Stuck) -> SyntaxIssue:
    """Why a text was not read: by the token that does not fit."""
    text, there = found.text, found.found
    if is_update(text):
        first = next(iter(said(text)))
        return _issue(text, first.start, say("a query that only reads"), writes=True)
    return _issue(
        text,
        there.start if there.text else len(text.rstrip()),
        in_words(found.accepts),
        found=say("“{text}”", text=_shown(there.text)) if there.text else say("the end of the text"),
        advice=advice(found),
    )


def refused(text: str, at: str, expected: Said, advice: str) -> SyntaxIssue:
    """A query by its grammar that is none by its meaning; `at` is how the part that is wrong begins."""
    there = (p.start for p in said(text) if p.kind != "string" and p.text.upper().startswith(at.upper()))
    return _issue(text, next(there, 0), expected, advice=advice)


def is_update(text: str) -> bool:
    """Whether a text would change the graph, or has a part that would: no query has such words."""
    if not _SOUNDS.search(text):
        return False
    words = said(text)
    for at, piece in enumerate(words):
        if piece.word in _CHANGED and _goes_on(words[at + 1 : at + 2], _CHANGED[piece.word]):
            return True
    return _first_word(words) in _CHANGES


def _goes_on(following: Sequence[Piece], words: Sequence[str]) -> bool:
    return any(
        p.word in words or p.text in words or (p.kind in ("iri", "name") and "SILENT" in words)
        for p in following
    )


def _first_word(words: Sequence[Piece]) -> str:
    """The first after the declarations."""
    at = 0
    while at < len(words) and words[at].word in ("BASE", "PREFIX"):
        at += 2 if words[at].word == "BASE" else 3
    return words[at].word if at < len(words) else ""


def _shown(text: str) -> str:
    line = text.partition("\n")[0]
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"


def _issue(
    text: str, offset: int, expected: Said, *, found: str = "", advice: str = "", writes: bool = False
) -> SyntaxIssue:
    line, column = place(text, offset)
    return SyntaxIssue(line=line, column=column, expected=expected, found=found, advice=advice, writes=writes)
