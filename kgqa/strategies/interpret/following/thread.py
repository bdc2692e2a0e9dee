"""What a thread holds for the next question: the last logical form and the things that were answered.

In: a question with its history. Out: a Thread, or None where there is nothing to go on from.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kgqa.strategies.interpret.form import Form, load
from kgqa.types import Question, Turn

_EARLIER = 5  # how far back a question may be taken up again
_TURNS = 2  # a new topic begins where as many turns had no form


@dataclass(frozen=True, slots=True)
class Thread:
    """The last form, the things that it answered in their order (where they were few), and its question;
    `earlier` is what stood before it, the nearest first.
    """

    form: Form
    things: tuple[str, ...]
    question: str
    earlier: tuple[Thread, ...] = ()


def thread_of(question: Question) -> Thread | None:
    """What the nearest turn that has a form leaves behind."""
    found: list[Thread] = []
    for number, turn in enumerate(reversed(question.history[-_EARLIER:])):
        if number >= _TURNS and not found:
            return None
        form = form_of(turn)
        if form is not None and (not found or form != found[-1].form):
            things = next((t.things for t in reversed(question.history) if t.form == turn.form), ())
            found.append(Thread(form, things, turn.question))
    return replace(found[0], earlier=tuple(found[1:])) if found else None


def form_of(turn: Turn) -> Form | None:
    """The logical form of a turn; None when it has none that can still be read."""
    if not turn.form:
        return None
    try:
        return load(turn.form)
    except (ValueError, KeyError, TypeError):
        return None
