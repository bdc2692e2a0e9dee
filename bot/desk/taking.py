"""Messages into durable work: within what a person and a channel may have waiting, and in their order."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass

from bot.desk.inbox import Piece
from bot.desk.job import Job, event_of, identity_of, to_json
from bot.desk.places import channel_of, person_of, tenant_of, thread_of
from bot.desk.telling import tell
from bot.desk.work import Work
from bot.intake import Refusal
from bot.message import Message, Platform
from bot.words import Words
from kgqa.types import Move, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What is asked: the message as it is answered, how its question is `spoken`, and what it `replaces`: the
    record of a question that it corrects, those of what that had been `earlier`, and the identity of the work
    on it.
    """

    message: Message
    spoken: str = ""
    replaces: str = ""
    earlier: tuple[str, ...] = ()
    instead: str = ""


class Taking:
    """`person_questions`, `channel_questions` and `tenant_questions` may wait."""

    def __init__(
        self,
        work: Work,
        platforms: Mapping[str, Platform],
        *,
        person_questions: int,
        channel_questions: int,
        tenant_questions: int,
    ) -> None:
        self._work = work
        self._platforms = platforms
        self._person_questions = person_questions
        self._channel_questions = channel_questions
        self._tenant_questions = tenant_questions
        self._asides: set[asyncio.Task[None]] = set()

    async def take(self, taken: Taken, say: Words) -> None:
        """Keeps the message to be answered, if not too many wait already."""
        message = taken.message
        job = Job(
            identity=identity_of(message),
            message=message,
            spoken=taken.spoken,
            replaces=taken.replaces,
            earlier=taken.earlier,
        )
        too_many = await self._work.keep(
            Piece(
                identity=job.identity,
                queue=self._work.queue_of(message.platform),
                thread=thread_of(message),
                job=to_json(job),
                person=person_of(message),
                channel=channel_of(message),
                most_of_person=self._person_questions,
                most_of_channel=self._channel_questions,
                tenant=tenant_of(message),
                most_of_tenant=self._tenant_questions,
                instead=taken.instead,
            )
        )
        if too_many:
            await self.refuse(message, self._refusal(*too_many, say))
        elif not message.overheard and not self._work.is_rush:
            self._aside(tell(self._platforms[message.platform], message, Stage.QUEUED))

    async def refuse(self, message: Message, refusal: Refusal) -> None:
        """A refusal is work too, so it is said once; it waits for nobody and counts for nobody. What was only
        overheard is not refused aloud.
        """
        if message.overheard:
            return
        identity = event_of(message)
        job = to_json(Job(identity=identity, message=message, refusal=refusal))
        await self._work.keep(
            Piece(identity=identity, queue=self._work.queue_of(message.platform), thread=identity, job=job)
        )

    def stop(self) -> None:
        """Nothing more is shown of what was taken."""
        for aside in tuple(self._asides):
            aside.cancel()

    def _refusal(self, mine: int, theirs: int, everybodys: int, say: Words) -> Refusal:
        """The asker's move is next: to ask again, later. That tells it from what may not be asked."""
        if mine >= self._person_questions:
            return Refusal(text=say("desk-person-waits", count=mine), move=Move.ASKER)
        if theirs >= self._channel_questions:
            return Refusal(text=say("desk-channel-waits", count=theirs), move=Move.ASKER)
        return Refusal(text=say("desk-tenant-waits", count=everybodys), move=Move.ASKER)

    def _aside(self, coroutine: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(coroutine)
        self._asides.add(task)
        task.add_done_callback(self._asides.discard)
