"""What breaks while people ask: each fault is a function that hurts a service for a while and ends.

In: the scene, with the service, its files, the lines to its servers and a source of chance. Out: nothing;
when it returns, what was broken is whole again. The service may be dead: whoever called starts it.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from benchmarks.faults.relay import Relay
from benchmarks.faults.service import Service
from tests.doubles.model_service import ModelService
from tests.doubles.slack import Fault, LocalSlack

LIFE = 5.0  # seconds after a start within which a process is killed
FAKETIME = Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1")  # of Debian's package "faketime"
MOVES = ("+4m", "-4m", "+1h", "-1h", "+400d", "-1d", "+0")  # Slack's signatures hold for five minutes


@dataclass
class Scene:
    """`seconds` is how long a fault lasts, `kills` how many processes are killed."""

    service: Service
    slack: LocalSlack
    folder: Path  # the data folder of the service
    seconds: float
    kills: int
    chance: random.Random
    graph: Relay | None = None
    database: Relay | None = None
    model: ModelService | None = None
    postgres: str = ""  # the URL of the server, where there is one
    done: list[str] = field(default_factory=list)  # what was done, in a few words each


Break = Callable[[Scene], Awaitable[None]]


async def killed(scene: Scene) -> None:
    """A random process gets kill -9 at a random moment: mostly the service itself, else one that it started,
    or one that serves its connections to PostgreSQL.
    """
    for _ in range(scene.kills):
        if not scene.service.is_alive:
            scene.service.start()
        await asyncio.sleep(scene.chance.uniform(0, LIFE))
        others = scene.service.descendants() + _backends(scene)
        if others and scene.chance.random() < 1 / 3:
            with suppress(ProcessLookupError):  # it has ended by itself
                os.kill(scene.chance.choice(others), signal.SIGKILL)
            scene.done.append("another process")
        else:
            await scene.service.end()
            scene.done.append("the service")


async def killed_posting(scene: Scene) -> None:
    """The service gets kill -9 when Slack has taken a message and the service does not know that yet."""
    for _ in range(scene.kills):
        if not scene.service.is_alive:
            scene.service.start()
        taken = asyncio.Event()
        scene.slack.fail("chat.postMessage", Fault(lost="after", then=taken.set))
        await taken.wait()
        await scene.service.end()
        scene.done.append("the service")


def _backends(scene: Scene) -> list[int]:
    """The processes of PostgreSQL that serve somebody."""
    if not scene.postgres:
        return []
    try:
        with psycopg.connect(scene.postgres, autocommit=True, connect_timeout=5) as connection:
            found = connection.execute(
                "SELECT pid FROM pg_stat_activity "
                "WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
            )
            return [int(pid) for (pid,) in found]
    except psycopg.OperationalError:  # it is starting again after the last kill
        return []


async def database_cut(scene: Scene) -> None:
    """Nobody can write to the database: the line to PostgreSQL is cut, or another program holds the files of
    SQLite.
    """
    if scene.database:
        scene.database.cut()
        await asyncio.sleep(scene.seconds)
        scene.database.mend()
        return
    with ExitStack() as held:
        for file in scene.folder.glob("*.db"):
            connection = held.enter_context(closing(sqlite3.connect(file, isolation_level=None, timeout=60)))
            connection.execute("BEGIN IMMEDIATE")
        await asyncio.sleep(scene.seconds)


async def disk_full(scene: Scene) -> None:
    """There is no room left where the record and the inbox are."""
    ballast = scene.folder / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(2**12))
    await asyncio.sleep(scene.seconds)
    ballast.unlink()


async def graph_dead(scene: Scene) -> None:
    """The graph's server cannot be reached."""
    assert scene.graph
    scene.graph.cut()
    await asyncio.sleep(scene.seconds)
    scene.graph.mend()


async def model_hung(scene: Scene) -> None:
    """The model takes requests and says nothing."""
    assert scene.model
    scene.model.hangs = 0
    await asyncio.sleep(scene.seconds)
    scene.model.hangs = None


async def clock_moved(scene: Scene) -> None:
    """The clock of the service's machine jumps, ahead and back."""
    for move in MOVES:
        (scene.folder / "clock").write_text(move)
        await asyncio.sleep(scene.seconds / len(MOVES))


def preload_of(clock: Path) -> Mapping[str, str]:
    """What a process is started with whose clock is what a file says."""
    clock.write_text("+0")
    return {
        "LD_PRELOAD": str(FAKETIME),
        "FAKETIME_TIMESTAMP_FILE": str(clock),
        "FAKETIME_CACHE_DURATION": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }


FAULTS: Mapping[str, Break] = {
    "killed": killed,
    "killed while posting": killed_posting,
    "database cut": database_cut,
    "disk full": disk_full,
    "graph dead": graph_dead,
    "model hung": model_hung,
    "clock moved": clock_moved,
}
