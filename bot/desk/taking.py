"""Messages into durable work: within what a person and a channel may have waiting, and in their order."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from weakref import WeakValueDictionary

from bot.desk.engine import Engine, pause_for_order
from bot.desk.job import Job, event_of, identity_of, to_json
from bot.desk.places import channel_of, person_of, thread_of
from bot.desk.telling import tell
from bot.intake import Refusal
from bot.message import Message, Platform
from bot.words import Words
from kgqa.types import Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What is asked: the message as it is answered, how its question is `spoken`, and what it `replaces`: the
    record of a question that it corrects, with the identity of the work on it.
    """

    message: Message
    spoken: str = ""
    replaces: str = ""
    instead: str = ""


class Taking:
    """`person_questions` and `channel_questions` may wait."""

    def __init__(
        self,
        engine: Engine,
        platforms: Mapping[str, Platform],
        *,
        person_questions: int,
        channel_questions: int,
    ) -> None:
        self._engine = engine
        self._platforms = platforms
        self._person_questions = person_questions
        self._channel_questions = channel_questions
        self._arrivals: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._asides: set[asyncio.Task[None]] = set()

    async def take(self, taken: Taken, say: Words) -> None:
        """Keeps the message to be answered. One arrival at a time in a channel, so that limits are exact and
        a thread keeps its order.
        """
        message = taken.message
        channel = channel_of(message)
        lock = self._arrivals.setdefault(channel, asyncio.Lock())
        async with lock:
            identity = identity_of(message)
            refusal = await self._too_many(taken, identity, say)
            if refusal is None:
                job = Job(identity=identity, message=message, spoken=taken.spoken, replaces=taken.replaces)
                await self._engine.enqueue(
                    to_json(job),
                    identity=identity,
                    queue=message.platform,
                    order=thread_of(message),
                    person=person_of(message),
                    channel=channel,
                )
                await asyncio.sleep(pause_for_order())
        if refusal:
            await self.refuse(message, refusal)
        elif not message.overheard:
            self._aside(tell(self._platforms[message.platform], message, Stage.QUEUED))

    async def refuse(self, message: Message, refusal: Refusal) -> None:
        """A refusal is work too, so it is said once; it waits for nobody and counts for nobody. What was only
        overheard is not refused aloud.
        """
        if message.overheard:
            return
        identity = event_of(message)
        await self._engine.enqueue(
            to_json(Job(identity=identity, message=message, refusal=refusal)),
            identity=identity,
            queue=message.platform,
            order=identity,
        )

    def stop(self) -> None:
        """Nothing more is shown of what was taken."""
        for aside in tuple(self._asides):
            aside.cancel()

    async def _too_many(self, taken: Taken, identity: str, say: Words) -> Refusal | None:
        message = taken.message
        person, channel = person_of(message), channel_of(message)
        waiting = [j for j in await self._engine.waiting(message.platform) if j.identity != taken.instead]
        mine = sum(1 for job in waiting if job.person == person)
        theirs = sum(1 for job in waiting if job.channel == channel)
        if mine < self._person_questions and theirs < self._channel_questions:
            return None
        if await self._engine.state(identity):
            return None  # delivered again: it is among those that wait
        if mine >= self._person_questions:
            return Refusal(text=say("desk-person-waits", count=mine))
        return Refusal(text=say("desk-channel-waits", count=theirs))

    def _aside(self, coroutine: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(coroutine)
        self._asides.add(task)
        task.add_done_callback(self._asides.discard)
