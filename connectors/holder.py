"""The process that holds an embedded graph: `python -m connectors.holder NUMBER` (of a socket).

It loads the graph once and forks a reader whenever it is told to. Readers share its memory, answer
queries one after the other over a socket of their own, and can be killed without harm to the graph:
that is what stops a query which runs too long (docs/decisions/0101). A reader may open no socket
and no file, but for the tables of a store on disk, and may take only so much memory, by limits that the
kernel keeps.

What crosses the sockets stands in `connectors.wire`.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import socket
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.reduction import recv_handle
from pathlib import Path
from typing import NoReturn

from pyoxigraph import QueryBoolean, QuerySolutions, QueryTriples, RdfFormat, Store

from connectors import files, kept
from connectors.results import Found, Parts, take
from connectors.unsocketed import refuse_sockets
from connectors.wire import (
    PIECE,
    Ask,
    AskOver,
    AskParts,
    Failed,
    Fork,
    Incoming,
    Kill,
    Open,
    Opened,
    Progressed,
    Refused,
    Reply,
    Request,
    framed,
)
from kgqa.errors import GraphUnavailable, QueristError

# Completes relative addresses, which Oxigraph refuses without a base. No graph has an address that begins so.
_BASE = "https://base.invalid/"


def main() -> None:
    """Serves until the other end hangs up."""
    control = Connection(int(sys.argv[1]))
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        graph = _open(control, control.recv())
        if graph is not None:
            _serve(control, graph)
    os._exit(0)  # giving a large graph back term by term would take seconds


def _open(control: Connection, request: Open) -> Store | Path | None:
    try:
        if request.folder is None:
            store = Store()
            triples = files.load(store, request.sources, _report(control))
            control.send(Opened(triples, files.fingerprint(files.find(request.sources))))
            return store
        return _open_kept(control, request.sources, Path(request.folder))
    except QueristError as error:
        control.send(Failed(error))
        return None


def _open_kept(control: Connection, sources: tuple[str, ...], folder: Path) -> Path:
    found = kept.generation(folder, files.find(sources))
    alone = found.lock(alone=True) if found.triples() is None else None
    if alone is not None:
        if found.triples() is None:
            # In a process of its own: RocksDB leaves threads behind, and then a fork would be unsafe.
            _in_a_fork(control, lambda: _load_kept(control, sources, found))
        os.close(alone)
    if found.lock(alone=False) is None:  # never closed: held as long as this process or a reader lives
        raise kept.busy(found)
    triples = found.triples()
    if triples is None:
        raise kept.busy(found)
    kept.remove_old(found)
    control.send(Opened(triples, found.fingerprint))
    return found.store


def _load_kept(control: Connection, sources: tuple[str, ...], target: kept.Generation) -> None:
    target.clear()
    store = Store(target.store)
    triples = files.load(store, sources, _report(control))
    store.flush()
    del store  # closes it: from here on it is only read
    target.finish(triples)


def _in_a_fork(control: Connection, work: Callable[[], None]) -> None:
    """Runs `work` in a child; what the child raises has been told, so this process only stops."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        if os.waitstatus_to_exitcode(status) == 1:
            raise EOFError  # the other end knows why
        if status:
            raise GraphUnavailable(
                "The graph could not be written to the store folder. Check that the disk and the memory "
                "have room, and start again."
            )
        return
    code = 1
    try:
        work()
        code = 0
    except QueristError as error:
        control.send(Failed(error))
    except OSError:
        code = 2
    finally:
        os._exit(code)


def _report(control: Connection) -> files.Progress:
    return lambda done, total: control.send(Progressed(done, total))


def _serve(control: Connection, graph: Store | Path) -> None:
    readers: set[int] = set()
    try:
        while True:
            request = control.recv()
            if isinstance(request, Fork):
                reader = _fork_reader(control, graph, request.memory)
                readers.add(reader)
                control.send(reader)
            elif isinstance(request, Kill) and request.reader in readers:
                readers.discard(request.reader)
                control.send(_end(request.reader))
    finally:
        for reader in readers:
            _end(reader)


def _end(reader: int) -> int:
    """Kills the reader and returns the signal that ended it: SIGKILL, or what it had died of before."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(reader, signal.SIGKILL)
    _, status = os.waitpid(reader, 0)
    return os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0


def _fork_reader(control: Connection, graph: Store | Path, memory: int) -> int:
    with socket.socket(fileno=recv_handle(control)) as asker:
        reader = os.fork()
        if reader == 0:
            control.close()
            _read(asker, graph, memory)
    return reader


def _read(asker: socket.socket, graph: Store | Path, memory: int) -> NoReturn:
    """A reader's whole life."""
    try:
        if isinstance(graph, Path):
            refuse_sockets()  # before the store has threads
            store = Store.read_only(str(graph))
            _confine(memory, files=_with_tables(graph))
        else:
            store = graph
            _confine(memory, files=0)
        with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
            answers = _Answers(store)
            while True:
                asker.sendall(framed(answers.to(_request(asker))))
    except MemoryError:
        os.abort()  # as the store does, so that the other end knows why
    finally:
        os._exit(0)


def _request(asker: socket.socket) -> Request:
    """The next request, when it has come. Raises EOFError when none comes any more."""
    incoming: Incoming[Request] = Incoming()
    while piece := asker.recv(PIECE):
        if incoming.add(piece):
            return incoming.message()
    raise EOFError


class _Answers:
    """What a reader says, one reply a request; of the rows that come in parts it knows where it stands."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._parts: Parts | None = None

    def to(self, request: Request) -> Reply:
        try:
            return self._reply(request)
        except (SyntaxError, ValueError, RuntimeError, OSError) as error:
            return Refused(str(error))

    def _asked(self, text: str) -> QuerySolutions | QueryBoolean | QueryTriples:
        return self._store.query(text, base_iri=_BASE)

    def _over(self, request: AskOver) -> Found:
        store = Store()
        store.load(request.statements, RdfFormat.N_TRIPLES, lenient=True)
        return take(store.query(request.text, base_iri=_BASE), rows=request.rows, size=request.size)

    def _reply(self, request: Request) -> Reply:
        match request:
            case Ask(text, rows, size):
                return take(self._asked(text), rows=rows, size=size)
            case AskOver():
                return self._over(request)
            case AskParts(text, rows, size):
                results = self._asked(text)
                if not isinstance(results, QuerySolutions):
                    return Refused("only the rows of a SELECT come in parts")
                self._parts = Parts(results, rows=rows, size=size)
        if self._parts is None:
            return Refused("there is nothing of which more could come")
        part = self._parts.next()
        if not part.truncated:
            self._parts = None  # with all that the store keeps for it
        return part


def _with_tables(store: Path) -> int:
    """How many files are open once all tables of a store are; RocksDB opens most when a query needs them."""
    return sum(1 for _ in Path("/dev/fd").iterdir()) + sum(1 for _ in store.glob("*.sst"))


def _confine(memory: int, *, files: int) -> None:
    """From here on: no more than `files` are open, sockets too, no core file, and a bound on memory (Linux
    alone keeps that).
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # the runtime's last words are no news
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError, ValueError):
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        bound = pages * resource.getpagesize() + memory
        resource.setrlimit(resource.RLIMIT_AS, (bound, bound))
    most = min(files, resource.getrlimit(resource.RLIMIT_NOFILE)[0])  # RocksDB keeps to this one
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    main()
