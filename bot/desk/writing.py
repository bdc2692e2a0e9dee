"""One writer for the inbox: what comes while a transaction is written is written together in the next.

In: pieces, and how far others are, one by one. Out: each one's own outcome, once it is durable. So a disk
that takes ten milliseconds to make a transaction durable bears many messages in that time.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Literal

from bot.desk.inbox import Inbox, Piece
from kgqa.errors import OperatorsMove, OurMove

MOST = 500  # pieces in a transaction
PAUSE = 0.2  # seconds before a note is tried again that could not be written

Waiters = tuple[int, int, int]
Note = Literal["fed", "begun", "done"]


class Writing:
    """Works between `start` and `stop`."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._pieces: deque[tuple[Piece, asyncio.Future[Waiters | None]]] = deque()
        self._notes: deque[tuple[Note, str, asyncio.Future[None]]] = deque()
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._write())

    async def stop(self) -> None:
        """Nothing more is written."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def keep(self, piece: Piece) -> Waiters | None:
        """As `Inbox.write` says of one piece. Raises OperatorsMove."""
        kept: asyncio.Future[Waiters | None] = asyncio.get_running_loop().create_future()
        self._pieces.append((piece, kept))
        self._news.set()
        return await kept

    def note(self, note: Note, identity: str) -> asyncio.Future[None]:
        """Notes how far a piece is, however often that must be tried."""
        noted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._notes.append((note, identity, noted))
        self._news.set()
        return noted

    async def _write(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            while self._pieces or self._notes:
                pieces = [self._pieces.popleft() for _ in range(min(MOST, len(self._pieces)))]
                notes = [self._notes.popleft() for _ in range(min(MOST, len(self._notes)))]
                await self._together(pieces, notes)

    async def _together(
        self,
        pieces: list[tuple[Piece, asyncio.Future[Waiters | None]]],
        notes: list[tuple[Note, str, asyncio.Future[None]]],
    ) -> None:
        of = {kind: [i for k, i, _ in notes if k == kind] for kind in ("fed", "begun", "done")}
        try:
            found = await self._inbox.write([piece for piece, _ in pieces], **of)
        except OurMove as error:  # one of them is what the database refuses: the others are no part of that
            if len(pieces) + len(notes) == 1:
                _fail(pieces, error)
                _fail(notes, error)
                return
            for piece in pieces:
                await self._together([piece], [])
            for note in notes:
                await self._together([], [note])
        except OperatorsMove as error:
            _fail(pieces, error)
            self._notes.extendleft(reversed(notes))
            await asyncio.sleep(PAUSE)
        else:
            for (_, kept), outcome in zip(pieces, found, strict=True):
                if not kept.done():
                    kept.set_result(outcome)
            for *_, noted in notes:
                if not noted.done():
                    noted.set_result(None)


def _fail(
    waiting: list[tuple[Piece, asyncio.Future[Waiters | None]]]
    | list[tuple[Note, str, asyncio.Future[None]]],
    error: Exception,
) -> None:
    for one in waiting:
        if not one[-1].done():
            one[-1].set_exception(error)
