"""A place between Querist and a server, where the line can be cut: `async with Relay(host, port) as line`."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from types import TracebackType
from typing import Self


class Relay:
    """Passes bytes on, both ways. `target` is a host and a port, or the path of a Unix socket."""

    def __init__(self, target: tuple[str, int] | str) -> None:
        self._target = target
        self._ends: set[asyncio.StreamWriter] = set()
        self._is_cut = False
        self.port = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        self.cut()

    def cut(self) -> None:
        """Ends all connections; new ones end at once."""
        self._is_cut = True
        for end in tuple(self._ends):
            end.transport.abort()

    def mend(self) -> None:
        """Passes on again."""
        self._is_cut = False

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        try:
            near, far = await self._reached()
        except OSError:
            writer.transport.abort()
            return
        self._ends |= {writer, far}
        try:
            await asyncio.gather(_pass(reader, far), _pass(near, writer))
        finally:
            self._ends -= {writer, far}
            writer.close()
            far.close()

    async def _reached(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if isinstance(self._target, str):
            return await asyncio.open_unix_connection(self._target)
        return await asyncio.open_connection(*self._target)


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while piece := await reader.read(2**16):
            writer.write(piece)
            await writer.drain()
    with suppress(OSError):
        writer.write_eof()
