"""QLever: a text index made from the literals (`ql:contains-word`), or the words of each literal as triples
(`ql:has-word`, newer). The first knows beginnings of words, of four letters and more; the second words alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from connectors.text_search.dialect import Dialect, alone, named, quoted
from connectors.text_search.pieces import Pieces, bears_slips, openings, words

_QL = "http://qlever.cs.uni-freiburg.de/builtin-functions/"


def _text(search: str, properties: Sequence[str]) -> str:
    return f"?text <{_QL}contains-word> {quoted(search)} ; <{_QL}contains-entity> ?name . {named(properties)}"


def _every_text(phrase: Pieces, properties: Sequence[str]) -> str:
    return _text(" ".join(map(words, phrase)), properties)


def _near_text(phrase: Pieces, properties: Sequence[str]) -> str:
    """By one beginning for each word: more than one would each be a search of its own."""
    if not any(map(bears_slips, phrase)):
        return ""
    return _text(
        " ".join(f"{openings(p, 1)[0]}*" if bears_slips(p) else words(p) for p in phrase), properties
    )


def _every_word(phrase: Pieces, properties: Sequence[str]) -> str:
    held = " ".join(f"?name <{_QL}has-word> {quoted(w)} ." for p in phrase for w in words(p).split())
    return f"{held} {named(properties)}"


TEXT = Dialect(name="qlever", store="QLever's text index", every=alone(_every_text), near=alone(_near_text))
WORDS = Dialect(
    name="qlever-words",
    store="QLever's words of literals",
    every=alone(_every_word),
    near=lambda _phrases, _properties: "",
)
