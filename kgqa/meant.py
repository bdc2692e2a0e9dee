"""What the asker chose where a question was not understood: one reading of it, or that a word is left out.

In: a question, candidates for it. Out: what was chosen. Both are kept as pins, so that they go where pins go:
with a button, a typed number, the record.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from kgqa.linking.tokens import tokenise
from kgqa.types import CandidateQuery, Pin, Question

WHOLE = ""  # the mention of a pin that speaks of the question as a whole
NOTHING = "urn:querist:nothing"  # what a word that is left out is pinned to


def pin_of(query: str) -> Pin:
    """The choice of a reading, told by its query."""
    return Pin(mention=WHOLE, term=f"urn:sha256:{hashlib.sha256(query.encode()).hexdigest()}")


def reading_of(question: Question) -> Pin | None:
    """The reading that the asker chose last; None where none was."""
    return next((pin for pin in reversed(question.pins) if pin.mention == WHOLE), None)


def is_chosen(query: str, pins: Iterable[Pin]) -> bool:
    """Whether a query is the reading that the asker chose."""
    return pin_of(query) in pins


def chosen_of(candidates: Iterable[CandidateQuery], reading: Pin) -> tuple[CandidateQuery, ...]:
    """Those of the candidates that are the chosen reading."""
    return tuple(c for c in candidates if pin_of(c.text) == reading)


def left_out(question: Question) -> tuple[str, ...]:
    """The words that are not to be read."""
    return tuple(pin.mention for pin in question.pins if pin.term == NOTHING)


def without(text: str, words: Iterable[str]) -> str:
    """The text without the tokens of some of its words."""
    lost = {token.folded for word in words for token in tokenise(word)}
    for token in reversed(tokenise(text) if lost else ()):
        if token.folded in lost:
            text = f"{text[: token.start].rstrip()} {text[token.end :].lstrip()}".strip()
    return text
