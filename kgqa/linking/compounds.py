"""German compounds of a value and a class, taken apart: "Gastarife" are "Gas-Tarife", tariffs of gas.

In: a question, and the names of its graph. Out: the question with a hyphen in each compound that is no name
itself, where its end names a class and its beginning one thing or value of the graph.
"""

from __future__ import annotations

import re

from kgqa.language import Language
from kgqa.language.compounds import BEGINNING, BETWEEN, ENDING
from kgqa.linking.index import TermIndex
from kgqa.types import TermKind

_COMPOUND = re.compile(rf"[^\W\d_]{{{BEGINNING + ENDING},}}")


def taken_apart(text: str, index: TermIndex, lang: Language) -> str:
    """The text with its compounds of a value and a class in two parts."""
    if not lang.data["capital_nouns"]:
        return text
    return _COMPOUND.sub(lambda found: _in_parts(found[0], index, lang) or found[0], text)


def _in_parts(word: str, index: TermIndex, lang: Language) -> str:
    if any(True for _ in index.exact(word, lang)):
        return ""
    for at in range(BEGINNING, len(word) - ENDING + 1):
        end = word[at:].capitalize()
        if not any(m.kind is TermKind.CLASS for m in index.exact(end, lang)):
            continue
        if any(True for _ in index.exact(word[:at] + lang.lemma(end).lower(), lang)):
            return ""  # the plural of a name: "Biohöfen"
        for between in BETWEEN:
            begin = word[: at - len(between)].capitalize()
            is_long = len(begin) >= BEGINNING and word[:at].casefold().endswith(between)
            if is_long and any(m.kind in (TermKind.ENTITY, TermKind.VALUE) for m in index.exact(begin, lang)):
                return f"{begin}-{end}"
    return ""
