"""German compounds of a value and a class, taken apart: "Gastarife" are "Gas-Tarife", tariffs of gas.

In: a question, and the names of its graph. Out: the question with a hyphen in each compound that is no name
itself, where its end names a class and its beginning one thing or value of the graph. And the nouns that a
compound ends with: a "Servicetechniker" is a "Techniker".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kgqa.language import Language, language
from kgqa.types import TermKind

if TYPE_CHECKING:
    from kgqa.linking.index import TermIndex

_SHORTEST = 3  # letters of the beginning
_ENDING = 4  # letters of the end
_BETWEEN = ("", "s", "es", "n", "en")  # what stands between the two parts: "Vertrag-s-tarif"
_COMPOUND = re.compile(rf"[^\W\d_]{{{_SHORTEST + _ENDING},}}")


def head_nouns(word: str) -> frozenset[str]:
    """The nouns with which a folded German compound of two words ends."""
    german = language("de")
    places = range(_SHORTEST, len(word) - _ENDING + 1)
    return frozenset(
        word[at:]
        for at in places
        if german.knows(word[at:]) and any(german.knows(word[:at].removesuffix(b)) for b in _BETWEEN)
    )


def taken_apart(text: str, index: TermIndex, lang: Language) -> str:
    """The text with its compounds of a value and a class in two parts."""
    if not lang.data["capital_nouns"]:
        return text
    return _COMPOUND.sub(lambda found: _in_parts(found[0], index, lang) or found[0], text)


def _in_parts(word: str, index: TermIndex, lang: Language) -> str:
    if any(True for _ in index.exact(word, lang)):
        return ""
    for at in range(_SHORTEST, len(word) - _ENDING + 1):
        end = word[at:].capitalize()
        if not any(m.kind is TermKind.CLASS for m in index.exact(end, lang)):
            continue
        if any(True for _ in index.exact(word[:at] + lang.lemma(end).lower(), lang)):
            return ""  # the plural of a name: "Biohöfen"
        for between in _BETWEEN:
            begin = word[: at - len(between)].capitalize()
            is_long = len(begin) >= _SHORTEST and word[:at].casefold().endswith(between)
            if is_long and any(m.kind in (TermKind.ENTITY, TermKind.VALUE) for m in index.exact(begin, lang)):
                return f"{begin}-{end}"
    return ""
