"""What German labels of properties are: nouns, with or without a verb before them, or something else.

In: labels as an ontology has them ("hat Lieferant", "arbeitet in"). Out: how a sentence uses them.
"""

from __future__ import annotations

from itertools import takewhile

from kgqa.restate.english import Label

_PREPOSITIONS = frozenset(
    (
        "am", "an", "auf", "aus", "bei", "durch", "für", "im", "in", "mit", "nach", "über", "um", "unter",
        "vom", "von", "vor", "zu", "zum", "zur",
    )
)  # fmt: skip


def german_label(text: str) -> Label:
    """German nouns have capitals: "besucht" is none, "niedrigste Temperatur" has one."""
    bare = text.removeprefix("hat ").removeprefix("enthält ")
    words = bare.split()
    before = list(takewhile(lambda word: not word[:1].isupper(), words))
    noun = len(before) < len(words) and _PREPOSITIONS.isdisjoint(before)
    return Label("noun", bare, noun=bare) if noun else Label("other", text)
