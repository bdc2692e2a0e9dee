"""Answers that a reviewer calls right: the verified pairs that they make."""

from __future__ import annotations

from datetime import datetime

from bot.words import FALLBACK, words
from kgqa import wording
from kgqa.conversation import NAME as ABOUT_THE_LAST
from kgqa.library.pair import Pair, Source
from kgqa.library.verified import verified
from kgqa.types import Answer


def pair_of(answer: Answer, *, by: str, at: datetime, reference: str, language: str = FALLBACK) -> Pair | str:
    """The pair that an answer in a thread makes, or in a sentence why it makes none."""
    if answer.strategy == ABOUT_THE_LAST:
        return words(language)("desk-only-explains")
    made = verified(answer, by=by, at=at, source=Source.THREAD, reference=reference)
    return made if isinstance(made, Pair) else wording.words(language).told(made)


def can_be_verified(answer: Answer) -> bool:
    """Whether the answer would make a pair."""
    return isinstance(pair_of(answer, by="", at=answer.question.asked_at, reference=""), Pair)
