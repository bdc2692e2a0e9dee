"""What a model composed from numbered passages, held against them.

In: its text and the passages that it was given. Out: the sentences that cite a passage which exists and whose
numbers stand there; () where it says that they do not tell, or where its first sentence is not borne out: the
others only add to that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kgqa.passages.passage import Passage
from kgqa.passages.sentences import sentences

SILENT = "NOT TOLD"  # what the model is asked to say where the passages do not answer
_CITED = re.compile(r"\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\]")
_AFTER = re.compile(r"([.!?])\s*((?:\[[\d,\s]+\]\s*)+)")
_NUMBER = re.compile(r"(?<![^\W_])\d+(?:[.,]\d+)*")  # the 7 of "B7" is part of a name


@dataclass(frozen=True, slots=True)
class Cited:
    """A sentence with the numbers of the passages that it cites, from 1."""

    text: str
    passages: tuple[int, ...]


def cited(text: str, passages: Sequence[Passage]) -> tuple[Cited, ...]:
    """The sentences that hold; what is not borne out is left out."""
    if SILENT in text.upper():
        return ()
    found: list[Cited] = []
    for place, sentence in enumerate(sentences(_AFTER.sub(r" \2\1 ", text).strip())):
        numbers = [int(n) for group in _CITED.findall(sentence) for n in group.split(",")]
        known = tuple(dict.fromkeys(n for n in numbers if 1 <= n <= len(passages)))
        plain = " ".join(_CITED.sub("", sentence).split())
        plain = re.sub(r"\s+([.,;:!?])", r"\1", plain)
        texts = " ".join(f"{passages[n - 1].document} {passages[n - 1].text}" for n in known)
        there = set(_NUMBER.findall(texts))
        if known and len(known) == len(set(numbers)) and set(_NUMBER.findall(plain)) <= there:
            found.append(Cited(plain, known))
        elif place == 0:
            return ()
    return tuple(found)
