"""A thread in which much was asked is gone on with as a short one is: by what was said last."""

from __future__ import annotations

from pathlib import Path

from bot.desk import thread_of
from kgqa.types import Outcome, Turn
from tests.bot.desks import Room, message

LONG, RECALLED = 500, 20


async def test_after_five_hundred_questions_the_last_ones_are_gone_on_from_and_the_thread_is_answered(
    tmp_path: Path,
) -> None:
    room = Room(tmp_path)
    asked = message("and in Germany?")
    for number in range(LONG):
        said = Turn(question=f"question {number}", outcome=Outcome.ANSWERED, text=f"answer {number}")
        await room.turns.keep(thread_of(asked), f"ref-{number}", said)
    async with room.desk() as desk:
        await desk.receive(asked)
        await room.platform.wait_for(1)
    (question,) = room.core.asked
    assert [turn.question for turn in question.history] == [
        f"question {number}" for number in range(LONG - RECALLED, LONG)
    ]
    last = await room.turns.recall(thread_of(asked), limit=1)
    assert [turn.question for turn in last] == ["and in Germany?"]
    room.database.close()
