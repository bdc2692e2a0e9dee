"""A core that thinks in a thread of its own holds up nobody."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from bot.desk.apart import Apart
from kgqa.errors import GraphTimeout
from kgqa.types import Answer, Outcome, Progress, Question, Stage
from tests.bot.desks import Room, message
from tests.doubles import answers
from tests.doubles.core import PreparedCore
from tests.patience import LONG

QUESTION = answers.question("Who?")


class Thinker:
    """Thinks without a pause until it is let; then says in which thread."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.let = threading.Event()

    async def answer(self, question: Question, progress: Progress) -> Answer:
        await progress(Stage.READING)
        self.begun.set()
        assert self.let.wait(LONG)
        return Answer(question=question, outcome=Outcome.ANSWERED, text=threading.current_thread().name)


async def nothing(_: Stage, __: str = "") -> None:
    """Nobody is told."""


async def test_messages_are_taken_over_while_the_core_thinks(tmp_path: Path) -> None:
    room, thinker = Room(tmp_path), Thinker()
    async with room.desk(core=Apart(thinker)) as desk:
        await desk.receive(message("one", thread="1.0"))
        await asyncio.to_thread(thinker.begun.wait, 30)
        await desk.receive(message("two", thread="2.0"))  # would never return, were this loop held up
        thinker.let.set()
        await room.platform.wait_for(2)
    assert room.platform.texts == ["core", "core"]
    assert ("one", Stage.READING) in room.platform.stages


async def test_errors_come_through_as_they_are() -> None:
    apart = Apart(PreparedCore({"Who?": GraphTimeout("The graph did not answer.")}))
    with pytest.raises(GraphTimeout, match="did not answer"):
        await apart.answer(QUESTION, nothing)
    apart.close()


async def test_who_stops_waiting_stops_the_work() -> None:
    ended = threading.Event()

    class Waiter:
        async def answer(self, question: Question, progress: Progress) -> Answer:
            try:
                await progress(Stage.RUNNING)
                await asyncio.Event().wait()
            finally:
                ended.set()
            raise AssertionError(question)

    apart = Apart(Waiter())
    begun = asyncio.Event()

    async def tell(_: Stage, __: str = "") -> None:
        begun.set()

    asking = asyncio.create_task(apart.answer(QUESTION, tell))
    await begun.wait()
    asking.cancel()
    assert await asyncio.to_thread(ended.wait, 30)
    apart.close()
