"""Words that ask for what things are called: "name", "Bezeichnung"; also where linking took the word for a
part of a property's name (the "name" of "family name").

In: a reading. Out: truths about its words.
"""

from __future__ import annotations

from kgqa.language import everywhere
from kgqa.strategies.interpret.reader import Reader
from kgqa.strategies.interpret.readings import Reading


def is_name(reader: Reader, i: int) -> bool:
    """Whether a token asks for what things are called."""
    names, token = everywhere("naming_words"), reader.tokens[i]
    return token.folded in names or reader.lang.lemma(token.text) in names


def is_bare_name(reader: Reader, reading: Reading, n: int) -> bool:
    """Whether a piece is such a word and nothing more."""
    piece = reading.pieces[n]
    is_part = piece.link is not None and piece.link.matches[0].how == "partial"
    return is_part and piece.first == piece.last and is_name(reader, piece.first)
