"""What is settled about a text before and after the grammar: line ends, escapes, and where it breaks.

In: text. Out: text, or a SyntaxIssue in plain words.
"""

from __future__ import annotations

import re
import string

import pyoxigraph

from kgqa.sparql.model import SyntaxIssue

WRITES = frozenset(("INSERT", "DELETE", "LOAD", "CLEAR", "DROP", "CREATE", "ADD", "MOVE", "COPY", "WITH"))
STARTS = "SELECT, ASK, CONSTRUCT or DESCRIBE"

_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")
_WORD_CHARACTERS = string.ascii_letters + string.digits + "_"
_WORD = re.compile(r"\s*(\w+|\S)")
_PLACE = re.compile(r"error at (\d+):(\d+)")


def normal_lines(text: str) -> str:
    """One kind of line end. A store ends a comment at a carriage return, rdflib does not: what follows it
    would be read here as comment and run there as query.
    """
    return text.replace("\r\n", "\n").replace("\r", "\n")


def unsafe_escape(text: str) -> SyntaxIssue | None:
    """Refuses `\\u0022` and the like: readers differ in when they decode an ASCII character, so that one
    may see the end of a string where another sees its middle.
    """
    for found in _ESCAPE.finditer(text):
        if int(found[1] or found[2], 16) < 128:  # noqa: PLR2004 - ASCII
            line, column = _position(text, found.start())
            return SyntaxIssue(
                line=line, column=column, expected=f"the character itself instead of {found[0]}"
            )
    return None


def diagnose(text: str, offset: int) -> SyntaxIssue:
    """Where and why the grammar gave up. `offset` is rdflib's position: the start of the part that failed.

    Oxigraph's parser knows the farthest position that made sense, so it is asked; the text it gets ends in
    a character that no query has, so that it is never run.
    """
    first = _first_word(text)
    if first.upper() in WRITES:
        line, column = _position(text, text.find(first))
        return SyntaxIssue(line=line, column=column, expected="a query that only reads", writes=True)
    line, column = _farthest(text) or _position(text, offset)
    rest = "\n".join(text.split("\n")[line - 1 :])[column - 1 :]
    if column > 1 and not text.split("\n")[line - 1][column - 2].isspace():
        rest = rest.lstrip(_WORD_CHARACTERS)  # the parser stopped inside a word that could have gone on
    near = _WORD.match(rest)
    if near is None:
        expected = "more: it ends too early (a closing bracket or quotation mark, or a property's value)"
    elif near[1].upper() in WRITES:
        return SyntaxIssue(line=line, column=column, expected="a query that only reads", writes=True)
    elif not first or near[1] == first:
        expected = f"a query that starts with {STARTS}"
    else:
        expected = f"something else before “{near[1]}”: a word or a mark is missing or misspelt there"
    return SyntaxIssue(line=line, column=column, expected=expected)


def _farthest(text: str) -> tuple[int, int] | None:
    try:
        pyoxigraph.Store().query(text + "\n\x00")
    except SyntaxError as error:
        found = _PLACE.search(str(error))
        if found and int(found[1]) <= text.count("\n") + 1:
            return int(found[1]), int(found[2])
        if found:
            lines = text.split("\n")
            return len(lines), len(lines[-1]) + 1
    return None


def _first_word(text: str) -> str:
    """The first word after comments and declarations."""
    rest = text
    skip = re.compile(r"\s*(#[^\n]*|BASE\s*<[^>]*>|PREFIX\s*[^\s:]*:\s*<[^>]*>)", re.IGNORECASE)
    while found := skip.match(rest):
        rest = rest[found.end() :]
    word = _WORD.match(rest)
    return word[1] if word else ""


def _position(text: str, offset: int) -> tuple[int, int]:
    offset = max(offset, 0)
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
