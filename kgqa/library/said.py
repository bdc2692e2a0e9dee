"""A question cut into words and places, without the words by which people begin and end politely.

In: a linked question and its places. Out: pieces, and whether the question is answered by yes or no.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from kgqa.language import Language, is_common_verb
from kgqa.library.words import Passing, Phrase, passing
from kgqa.linking.mentions import is_empty
from kgqa.linking.tokens import Token, tokenise


class Filling(StrEnum):
    """What stands in a place."""

    THING = "thing"
    NUMBER = "number"
    DATE = "date"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Place:
    """Characters start..end of a question; `classes` are those of the thing that is named there."""

    start: int
    end: int
    filling: Filling
    classes: frozenset[str] = field(default=frozenset())


@dataclass(frozen=True, slots=True)
class Piece:
    """A token, or a place with all its tokens."""

    token: Token
    place: Place | None = None

    @property
    def word(self) -> str:
        return "" if self.place else self.token.folded


def pieces_of(text: str, places: Sequence[Place], lang: Language) -> tuple[list[Piece], bool]:
    """What a question says, with these places; and whether it asks for a yes or no."""
    known = passing(lang.code)
    pieces = _moved_to_the_end(text, _pieces(text, places), known)
    pieces, asks = _opened(pieces, known, lang)
    pieces = _closed(pieces, known)
    if pieces and pieces[0].word in known.whether:
        return pieces[1:], True
    whether = bool(pieces) and not asks and _asks_whether(pieces[0].token, pieces[0].place, lang)
    return pieces, whether


def _pieces(text: str, places: Sequence[Place]) -> list[Piece]:
    found: list[Piece] = []
    for token in tokenise(text):
        place = next((p for p in places if p.start < token.end and token.start < p.end), None)
        if place is None or not found or found[-1].place != place:
            found.append(Piece(token, place))
    return found


def _moved_to_the_end(text: str, pieces: list[Piece], known: Passing) -> list[Piece]:
    """“In Norway, which suppliers …”: what a comma sets off at the front stands at the end as well."""
    if len(pieces) > 2 and pieces[0].word in known.preposition and pieces[1].place:  # noqa: PLR2004
        end = pieces[1].place.end
        if text[end : pieces[2].token.start].strip() == ",":
            return [*pieces[2:], *pieces[:2]]
    return pieces


def _opened(pieces: list[Piece], known: Passing, lang: Language) -> tuple[list[Piece], bool]:
    """The pieces without polite beginnings; and whether what went asks for something."""
    asks = False
    while found := _longest(pieces, known.openers, lang):
        behind = pieces[len(found)].word if len(pieces) > len(found) else ""
        if behind == known.of and found[-1] != known.of:
            break  # "name of …" is no "name …"
        asks = asks or bool(lang.phrases("ask_phrases").intersection((*found, " ".join(found))))
        pieces = pieces[len(found) :]
    return pieces, asks


def _longest(pieces: Sequence[Piece], phrases: Collection[Phrase], lang: Language) -> Phrase:
    words = tuple(p.word for p in pieces[:6])
    for size in range(len(words), 0, -1):
        if words[:size] in phrases:
            return words[:size]
    if pieces and not pieces[0].place and _is_slipped(pieces[0].token, lang):
        return words[:1]
    return ()


def _closed(pieces: list[Piece], known: Passing) -> list[Piece]:
    while True:
        words = tuple(p.word for p in pieces[-4:])
        size = next((n for n in range(len(words), 0, -1) if words[-n:] in known.closers), 0)
        if not size or size == len(pieces):
            return pieces
        pieces = pieces[:-size]


def _asks_whether(token: Token, place: Place | None, lang: Language) -> bool:
    if place:
        return False
    is_verb = bool(lang.data["verb_first"]) and is_common_verb(token.folded, lang)
    return token.folded in lang.phrases("yes_no") or is_verb


def _is_slipped(token: Token, lang: Language) -> bool:
    """Whether a word is a question word with a slip: "wich"."""
    is_word = token.folded in lang.stop or token.folded in lang.phrases("titles")
    return is_empty(token, lang) and not is_word and not token.folded.isdigit()
