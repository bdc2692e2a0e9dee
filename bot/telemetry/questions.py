"""The line of a question: its reference, as the asker saw it, and how it was answered.

In: what the desk tells. Out: one line of the log, and the same as fields. What was asked, and by whom, stands
in the record; the log has the words of a question where somebody wants that, and never who asked.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from bot.desk import Delivered, Observer, Told
from kgqa.types import Answer, Move, Outcome

LOGGER = "querist.questions"
_LOG = logging.getLogger(LOGGER)
_LEAST = 0.01  # seconds; what took less is not worth reading on a terminal


class QuestionLog:
    """An `Observer`; with `words` the log holds what was asked."""

    def __init__(self, *, words: bool = False) -> None:
        self._words = words

    def answered(self, told: Told) -> None:
        answer = told.reply.answer
        is_trouble = answer.outcome is Outcome.FAILED and answer.move is not Move.ASKER
        level = logging.WARNING if is_trouble or told.ended == "given_up" else logging.INFO
        fields = fields_of(told, words=self._words)
        _LOG.log(level, "%s", line(fields), extra={"fields": fields})

    def delivered(self, platform: str, how: Delivered) -> None:
        """Each trouble has its own line where it is met."""


def fields_of(told: Told, *, words: bool = False) -> dict[str, Any]:
    """What the line says, by name."""
    reply, answer = told.reply, told.reply.answer
    fields: dict[str, Any] = {
        "event": "question",
        "reference": reply.reference,
        "platform": reply.message.platform,
        "outcome": answer.outcome.value,
        "ended": told.ended,
        "seconds": round(told.seconds, 3),
        "certainty": round(answer.confidence.value, 3),
        "rows": _rows(answer),
        "graph": answer.graph.name if answer.graph else "",
        "strategy": answer.strategy,
        "stages": {name: round(seconds, 3) for name, seconds in told.stages.items()},
    }
    if answer.move:
        fields["move"] = answer.move.value
    if answer.spent.calls or answer.spent.cached:
        fields["model_calls"] = answer.spent.calls
        fields["model_tokens"] = answer.spent.input_tokens + answer.spent.output_tokens
    if words:
        fields["question"] = reply.message.query or reply.message.text
    return fields


def line(fields: dict[str, Any]) -> str:
    """The same for people."""
    rows, graph, how = fields["rows"], fields["graph"], fields["strategy"]
    took = [f"{name} {s:.2f}" for name, s in fields["stages"].items() if s >= _LEAST]
    parts = [
        f"{fields['reference']} {fields['outcome'].replace('_', ' ')}",
        f"{fields['platform']}",
        f"{fields['seconds']:.2f} s" + (f" ({', '.join(took)})" if took else ""),
        f"sure {fields['certainty']:.2f}" if how else "",
        "" if rows is None else f"{rows} row{'' if rows == 1 else 's'}",
        f"of {graph}" if graph else "",
        f"by {how}" if how else "",
        f"{fields['model_calls']} model calls, {fields['model_tokens']} tokens"
        if "model_calls" in fields
        else "",
        {"posted": "", "given_up": "not posted", "unsaid": "not said"}[fields["ended"]],
    ]
    said = " · ".join(part for part in parts if part)
    return f"{said} · “{' '.join(fields['question'].split())}”" if "question" in fields else said


def _rows(answer: Answer) -> int | None:
    return len(answer.table.rows) if answer.table and answer.table.boolean is None else None


class _Several:
    """Several observers as one."""

    def __init__(self, observers: Sequence[Observer]) -> None:
        self._observers = tuple(observers)

    def answered(self, told: Told) -> None:
        for each in self._observers:
            each.answered(told)

    def delivered(self, platform: str, how: Delivered) -> None:
        for each in self._observers:
            each.delivered(platform, how)


def several(*observers: Observer) -> Observer:
    """One that tells all of them."""
    return _Several(observers)
