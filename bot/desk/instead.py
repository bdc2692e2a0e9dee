"""Answers that the desk gives in the core's place: refusals, and what went wrong on the way."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from bot.desk.tongue import words_for
from bot.intake import Refusal
from bot.message import Message, Reply
from kgqa.conversation import spoken
from kgqa.types import Answer, Move, Outcome, Question

Trouble = Literal["desk-defect", "desk-slow", "desk-let-be", "desk-unshown"]


def stopped(message: Message, question: Question, deployment: str) -> Answer:
    """Who asked wanted no answer any more."""
    return Answer(
        question=_in_its_language(question),
        outcome=Outcome.STOPPED,
        text=words_for(message, question, deployment)("desk-stopped"),
    )


def refused(question: Question, refusal: Refusal) -> Answer:
    """A refusal as an answer."""
    return Answer(
        question=_in_its_language(question),
        outcome=refusal.outcome,
        text=refusal.text,
        move=refusal.move,
        suggestions=refusal.suggestions,
    )


def failed(question: Question, reference: str, move: Move, text: str) -> Answer:
    """Something failed; `text` says what, and whose move is next."""
    asked = _in_its_language(question)
    return Answer(question=asked, outcome=Outcome.FAILED, move=move, reference=reference, text=text)


def _in_its_language(question: Question) -> Question:
    """The question with the language that its buttons have, too."""
    return replace(question, language=spoken(question).code)


def troubled(
    message: Message, question: Question, reference: str, trouble: Trouble, deployment: str
) -> Answer:
    """Something failed on our side. What stopped the process would stop it again: then only another question
    helps.
    """
    text = words_for(message, question, deployment)(trouble, reference=reference)
    return failed(question, reference, Move.ASKER if trouble == "desk-let-be" else Move.OURS, text)


def plain(reply: Reply, deployment: str) -> Reply:
    """The same reply as one sentence, for a platform that cannot take or draw the whole of it."""
    question = reply.answer.question
    answer = troubled(reply.message, question, reply.reference, "desk-unshown", deployment)
    return replace(reply, answer=answer)
