"""The near end of one reader: a request goes out and its reply comes in, and no thread waits for it.

In: a request and a time limit. Out: the bytes of the reply. The event loop sends what the socket takes and
collects what has come, so that neither a long request nor a slow reply holds the loop up; see
docs/decisions/0604.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from asyncio import AbstractEventLoop, Future
from typing import TYPE_CHECKING

from connectors.wire import PIECE, Incoming, Reply, Request, framed

if TYPE_CHECKING:
    from connectors.readers import Readers


class Reader:
    """One forked process that answers queries, one at a time.

    The loop that asks it first is its home for as long as that loop lives: to begin and to end listening
    costs as much as all the rest of a small exchange.
    """

    def __init__(self, near: socket.socket, number: int, readers: Readers) -> None:
        """`number` is its id for the process that holds the graph, which is that of `readers`."""
        near.setblocking(False)
        self.readers = readers
        self.number = number
        self.gone = False  # nobody is at the other end, or nobody may listen to it any more
        self.killed = False
        self._socket = near
        self._home: AbstractEventLoop | None = None
        self._incoming: Incoming[Reply] = Incoming()
        self._reply: Future[Incoming[Reply]] | None = None

    def may_be_asked(self, loop: AbstractEventLoop) -> bool:
        """Whether it can be asked in this loop."""
        return not self.gone and (self._home in (None, loop) or self._is_homeless())

    async def ask(self, request: Request, seconds: float) -> Incoming[Reply]:
        """The reply, if it is whole in so many seconds.

        Raises TimeoutError, or EOFError when the reader is gone. After that, and when it is cancelled, the
        reader can only be let go.
        """
        if self.gone:
            raise EOFError
        loop = asyncio.get_running_loop()
        if self._home is not loop:
            loop.add_reader(self._socket, self._receive)
            self._home = loop
        self._incoming = Incoming()
        reply: Future[Incoming[Reply]] = loop.create_future()
        self._reply = reply
        timer = loop.call_later(seconds, _fail, reply, TimeoutError)
        try:
            self._send(memoryview(framed(request)), loop)
            return await reply
        finally:
            timer.cancel()

    def let_go(self) -> None:
        """Hangs up. Only in its home, or when that was closed."""
        self.gone = True
        if self._home and not self._home.is_closed():
            self._home.remove_reader(self._socket)
            self._home.remove_writer(self._socket)
        self._home = None
        self._socket.close()

    def dismiss(self) -> None:
        """Hangs up, wherever this is called."""
        home = self._home
        try:
            if home:
                home.call_soon_threadsafe(self.let_go)
            else:
                self.let_go()
        except RuntimeError:  # its home was closed
            self.let_go()

    def _is_homeless(self) -> bool:
        return self._home is None or self._home.is_closed()

    def _send(self, left: memoryview, home: AbstractEventLoop, *, waits: bool = False) -> None:
        """Sends as much as the socket takes, and the rest when it takes more."""
        with contextlib.suppress(OSError):  # full, or broken: then what is received ends too
            left = left[self._socket.send(left) :]
        if left:
            home.add_writer(self._socket, lambda: self._send(left, home, waits=True))
        elif waits:
            home.remove_writer(self._socket)

    def _receive(self) -> None:
        try:
            piece = self._socket.recv(PIECE)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            piece = b""
        if not piece:
            self.let_go()
            if self._reply:
                _fail(self._reply, EOFError)
        elif self._incoming.add(piece) and self._reply and not self._reply.done():
            self._reply.set_result(self._incoming)


def _fail(reply: Future[Incoming[Reply]], error: type[Exception]) -> None:
    if not reply.done():
        reply.set_exception(error)
