"""What people see while the work goes on: the newest step, in one line, not more often than they can read."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.cards.view import MAX_STEP, under_way
from bot.desk.telling import Telling
from bot.message import Message
from kgqa.types import Stage
from tests.bot.desks import message
from tests.doubles.platform import PaperPlatform


class Slow(PaperPlatform):
    """Shows one thing at a time, when it is let."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.let = asyncio.Semaphore(0)
        self.shown = asyncio.Semaphore(0)

    async def progress(self, message: Message, stage: Stage, step: str = "") -> None:
        await self.let.acquire()
        await super().progress(message, stage, step)
        self.shown.release()


async def test_of_many_steps_only_the_newest_is_shown(tmp_path: Path) -> None:
    platform = Slow(tmp_path)
    async with Telling(platform, message("Who?"), pause=0) as tell:
        for number in range(5):
            await tell(Stage.EXPLORING, f"step {number}")
        for _ in range(2):
            platform.let.release()
            await platform.shown.acquire()
    assert platform.steps == ["step 0", "step 4"]


async def test_after_one_update_the_next_one_waits(tmp_path: Path) -> None:
    platform = Slow(tmp_path)
    platform.let = asyncio.Semaphore(100)
    async with Telling(platform, message("Who?"), pause=3600) as tell:
        await tell(Stage.LINKING)
        await platform.shown.acquire()
        for number in range(50):
            await tell(Stage.EXPLORING, f"step {number}")
    assert platform.stages == [("Who?", Stage.LINKING)]


async def test_a_stage_alone_is_told_as_before(tmp_path: Path) -> None:
    platform = Slow(tmp_path)
    platform.let.release()
    async with Telling(platform, message("Who?")) as tell:
        await tell(Stage.CHECKING)
        await platform.shown.acquire()
    assert (platform.stages, platform.steps) == ([("Who?", Stage.CHECKING)], [])


def test_a_step_is_one_bounded_line_in_which_nothing_hides() -> None:
    assert under_way("exploring the graph", "") == "exploring the graph"
    assert under_way("exploring the graph", "looks for “Acme”") == "exploring the graph: looks for “Acme”"
    told = under_way("exploring", "two\nlines \u202eturned\x07 " + "x" * 100_000)
    assert told.startswith("exploring: two lines turned x")
    assert len(told) <= len("exploring: ") + MAX_STEP
