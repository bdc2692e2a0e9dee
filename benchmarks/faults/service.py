"""A running `querist serve` that can be killed and started again, with what it left in its database.

In: a folder and settings. Out: a process at one address, and its descendants. The process is forked from a
server that has imported Querist, or started afresh where its environment has to be there from the beginning.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path

import aiohttp

from bot.commands import serve
from tests import querist
from tests.bot.desks import until

_START = "import sys; from bot.cli import main; sys.argv = ['querist', 'serve']; main()"


@dataclass
class Service:
    """`settings` are those of Querist, by their names in the environment; `preload` is a library that the
    process is started with, and what that needs.
    """

    folder: Path
    settings: Mapping[str, str]
    preload: Mapping[str, str] = field(default_factory=dict)
    url: str = field(default="", init=False)
    starts: int = field(default=0, init=False)
    _said: str = field(default="nothing", init=False)  # when it was last asked how it is
    _process: BaseProcess | subprocess.Popen[bytes] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        with serve.listen("127.0.0.1", 0) as free:
            self._port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self._port}"

    @property
    def pid(self) -> int:
        """The number of the process that runs now; 0 for none."""
        return (self._process.pid or 0) if self._process and self.is_alive else 0

    @property
    def is_alive(self) -> bool:
        if isinstance(self._process, subprocess.Popen):
            return self._process.poll() is None
        return self._process is not None and self._process.is_alive()

    def start(self) -> None:
        """Begins a process; it is not ready yet."""
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("QUERIST_")}
        environment = {**inherited, **self.settings, "QUERIST_PORT": str(self._port)}
        self.starts += 1
        if self.preload:
            log = (self.folder / f"log-{self.starts}").open("wb")
            self._process = subprocess.Popen(  # noqa: S603  # our own command
                [sys.executable, "-c", _START],
                cwd=self.folder,
                env={**environment, **self.preload},
                stdout=log,
                stderr=log,
            )
        else:
            run = querist.begun("serve", cwd=self.folder, written=self.folder, environment=environment)
            self._process = run.process

    async def ready(self) -> None:
        """Until it takes messages. Starts it where it does not run."""
        if not self.is_alive:
            self.start()
        try:
            await until(self._is_ready)
        except TimeoutError as error:
            raise RuntimeError(f"The service does not get ready: {self._said}") from error

    async def end(self, number: signal.Signals = signal.SIGKILL) -> None:
        """Ends the process by a signal, and waits for that."""
        if self._process is None:
            return
        with suppress(ProcessLookupError):
            if self.pid:
                os.kill(self.pid, number)
        wait = self._process.wait if isinstance(self._process, subprocess.Popen) else self._process.join
        await asyncio.to_thread(wait)

    def descendants(self) -> list[int]:
        """The processes that it has started, and those that they have."""
        parents = dict(_parents())
        found, more = [], {self.pid} if self.pid else set()
        while more := {pid for pid, parent in parents.items() if parent in more}:
            found += sorted(more)
        return found

    async def _is_ready(self) -> bool:
        with suppress(aiohttp.ClientError):
            async with aiohttp.ClientSession() as client, client.get(f"{self.url}/readyz") as reply:
                self._said = await reply.text()
                return reply.status == 200
        return False


def _parents() -> Iterator[tuple[int, int]]:
    """Each process of this machine with its parent. Linux tells them."""
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            yield int(file.parent.name), int(file.read_text().rpartition(")")[2].split()[1])
