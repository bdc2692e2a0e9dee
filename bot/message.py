"""What goes over the desk: a Message in, a Reply out, and what desk and chat platform offer each other.

A Message is plain data (it is stored with the durable work), so `address` holds whatever the platform
needs to reply later, as JSON text.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, runtime_checkable

from aiohttp import web

from bot.buttons import Pressed
from bot.channel import Channel, Verbosity
from kgqa.types import Answer, Pin, Recent, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One thing that a person said to the bot, with markup and the bot's own mention taken out.

    `event` is the platform's id of the event: the identity of the work. `thread` is where the reply goes and
    whose history counts; `person` is the platform's id of the sender. `private` is a one-to-one
    conversation. `sent_at` is timezone-aware. `pressed` is set when a button was pressed, its seal already
    opened: the desk takes the question and its pins from the record that it names, and `text` is only the
    words on the button. `pins` are choices that a platform knows itself. `note` is what was written beside a
    press: the reason of a thumb down. `query` is SPARQL of the sender's own, to be checked and run in the
    place of one that is made. `instead_of` is the event of an earlier message that this one corrects.
    `overheard` was said where the bot hears it without speaking to it: a wish to stop is heard, and where
    its channel wants that, a question.

    The last three are the desk's, from the settings of the channel: the graphs to ask (of those that a
    platform names, where it names some), how much of the evidence is shown, and whether the answer is shown
    `to_asker` alone. A platform may ask for that too.
    """

    platform: str
    event: str
    tenant: str
    channel: str
    thread: str
    person: str
    text: str
    sent_at: datetime
    address: str
    language: str = ""
    private: bool = False
    pins: tuple[Pin, ...] = ()
    pressed: Pressed | None = None
    note: str = ""
    query: str = ""
    instead_of: str = ""
    overheard: bool = False
    graphs: tuple[str, ...] = ()
    verbosity: Verbosity = "normal"
    to_asker: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The answer to a message, with the reference of its record."""

    message: Message
    answer: Answer
    reference: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Posted:
    """What was posted: the platform's ids of the messages and files, and a permalink if there is one."""

    ids: tuple[str, ...]
    permalink: str = ""


class NotPosted(Exception):  # noqa: N818  # an outcome of sending, named as such
    """The platform certainly did not post the reply. `retry_after` is in seconds; None: do not try again."""

    def __init__(self, reason: str, *, retry_after: float | None) -> None:
        super().__init__(reason)
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What a press that asks nothing led to: `words` for who pressed alone, in their language; with "edit",
    "meant", "table", "chart", "evidence" and "files" also the `reply` that is to be shown that way, None
    where that may not be.
    """

    words: str = ""
    reply: Reply | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """What a person sees before asking: graphs by name and what each holds, questions that would work, their
    own last questions, how the channel is set, and whether they may set it. The `choosable` graphs are all
    that it could be set to; () where these are the same.
    """

    graphs: tuple[tuple[str, str], ...]
    examples: tuple[str, ...]
    recent: tuple[Recent, ...]
    channel: Channel
    may_set: bool
    choosable: tuple[str, ...] = ()

    @property
    def choices(self) -> tuple[str, ...]:
        """The names of the graphs that the channel can be set to."""
        return self.choosable or tuple(name for name, _ in self.graphs)


Thing = tuple[str, str, str]  # of a graph: its label, its kind and its IRI


@dataclass(frozen=True, slots=True, kw_only=True)
class Things:
    """What is called as somebody typed, best first; or `words` that say why they are told nothing."""

    found: tuple[Thing, ...] = ()
    words: str = ""


class Reception(Protocol):
    """The side of the desk that platforms see. All raise OperatorsMove where that cannot be now."""

    async def receive(self, message: Message) -> None:
        """Takes the message over, or the press of a button that asks (`bot.buttons.ASKS`): when this returns,
        the work survives a crash. The same event twice is one piece of work. When it raises, do not
        acknowledge.
        """
        ...

    async def press(self, message: Message) -> Heard:
        """Does what a button wants that asks nothing (`bot.buttons.ACTS`), if who pressed may want it. It may
        lead to `send` (share) and `remove` of the platform before it returns.
        """
        ...

    async def press_on(self, message: Message, identity: str) -> Heard | None:
        """As `press`, for buttons that a chat platform draws itself and that name no record: on the answer
        that stands in the channel of the message as `identity` (of `Posted`); None where none does.
        """
        ...

    async def withdraw(self, message: Message) -> None:
        """The question of `message.instead_of` was deleted by who asked: work on it ends, nothing is said."""
        ...

    async def home(self, message: Message) -> Home:
        """What its sender sees before asking, in the channel of the message; its text means nothing."""
        ...

    async def set_channel(self, message: Message, channel: Channel) -> str:
        """Sets how the bot behaves in the message's channel, if its sender may; a sentence for them."""
        ...

    async def find(self, message: Message, limit: int) -> Things:
        """Things that are called as the message says, or nearly so: of the graphs that its channel asks, for
        who may ask there.
        """
        ...

    async def answer_of(self, reference: str) -> Answer | None:
        """The answer of a record, for files behind links; None for an unknown, an open or a deleted one."""
        ...

    async def reply_to(self, message: Message) -> Reply | None:
        """The reply to a message that was taken over, whichever process gave it; None as long as there is
        none. For platforms whose asker waits for it, and not in a thread.
        """
        ...

    async def also_posted(self, reference: str, ids: tuple[str, ...]) -> None:
        """More of the answer of a record was posted than `send` told of, a chart for one: it is removed with
        the answer.
        """
        ...

    async def begun(self, message: Message, ids: tuple[str, ...]) -> None:
        """What the answer to a message will be put into stands in the thread."""
        ...

    async def begun_of(self, message: Message) -> tuple[str, ...] | None:
        """What was last told so, by this process or one before it, nothing for none; None as long as nothing
        can be noted, since the question still waits.
        """
        ...


class Platform(Protocol):
    """A chat platform. `to_message` is each platform's own, since events differ."""

    name: str

    def mount(self, app: web.Application, desk: Reception) -> None:
        """Adds routes, and start-up and clean-up hooks, to the one HTTP application."""
        ...

    async def progress(self, message: Message, stage: Stage, step: str = "") -> None:
        """Shows what is going on; best effort, never raises. `step` is text of the core, perhaps with names
        of the graph: it is cut and escaped here.
        """
        ...

    async def send(self, reply: Reply, *, again: bool) -> Posted:
        """Posts the reply into the message's thread.

        `again` says that an earlier try may or may not have posted it: look for it first (by the record's
        reference) and, where the platform does not let us look, post a short pointer to it, never the same
        answer twice. Raises NotPosted when it is certain that nothing was posted; any other exception leaves
        that open. A reply to a message `to_asker` is shown to its sender alone, wherever the platform can.
        """
        ...

    async def remove(self, message: Message, ids: tuple[str, ...]) -> None:
        """Takes what was posted as `ids` (of `Posted`) into the thread of `message` out of the chat. What is
        gone already is no error. Raises NotPosted when the platform refuses it, OperatorsMove when it is
        away.
        """
        ...

    async def supersede(self, reply: Reply, posted: tuple[str, ...], ids: tuple[str, ...]) -> None:
        """Has an answer that was posted as `ids` into the same thread say in a line that its question was
        edited, and that this reply took its place, which stands as `posted`; wherever the platform can.
        Raises as `remove` does.
        """
        ...


@runtime_checkable
class Reaching(Protocol):
    """A chat platform that can look whether the service behind it is reached."""

    name: str

    async def reach(self) -> None:
        """Nothing where it is reached, in both directions. Raises OperatorsMove in a sentence where not."""
        ...
