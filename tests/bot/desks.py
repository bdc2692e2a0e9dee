"""A desk with real parts (DBOS, a database) between a paper platform and a prepared core."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.desk import Desk, Limits, Seats
from bot.message import Message
from connectors.database.database import Database
from connectors.database.inbox import InboxTable
from connectors.database.record import Record
from connectors.database.seats import FileSeats, PostgresSeats
from connectors.database.turns import Turns
from tests.doubles.core import PreparedCore
from tests.doubles.platform import PaperPlatform
from tests.patience import LONG
from tests.sqlite import with_tables

_EVENTS = itertools.count(1)


def message(text: str, **changes: Any) -> Message:
    """A message with an event of its own, in one channel and thread unless `changes` say otherwise."""
    values: dict[str, Any] = {
        "platform": "paper",
        "event": f"Ev{next(_EVENTS)}",
        "tenant": "T1",
        "channel": "C1",
        "thread": "1.0",
        "person": "U1",
        "sent_at": datetime(2026, 11, 20, 10, 42, tzinfo=UTC),
        "address": "{}",
    }
    return Message(text=text, **{**values, **changes})


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    """Returns once the condition holds, of something that cannot tell us; fails after a long while."""
    async with asyncio.timeout(LONG):
        while not await condition():  # noqa: ASYNC110  # the engine has no event to wait for
            await asyncio.sleep(0.02)


@dataclass
class Room:
    """A folder, or a PostgreSQL database, in which desks can be opened one after the other."""

    folder: Path
    postgres: str = ""
    core: PreparedCore = field(default_factory=PreparedCore)
    limits: Limits = field(default_factory=lambda: Limits(grace=0, taking=LONG))

    def __post_init__(self) -> None:
        self.platform = PaperPlatform(self.folder)
        if not self.postgres:
            with_tables(self.folder / "querist.db", self.folder / "desk.db")
        self.database = Database.open(self.postgres or f"sqlite:///{self.folder}/querist.db")
        self.record = Record(self.database)
        self.turns = Turns(self.database)

    @asynccontextmanager
    async def desk(self, *, work: bool = True, **changes: Any) -> AsyncIterator[Desk]:
        """A desk that works, or that takes messages over and answers none; stopped at the end."""
        seats: Seats = PostgresSeats(self.database) if self.postgres else FileSeats(self.folder / "seats")
        parts: dict[str, Any] = {
            "core": self.core,
            "records": self.record,
            "conversations": self.turns,
            "platforms": [self.platform],
            "work_url": self.postgres or f"sqlite:///{self.folder}/desk.db",
            "inbox": InboxTable(self.database),
            "seats": seats,
            "limits": self.limits,
        }
        desk = Desk(**{**parts, **changes})
        await desk.start(work=work)
        try:
            yield desk
        finally:
            await desk.stop()
