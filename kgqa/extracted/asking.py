"""A plan -> what a model says of each passage, reply by reply.

In: a plan, a model, the replies that are there already. Out: replies as they come, so that whoever keeps them
goes on where a model went away. Each passage is asked about by itself: what stands in one changes nothing of
what is read from another.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass

from kgqa.errors import OperatorsMove
from kgqa.extracted.planned import REPLY, Plan, Task
from kgqa.ports import LanguageModel

PATIENCE = 3  # calls in a row that fail: then the model is away, and it is not the passage


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a model said of a task's passage, and when; `error` where it failed there."""

    task: Task
    text: str = ""
    at: str = ""
    was_kept: bool = False
    error: str = ""


@dataclass(frozen=True, slots=True)
class Kept:
    """A reply of an earlier run."""

    text: str
    at: str


async def replies(
    plan: Plan, model: LanguageModel, at: str, kept: Mapping[str, Kept] | None = None
) -> AsyncIterator[Reply]:
    """The replies to all of a plan, those of today with the day `at`; what is `kept` is not asked for again.
    A passage that a model fails at is passed over. Raises OperatorsMove where it fails at several in a row,
    or at all.
    """
    failed = 0
    was_said = False
    for number, task in enumerate(plan.tasks, 1):
        if kept and (there := kept.get(task.key)):
            yield Reply(task=task, text=there.text, at=there.at, was_kept=True)
            continue
        try:
            said = await model.complete(task.messages, most=REPLY)
        except OperatorsMove as error:
            failed += 1
            if failed == PATIENCE or (number == len(plan.tasks) and not was_said):
                raise
            yield Reply(task=task, error=str(error))
            continue
        failed, was_said = 0, True
        yield Reply(task=task, text=said.text, at=at)
