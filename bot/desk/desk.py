"""Takes messages over: checks them, keeps them durably, returns.

In: Messages. Out: jobs with the engine; the workflow answers them. Implements `bot.message.Reception`.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from weakref import WeakValueDictionary

from bot.channel import Channel
from bot.desk.acting import Acting
from bot.desk.engine import Engine, pause_for_order
from bot.desk.places import channel_of, is_here, person_of, thread_of
from bot.desk.ports import Core, Records, Seats, Verified
from bot.desk.reviewing import Reviewing
from bot.desk.stopping import LOOK
from bot.desk.telling import tell
from bot.desk.workflow import Job, Workflow, from_json, to_json
from bot.intake import Refusal, is_stop, read
from bot.message import Heard, Home, Message, Platform
from bot.people import People
from kgqa.errors import DatabaseUnavailable, OurMove
from kgqa.ports import Conversations
from kgqa.types import Answer, Choice, Outcome, Stage, Suggestion

Finds = Callable[[str, int], Awaitable[tuple[tuple[str, str, str], ...]]]  # things by what they are called
_REMEMBERED = 1_000
_NOTHING = "There is nothing to stop: I am not working on a question of yours here."
_NOT_YOURS = "Only the person who asked can stop a question."


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Who may have how much: questions waiting, then seconds.

    `workers` questions are answered at a time by one process; one may take `patience`. A message is taken
    over within `taking` (the platforms want their acknowledgement within three). Before an answer that was
    not posted is sent again there is a `pause`, doubled each time. Running work gets `grace` at the end.
    What was told to another process is known after `look`.
    """

    person_questions: int = 5
    channel_questions: int = 20
    workers: int = 4
    patience: float = 900.0
    grace: float = 5.0
    pause: float = 1.0
    taking: float = 2.5
    look: float = LOOK


class Desk:
    """One for a process. `work_url` is where the engine keeps its queue; `examples` are questions that
    would work. The `reviewers` may have answers kept in the `library`. `finds` looks names up.
    """

    def __init__(
        self,
        core: Core,
        records: Records,
        conversations: Conversations,
        platforms: Sequence[Platform],
        *,
        work_url: str,
        seats: Seats,
        limits: Limits | None = None,
        examples: tuple[str, ...] = (),
        library: Verified | None = None,
        reviewers: People | None = None,
        finds: Finds | None = None,
    ) -> None:
        self._limits = limits or Limits()
        self._records = records
        self._conversations = conversations
        self._platforms = {platform.name: platform for platform in platforms}
        self._examples = examples
        self._finds = finds
        self._workflow = Workflow(
            core,
            records,
            conversations,
            self._platforms,
            answering=asyncio.Semaphore(self._limits.workers),
            patience=self._limits.patience,
            pause=self._limits.pause,
            look=self._limits.look,
        )
        self._acting = Acting(Reviewing(records, library, reviewers or People()))
        self._stopping: deque[str] = deque(maxlen=_REMEMBERED)  # events that stopped something here
        self._engine = Engine(work_url, seats, tuple(self._platforms), self._run)
        self._working = asyncio.Event()
        self._taking = False
        self._arrivals: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._asides: set[asyncio.Task[None]] = set()

    async def start(self, *, work: bool = True) -> None:
        """From now on messages can be received. With `work` False none is answered before `work` is called:
        for applications whose platforms get ready after the desk.
        """
        # Twice the workers: while an answer waits for its platform, the next question can be worked on.
        await self._engine.start(workers=2 * self._limits.workers)
        self._taking = True
        if work:
            self.work()

    def work(self) -> None:
        """Begins to answer."""
        self._working.set()

    async def stop(self) -> None:
        """Takes nothing more; running work may end for a while, the rest is resumed by the next start."""
        if not self._taking:
            return
        self._taking = False
        await self._engine.stop(grace=self._limits.grace)
        for aside in tuple(self._asides):
            aside.cancel()

    async def waiting(self) -> int:
        """How many messages of these platforms are not answered yet. Raises DatabaseUnavailable."""
        if not self._taking:
            raise DatabaseUnavailable("The desk is not at work.")
        return sum([len(await self._engine.waiting(name)) for name in self._platforms])

    async def receive(self, message: Message) -> None:
        """Takes the message over: when this returns, the work survives a crash.

        Raises DatabaseUnavailable if it cannot be kept (then do not acknowledge), OurMove for a platform that
        the desk does not know.
        """
        if not self._taking:
            raise DatabaseUnavailable("The desk is stopping; the message was not taken. Deliver it again.")
        if message.platform not in self._platforms:
            raise OurMove(f"The desk has no platform called {message.platform!r}.")
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
        return await self._acting.press(message)

    async def withdraw(self, message: Message) -> None:
        """Ends the work on a question that was deleted. Raises OperatorsMove."""

    async def home(self, message: Message) -> Home:  # noqa: ARG002
        """What its sender sees before asking. Raises OperatorsMove."""
        return Home(graphs=(), examples=self._examples, recent=(), channel=Channel(), may_set=False)

    async def set_channel(self, message: Message, channel: Channel) -> str:  # noqa: ARG002
        """Sets how the bot behaves in the channel of the message. Raises OperatorsMove."""
        return "Only admins can set this."

    async def find(self, text: str, limit: int) -> tuple[tuple[str, str, str], ...]:
        """Things that are called so; none where the core has no names."""
        return await self._finds(text, limit) if self._finds else ()

    async def answer_of(self, reference: str) -> Answer | None:
        """The answer of a record. Raises OperatorsMove."""
        return await self._records.answer_of(reference)

    async def _take_over(self, message: Message) -> None:
        if message.overheard or (message.pressed is None and is_stop(message.text)):
            if is_stop(message.text):
                await self._stop(message)
            return
        meant = await self._pressed(message) if message.pressed else message
        found = read(meant, self._examples) if isinstance(meant, Message) else meant
        if isinstance(found, Refusal):
            await self._refuse(message, found)
        else:
            await self._take(found)

    async def _take(self, message: Message) -> None:
        # One arrival at a time in a channel, so that limits are exact and a thread keeps its order.
        channel = channel_of(message)
        person = person_of(message)
        lock = self._arrivals.setdefault(channel, asyncio.Lock())
        async with lock:
            identity = _identity(message)
            refusal = await self._too_many(message, identity, person, channel)
            if refusal is None:
                await self._engine.enqueue(
                    to_json(Job(identity=identity, message=message)),
                    identity=identity,
                    queue=message.platform,
                    order=thread_of(message),
                    person=person,
                    channel=channel,
                )
                await asyncio.sleep(pause_for_order())
        if refusal:
            await self._refuse(message, refusal)
        else:
            self._aside(tell(self._platforms[message.platform], message, Stage.QUEUED))

    async def _stop(self, message: Message) -> None:
        """Ends what its sender waits for in this thread, or in the channel where nothing was said in the
        thread before. The answer to that says so; nothing else is said.
        """
        if _event(message) in self._stopping:
            return  # delivered again
        thread, person = thread_of(message), person_of(message)
        waiting = await self._engine.waiting(message.platform)
        here = [w for w in waiting if w.order == thread]
        own = [w for w in waiting if w.person == person and w.channel == channel_of(message)]
        is_new = not here and not await self._conversations.recall(thread, limit=1)
        mine = [w.identity for w in own if w.order == thread or is_new]
        jobs = [from_json(job) for job in [await self._engine.job(i) for i in mine] if job]
        if any([await self._workflow.stop(job) for job in jobs]):
            self._stopping.append(_event(message))
        elif not message.overheard:
            others = bool(here) and not mine
            told = Refusal(text=_NOT_YOURS) if others else Refusal(text=_NOTHING, outcome=Outcome.UNKNOWN)
            await self._refuse(message, told)

    async def _refuse(self, message: Message, refusal: Refusal) -> None:
        """A refusal is work too, so it is said once; it waits for nobody and counts for nobody."""
        identity = _event(message)
        await self._engine.enqueue(
            to_json(Job(identity=identity, message=message, refusal=refusal)),
            identity=identity,
            queue=message.platform,
            order=identity,
        )

    async def _too_many(self, message: Message, identity: str, person: str, channel: str) -> Refusal | None:
        waiting = await self._engine.waiting(message.platform)
        mine = sum(1 for job in waiting if job.person == person)
        theirs = sum(1 for job in waiting if job.channel == channel)
        if mine < self._limits.person_questions and theirs < self._limits.channel_questions:
            return None
        if await self._engine.state(identity):
            return None  # delivered again: it is among those that wait
        if mine >= self._limits.person_questions:
            return Refusal(
                text=f"You have {_questions(mine)} waiting. Ask again when I have answered some of them."
            )
        return Refusal(
            text=f"This channel has {_questions(theirs)} waiting. "
            "Ask again when I have answered some of them."
        )

    async def _pressed(self, message: Message) -> Message | Refusal:
        """The question behind a button. A button asks once, and in the thread of its record alone."""
        pressed = message.pressed
        if pressed is None:
            return message
        place = await self._records.context_of(pressed.reference)
        if place and not is_here(message, place):
            return Refusal(text="This button belongs to another conversation. Please ask in words.")
        option = await self._option(message)
        if option is None:
            return Refusal(text="I no longer know what this button meant. Please ask in words.")
        if await self._engine.state(_identity(message)) == "done":
            return Refusal(text="This button is used up: its answer stands in this thread.")
        return replace(message, text=option.question, pins=option.pins if isinstance(option, Choice) else ())

    async def _option(self, message: Message) -> Choice | Suggestion | None:
        pressed = message.pressed
        answer = await self._records.answer_of(pressed.reference) if pressed else None
        if pressed is None or answer is None or pressed.kind not in ("choice", "suggestion"):
            return None
        options = answer.choices if pressed.kind == "choice" else answer.suggestions
        return options[pressed.index] if 0 <= pressed.index < len(options) else None

    async def _run(self, job: str) -> None:
        await self._working.wait()
        await self._workflow.run(from_json(job))

    def _aside(self, coroutine: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(coroutine)
        self._asides.add(task)
        task.add_done_callback(self._asides.discard)


def _event(message: Message) -> str:
    return f"{message.platform}:{message.tenant}:{message.event}"


def _identity(message: Message) -> str:
    if (pressed := message.pressed) is None:
        return _event(message)
    button = f"press:{pressed.reference}:{pressed.kind}:{pressed.index}"
    return f"{message.platform}:{message.tenant}:{button}"


def _questions(count: int) -> str:
    return "1 question" if count == 1 else f"{count} questions"
