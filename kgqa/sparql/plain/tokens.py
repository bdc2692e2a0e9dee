"""The text of a plain query as tokens, taken from left to right.

In: text. Out: tokens, or NotPlainError for a text that has anything else in it: what is not certain to be
read here as the grammar of SPARQL 1.1 reads it is not plain.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

_TOKEN = re.compile(
    r"""(?P<space>[ \t\n]+|\#[^\n]*)
    |<(?P<iri>[^<>"{}|^`\\\x00-\x20]*)>
    |[?$](?P<variable>[A-Za-z_]\w*)
    |(?P<name>(?:[A-Za-z][\w-]*)?:(?>(?:\w(?:[\w.-]*[\w-])?)?)(?![\w:%\\-]))
    |(?P<word>(?>[A-Za-z]\w*)(?![:-]|\.[\w:-]))
    |(?P<number>(?>\d*\.\d+|\d+)(?!\w|\.[\deE]))
    |(?P<string>"(?!"")(?:[^"\\\n]|\\[tbnrf"'\\])*"|'(?!'')(?:[^'\\\n]|\\[tbnrf"'\\])*')
    |@(?P<language>[A-Za-z]+(?:-[A-Za-z0-9]+)*)
    |(?P<mark>\^\^|&&|\|\||!=|<=|>=|[+-](?!\.?\d)|\?(?=[\s/|)])|[{}().;,=<>!*/|^])
    |(?P<other>.)""",
    re.VERBOSE | re.ASCII | re.DOTALL,
)
ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")  # how an address begins that is whole
LANGUAGE = re.compile(  # a language with its parts, its extensions and what is private
    r"[a-z]{2,8}(-[a-z0-9]{2,8})*(-[a-wyz0-9](-[a-z0-9]{2,8})+)*(-x(-[a-z0-9]{1,8})+)?", re.IGNORECASE
)
MOST_DIGITS = 18  # of a number of rows, or a number of any kind: stores keep them in 64 bits
_T = TypeVar("_T")


class NotPlainError(Exception):
    """This text is for the whole grammar."""


class Token(NamedTuple):
    """A piece of text, without the signs that tell its kind: the name of a variable, the inside of <...>.
    `word` is a word in capitals, "" for all else.
    """

    kind: str
    text: str
    start: int
    end: int
    word: str = ""


def tokens(text: str) -> Iterator[Token]:
    """All tokens of a text, and one of the kind "end"."""
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup or "other"
        if kind == "other":
            raise NotPlainError
        if kind != "space":
            text_ = found[kind]
            yield Token(kind, text_, found.start(), found.end(), text_.upper() if kind == "word" else "")
    yield Token("end", "", len(text), len(text))


class Taking:
    """Tokens and how far they are taken; what must come and does not makes the text not plain."""

    def __init__(self, text: str) -> None:
        self.tokens, self.at = tuple(tokens(text)), 0

    @property
    def next(self) -> Token:
        return self.tokens[self.at]

    def take(self, kind: str) -> str:
        """The text of the next token, which is of this kind."""
        token = self.tokens[self.at]
        if token.kind != kind:
            raise NotPlainError
        self.at += 1
        return token.text

    def takes(self, *marks: str) -> str:
        """The next mark if it is one of these, "" otherwise."""
        token = self.tokens[self.at]
        if token.kind != "mark" or token.text not in marks:
            return ""
        self.at += 1
        return token.text

    def says(self, *words: str) -> bool:
        """Whether these words come next; then they are taken."""
        for ahead, word in enumerate(words, self.at):
            if self.tokens[ahead].word != word:
                return False
        self.at += len(words)
        return True

    def must(self, mark: str) -> None:
        if not self.takes(mark):
            raise NotPlainError

    def comes(self, mark: str) -> bool:
        return self.next.kind == "mark" and self.next.text == mark

    def several(self, read: Callable[[], _T | None]) -> tuple[_T, ...]:
        """One or more of something."""
        found: list[_T] = []
        while (one := read()) is not None:
            found.append(one)
        if not found:
            raise NotPlainError
        return tuple(found)
