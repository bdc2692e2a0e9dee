"""The doors as a platform of the desk: a question goes its way as one from a chat does, and its asker waits.

In: who asks, and a question. Out: its answer, or why there is none. The question is durable work like any;
who stops waiting takes it back, and the work on it ends.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal, TypeVar
from uuid import uuid4

from aiohttp import web

from bot.cards.stages import stage_words, under_way
from bot.intake import clean, is_stop
from bot.message import Message, Posted, Reception, Reply
from bot.platforms.doors.answers import answered
from bot.platforms.doors.http import in_sentences
from bot.platforms.doors.looking import Looking
from bot.platforms.doors.shapes import Answered, Ask
from bot.platforms.doors.tokens import Caller, Gate
from bot.platforms.doors.turned import AGAIN, TurnedAway
from kgqa.errors import AskersMove, DatabaseUnavailable, OperatorsMove, OurMove
from kgqa.types import Move, Outcome, Stage

Door = Literal["api", "mcp", "text2sparql"]
Tell = Callable[[str], Awaitable[None]]

NAME = "door"
TENANT = "local"
LOOK = 0.5  # seconds between two looks whether who asked is still there, and whether another process answered

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Awaited:
    reply: asyncio.Future[Reply]
    tell: Tell | None


class Doors:
    """One caller may have `most` questions and look-ups under way here at a time. `mounts` add the routes of
    the doors that are open over HTTP.
    """

    def __init__(
        self,
        *,
        gate: Gate,
        looking: Looking,
        most: int,
        mounts: tuple[Callable[[Doors, web.Application], None], ...] = (),
        name: str = NAME,
    ) -> None:
        self.name = name
        self.gate = gate
        self.looking = looking
        self._most = most
        self._mounts = mounts
        self._desk: Reception | None = None
        self._awaited: dict[str, _Awaited] = {}
        self._under_way: Counter[str] = Counter()
        self._asides: set[asyncio.Task[None]] = set()

    # ── the platform ─────────────────────────────────────────────────────────────────────────────

    def mount(self, app: web.Application, desk: Reception) -> None:
        """Adds the routes of the doors that are open; at the end, who waits is told so."""
        self._desk = desk
        app.on_shutdown.append(self._close)
        app.middlewares.append(in_sentences)
        for mount in self._mounts:
            mount(self, app)

    async def progress(self, message: Message, stage: Stage, step: str = "") -> None:
        awaited = self._awaited.get(message.event)
        if awaited and awaited.tell:
            await awaited.tell(under_way(stage_words(stage, message.language), step))

    async def send(self, reply: Reply, *, again: bool) -> Posted:  # noqa: ARG002  # nothing is posted twice
        awaited = self._awaited.get(reply.message.event)
        if awaited and not awaited.reply.done():  # else who asked has left, or waits at another process
            awaited.reply.set_result(reply)
        return Posted(ids=(reply.message.event,))

    async def remove(self, message: Message, ids: tuple[str, ...]) -> None:
        """What a program was given is its own."""

    async def supersede(self, reply: Reply, posted: tuple[str, ...], ids: tuple[str, ...]) -> None:
        """Nothing that a program asked is edited."""

    # ── a question ───────────────────────────────────────────────────────────────────────────────

    async def ask(
        self,
        caller: Caller,
        asked: Ask,
        door: Door,
        *,
        has_left: Callable[[], bool] = lambda: False,
        tell: Tell | None = None,
    ) -> Answered | TurnedAway:
        """The answer, or why there is none. `tell` hears what goes on meanwhile."""
        graphs = self.looking.graphs(caller, asked.graph)
        if isinstance(graphs, TurnedAway):
            return graphs
        if not clean(asked.question) or is_stop(asked.question):
            return TurnedAway(status=400, why="There is no question in this. Ask one in plain words.")
        conversation = asked.conversation or uuid4().hex
        message = Message(
            platform=self.name,
            event=uuid4().hex,
            tenant=TENANT,
            channel=door,
            thread=f"{caller.name}/{conversation}",  # nobody goes on from what another was told
            person=caller.name,
            text=asked.question,
            sent_at=datetime.now(UTC),
            address="",
            language=asked.language,
            private=True,
            graphs=graphs,
        )
        with self._place(caller) as why:
            if why:
                return why
            try:
                reply = await self._reply(message, has_left, tell)
            except AskersMove as error:
                return TurnedAway(status=400, why=error.shown)
            except OperatorsMove as error:
                return TurnedAway(status=503, why=error.shown, again=AGAIN)
        if reply is None:
            return TurnedAway(status=408, why="Who asked has left.")
        answer = reply.answer
        if answer.outcome is Outcome.REFUSED and answer.move is Move.ASKER:  # too many wait already
            return TurnedAway(status=429, why=answer.text, again=AGAIN)
        return answered(reply, conversation, asked.rows)

    async def look(self, caller: Caller, looked: Callable[[], Awaitable[T | TurnedAway]]) -> T | TurnedAway:
        """What is looked up for somebody, within what they may have under way."""
        with self._place(caller) as why:
            if why:
                return why
            try:
                return await looked()
            except OperatorsMove as error:
                return TurnedAway(status=503, why=error.shown, again=AGAIN)

    async def _reply(self, message: Message, has_left: Callable[[], bool], tell: Tell | None) -> Reply | None:
        """The reply to a message; None where nobody waits for it any more. Raises as the desk does."""
        if self._desk is None:
            raise DatabaseUnavailable("The desk is not at work yet. Ask again in a moment.")
        reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._awaited[message.event] = _Awaited(reply, tell)
        found: Reply | None = None
        try:
            await self._desk.receive(message)
            while not has_left():
                await asyncio.wait((reply,), timeout=LOOK)
                found = reply.result() if reply.done() else await self._from_elsewhere(message)
                if found:
                    return found
            return None
        finally:
            del self._awaited[message.event]
            if found is None:
                self._aside(self._take_back(message))

    async def _from_elsewhere(self, message: Message) -> Reply | None:
        """The reply that another process gave, which shares the queue."""
        with suppress(OperatorsMove):  # the database is away for a moment
            return await self._desk.reply_to(message) if self._desk else None
        return None

    async def _take_back(self, message: Message) -> None:
        if self._desk:
            with suppress(
                OperatorsMove, OurMove
            ):  # the desk has stopped: it is answered later, for the record
                await self._desk.withdraw(
                    replace(message, event=uuid4().hex, instead_of=message.event, text="-")
                )

    def _aside(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._asides.add(task)
        task.add_done_callback(self._asides.discard)

    @contextmanager
    def _place(self, caller: Caller) -> Iterator[TurnedAway | None]:
        """Around what somebody has under way; inside, why that cannot be now."""
        if self._under_way[caller.name] >= self._most:
            yield TurnedAway(
                status=429,
                why=f"You have {self._most} requests under way. Ask again when some of them are answered.",
                again=AGAIN,
            )
            return
        self._under_way[caller.name] += 1
        try:
            yield None
        finally:
            self._under_way[caller.name] -= 1
            if not self._under_way[caller.name]:
                del self._under_way[caller.name]

    async def _close(self, _: web.Application) -> None:
        """After the desk has stopped: who still waits need not wait for the connection to break."""
        for awaited in tuple(self._awaited.values()):
            if not awaited.reply.done():
                awaited.reply.set_exception(
                    DatabaseUnavailable("Querist is stopping. Ask again in a moment.")
                )
        await asyncio.gather(*self._asides, return_exceptions=True)
