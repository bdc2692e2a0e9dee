"""Several graphs behind one desk: each is asked in turn, until one knows.

In: cores by the names of their graphs. Out: one answer, whose trace says who was asked.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace

from bot.desk.ports import Core
from bot.words import words
from kgqa.errors import BadSetting, OperatorsMove
from kgqa.types import Answer, Outcome, Progress, Question, Spent, Step

SURE = 0.8  # of a reading by which a graph holds nothing: then no other is asked

_KNOWS_NOTHING = (Outcome.NOT_IN_GRAPH, Outcome.UNKNOWN, Outcome.NOTHING_FOUND)

_LOG = logging.getLogger(__name__)


class Router:
    """Implements `Core`. The order of `cores` is that of the deployment."""

    def __init__(self, cores: Mapping[str, Core], *, sure: float = SURE) -> None:
        self.cores = dict(cores)
        self._sure = sure

    async def answer(self, question: Question, progress: Progress) -> Answer:
        """The first answer that says what the graph knows, or asks back; else that of the first graph, which
        says who did not answer. A graph that fails is passed over. Raises BadSetting where none of the
        question's graphs is served, and what the first raised where it failed and no other knew.
        """
        asked: list[tuple[str, Answer | OperatorsMove]] = []
        for name in self._names(question):
            answer: Answer | OperatorsMove
            try:
                found = await self.cores[name].answer(replace(question, graphs=(name,)), progress)
                answer = replace(found, question=replace(found.question, graphs=question.graphs))
            except OperatorsMove as error:
                _LOG.warning("The graph %s: %s", name, error)
                answer = error
            asked.append((name, answer))
            if isinstance(answer, Answer) and self._knows(answer):
                return _told(answer, asked)
        first = asked[0][1]
        if isinstance(first, OperatorsMove):
            raise first
        return _told(_open(first, asked), asked)

    def _names(self, question: Question) -> tuple[str, ...]:
        if not question.graphs:
            return tuple(self.cores)
        if known := tuple(name for name in question.graphs if name in self.cores):
            return known
        raise BadSetting(
            f"The graph {', '.join(question.graphs)} is not served any more. "
            "An admin can set which graphs are asked here."
        )

    def _knows(self, answer: Answer) -> bool:
        if answer.outcome is Outcome.NOTHING_FOUND:
            return answer.confidence.value >= self._sure
        return answer.outcome in (Outcome.ANSWERED, Outcome.CLARIFY)


def _open(answer: Answer, asked: list[tuple[str, Answer | OperatorsMove]]) -> Answer:
    """The answer of a graph that does not know: where another did not answer, it says so, and that nothing is
    there is then not certain.
    """
    silent = [name for name, one in asked if not isinstance(one, Answer) or one.outcome is Outcome.FAILED]
    if not silent or answer.outcome not in _KNOWS_NOTHING:
        return answer
    said = words(answer.question.language)("desk-graphs-silent", count=len(silent), names=", ".join(silent))
    is_flat = answer.outcome is Outcome.NOT_IN_GRAPH
    return replace(
        answer, outcome=Outcome.UNKNOWN if is_flat else answer.outcome, text=f"{answer.text} {said}"
    )


def _told(answer: Answer, asked: list[tuple[str, Answer | OperatorsMove]]) -> Answer:
    """The answer, with who was asked as the first step of its trace, and with what all of them cost."""
    if len(asked) == 1:
        return answer
    say = words(answer.question.language)
    lines = [
        say(
            "desk-graph-of-answer",
            name=name,
            outcome=one.outcome.value if isinstance(one, Answer) else Outcome.FAILED.value,
        )
        for name, one in asked
    ]
    answers = [one for _, one in asked if isinstance(one, Answer)]
    step = Step(
        stage="graphs",
        summary=say("desk-graphs-asked", names=", ".join(name for name, _ in asked)),
        details=tuple(lines),
    )
    return replace(
        answer,
        trace=(step, *answer.trace),
        spent=sum((one.spent for one in answers), Spent()),
        models=tuple(dict.fromkeys(model for one in answers for model in one.models)),
        seconds=sum(one.seconds for one in answers),
    )
