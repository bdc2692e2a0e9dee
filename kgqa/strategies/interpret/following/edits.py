"""The words of a follow-up that say what becomes of the last question: "only", "sort by", "the next five".

In: the tokens of a question. Out: cues of the kind EDIT; each says which edit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum

from kgqa.language import Language
from kgqa.linking.tokens import Token
from kgqa.strategies.interpret.cues import Cue, Found

_LONGEST = 6  # words of an edit


class Edit(StrEnum):
    """What is done to the last question."""

    ONLY = "only"  # a further condition
    ALSO = "also"  # beside what was asked, these too
    BESIDE = "beside"  # a further column
    INSTEAD = "instead"  # one thing in the place of another
    INSTEAD_OF = "instead of"  # what follows goes
    DROP = "drop"  # a condition goes
    EVERY = "every"  # whatever it is: "all countries"
    CONDITION = "condition"  # the word itself
    SORT = "sort"
    BY_NAME = "by name"
    ASCENDING = "ascending"
    DESCENDING = "descending"
    REVERSE = "reverse"
    FIRST = "first"  # "the first five", "cheapest first"
    TOP = "top"  # the first by what they are measured by
    ALL = "all"  # no limit
    NEXT = "next"
    REST = "rest"
    ABOUT = "about"  # tell of one thing


_ORDERS = 2.0  # how much surer "first" is an order behind a superlative
WEAK = frozenset((Edit.BESIDE, Edit.ABOUT, Edit.EVERY, Edit.FIRST, Edit.TOP))  # every question has such words
_WEIGHT = {Edit.BESIDE: 0.3, Edit.ABOUT: 0.4, Edit.EVERY: 0.3, Edit.INSTEAD_OF: 1.2}


def edits(tokens: tuple[Token, ...], lang: Language) -> Iterator[Found]:
    """Every edit that the words may stand for; they may overlap, the reading decides."""
    table = _table(lang)
    words = [t.folded for t in tokens]
    for size in range(min(_LONGEST, len(words)), 0, -1):
        for first in range(len(words) - size + 1):
            name = table.get(" ".join(words[first : first + size]))
            if name is not None:
                weight = _WEIGHT.get(Edit(name), 1.0) * size + 0.1 * (size - 1)
                if name == Edit.FIRST and first and _is_superlative(words[first - 1], lang):
                    weight += _ORDERS  # "cheapest first"
                yield Found(
                    cue=Cue.EDIT, first=first, last=first + size - 1, weight=weight, function=str(name)
                )


def _is_superlative(word: str, lang: Language) -> bool:
    return word in lang.table("superlative") or bool(
        re.search(rf"(?:{lang.data['superlative_ending']})$", word)
    )


def _table(lang: Language) -> dict[str, str]:
    return lang.table("edit")
