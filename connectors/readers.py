"""The near end of the process that holds an embedded graph: opens it, has readers forked and killed.

In: files, then wishes for readers. Out: readers, or an error whose move is told. A reader that runs out of
time is killed and another is forked, which costs milliseconds; see connectors/holder.py.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
from multiprocessing.connection import Connection
from multiprocessing.reduction import send_handle
from pathlib import Path

from connectors.files import Progress
from connectors.reader import Reader
from connectors.wire import Failed, Fork, Kill, Open, Opened, Progressed
from kgqa.errors import GraphRejected, GraphUnavailable, QueristError

_GONE = "The process that holds the graph has ended. Start Querist again; if it recurs, give it more memory."


class Readers:
    """The process that holds the graph, with its idle readers. Safe to use from several threads.

    `open`, `fork`, `end` and `close` block; the others never do.
    """

    def __init__(self, *, memory: int) -> None:
        self._memory = memory
        self._idle: list[Reader] = []  # the one used last comes last
        self._idle_lock = threading.Lock()  # held for a moment
        self._control_lock = threading.Lock()  # held while the holder is at work
        self._closed = False
        near, far = socket.socketpair()
        with near, far:
            self._process = subprocess.Popen(  # noqa: S603 - our own module
                [sys.executable, "-P", "-m", "connectors.holder", str(far.fileno())],
                pass_fds=(far.fileno(),),
                start_new_session=True,  # Ctrl-C in the terminal is for us; the other end follows when we go
                env=os.environ | {"PYTHONPATH": _python_path()},
                stdin=subprocess.DEVNULL,
            )
            self._control = Connection(os.dup(near.fileno()))

    def open(self, sources: tuple[str, ...], folder: Path | None, progress: Progress | None) -> Opened:
        """Loads the graph. Raises BadInput, BadSetting or GraphUnavailable."""
        try:
            self._control.send(Open(sources, None if folder is None else str(folder)))
            while True:
                reply = self._control.recv()
                if isinstance(reply, Opened):
                    return reply
                if isinstance(reply, Failed):
                    raise reply.error
                if progress and isinstance(reply, Progressed):
                    progress(reply.done, reply.total)
        except (EOFError, OSError) as error:
            raise GraphUnavailable(
                "The process that loads the graph has ended, most likely for lack of memory. "
                "Keep the graph on disk, or give the service more memory."
            ) from error

    def take(self, loop: asyncio.AbstractEventLoop) -> Reader | None:
        """The idle reader that was used last, of those that can be asked in this loop."""
        with self._idle_lock:
            for place in range(len(self._idle) - 1, -1, -1):
                if self._idle[place].may_be_asked(loop):
                    return self._idle.pop(place)
        return None

    def keep(self, reader: Reader) -> None:
        """The reader is idle and may be asked again."""
        with self._idle_lock:
            self._idle.append(reader)
        if self._closed:
            self._dismiss_idle()

    def fork(self, loop: asyncio.AbstractEventLoop) -> None:
        """Makes one more idle reader, and clears away those that have ended by themselves; unless there is
        one by now, which was made for somebody who has gone.
        """
        with self._idle_lock:
            if any(reader.may_be_asked(loop) for reader in self._idle):
                return
        for reader in self._taken_out(gone_alone=True):
            self.end(reader)
        near, far = socket.socketpair()
        with far, self._control_lock:
            try:
                self._control.send(Fork(self._memory))
                send_handle(self._control, far.fileno(), self._process.pid)
                number = int(self._control.recv())
            except (EOFError, OSError) as error:
                near.close()
                raise GraphUnavailable(_GONE) from error
        self.keep(Reader(near, number, self))

    def end(self, reader: Reader) -> int:
        """Kills the reader and returns the signal that ended it, or 0 when that is not known. The second
        time nothing happens.
        """
        with self._control_lock, contextlib.suppress(EOFError, OSError):
            if not reader.killed:
                reader.killed = True
                self._control.send(Kill(reader.number))
                return int(self._control.recv())
        return 0

    def death(self, ended_by: int) -> QueristError:
        """What it means for the query that its reader was ended by a signal."""
        if ended_by == signal.SIGSEGV:
            return GraphRejected("The query is nested too deeply for the graph. Ask for something simpler.")
        if ended_by == signal.SIGABRT:
            return GraphRejected(
                f"The query needed more than {self._memory / 2**30:.3g} GB of memory, so it was stopped. "
                "Ask for less."
            )
        return GraphUnavailable(_GONE)

    @property
    def alive(self) -> bool:
        """Whether the process that holds the graph still runs."""
        return self._process.poll() is None

    def close(self) -> None:
        """Ends the process and all readers."""
        self._closed = True
        self._control.close()
        self._dismiss_idle()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:  # it is in the middle of a load
            self._process.kill()
            self._process.wait()

    def _dismiss_idle(self) -> None:
        for reader in self._taken_out():
            reader.dismiss()

    def _taken_out(self, *, gone_alone: bool = False) -> list[Reader]:
        with self._idle_lock:
            out = [reader for reader in self._idle if reader.gone or not gone_alone]
            self._idle = [reader for reader in self._idle if reader not in out]
            return out


def _python_path() -> str:
    """Where this very package is found, before anything else."""
    root = str(Path(__file__).resolve().parent.parent)
    return os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH", ""))))
