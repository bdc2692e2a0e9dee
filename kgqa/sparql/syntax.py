"""What is settled about a text before and after the grammar: line ends, escapes, and where it breaks.

In: text. Out: text, or a SyntaxIssue in plain words.
"""

from __future__ import annotations

import re

from kgqa.sparql.model import SyntaxIssue

WRITES = frozenset(("INSERT", "DELETE", "LOAD", "CLEAR", "DROP", "CREATE", "ADD", "MOVE", "COPY", "WITH"))
STARTS = "SELECT, ASK, CONSTRUCT or DESCRIBE"

_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")
_WORD = re.compile(r"\s*([?$]?\w+|\S)")


def normal_lines(text: str) -> str:
    """One kind of line end. A store ends a comment at a carriage return, rdflib does not: what follows it
    would be read here as comment and run there as query.
    """
    return text.replace("\r\n", "\n").replace("\r", "\n")


def unsafe_escape(text: str) -> SyntaxIssue | None:
    r"""Refuses `\u0022` and the like: readers differ in when they decode an ASCII character, so that one
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
    """Why the grammar gave up. `offset` is rdflib's position: the start of the part left unfinished."""
    first = _first_word(text)
    found = _WORD.match(text, offset)
    near = found[1] if found else ""
    line, column = _position(text, found.start(1) if found else len(text.rstrip()))
    if first.upper() in WRITES or near.upper() in WRITES:
        return SyntaxIssue(line=line, column=column, expected="a query that only reads", writes=True)
    if not first or near == first:
        expected = f"a query that starts with {STARTS}"
    elif not near:
        expected = "more: a closing bracket or quotation mark is missing"
    else:
        expected = f"a complete part from “{near}” on: a word or a mark in it is missing or misspelt"
    return SyntaxIssue(line=line, column=column, expected=expected)


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
