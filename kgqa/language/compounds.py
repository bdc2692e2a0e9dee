"""German compounds of two words: a "Servicetechniker" is a "Techniker", and "MA" is short for "Mitarbeiter".

In: a folded word. Out: the nouns that it may end with, and the initials of its two words.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.language import language

BEGINNING, ENDING = 3, 4  # letters of the two words, at least
BETWEEN = ("", "s", "es", "n", "en")  # what stands between them: "Vertrag-s-tarif"


def head_nouns(word: str) -> frozenset[str]:
    """The nouns that a compound ends with."""
    german = language("de")
    return frozenset(
        end for begin, end in _halves(word) if any(german.knows(begin.removesuffix(b)) for b in BETWEEN)
    )


def initials_of(word: str) -> frozenset[str]:
    """The initials of the two words of a compound: "ma" for "mitarbeiter"."""
    german = language("de")
    return frozenset(begin[0] + end[0] for begin, end in _halves(word) if german.knows(begin))


def _halves(word: str) -> Iterator[tuple[str, str]]:
    """Each way to part a word so that its end is one."""
    german = language("de")
    for at in range(BEGINNING, len(word) - ENDING + 1):
        if german.knows(word[at:]):
            yield word[:at], word[at:]
