"""Text -> tokens, the same way for questions and for labels, so that they can meet.

Names are split as people write them: "hasBomPart", "depth_mm" and "VX-2041" give has|bom|part, depth|mm
and vx|2041. Acronyms in the plural ("LCDs") stay one token, and so does a word with the marks that a script
sets on or between its letters, however they are encoded.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from kgqa.language import fold
from kgqa.ontology import spaced

_SILENT = "\u00ad\u034f\u200c\u200d\u2060\ufe00-\ufe0f\ufeff"  # soft hyphens, joiners: not said, nor typed


def _marks() -> str:
    """What Python keeps out of words: the vowels of Hindi and Thai, the dots of a decomposed "ü"."""
    return "".join(c for c in map(chr, range(0x10000)) if unicodedata.category(c) in ("Mn", "Mc"))


_LETTERS = rf"[^\W_]+(?:[{_marks()}{_SILENT}]+[^\W_]*)*"
_WORD = re.compile(rf"{_LETTERS}(?:['\u2019]{_LETTERS})*")
_UNSAID = re.compile(rf"['\u2019{_SILENT}]")
_PLURAL_ACRONYM = re.compile(r"[A-Z]{2,}s")
_SYMBOL = re.compile(r"[a-z]?[A-Z][a-zA-Z]{0,2}")  # "kWh", "GWp", "pH": one letter is no word of a name
_POSSESSIVE = re.compile(r"['\u2019]s?$")


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a text: as written, where it stands, and folded."""

    text: str
    start: int
    end: int
    folded: str


@lru_cache(maxsize=20_000)
def tokenise(text: str) -> tuple[Token, ...]:
    """The tokens of a text, in order; a possessive 's is dropped, other apostrophes are kept out."""
    found = []
    for match in _WORD.finditer(text):
        start = match.start()
        for piece, folded in _pieces(match.group()):
            at = text.find(piece, start)
            start = at + len(piece)
            found.append(Token(piece, at, start, folded))
    return tuple(found)


def folded_words(text: str) -> list[str]:
    """The folded tokens of a text alone; names by the hundred thousand are read with this."""
    return [folded for word in _WORD.findall(text) for _, folded in _pieces(word)]


def key(text: str) -> str:
    """The folded tokens of a text joined by blanks: the key under which a label is found."""
    return " ".join(folded_words(text))


def sayable(text: str) -> bool:
    """Whether it is text that can be written; half of a surrogate pair is none."""
    return text.isascii() or not any("\ud800" <= c <= "\udfff" for c in text)


@lru_cache(maxsize=20_000)
def _pieces(word: str) -> tuple[tuple[str, str], ...]:
    """The tokens of one run of letters and digits: as written, and folded."""
    word = _POSSESSIVE.sub("", word)
    return tuple((piece, fold(_UNSAID.sub("", piece))) for piece in _parts_of_compound(word))


def _parts_of_compound(word: str) -> list[str]:
    if word.isupper() or word[1:].islower() or word.islower():
        return [word]
    if _PLURAL_ACRONYM.fullmatch(word) or _SYMBOL.fullmatch(word) or not word.isascii():
        return [word]
    pieces, at = [], 0
    for part in spaced(word).split():
        pieces.append(word[at : at + len(part)])
        at += len(part)
    return pieces
