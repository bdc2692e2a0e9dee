"""Where a text stops to be a query: the token that does not fit, and those that would.

In: text. Out: a Stuck, or None for what the grammar of SPARQL 1.1 (`sparql.lark`) reads. It is asked where a
text was refused; what a query means is read in `reading`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files

from lark import Lark, Token, UnexpectedCharacters, UnexpectedToken

from kgqa.sparql.pieces import Piece, pieces, said

END = "$END"
CLOSING = {"RPAR": "LPAR", "RBRACE": "LBRACE", "RBRACKET": "LBRACKET"}

_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U(000[0-9A-Fa-f]{5}|0010[0-9A-Fa-f]{4})")


@dataclass(frozen=True, kw_only=True)
class Stuck:
    """`taken` are the tokens before `offset`, `accepts` the terminals that could stand there."""

    text: str
    offset: int
    taken: tuple[Token, ...]
    accepts: frozenset[str]

    @cached_property
    def rest(self) -> tuple[Piece, ...]:
        """What stands there and after it; the last piece is the end of the text."""
        rest = (p._replace(start=p.start + self.offset) for p in said(self.text[self.offset :]))
        return (*rest, Piece("end", "", len(self.text)))

    @property
    def found(self) -> Piece:
        return self.rest[0]

    @property
    def after(self) -> str:
        """The terminal before it, "" at the start."""
        return self.taken[-1].type if self.taken else ""

    @cached_property
    def open(self) -> tuple[Token, ...]:
        """The brackets that are open there, the outermost first."""
        found: list[Token] = []
        for token in self.taken:
            if token.type in CLOSING.values():
                found.append(token)
            elif token.type in CLOSING:
                found.pop()
        return tuple(found)


def stuck(text: str) -> Stuck | None:
    """Where the text stops to be a query; None when it is one throughout."""
    taken: list[Token] = []
    parser = _grammar().parse_interactive(_ESCAPE.sub(_plain, text))
    try:
        for token in parser.lexer_thread.lex(parser.parser_state):  # type: ignore[no-untyped-call]
            parser.feed_token(token)
            taken.append(token)
        parser.feed_eof()  # type: ignore[no-untyped-call]
    except UnexpectedToken as error:
        offset = len(text) if error.token.type == END else error.token.start_pos or 0
    except UnexpectedCharacters as error:
        offset = error.pos_in_stream
    else:
        return None
    opened = next((p.start for p in pieces(text) if p.kind == "open"), offset)
    if opened < offset:  # the first two marks of an open """ were taken for an empty string
        offset = opened
        taken = [t for t in taken if (t.start_pos or 0) < opened]
    return Stuck(text=text, offset=offset, taken=tuple(taken), accepts=_accepted(taken))


def in_full(word: str) -> str:
    """GROUP and ORDER with the word that always follows them."""
    return f"{word} BY" if word in ("GROUP", "ORDER") else word


def _accepted(taken: list[Token]) -> frozenset[str]:
    """What may follow; asked of a parser that has not gone some way with what may not."""
    parser = _grammar().parse_interactive("")
    for token in taken:
        parser.feed_token(token)
    return frozenset(parser.accepts())  # type: ignore[no-untyped-call]


def _plain(escape: re.Match[str]) -> str:
    """The character itself, as often as keeps what follows in its place."""
    return chr(int(escape[1] or escape[2], 16)) * len(escape[0])


@lru_cache(maxsize=1)
def _grammar() -> Lark:
    source = files("kgqa.sparql").joinpath("sparql.lark").read_text("utf-8")
    return Lark(source, parser="lalr", lexer="contextual", maybe_placeholders=False)
