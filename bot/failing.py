"""What went wrong, as an answer that failed: by whose move is next."""

from __future__ import annotations

import logging

from kgqa.errors import AskersMove, OperatorsMove
from kgqa.types import Answer, Move, Outcome, Question

_LOG = logging.getLogger(__name__)


def what_failed(asked: Question, error: Exception) -> Answer:
    """What went wrong as an answer that failed, by whose move is next."""
    if isinstance(error, AskersMove):
        return failed(asked, Move.ASKER, error.shown)
    if isinstance(error, OperatorsMove):
        return failed(asked, Move.OPERATOR, error.shown, error.aside)
    _LOG.debug("This is where it went wrong.", exc_info=error)
    return failed(asked, Move.OURS, defect(error))


def defect(error: Exception) -> str:
    """A defect of ours in a sentence: its class alone, since its message may hold anything."""
    return (
        f"Something went wrong on my side ({type(error).__name__}). "
        "Other words may work; QUERIST_LOG_LEVEL=DEBUG shows where it happened."
    )


def failed(question: Question, move: Move, text: str, aside: str = "") -> Answer:
    """An answer that failed; `aside` is for those who run Querist."""
    return Answer(question=question, outcome=Outcome.FAILED, text=text, move=move, aside=aside)
