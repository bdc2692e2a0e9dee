"""Any text at all, cut into pieces from left to right: strings, comments, names, words, marks.

In: text, a query or not. Out: pieces that joined are the text again. A string that is never closed is a
piece of its own kind, up to where it could have ended.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_PIECE = re.compile(
    r"""(?P<blank>[ \t\r\n]+)
    |(?P<comment>\#[^\r\n]*)
    |(?P<string>'''(?:[^'\\]|\\.|'(?!''))*'''|\"""(?:[^"\\]|\\.|"(?!""))*\"""
       |'(?!'')(?:[^'\\\r\n]|\\.)*'|"(?!"")(?:[^"\\\r\n]|\\.)*")
    |(?P<open>'''(?:.*)|\"""(?:.*)|'[^\r\n]*|"[^\r\n]*)
    |(?P<iri><[^<>"{}|^`\\\x00-\x20]*>)
    |(?P<variable>[?$]\w+)
    |(?P<name>(?:[^\W\d_](?:[\w.-]{0,99}[\w-])?|_)?:(?:[\w:%](?:[\w.:%-]*[\w:%-])?)?)
    |(?P<number>\d*\.?\d+(?:[eE][+-]?\d+)?)
    |(?P<word>\w+)
    |(?P<language>@[A-Za-z]+(?:-[A-Za-z0-9]+)*(?:--[A-Za-z]+)?)
    |(?P<mark>\^\^|&&|\{\||\|\||!=|<=|>=|[{}()\[\].;,=<>!+*/|^?~-])
    |(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)


class Piece(NamedTuple):
    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def word(self) -> str:
        """In capitals, if it is a word; "" otherwise."""
        return self.text.upper() if self.kind == "word" else ""


def pieces(text: str, start: int = 0) -> Iterator[Piece]:
    """All pieces from a place on, blanks and comments too."""
    for found in _PIECE.finditer(text, start):
        yield Piece(found.lastgroup or "other", found[0], found.start())


def said(text: str) -> tuple[Piece, ...]:
    """The pieces that say something: no blanks, no comments."""
    return tuple(p for p in pieces(text) if p.kind not in ("blank", "comment"))


def place(text: str, offset: int) -> tuple[int, int]:
    """Line and column, from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
