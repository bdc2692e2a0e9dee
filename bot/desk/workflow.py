"""One message from the queue to its answer in the thread. Run again after a crash, it goes on where it was.

In: a Job. Out: a record that is posted (or given up), and a turn in the thread's memory.
The record is the only checkpoint: opened, begun, closed, sending, posted, each written before the next.
Here is also the single catch-all for bugs: a person gets a sentence and a reference, the log gets the rest.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from datetime import UTC, datetime

from bot.access import Held, Rights
from bot.desk.delivery import Delivery
from bot.desk.instead import failed, refused, stopped, troubled
from bot.desk.job import Job, context_of, question_of
from bot.desk.kept import kept
from bot.desk.observer import Ended, Nobody, Observer, Told
from bot.desk.places import thread_of
from bot.desk.ports import Core, Records
from bot.desk.standing import Standing
from bot.desk.stopping import LOOK, Stopped, Stops
from bot.desk.telling import Telling, Untold
from bot.desk.tongue import shown_in, words_for
from bot.intake import Refusal
from bot.message import Message, Platform, Reply
from kgqa.conversation import heard, turn_of
from kgqa.errors import AskersMove, OperatorsMove
from kgqa.ports import Conversations
from kgqa.trail import by_rights, followed
from kgqa.types import Answer, Move, Outcome, Progress, Question, Turn

BEGINNINGS = 4  # a question that was begun so often and never ended has killed the process each time

_LOG = logging.getLogger(__name__)
_REMEMBERED = frozenset(Outcome) - {Outcome.FAILED, Outcome.REFUSED, Outcome.STOPPED}
_WORTH_SAYING = (Outcome.ANSWERED, Outcome.CLARIFY)  # to people who did not speak to the bot
_OPEN_TO_FEWER = (Outcome.REFUSED, Outcome.UNKNOWN, Outcome.NOT_IN_GRAPH, Outcome.NOTHING_FOUND)


class Workflow:
    """What to do for one message. `answering` bounds how many questions the core works on at a time,
    `patience` is the seconds that one may take, `pause` those before an answer is sent again, `look` those
    between two looks whether it is still wanted. `language` is that of the bot's own words where a question
    tells none; `graphs` are the names of those that the core can ask. `rights` say who may see what, where
    people are told apart.
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
        language: str = "en",
        graphs: tuple[str, ...] = (),
        observer: Observer | None = None,
        rights: Rights | None = None,
    ) -> None:
        self._core = core
        self._records = records
        self._conversations = conversations
        self._platforms = platforms
        self._answering = answering
        self._patience = patience
        self._language = language
        self._graphs = graphs
        self._rights = rights
        self._stops = Stops(records, look)
        self._observer = observer or Nobody()
        self._delivery = Delivery(records, platforms, pause, language, self._observer)
        self._standing = Standing(records, platforms)

    async def run(self, job: Job) -> None:
        """Answers the message, once."""
        message, question = job.message, question_of(job)
        waited = max(0.0, (datetime.now(UTC) - message.sent_at).total_seconds())
        reference = await kept(lambda: self._opened(job, question))
        begun = time.monotonic()
        answer = await kept(lambda: self._records.answer_of(reference))
        if answer is None:
            answer = await self._close(reference, job, await self._unless_stopped(reference, job))
        if why := await self._kept_quiet(reference, job, answer):
            await kept(lambda: self._records.given_up(reference, why))
            reply = Reply(message=message, answer=answer, reference=reference)
            self._observer.answered(_told(reply, "unsaid", waited, time.monotonic() - begun))
            return
        if answer.outcome in _REMEMBERED and job.refusal is None:
            await kept(lambda: self._conversations.keep(thread_of(message), reference, turn_of(answer)))
        of_channel = "" if job.spoken is None or message.language == job.spoken else message.language
        shown = shown_in(answer, of_channel)
        message = replace(message, to_asker=message.to_asker or answer.to_asker)
        reply = Reply(message=message, answer=shown, reference=reference)
        thought, begun = time.monotonic() - begun, time.monotonic()
        ended = await self._delivery.deliver(reply)
        self._observer.answered(_told(reply, ended, waited, thought, time.monotonic() - begun))
        await self._standing.take_out_if_removed(reply)
        await self._standing.supersede(reply, job.corrected)

    async def stop(self, job: Job) -> bool:
        """Has the work on a message stopped, here or in whichever process is at it; False when its answer
        stands already. Raises DatabaseUnavailable when the wish cannot be kept.
        """
        reference = await self._opened(job, question_of(job))
        is_noted = await self._records.stopped(reference)
        self._stops.tell(reference)
        return is_noted

    async def drop(self, job: Job, *, by: str, corrected: str = "") -> str:
        """As `stop`, and nothing is said; `corrected` is the event of the message that comes in its place.
        The reference of what is dropped. Raises as `stop` does.
        """
        reference = await self._opened(job, question_of(job))
        if corrected:
            await self._records.noted(reference, "edited", by=by, event=corrected)
        else:
            await self._records.noted(reference, "removed", by=by)
        await self._records.stopped(reference)
        self._stops.tell(reference)
        return reference

    async def _opened(self, job: Job, question: Question) -> str:
        return await self._records.opened(job.identity, question, context=context_of(job.message))

    async def _kept_quiet(self, reference: str, job: Job, answer: Answer) -> str:
        """Why the answer is not said, "" where it is: for the record."""
        if job.message.overheard and answer.outcome not in _WORTH_SAYING:
            return "It was not asked of the bot, and there was no answer."
        is_dropped = await kept(lambda: self._records.dropped(reference))
        return "Its question was taken back, or corrected." if is_dropped else ""

    async def _unless_stopped(self, reference: str, job: Job) -> Answer:
        question = question_of(job)
        if job.refusal:
            return refused(question, job.refusal)
        with followed() as trail:
            answer = await self._stops.unless(reference, lambda: self._answer(reference, job, question))
        if isinstance(answer, Stopped):
            answer = stopped(job.message, question, self._language)
        return trail.kept_in(answer)

    async def _answer(self, reference: str, job: Job, question: Question) -> Answer:
        async with self._answering:
            tries = await kept(lambda: self._records.begun(reference))
            if tries > BEGINNINGS:
                _LOG.error("Question %s stopped the process %s times; it is given up.", reference, tries - 1)
                return troubled(job.message, question, reference, "desk-let-be", self._language)
            if self._rights is None:
                return await self._as_usual(reference, job, question)
            held = await self._rights.of(job.message)
            by_rights(held.told(self._rights.access))
            return await self._by_rights(reference, job, question, held)

    async def _as_usual(self, reference: str, job: Job, question: Question) -> Answer:
        history = await self._history(job)
        return await self._ask(reference, job.message, await self._going_on(question, history))

    async def _by_rights(self, reference: str, job: Job, question: Question, held: Held) -> Answer:
        """The answer from what all who read along may see. Where that is none and the asker may see more, it
        is for the asker alone, from what they may see.
        """
        message, history = job.message, await self._history(job)
        if held.refused:
            say = words_for(message, question, self._language)
            return refused(question, Refusal(text=say(held.why_refused)))
        has_more = held.own < held.here and not message.overheard
        # What grows in the thread is seen by all; whether this may be is not known yet.
        shown = replace(message, to_asker=True) if has_more else message
        answer = await self._ask_within(reference, shown, question, history, held.here)
        if has_more and answer.outcome in _OPEN_TO_FEWER:
            alone = await self._ask_within(reference, shown, question, history, held.own, in_steps=False)
            # To its asker alone even where there is none: else others would see whether there is one.
            answer = replace(alone if alone.outcome in _WORTH_SAYING else answer, to_asker=True)
        if held.away:
            said = words_for(message, question, self._language)("desk-directory-away")
            answer = replace(answer, text=f"{answer.text} {said}".strip())
        return answer

    async def _ask_within(
        self,
        reference: str,
        message: Message,
        question: Question,
        history: tuple[Turn, ...],
        closed_by: frozenset[str],
        *,
        in_steps: bool = True,
    ) -> Answer:
        """The answer where these rules close something; with nothing of the thread that they close."""
        asked = replace(question, closed_by=tuple(sorted(closed_by)))
        asked = await self._going_on(asked, heard(history, closed_by))
        return await self._ask(reference, message, asked, in_steps=in_steps)

    async def _going_on(self, question: Question, history: tuple[Turn, ...]) -> Question:
        graphs = await self._in_order(question.graphs, history)
        return replace(question, history=history, graphs=graphs)

    async def _history(self, job: Job) -> tuple[Turn, ...]:
        """What the thread said before the question: before it was first asked, where it is asked again."""
        pressed = job.message.pressed
        if pressed and pressed.kind == "again":
            answer = await kept(lambda: self._records.answer_of(pressed.reference))
            return answer.question.history if answer else ()
        history = await kept(lambda: self._conversations.recall(thread_of(job.message)))
        return tuple(turn for turn in history if turn.reference not in job.corrected)

    async def _in_order(self, graphs: tuple[str, ...], history: tuple[Turn, ...]) -> tuple[str, ...]:
        """The graphs to ask, the one before all that answered last in this thread: "and in Germany?" is asked
        of it.
        """
        among = graphs or self._graphs
        if len(among) <= 1 or not history or not history[-1].reference:
            return graphs
        last = await kept(lambda: self._records.answer_of(history[-1].reference))
        name = last.graph.name if last and last.graph else ""
        return (name, *(g for g in among if g != name)) if name in among else graphs

    async def _ask(
        self, reference: str, message: Message, question: Question, *, in_steps: bool = True
    ) -> Answer:
        try:
            async with self._telling(message) if in_steps else Untold() as progress:
                async with asyncio.timeout(self._patience):
                    answer = await self._core.answer(question, progress)
            if answer.outcome is not Outcome.FAILED:
                return answer
            _LOG.warning("Question %s: %s", reference, f"{answer.text} {answer.aside}".rstrip())
            text = self._with_reference(reference, message, question, answer.text)
            return replace(answer, reference=reference, text=text)
        except AskersMove as error:
            return failed(question, reference, Move.ASKER, error.shown)
        except OperatorsMove as error:
            _LOG.warning("Question %s: %s", reference, error)
            text = self._with_reference(reference, message, question, error.shown)
            return replace(failed(question, reference, Move.OPERATOR, text), aside=error.aside)
        except TimeoutError:
            _LOG.warning("Question %s was not answered in %.0f seconds.", reference, self._patience)
            return troubled(message, question, reference, "desk-slow", self._language)
        except Exception:  # noqa: BLE001  # the one place where a defect becomes an answer
            _LOG.exception("A defect met question %s.", reference)
            return troubled(message, question, reference, "desk-defect", self._language)

    def _with_reference(self, reference: str, message: Message, question: Question, text: str) -> str:
        """What failed, and by which reference those who run Querist find the rest of it in their log."""
        said = words_for(message, question, self._language)("desk-reference", reference=reference)
        return f"{text} {said}"

    def _telling(self, message: Message) -> AbstractAsyncContextManager[Progress]:
        return Untold() if message.overheard else Telling(self._platforms[message.platform], message)

    async def _close(self, reference: str, job: Job, answer: Answer) -> Answer:
        try:
            await kept(lambda: self._records.closed(reference, answer))
        except Exception:  # noqa: BLE001  # an answer that cannot be written down is a defect like any other
            _LOG.exception("The answer of record %s cannot be kept.", reference)
            instead = troubled(job.message, question_of(job), reference, "desk-defect", self._language)
            instead = replace(instead, executed=answer.executed)
            await kept(lambda: self._records.closed(reference, instead))
            return instead
        return answer


def _told(reply: Reply, ended: Ended, waited: float, thought: float, sending: float = 0.0) -> Told:
    """What observers hear. An answer that an earlier process gave has the stages that it took there; "other"
    is what none of them took: the wait for a free worker, a graph or a model that was given up.
    """
    stages = {"waiting": waited}
    for step in reply.answer.trace:
        stages[step.stage] = stages.get(step.stage, 0.0) + step.seconds
    stages["other"] = max(0.0, thought - sum(step.seconds for step in reply.answer.trace))
    stages["sending"] = sending
    return Told(reply=reply, ended=ended, stages=stages, ended_at=datetime.now(UTC))
