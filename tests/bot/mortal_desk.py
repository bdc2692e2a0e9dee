"""A desk that dies at a named point: `main` runs in a process of its own (tests/mortal.py).

It receives one message and ends when all is answered, or kills itself (as kill -9 does) when it comes to
POINT. It dies once: a file in FOLDER says that it did, and the next run goes through.
"""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

from bot.desk import Limits
from connectors.database.record import Record
from connectors.database.turns import Turns
from kgqa.types import Answer, Turn
from tests.bot.desks import Room, message, until
from tests.doubles.core import PreparedCore
from tests.doubles.platform import PaperPlatform
from tests.patience import LONG

POINTS = ("received", "answering", "closed", "kept", "sending", "posting", "posted", "recorded")


class Fate:
    """Knows where to die, and that one dies once."""

    def __init__(self, folder: Path, point: str) -> None:
        self._file = folder / "died"
        self._point = point

    def reach(self, point: str) -> None:
        if point == self._point and not self._file.exists():
            self._file.touch()
            os.kill(os.getpid(), signal.SIGKILL)


class MortalRecord(Record):
    """Dies after it wrote."""

    fate: Fate

    async def closed(self, reference: str, answer: Answer) -> None:
        await super().closed(reference, answer)
        self.fate.reach("closed")

    async def sending(self, reference: str):  # type: ignore[no-untyped-def]  # noqa: ANN201  # as in Record
        how = await super().sending(reference)
        self.fate.reach("sending")
        return how

    async def posted(self, reference: str, ids: tuple[str, ...], permalink: str) -> None:
        await super().posted(reference, ids, permalink)
        self.fate.reach("recorded")


class MortalTurns(Turns):
    """Dies after it wrote."""

    fate: Fate

    async def keep(self, thread: str, reference: str, turn: Turn) -> None:
        await super().keep(thread, reference, turn)
        self.fate.reach("kept")


async def live(folder: Path, point: str, *, postgres: str, lookable: bool, redeliver: bool) -> None:
    fate = Fate(folder, point)
    first = not (folder / "died").exists()
    room = Room(folder, postgres=postgres, limits=Limits(grace=0, taking=LONG, pause=0, workers=1))
    room.core = PreparedCore(during=lambda _: fate.reach("answering"))
    room.platform = PaperPlatform(
        folder,
        lookable=lookable,
        before=lambda _: fate.reach("posting"),
        after=lambda _: fate.reach("posted"),
    )
    records, turns = MortalRecord(room.database), MortalTurns(room.database)
    records.fate = turns.fate = fate
    async with room.desk(records=records, conversations=turns) as desk:
        if first or redeliver:
            await desk.receive(message("Who?", event="EvWho"))
            fate.reach("received")

        async def is_done() -> bool:
            return await desk.waiting() == 0

        await until(is_done)


def main(
    folder: Path, point: str, *, postgres: str = "", lookable: bool = True, redeliver: bool = False
) -> None:
    asyncio.run(live(folder, point, postgres=postgres, lookable=lookable, redeliver=redeliver))
