"""A phrase -> the pieces of it that a text search may be asked for, and what they may be a slip of.

A phrase is whatever somebody typed. Nothing of it but letters, digits and a few signs between them gets into
a search, so that no search language finds its operators in it; the words stand in quotes besides, and in
lower case, since AND, OR and NOT are operators in capitals.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

Pieces = tuple[str, ...]  # "O'Brien's VX-2041": o'brien's, vx-2041

MOST = 12  # pieces of a phrase that may be a name
LONGEST = 200  # characters of it
OPENING = 4  # letters that must stand before a wildcard in Virtuoso, and in QLever
_INNER = "'.-_&@+"  # signs that belong to a word when they stand within it
_RUN = re.compile(f"[{re.escape(_INNER)}]{{2,}}")
_FOLDED = {
    "ä": ("a", "ae"),
    "ö": ("o", "oe"),
    "ü": ("u", "ue"),
    "ß": ("ss",),
    "é": ("e",),
    "è": ("e",),
    "ø": ("o",),
}
_RAISED = {"ae": "ä", "oe": "ö", "ue": "ü", "ss": "ß", "a": "ä", "o": "ö", "u": "ü", "e": "é"}


def pieces(phrase: str) -> Pieces:
    """The words of a phrase in lower case; () when it is too long for a name, or has no words."""
    if len(phrase) > LONGEST:
        return ()
    text = unicodedata.normalize("NFC", phrase).replace("\u2019", "'").lower()
    text = "".join(c if c in _INNER or _is_letter(c) else " " for c in text)
    found = [word for run in _RUN.sub(" ", text).split() if (word := run.strip(_INNER))]
    return tuple(found) if len(found) <= MOST else ()


def words(piece: str) -> str:
    """A piece without the signs in it, for searches that know words alone: "vx-2041" is "vx 2041"."""
    return " ".join("".join(c if _is_letter(c) else " " for c in piece).split())


def bears_slips(piece: str) -> bool:
    """Whether a piece is long enough, and no code, so that another one may be meant."""
    return len(piece) >= OPENING and piece.isalpha()


def slips(piece: str) -> int:
    """How many edits a piece bears."""
    return 1 if len(piece) < 8 else 2  # noqa: PLR2004  # one in a short word, two in a long one


def openings(piece: str, most: int = 24) -> list[str]:
    """How words may begin that the piece is a slip of: its first letters, and the same with a letter less or
    doubled, two letters swapped, or another accent. What is misspelled behind them does not matter.
    """
    if not bears_slips(piece):
        return []
    length = max(OPENING, (len(piece) + 1) // 2)
    begun = dict.fromkeys(v[:length] for v in (piece, *_variants(piece, length)))
    return [b for b in begun if len(b) >= OPENING][:most]


def _variants(piece: str, length: int) -> Iterator[str]:
    for plain, raised in _RAISED.items():
        if plain in piece[: length + 1]:
            yield piece.replace(plain, raised, 1)
    for accented, plain_ones in _FOLDED.items():
        if accented in piece[: length + 1]:
            yield from (piece.replace(accented, plain) for plain in plain_ones)
    for at in range(length):
        yield piece[:at] + piece[at + 1 :]
        yield piece[:at] + piece[at + 1 : at + 2] + piece[at] + piece[at + 2 :]
        yield piece[: at + 1] + piece[at:]


def _is_letter(c: str) -> bool:
    return c.isalnum() or unicodedata.category(c)[0] == "M"
