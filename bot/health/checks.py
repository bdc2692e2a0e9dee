"""The checks: what is looked at of each part. None costs money, writes anything or shows a secret."""

from __future__ import annotations

import shutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from bot.message import Reaching
from kgqa.ports import Federation, Graph
from kgqa.queries import query
from kgqa.types import Limits

STUCK = 120.0  # seconds for which something waits while nothing is begun or ends
LEAST_ROOM = 200_000_000  # bytes without which a day's records may find no room
_ONE_ROW = Limits(seconds=2.5, rows=1)


class Waiting(Protocol):
    """What the desk tells of its queue; all raise OperatorsMove."""

    async def stuck(self) -> tuple[float, float]:
        """The seconds for which the oldest message waits that could be begun, 0 for none, and those since
        anything was begun or ended here.
        """
        ...


@dataclass(frozen=True, kw_only=True)
class Database:
    """Whether the database answers; `read` asks it for next to nothing."""

    read: Callable[[], Awaitable[object]]
    name: str = "database"
    vital: bool = True
    fresh: float = 5.0

    async def trouble(self) -> str:
        await self.read()
        return ""


@dataclass(frozen=True, kw_only=True)
class Queue:
    """Whether what was taken over is worked on."""

    desk: Waiting
    name: str = "queue"
    vital: bool = True
    fresh: float = 5.0
    patience: float = STUCK

    async def trouble(self) -> str:
        waiting, idle = await self.desk.stuck()
        if waiting <= self.patience or idle <= self.patience:
            return ""
        return (
            f"A message has waited for {waiting:.0f} seconds, and nothing was begun here for {idle:.0f}. "
            "Restart this process; what waits is kept."
        )


@dataclass(frozen=True, kw_only=True)
class GraphCheck:
    """Whether a graph answers a query for one row. `opened` is the graph as it is served now; it raises what
    is in the way of opening it.
    """

    name: str
    opened: Callable[[], Graph]
    vital: bool = False  # without it a question is still taken, and answered with why it cannot be
    fresh: float = 30.0

    async def trouble(self) -> str:
        await _reached(self.opened())
        return ""


async def _reached(graph: Graph) -> None:
    if isinstance(graph, Federation):
        for source in graph.sources:
            await _reached(source.graph)
    else:
        await graph.run(query("reach"), _ONE_ROW)


@dataclass(frozen=True, kw_only=True)
class Model:
    """Whether the model's service answers; `reached` raises what is in the way."""

    reached: Callable[[], Awaitable[None]] = field(repr=False)  # it holds the key
    name: str = "model"
    vital: bool = False
    fresh: float = 60.0

    async def trouble(self) -> str:
        await self.reached()
        return ""


@dataclass(frozen=True, kw_only=True)
class PlatformCheck:
    """Whether the service behind a chat platform is reached."""

    platform: Reaching
    vital: bool = False  # what it cannot send is kept, and sent later
    fresh: float = 60.0

    @property
    def name(self) -> str:
        return self.platform.name

    async def trouble(self) -> str:
        await self.platform.reach()
        return ""


@dataclass(frozen=True, kw_only=True)
class Disk:
    """Whether there is room where all is kept."""

    folder: Path
    name: str = "disk"
    vital: bool = False
    fresh: float = 60.0
    least: int = LEAST_ROOM
    free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free

    async def trouble(self) -> str:
        try:
            free = self.free(self.folder)
        except OSError as error:
            return f"{self.folder} cannot be looked at: {error.strerror}."
        if free >= self.least:
            return ""
        return f"{self.folder} has {free / 1e6:.0f} MB left: soon nothing can be kept. Make room there."
