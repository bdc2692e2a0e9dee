"""One message from the queue to its answer in the thread. Run again after a crash, it goes on where it was.

In: a Job. Out: a record that is posted (or given up), and a turn in the thread's memory.
The record is the only checkpoint: opened, begun, closed, sending, posted, each written before the next.
Here is also the single catch-all for bugs: a person gets a sentence and a reference, the log gets the rest.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from pydantic import TypeAdapter

from bot.desk.places import person_of, thread_of
from bot.desk.ports import Core, Records
from bot.desk.stopping import LOOK, Stopped, Stops
from bot.desk.telling import Telling
from bot.intake import Refusal
from bot.message import Message, NotPosted, Platform, Reply
from kgqa.conversation import spoken, turn_of
from kgqa.errors import AskersMove, OperatorsMove
from kgqa.ports import Conversations
from kgqa.types import Answer, Move, Outcome, Question

BEGINNINGS = 4  # a question that was begun so often and never ended has killed the process each time
SENDINGS = 6  # tries whose outcome is not certain; then the answer is sent as a plain sentence, once
REFUSALS = 300  # tries that the platform certainly refused: about a day of the longest pauses
LONGEST_PAUSE = 300.0  # seconds between two tries, even if a platform asks for more

_LOG = logging.getLogger(__name__)
_REMEMBERED = frozenset(Outcome) - {Outcome.FAILED, Outcome.REFUSED, Outcome.STOPPED}

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What is stored with the engine: a message to answer, or one with the refusal that it gets instead.

    `identity` is that of the work: a redelivered event has the same, and so has a button pressed twice.
    """

    identity: str
    message: Message
    refusal: Refusal | None = None


_JOB: TypeAdapter[Job] = TypeAdapter(Job)


def to_json(job: Job) -> str:
    return _JOB.dump_json(job).decode()


def from_json(text: str) -> Job:
    return _JOB.validate_json(text)


class Workflow:
    """What to do for one message. `answering` bounds how many questions the core works on at a time,
    `patience` is the seconds that one may take, `pause` those before an answer is sent again, `look` those
    between two looks whether it is still wanted.
    """

    def __init__(
        self,
        core: Core,
        records: Records,
        conversations: Conversations,
        platforms: Mapping[str, Platform],
        answering: asyncio.Semaphore,
        patience: float,
        pause: float,
        look: float = LOOK,
    ) -> None:
        self._core = core
        self._records = records
        self._conversations = conversations
        self._platforms = platforms
        self._answering = answering
        self._patience = patience
        self._pause = pause
        self._stops = Stops(records, look)

    async def run(self, job: Job) -> None:
        """Answers the message, once."""
        message, question = job.message, _question(job.message)
        reference = await _kept(lambda: self._opened(job, question))
        answer = await _kept(lambda: self._records.answer_of(reference))
        if answer is None:
            answer = await self._close(reference, question, await self._unless_stopped(reference, job))
        if answer.outcome in _REMEMBERED and job.refusal is None:
            await _kept(lambda: self._conversations.keep(thread_of(message), reference, turn_of(answer)))
        await self._deliver(Reply(message=message, answer=answer, reference=reference))

    async def stop(self, job: Job) -> bool:
        """Has the work on a message stopped, here or in whichever process is at it; False when its answer
        stands already. Raises DatabaseUnavailable when the wish cannot be kept.
        """
        reference = await self._opened(job, _question(job.message))
        is_noted = await self._records.stopped(reference)
        self._stops.tell(reference)
        return is_noted

    async def _opened(self, job: Job, question: Question) -> str:
        return await self._records.opened(job.identity, question, context=_context(job.message))

    async def _unless_stopped(self, reference: str, job: Job) -> Answer:
        question = _question(job.message)
        if job.refusal:
            return _refused(question, job.refusal)
        answer = await self._stops.unless(reference, lambda: self._answer(reference, job, question))
        return _stopped(question) if isinstance(answer, Stopped) else answer

    async def _answer(self, reference: str, job: Job, question: Question) -> Answer:
        async with self._answering:
            tries = await _kept(lambda: self._records.begun(reference))
            if tries > BEGINNINGS:
                _LOG.error("Question %s stopped the process %s times; it is given up.", reference, tries - 1)
                return _failed(question, reference, Move.OURS, _STOPPED)
            history = await _kept(lambda: self._conversations.recall(thread_of(job.message)))
            question = replace(question, history=history)
            return await self._ask(reference, job.message, question)

    async def _ask(self, reference: str, message: Message, question: Question) -> Answer:
        try:
            async with Telling(self._platforms[message.platform], message) as progress:
                async with asyncio.timeout(self._patience):
                    return await self._core.answer(question, progress)
        except AskersMove as error:
            return _failed(question, reference, Move.ASKER, str(error))
        except OperatorsMove as error:
            _LOG.warning("Question %s: %s", reference, error)
            return _failed(question, reference, Move.OPERATOR, str(error))
        except TimeoutError:
            _LOG.warning("Question %s was not answered in %.0f seconds.", reference, self._patience)
            return _failed(question, reference, Move.OURS, _SLOW)
        except Exception:  # noqa: BLE001  # the one place where a defect becomes an answer
            _LOG.exception("A defect met question %s.", reference)
            return _failed(question, reference, Move.OURS, _DEFECT)

    async def _close(self, reference: str, question: Question, answer: Answer) -> Answer:
        try:
            await _kept(lambda: self._records.closed(reference, answer))
        except Exception:  # noqa: BLE001  # an answer that cannot be written down is a defect like any other
            _LOG.exception("The answer of record %s cannot be kept.", reference)
            instead = _failed(question, reference, Move.OURS, _DEFECT)
            await _kept(lambda: self._records.closed(reference, instead))
            return instead
        return answer

    async def _deliver(self, reply: Reply) -> None:
        """Sends until it is posted, or until it is clear that it never will be."""
        while True:
            how, tries = await _kept(lambda: self._records.sending(reply.reference))
            if how == "done":
                return
            pause = await self._send(reply, again=how == "again", tries=tries)
            if pause is None:
                return
            await asyncio.sleep(min(pause, LONGEST_PAUSE))

    async def _send(self, reply: Reply, *, again: bool, tries: int) -> float | None:
        """One try, written down: the seconds until the next one, or None when there is nothing left to do."""
        reference = reply.reference
        last = again and tries > SENDINGS  # it cannot be drawn or taken as it is: a sentence may go through
        try:
            platform = self._platforms[reply.message.platform]
            posted = await platform.send(_plain(reply) if last else reply, again=again)
        except NotPosted as refusal:
            reason, wait = str(refusal), refusal.retry_after
            if wait is None or tries >= REFUSALS:
                await self._give_up(reference, reason)
                return None
            await _kept(lambda: self._records.not_posted(reference, reason))
            return max(wait, self._back_off(tries))
        except Exception as error:  # noqa: BLE001  # a platform's defect leaves open whether it posted
            _LOG.exception("It is not certain whether the answer %s was posted.", reference)
            if last:
                await self._give_up(reference, f"{type(error).__name__} at every try")
                return None
            return self._back_off(tries)
        await _kept(lambda: self._records.posted(reference, posted.ids, posted.permalink))
        return None

    async def _give_up(self, reference: str, reason: str) -> None:
        _LOG.error("The answer %s was not posted and will not be: %s", reference, reason)
        await _kept(lambda: self._records.given_up(reference, reason))

    def _back_off(self, tries: int) -> float:
        return self._pause * float(2 ** min(tries - 1, 10))


async def _kept(call: Callable[[], Awaitable[T]]) -> T:
    """What `call` gives, however long the database is away: what was acknowledged is not lost."""
    pause = 0.5
    while True:
        try:
            return await call()
        except OperatorsMove as error:
            _LOG.warning("%s Trying again in %.0f s.", error, pause)
            await asyncio.sleep(pause)
            pause = min(pause * 2, 30.0)


def _question(message: Message) -> Question:
    return Question(
        text=message.text,
        asked_at=message.sent_at,
        language=message.language,
        pins=message.pins,
        asker=person_of(message),
    )


def _stopped(question: Question) -> Answer:
    code = spoken(question).code
    return Answer(
        question=replace(question, language=code),
        outcome=Outcome.STOPPED,
        text=_AS_ASKED.get(code, _AS_ASKED["en"]),
    )


def _context(message: Message) -> dict[str, str]:
    return {
        "platform": message.platform,
        "tenant": message.tenant,
        "channel": message.channel,
        "thread": message.thread,
        "person": message.person,
        "message": message.event,
    }


def _refused(question: Question, refusal: Refusal) -> Answer:
    return Answer(
        question=question,
        outcome=refusal.outcome,
        text=refusal.text,
        move=refusal.move,
        suggestions=refusal.suggestions,
    )


def _failed(question: Question, reference: str, move: Move, text: str) -> Answer:
    return Answer(
        question=question,
        outcome=Outcome.FAILED,
        move=move,
        reference=reference,
        text=text.format(reference=reference) if move is Move.OURS else text,
    )


def _plain(reply: Reply) -> Reply:
    """The same reply as one sentence, for a platform that cannot take or draw the whole of it."""
    answer = _failed(reply.answer.question, reply.reference, Move.OURS, _UNSHOWN)
    return replace(reply, answer=answer)


_DEFECT = (
    "Something went wrong on my side. It is written down as {reference}: "
    "pass that on to whoever looks after me, or ask in other words."
)
_SLOW = "I could not finish this in time. It is written down as {reference}; a narrower question may work."
_AS_ASKED = {"en": "Stopped, as you asked.", "de": "Abgebrochen, wie gewünscht."}
_STOPPED = "This question stopped me several times, so I let it be. It is written down as {reference}."
_UNSHOWN = "I have an answer but cannot show it here. It is kept as {reference}."
