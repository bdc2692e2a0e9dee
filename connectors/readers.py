"""The near end of the process that holds an embedded graph: opens it, asks its readers, replaces them.

In: files and queries as text with limits. Out: what was found, or an error whose move is told. A reader
that runs out of time is killed and another is forked, which costs milliseconds; see connectors/holder.py.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.reduction import send_handle
from pathlib import Path
from typing import Any

from connectors.files import Progress
from connectors.results import Found
from connectors.wire import Ask, AskParts, Failed, Fork, Kill, More, Open, Opened, Progressed, Reply, Request
from connectors.words import clean
from kgqa.errors import GraphRejected, GraphTimeout, GraphUnavailable, QueristError
from kgqa.types import Limits

_GONE = "The process that holds the graph has ended. Start Querist again; if it recurs, give it more memory."


class Cancelled(Exception):  # noqa: N818 - an outcome of this file alone, never shown
    """Nobody waits for the reply any more."""


@dataclass(slots=True)
class Call:
    """One query on its way; `cancel` may come from another thread at any moment."""

    text: str
    limits: Limits
    _reader: _Reader | None = None
    _cancelled: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def cancel(self) -> None:
        with self._lock:
            self._cancelled = True
            if self._reader:
                self._reader.hang_up()

    @property
    def cancelled(self) -> bool:
        return self._cancelled

    @contextlib.contextmanager
    def held_by(self, reader: _Reader) -> Any:
        with self._lock:
            if self._cancelled:
                raise Cancelled
            self._reader = reader
        try:
            yield
        finally:
            with self._lock:
                self._reader = None


class _Reader:
    """One forked process that answers queries, one at a time."""

    def __init__(self, near: socket.socket) -> None:
        self._socket = near
        self._asker = Connection(os.dup(near.fileno()))
        self.number = 0

    def ask(self, request: Request, seconds: float) -> Reply | None:
        """The reply, or None when it takes longer. Raises EOFError or OSError when the reader is gone."""
        self._asker.send(request)
        if not self._asker.poll(seconds):
            return None
        reply: Reply = self._asker.recv()
        return reply

    def hang_up(self) -> None:
        """Wakes whoever waits in `ask`."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._asker.close()
        self._socket.close()


@dataclass(slots=True)
class Passage:
    """A query whose rows come in parts. Between two parts a reader stands still and waits."""

    call: Call
    readers: Readers | None = None  # whose reader it is, from the first part on
    reader: _Reader | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def release(self) -> _Reader | None:
        """The reader, for one of those who ask for it at the same time."""
        with self._lock:
            reader, self.reader = self.reader, None
            return reader

    def drop(self) -> None:
        """Ends the reader, if there is one: nobody reads on."""
        reader = self.release()
        if reader and self.readers:
            self.readers.end(reader)


class Readers:
    """The process that holds the graph, with its idle readers. Safe to use from several threads."""

    def __init__(self, *, memory: int) -> None:
        self._memory = memory
        self._idle: queue.LifoQueue[_Reader] = queue.LifoQueue()
        self._lock = threading.Lock()
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
                if isinstance(reply, Failed) and isinstance(reply.error, QueristError):
                    raise reply.error
                if progress and isinstance(reply, Progressed):
                    progress(reply.done, reply.total)
        except (EOFError, OSError) as error:
            raise GraphUnavailable(
                "The process that loads the graph has ended, most likely for lack of memory. "
                "Keep the graph on disk, or give the service more memory."
            ) from error

    def run(self, call: Call) -> Found:
        """Blocks until the query is answered. Raises as `Graph.run` does, and Cancelled."""
        deadline = time.monotonic() + call.limits.seconds
        reader = self._take()
        found = self._ask(reader, call, Ask(call.text, call.limits.rows, call.limits.bytes), deadline)
        self._idle.put(reader)
        return found

    def part(self, passage: Passage) -> Found:
        """Blocks until the next part is there: `truncated` while there may be more; the last may be empty.

        Raises as `run` does; after that, and after the last part, the passage holds no reader.
        """
        call, limits = passage.call, passage.call.limits
        deadline = time.monotonic() + limits.seconds
        request: Request = More()
        reader = passage.release()
        if passage.readers is None:
            reader = self._take()
            request = AskParts(call.text, limits.rows, limits.bytes)
        if reader is None:
            raise Cancelled
        found = self._ask(reader, call, request, deadline)
        if not found.truncated:
            self._idle.put(reader)
            return found
        passage.readers, passage.reader = self, reader
        if call.cancelled:  # just now: who cancelled may have found no reader to drop
            passage.drop()
        return found

    @property
    def alive(self) -> bool:
        """Whether the process that holds the graph still runs."""
        return self._process.poll() is None

    def close(self) -> None:
        """Ends the process and all readers."""
        self._control.close()
        with contextlib.suppress(queue.Empty):
            while True:
                self._idle.get_nowait().close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:  # it is in the middle of a load
            self._process.kill()
            self._process.wait()

    def _take(self) -> _Reader:
        try:
            return self._idle.get_nowait()
        except queue.Empty:
            pass
        near, far = socket.socketpair()
        reader = _Reader(near)
        with far, self._lock:
            try:
                self._control.send(Fork(self._memory))
                send_handle(self._control, far.fileno(), self._process.pid)
                reader.number = self._control.recv()
            except (EOFError, OSError) as error:
                reader.close()
                raise GraphUnavailable(_GONE) from error
        return reader

    def _ask(self, reader: _Reader, call: Call, request: Request, deadline: float) -> Found:
        """What the reader found. When something else is raised than GraphRejected for the query itself, the
        reader has ended.
        """
        try:
            with call.held_by(reader):
                reply = reader.ask(request, max(deadline - time.monotonic(), 0))
        except (Cancelled, EOFError, OSError) as error:
            ended_by = self.end(reader)
            if call.cancelled:
                raise Cancelled from error
            raise _death(ended_by, self._memory) from error
        if reply is None:
            self.end(reader)
            raise GraphTimeout(
                f"The graph did not answer in {call.limits.seconds:g} seconds, so the query was stopped. "
                "Ask for less, or raise QUERIST_QUERY_SECONDS."
            )
        if isinstance(reply, Failed):
            self._idle.put(reader)
            raise GraphRejected(f"The graph refused the query: {clean(str(reply.error))}")
        return reply

    def end(self, reader: _Reader) -> int:
        """Kills the reader and returns the signal that ended it, or 0 when that is not known."""
        reader.close()
        with self._lock, contextlib.suppress(EOFError, OSError):
            self._control.send(Kill(reader.number))
            return int(self._control.recv())
        return 0


def _death(ended_by: int, memory: int) -> QueristError:
    if ended_by == signal.SIGSEGV:
        return GraphRejected("The query is nested too deeply for the graph. Ask for something simpler.")
    if ended_by == signal.SIGABRT:
        return GraphRejected(
            f"The query needed more than {memory / 2**30:.3g} GB of memory, so it was stopped. Ask for less."
        )
    return GraphUnavailable(_GONE)


def _python_path() -> str:
    """Where this very package is found, before anything else."""
    root = str(Path(__file__).resolve().parent.parent)
    return os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH", ""))))
