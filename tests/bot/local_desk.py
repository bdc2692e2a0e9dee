"""A desk for trying platforms: it answers with prepared answers, when it is let.

It is the Reception that platforms see, nothing more: no queue, no memory, no database.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.message import Message, Platform, Reply
from kgqa.types import Answer, Stage
from tests.doubles import answers
from tests.doubles.reception import PaperReception


class LocalDesk(PaperReception):
    """Answers each message at once, or, while `open` is cleared, when it is set again.

    `refusing` is the sentence with which messages are not taken over; `received` are those that were.
    """

    def __init__(self, prepared: tuple[Answer, ...] | None = None) -> None:
        super().__init__()
        self._prepared = {"fail": answers.failed()}
        for answer in prepared or answers.all_outcomes():
            self._prepared.setdefault(answer.question.text, answer)
        self.platform: Platform | None = None
        self.stages: tuple[Stage, ...] = ()
        self.open = asyncio.Event()
        self.open.set()
        self._work: set[asyncio.Task[None]] = set()

    async def receive(self, message: Message) -> None:
        self._refuse()
        self.received.append(message)
        task = asyncio.create_task(self._answer(message))
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _answer(self, message: Message) -> None:
        assert self.platform is not None
        for stage in self.stages:
            await self.platform.progress(message, stage)
        await self.open.wait()
        reply = self.reply(message)
        posted = await self.platform.send(reply, again=False)
        self.posted |= {(message.channel, identity): reply.reference for identity in posted.ids}

    def reply(self, message: Message) -> Reply:
        answer = self._prepared.get(message.text, answers.unknown())
        if message.pressed:
            answer = replace(answers.one_thing(), text=f"You chose {message.text}.")
        reference = f"r-{message.event[:8]}"
        self.answers[reference] = answer
        return Reply(message=message, answer=answer, reference=reference)
