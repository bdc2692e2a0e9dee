"""Questions that end early: by the word "stop", by a correction, or because who asked took them back."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from bot.desk.job import Job, event_of, from_json, work_of
from bot.desk.places import channel_of, person_of, thread_of
from bot.desk.ports import Records
from bot.desk.work import Work
from bot.desk.workflow import Workflow
from bot.intake import Refusal, clean
from bot.message import Message
from bot.words import Words
from kgqa.ports import Conversations
from kgqa.types import Outcome

_REMEMBERED = 1_000
_CORRECTIONS = 50  # of one question that are followed


@dataclass(frozen=True, slots=True)
class Corrected:
    """The question that a message corrects: the record and the identity of its work, and the records of what
    it had been `earlier`. `same` says that its words did not change.
    """

    reference: str
    identity: str
    same: bool = False
    earlier: tuple[str, ...] = ()


class Ending:
    """Nobody ends the question of another."""

    def __init__(
        self, work: Work, workflow: Workflow, records: Records, conversations: Conversations
    ) -> None:
        self._work = work
        self._workflow = workflow
        self._records = records
        self._conversations = conversations
        self._stopping: deque[str] = deque(maxlen=_REMEMBERED)  # events that stopped something here

    async def stop(self, message: Message, say: Words) -> Refusal | None:
        """Ends what its sender waits for in this thread, or in the channel where nothing was said in the
        thread before. The answer to that says so; what comes back is said where there is nothing to stop.
        """
        if event_of(message) in self._stopping:
            return None  # delivered again
        thread, person = thread_of(message), person_of(message)
        here = await self._work.of_thread(thread)
        waiting = await self._work.of_person(person)
        own = [w for w in waiting if w.channel == channel_of(message)]
        is_new = not here and not await self._conversations.recall(thread, limit=1)
        mine = [w for w in own if w.thread == thread or is_new]
        jobs = [from_json(w.job) for w in mine]
        if any([await self._workflow.stop(job) for job in jobs]):
            self._stopping.append(event_of(message))
            return None
        if here and not mine:
            return Refusal(text=say("desk-not-yours-to-stop"))
        return Refusal(text=say("desk-nothing-to-stop"), outcome=Outcome.UNKNOWN)

    async def withdraw(self, message: Message) -> None:
        """Ends the work on a question that was taken back, if it is its sender's and not answered yet."""
        identity = await self._newest(message)
        job = await self._own_job(identity, message)
        if job and await self._work.state(identity) == "waiting":
            await self._workflow.drop(job, by=person_of(message))

    async def correct(self, message: Message) -> Corrected | None:
        """The earlier question of the same sender that a message corrects, with the work on it ended where it
        still goes on; None for none.
        """
        if not message.instead_of:
            return None
        identity = await self._newest(message)
        job = await self._own_job(identity, message)
        if job is None or identity == event_of(message):
            return None
        if clean(job.message.text) == clean(message.text) and job.message.query == message.query:
            return Corrected("", identity, same=True)
        known = await self._records.reference_of(identity)
        if known and message.event in await self._edits(known):
            return Corrected(known, identity, earlier=job.corrected)  # delivered again
        reference = await self._workflow.drop(job, by=person_of(message), corrected=message.event)
        return Corrected(reference, identity, earlier=job.corrected)

    async def _own_job(self, identity: str, message: Message) -> Job | None:
        text = await self._work.job(identity)
        job = from_json(text) if text else None
        if job is None or thread_of(job.message) != thread_of(message):
            return None
        return job if person_of(job.message) == person_of(message) else None

    async def _newest(self, message: Message) -> str:
        """The identity of the last correction of a question so far, but for the one that just comes."""
        event = message.instead_of
        for _ in range(_CORRECTIONS):
            reference = await self._records.reference_of(work_of(message, event))
            edits = await self._edits(reference) if reference else ()
            if not edits or edits[-1] in (message.event, event):
                break
            event = edits[-1]
        return work_of(message, event)

    async def _edits(self, reference: str) -> tuple[str, ...]:
        return tuple(note.get("event", "") for note in await self._records.notes(reference, "edited"))
