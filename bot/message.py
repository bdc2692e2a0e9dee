"""What goes over the desk: a Message in, a Reply out, and what a chat platform must offer.

A Message is plain data (it is stored with the durable work), so `address` holds whatever the platform
needs to reply later, as JSON text.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from aiohttp import web

from bot.buttons import Pressed
from kgqa.types import Answer, Pin, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One thing that a person said to the bot, with markup and the bot's own mention taken out.

    `event` is the platform's id of the event: the identity of the work. `thread` is where the reply goes and
    whose history counts; `person` is the platform's id of the sender. `private` is a one-to-one conversation.
    `sent_at` is timezone-aware. `pressed` is set when a button was pressed, its seal already opened: the desk
    takes the question and its pins from the record that it names, and `text` is only the words on the button.
    `pins` are choices that a platform knows itself. `overheard` was said in the bot's thread without speaking
    to it: only a wish to stop is heard.
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
    overheard: bool = False


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


class Reception(Protocol):
    """The side of the desk that platforms see."""

    async def receive(self, message: Message) -> None:
        """Takes the message over: when this returns, the work survives a crash. The same event twice is
        one piece of work. Raises OperatorsMove if it cannot be taken over (then do not acknowledge).
        """
        ...

    async def verify(self, message: Message) -> str:
        """Keeps the answer behind a pressed "Verify" for good, if who pressed may say so: the sentence for
        that person alone. Raises OperatorsMove.
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
        that open.
        """
        ...
