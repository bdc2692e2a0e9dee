"""A core that answers from a table of prepared answers.

In: questions. Out: the answer prepared for the text, or one that repeats the question and its history, so
that a test sees what the core was told. A prepared exception is raised. `gate` holds answers back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace

from kgqa.types import Answer, Outcome, Progress, Question, Stage
from tests.patience import LONG


class PreparedCore:
    """`during` is called in the middle of each answer: it may end the process."""

    def __init__(
        self,
        prepared: Mapping[str, Answer | Exception] | None = None,
        *,
        during: Callable[[Question], None] = lambda _: None,
    ) -> None:
        self._prepared = dict(prepared or {})
        self.during = during
        self.asked: list[Question] = []
        self.busy = 0
        self.busiest = 0
        self.gate = asyncio.Event()
        self.gate.set()
        self._news = asyncio.Condition()

    async def answer(self, question: Question, progress: Progress) -> Answer:
        self.asked.append(question)
        self.busy += 1
        self.busiest = max(self.busiest, self.busy)
        try:
            async with self._news:
                self._news.notify_all()
            await progress(Stage.LINKING)
            self.during(question)
            await self.gate.wait()
            prepared = self._prepared.get(question.text) or _echo(question)
        finally:
            self.busy -= 1
        if isinstance(prepared, Exception):
            raise prepared
        return replace(prepared, question=question)

    async def wait_for(self, count: int) -> None:
        """Returns once `count` questions were asked; fails after a long while rather than hang."""
        async with asyncio.timeout(LONG), self._news:
            await self._news.wait_for(lambda: len(self.asked) >= count)


class Once:
    """For `during`: a failure that the first question meets, and no other."""

    def __init__(self, failure: Exception) -> None:
        self._failure: Exception | None = failure

    def __call__(self, question: Question) -> None:
        failure, self._failure = self._failure, None
        if failure:
            raise failure


def _echo(question: Question) -> Answer:
    after = " after " + ", ".join(turn.question for turn in question.history) if question.history else ""
    return Answer(question=question, outcome=Outcome.ANSWERED, text=f"{question.text}{after}")
