"""Words that several things have in their names: "dragons", where no class is called so.

In: a linked question, the names of the graph. Out: each word with the things whose names hold it, for a model
to take them together by a text filter or one by one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from kgqa.language import Language
from kgqa.linking.index import TermIndex
from kgqa.linking.tokens import folded_words
from kgqa.types import LinkedQuestion, TermKind

LEAST = 3  # things whose names hold a word, from which they are a family
MOST = 500  # names with more of them say nothing
_SHORTEST = 4  # letters of such a word
_A_YEAR = re.compile(r"(?:1[5-9]|2[01])\d\d")
# How words surely are a name, and no part of one.
SURE = frozenset(("exact", "identifier", "alternative", "inflected", "defined", "custom", "pinned"))


@dataclass(frozen=True, slots=True)
class Family:
    """A `word` of the question, the `form` that names hold, and the things of these names: IRI -> name.
    `classes` says how many of them each class has, the most first.
    """

    word: str
    form: str
    things: dict[str, str]
    classes: tuple[tuple[str, int], ...]


def families(linked: LinkedQuestion, index: TermIndex, lang: Language) -> Iterator[Family]:
    """The families of a question's words, but of those that surely name something else. A year alone has
    none.
    """
    sure = {w for n in linked.links if any(m.how in SURE for m in n.matches) for w in folded_words(n.text)}
    for word in dict.fromkeys(folded_words(linked.question.text)):
        if word in sure or len(word) < _SHORTEST or word in lang.stop or _A_YEAR.fullmatch(word):
            continue
        for form in dict.fromkeys((word, word.removesuffix("es"), word.removesuffix("s"))):
            things, classes = _holding([form], index)
            if len(things) >= LEAST:
                yield Family(word, form, things, tuple(classes.most_common()))
                break


def holding(words: Sequence[str], index: TermIndex, told: Container[str] = ()) -> dict[str, str]:
    """The things whose names hold these words and more, but those that are `told` already."""
    return {iri: label for iri, label in _holding(words, index)[0].items() if iri not in told}


def _holding(words: Sequence[str], index: TermIndex) -> tuple[dict[str, str], Counter[str]]:
    """Not those of which only a name that is not shown has the words."""
    entries = (e for e in index.names.holding(words, MOST) if e.kind is TermKind.ENTITY)
    things = {e.iri: e for e in entries if set(words) <= set(folded_words(e.label))}
    classes = Counter(e.classes[0] for e in things.values() if e.classes)
    return {iri: e.label for iri, e in things.items()}, classes
