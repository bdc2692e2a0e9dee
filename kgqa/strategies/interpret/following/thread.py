"""What a thread holds for the next question: the last logical form and the things that were answered.

In: a question with its history. Out: a Thread, or None where there is nothing to go on from.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgqa.strategies.interpret.form import Form, load
from kgqa.types import Question, Turn

_TURNS = 2  # a new topic begins where as many turns had no form


@dataclass(frozen=True, slots=True)
class Thread:
    """The last form, the things that it answered in their order (where they were few), and its question."""

    form: Form
    things: tuple[str, ...]
    question: str


def thread_of(question: Question) -> Thread | None:
    """What the nearest turn that has a form leaves behind."""
    for turn in reversed(question.history[-_TURNS:]):
        if (form := form_of(turn)) is not None:
            things = next((t.things for t in reversed(question.history) if t.form == turn.form), ())
            return Thread(form, things, turn.question)
    return None


def form_of(turn: Turn) -> Form | None:
    """The logical form of a turn; None when it has none that can still be read."""
    if not turn.form:
        return None
    try:
        return load(turn.form)
    except (ValueError, KeyError, TypeError):
        return None
