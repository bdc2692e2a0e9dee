"""The grammar of SPARQL 1.2, `sparql.lark`, on a text: its tree, or where it stops to be a query.

In: text. Out: a tree, which `tree` reads; or a Stuck: the token that does not fit, and those that would.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from itertools import chain, islice
from typing import cast

from lark import Lark, Token, Tree, UnexpectedToken
from lark.lexer import Lexer

from kgqa.sparql.lexer import NoTokenError, tokens
from kgqa.sparql.pieces import Piece, pieces

END = "$END"
CLOSING = {"RPAR": "LPAR", "RBRACE": "LBRACE", "RBRACKET": "LBRACKET"}

_MOST_PIECES = 2000  # that are looked at where a text is stuck

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
        """What stands there and after it, as far as it is looked at; the last piece may be the end."""
        rest = (p for p in pieces(self.text, self.offset) if p.kind not in ("blank", "comment"))
        return tuple(islice(chain(rest, [Piece("end", "", len(self.text))]), _MOST_PIECES))

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


def read(text: str) -> Tree[Token] | Stuck:
    """The tree of a query, with escaped characters as themselves; or where the text stops to be one."""
    found = _read(_ESCAPE.sub(_itself, text))
    if isinstance(found, Tree):
        return found
    taken, offset = found
    if _ESCAPE.search(text) and isinstance(again := _read(_ESCAPE.sub(_in_place, text)), tuple):
        taken, offset = again
    near = text[: offset + 1]
    opened = offset
    if "'" in near or '"' in near:
        opened = next((p.start for p in pieces(text) if p.kind == "open"), offset)
    if opened < offset:  # the first two marks of an open """ were taken for an empty string
        offset = opened
        taken = [t for t in taken if (t.start_pos or 0) < opened]
    return Stuck(text=text, offset=offset, taken=tuple(taken), accepts=_accepted(taken))


def stuck(text: str) -> Stuck | None:
    """Where the text stops to be a query; None when it is one throughout."""
    found = read(text)
    return found if isinstance(found, Stuck) else None


def in_full(word: str) -> str:
    """GROUP and ORDER with the word that always follows them."""
    return f"{word} BY" if word in ("GROUP", "ORDER") else word


def _read(text: str) -> Tree[Token] | tuple[list[Token], int]:
    """The tree, or the tokens that were taken and the place of the one that does not fit."""
    taken: list[Token] = []
    parser = _grammar().parse_interactive("")
    try:
        for token in tokens(text, parser.choices):
            parser.feed_token(token)
            taken.append(token)
        return cast("Tree[Token]", parser.feed_token(Token(END, "", start_pos=len(text))))
    except UnexpectedToken as error:
        return taken, error.token.start_pos or 0
    except NoTokenError as error:
        return taken, error.offset


def _accepted(taken: list[Token]) -> frozenset[str]:
    """What may follow; asked of a parser that has not gone some way with what may not."""
    parser = _grammar().parse_interactive("")
    for token in taken:
        parser.feed_token(token)
    return frozenset(parser.accepts())  # type: ignore[no-untyped-call]


def _in_place(escape: re.Match[str]) -> str:
    """The character itself, as often as keeps what follows in its place."""
    return _itself(escape) * len(escape[0])


def _itself(escape: re.Match[str]) -> str:
    return chr(int(escape[1] or escape[2], 16))


@lru_cache(maxsize=1)
def _grammar() -> Lark:
    source = files("kgqa.sparql").joinpath("sparql.lark").read_text("utf-8")
    return Lark(source, parser="lalr", lexer=_NoLexer, maybe_placeholders=False)


class _NoLexer(Lexer):
    """The parser is fed with the tokens of `lexer`."""

    def __init__(self, _: object) -> None:
        """As Lark makes its lexers."""

    def lex(self, *_: object) -> Iterator[Token]:
        return iter(())
