"""Takes messages over: checks them, keeps them durably, returns.

In: Messages. Out: jobs with the engine; the workflow answers them. Implements `bot.message.Reception`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from bot.access import Rights
from bot.channel import Channel
from bot.desk.acting import Acting
from bot.desk.asking import Asking
from bot.desk.channels import ChannelSettings, as_set, may_ask, within
from bot.desk.ending import Ending
from bot.desk.inbox import Inbox
from bot.desk.job import event_of, from_json
from bot.desk.limits import Limits
from bot.desk.observer import Nobody, Observer
from bot.desk.offers import Offer, Welcome
from bot.desk.ports import Channels, Core, Records, Seats, Verified
from bot.desk.pressing import Pressing
from bot.desk.reviewing import Reviewing
from bot.desk.standing import Standing
from bot.desk.taking import Taken, Taking
from bot.desk.tongue import tongue
from bot.desk.work import Work
from bot.desk.workflow import Workflow
from bot.intake import Refusal, is_stop, query_in, read, reads_like_a_question
from bot.message import Heard, Home, Message, Platform, Reply, Thing, Things
from bot.people import People
from bot.words import Words, words
from kgqa.errors import DatabaseUnavailable, OperatorsMove, OurMove
from kgqa.ports import Conversations
from kgqa.types import Answer, Move, Question

# things by what they are called, in the graphs of these names (in all where none are given), without what
# these rules of access close
Finds = Callable[[str, int, tuple[str, ...], frozenset[str] | None], Awaitable[tuple[Thing, ...]]]


class Desk:
    """One for a process. What is taken over is kept in the `inbox`; `work_url` is where the engine keeps its
    queue. `examples` are questions that would work, `offers` the graphs that can be asked; `finds` looks
    names up. The `reviewers` may have answers kept in the `library`, `editors` run queries of their own,
    `admins` set the `channels`; `language` is that of the bot's own words where nothing tells another.
    Desks of one `stamp` answer each other's questions, and those of another leave them alone. The `observer`
    hears what became of each. `rights` say who may see what, where people are told apart.
    """

    def __init__(
        self,
        core: Core,
        records: Records,
        conversations: Conversations,
        platforms: Sequence[Platform],
        *,
        work_url: str,
        inbox: Inbox,
        seats: Seats,
        limits: Limits | None = None,
        examples: tuple[str, ...] = (),
        library: Verified | None = None,
        reviewers: People | None = None,
        editors: People | None = None,
        admins: People | None = None,
        channels: Channels | None = None,
        offers: tuple[Offer, ...] = (),
        language: str = "en",
        finds: Finds | None = None,
        stamp: str = "",
        observer: Observer | None = None,
        rights: Rights | None = None,
    ) -> None:
        self._limits = limits or Limits()
        self._records = records
        self._platforms = {platform.name: platform for platform in platforms}
        self._language = language
        self._finds = finds
        self._rights = rights
        self._editors, admins = editors or People(), admins or People()
        graphs = tuple(offer.name for offer in offers)
        self._workflow = Workflow(
            core,
            records,
            conversations,
            self._platforms,
            answering=asyncio.Semaphore(self._limits.workers),
            patience=self._limits.patience,
            pause=self._limits.pause,
            look=self._limits.look,
            language=language,
            graphs=graphs,
            observer=observer or Nobody(),
            rights=rights,
        )
        self._work = Work(
            work_url,
            inbox,
            seats,
            tuple(self._platforms),
            self._run,
            stamp=stamp,
            tell=self._tell_left,
            patience=self._limits.left,
        )
        self._taking = Taking(
            self._work,
            self._platforms,
            person_questions=self._limits.person_questions,
            channel_questions=self._limits.channel_questions,
            tenant_questions=self._limits.tenant_questions,
        )
        self._channels = ChannelSettings(
            channels, graphs=graphs, admins=admins, language=language, fresh=self._limits.fresh
        )
        self._welcome = Welcome(
            offers=offers, examples=examples, records=records, channels=self._channels, language=language
        )
        self._ending = Ending(self._work, self._workflow, records, conversations)
        self._pressing = pressing = Pressing(records, admins, rights)
        self._standing = Standing(records, self._platforms)
        self._asking = Asking(pressing, self._work, graphs)
        self._acting = Acting(
            records=records,
            pressing=pressing,
            reviewing=Reviewing(records, library, reviewers or People()),
            standing=self._standing,
            editors=self._editors,
            admins=admins,
            language=language,
        )
        self._working = asyncio.Event()
        self._is_open = False

    async def start(self, *, work: bool = True) -> None:
        """From now on messages can be received. With `work` False none is answered before `work` is called:
        for applications whose platforms get ready after the desk.
        """
        # Twice the workers: while an answer waits for its platform, the next question can be worked on.
        await self._work.start(workers=2 * self._limits.workers)
        self._is_open = True
        if work:
            self.work()

    def work(self) -> None:
        """Begins to answer."""
        self._working.set()

    async def stop(self) -> None:
        """Takes nothing more; running work may end for a while, the rest is resumed by the next start."""
        if not self._is_open:
            return
        self._is_open = False
        await self._work.stop(grace=self._limits.grace)
        self._taking.stop()

    async def waiting(self) -> int:
        """How many messages of these platforms are not answered yet. Raises DatabaseUnavailable."""
        if not self._is_open:
            raise DatabaseUnavailable("The desk is not at work.")
        return await self._work.waiting()

    async def stuck(self) -> tuple[float, float]:
        """The seconds for which the oldest message waits that could be begun, 0 for none, and those since
        anything was begun or ended here. Raises DatabaseUnavailable.
        """
        if not self._is_open:
            raise DatabaseUnavailable("The desk is not at work.")
        return await self._work.stuck()

    @property
    def is_open(self) -> bool:
        """Whether messages are taken over."""
        return self._is_open

    @property
    def is_dead(self) -> bool:
        """Whether nothing that is taken over here will be answered before a new start."""
        return self._is_open and self._work.is_dead

    async def receive(self, message: Message) -> None:
        """Takes the message over: when this returns, the work survives a crash.

        Raises DatabaseUnavailable if it cannot be kept (then do not acknowledge), OurMove for a platform that
        the desk does not know.
        """
        self._refuse_closed(message)
        try:
            async with asyncio.timeout(self._limits.taking):
                await self._take_over(message)
        except TimeoutError as error:
            raise DatabaseUnavailable(
                f"The message was not taken over within {self._limits.taking:g} seconds. "
                "Check that the database runs and has room."
            ) from error

    async def press(self, message: Message) -> Heard:
        """Does what a pressed button wants that asks nothing. Raises OperatorsMove."""
        self._refuse_closed(message)
        channel = await self._channels.of(message)
        return await self._acting.press(message, channel)

    async def press_on(self, message: Message, identity: str) -> Heard | None:
        """The same below what was posted as `identity`; None where nothing was. Raises OperatorsMove."""
        self._refuse_closed(message)
        pressed = await self._pressing.on_posted(message, identity)
        return await self.press(pressed) if pressed else None

    async def withdraw(self, message: Message) -> None:
        """Ends the work on a question that was deleted. Raises OperatorsMove."""
        self._refuse_closed(message)
        if message.instead_of:
            await self._ending.withdraw(message)

    async def home(self, message: Message) -> Home:
        """What its sender sees before asking. Raises OperatorsMove."""
        return await self._welcome.home(message)

    async def set_channel(self, message: Message, channel: Channel) -> str:
        """Sets how the bot behaves in the channel of the message. Raises OperatorsMove."""
        return await self._channels.set(message, channel)

    async def find(self, message: Message, limit: int) -> Things:
        """Things that are called so, as far as its sender may ask for them; none where the core has no names.
        Raises OperatorsMove.
        """
        channel = await self._channels.of(message)
        say = words(channel.language or message.language or self._language)
        if not may_ask(message, channel):
            return Things(words=say("desk-may-not-ask"))
        held = await self._rights.of(message) if self._rights else None
        if held and held.refused:
            return Things(words=say(held.why_refused))
        if self._finds is None:
            return Things()
        closed_by = held.here if held else None
        return Things(found=await self._finds(message.text, limit, channel.graphs, closed_by))

    async def answer_of(self, reference: str) -> Answer | None:
        """The answer of a record that is not deleted, as long as who asked may still see it. Raises
        OperatorsMove.
        """
        if await self._records.notes(reference, "removed"):
            return None
        answer = await self._records.answer_of(reference)
        if answer is None or self._rights is None:
            return answer
        place = await self._records.context_of(reference)
        held = await self._rights.of_person(place["platform"], place["tenant"], place["person"])
        if held.refused and held.away:
            raise OperatorsMove(f"Whether the asker of {reference} is a guest is not known just now.")
        is_open = not held.refused and held.covers(answer.question.closed_by or (), alone=True)
        return answer if is_open else None

    async def reply_to(self, message: Message) -> Reply | None:
        """The reply to a message that was taken over; None as long as there is none. Raises OperatorsMove."""
        reference = await self._records.reference_of(event_of(message))
        answer = await self._records.answer_of(reference) if reference else None
        return Reply(message=message, answer=answer, reference=reference) if answer and reference else None

    async def also_posted(self, reference: str, ids: tuple[str, ...]) -> None:
        """Notes what else stands in the thread of an answer. Raises OperatorsMove."""
        await self._standing.added(reference, ids)

    async def begun(self, message: Message, ids: tuple[str, ...]) -> None:
        """Notes where the answer to a message is growing. Raises OperatorsMove."""
        await self._standing.begun(message, ids)

    async def begun_of(self, message: Message) -> tuple[str, ...] | None:
        """Where the answer to a message was growing. Raises OperatorsMove."""
        return await self._standing.begun_of(message)

    def _refuse_closed(self, message: Message) -> None:
        if not self._is_open:
            raise DatabaseUnavailable("The desk is stopping; the message was not taken. Deliver it again.")
        if message.platform not in self._platforms:
            raise OurMove(f"The desk has no platform called {message.platform!r}.")

    async def _take_over(self, message: Message) -> None:
        wants_stop = message.pressed is None and is_stop(message.text) and not message.query
        if message.overheard and not wants_stop and not reads_like_a_question(message.text):
            return  # most of what is overheard; it costs no look at the database
        channel = await self._channels.of(message)
        spoken, message = message.language, as_set(message, channel)
        if wants_stop:
            await self._stop(message)
        elif message.overheard and (channel.listening != "questions" or not may_ask(message, channel)):
            return
        else:
            await self._ask(message, channel, spoken)

    async def _stop(self, message: Message) -> None:
        if refusal := await self._ending.stop(message, words(self._tongue(message))):
            await self._taking.refuse(message, refusal)

    async def _ask(self, message: Message, channel: Channel, spoken: str) -> None:
        say = words(self._tongue(message))
        if not may_ask(message, channel):
            refusal = Refusal(text=say("desk-may-not-ask"))
            await self._taking.refuse(replace(message, to_asker=True), refusal)
            return
        found = await self._meant(message, channel, say)
        if isinstance(found, Refusal):
            await self._taking.refuse(message, found)
            return
        corrected = await self._ending.correct(found)
        if corrected is None:
            await self._taking.take(Taken(message=found, spoken=spoken), say)
        elif not corrected.same:
            taken = Taken(
                message=found,
                spoken=spoken,
                replaces=corrected.reference,
                earlier=corrected.earlier,
                instead=corrected.identity,
            )
            await self._taking.take(taken, say)

    async def _meant(self, message: Message, channel: Channel, say: Words) -> Message | Refusal:
        """What is asked in clean words, or why it cannot be."""
        if not message.query and message.pressed is None and (pasted := query_in(message.text)):
            message = replace(message, query=pasted, text="")
        if message.query.strip() and not self._editors.has(message):
            return Refusal(text=say("desk-editors-only"))
        meant = await self._asking.meant(message, say)
        if isinstance(meant, Refusal):
            return meant
        examples = self._welcome.examples_of(channel)
        return read(within(meant, channel), examples, language=self._tongue(meant))

    def _tongue(self, message: Message) -> str:
        question = Question(text=message.text, asked_at=message.sent_at)
        return tongue(message, question, self._language)

    async def _run(self, job: str) -> None:
        await self._working.wait()
        piece = from_json(job)
        async with self._work.running(piece.identity):
            await self._workflow.run(piece)

    async def _tell_left(self, job: str) -> None:
        """Says of a piece of another stamp that nobody here may answer it."""
        await self._working.wait()
        piece = from_json(job)
        refusal = piece.refusal or Refusal(
            text=words(self._tongue(piece.message))("desk-left"), move=Move.ASKER
        )
        async with self._work.running(piece.identity, by_engine=False):
            await self._workflow.run(replace(piece, refusal=refusal))
