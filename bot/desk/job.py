"""What is stored with the engine: a message to answer."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import TypeAdapter

from bot.desk.places import person_of
from bot.intake import Refusal
from bot.message import Message
from kgqa.types import Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A message to answer, or one with the refusal that it gets instead.

    `identity` is that of the work: a redelivered event has the same, and so has a button pressed twice.
    `spoken` is the language of the question as the platform told it, "" where its words tell; None where
    that is the message's own: a channel may want the bot's words in another. `replaces` is the record of a
    question that this one corrects, `earlier` are those of what that one had corrected.
    """

    identity: str
    message: Message
    refusal: Refusal | None = None
    spoken: str | None = None
    replaces: str = ""
    earlier: tuple[str, ...] = ()

    @property
    def corrected(self) -> tuple[str, ...]:
        """The records of all that this question has been before, the newest first."""
        return (self.replaces, *self.earlier) if self.replaces else ()


_JOB: TypeAdapter[Job] = TypeAdapter(Job)


def to_json(job: Job) -> str:
    return _JOB.dump_json(job).decode()


def from_json(text: str) -> Job:
    return _JOB.validate_json(text)


def event_of(message: Message) -> str:
    """The identity of a message's event."""
    return work_of(message, message.event)


def work_of(message: Message, event: str) -> str:
    """The identity of the work on another event of the place that a message comes from."""
    return f"{message.platform}:{message.tenant}:{event}"


def identity_of(message: Message) -> str:
    """The identity of the work on a message: a button that asks is pressed once, except to ask "again"."""
    pressed = message.pressed
    if pressed is None or pressed.kind in ("again", "edit"):
        return event_of(message)
    return work_of(message, f"press:{pressed.reference}:{pressed.kind}:{pressed.index}")


def question_of(job: Job) -> Question:
    """What is asked of the core."""
    message = job.message
    return Question(
        text=message.text,
        asked_at=message.sent_at,
        language=message.language if job.spoken is None else job.spoken,
        pins=message.pins,
        asker=person_of(message),
        graphs=message.graphs,
        query=message.query,
    )


def context_of(message: Message) -> dict[str, str]:
    """Where it was asked, for its record."""
    context = {
        "platform": message.platform,
        "tenant": message.tenant,
        "channel": message.channel,
        "thread": message.thread,
        "person": message.person,
        "message": message.event,
    }
    if message.to_asker:
        return context | {"to_asker": "yes"}
    return context if message.private or message.overheard else context | {"among_others": "yes"}
