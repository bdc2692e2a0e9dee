"""What the page posts: a question, a pressed button, an edited query; JSON -> Message."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from uuid import UUID, uuid4

from pydantic import BaseModel, Field, ValidationError

from bot.buttons import Pressed
from bot.message import Message
from bot.words import Words

NAME = "web"
PERSON = "local"  # who is at this machine
LONGEST = 20_000  # characters of one message; what is too long for an answer the desk says itself


class Posting(BaseModel):
    """In a conversation or a new one. `language` is the browser's, `pressed` the value of a button, `note`
    what was written beside it, `query` SPARQL to run in the place of one that is made.
    """

    event: UUID
    conversation: UUID | None = None
    text: str = Field(min_length=1, max_length=LONGEST)
    language: str = Field(default="", pattern=r"^([A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*)?$")
    pressed: str = Field(default="", max_length=2_000)
    note: str = Field(default="", max_length=LONGEST)
    query: str = Field(default="", max_length=LONGEST)


def message_of(posting: Posting, pressed: Pressed | None) -> Message:
    """The message to the desk; its language is left open, since only the browser's is known."""
    return Message(
        platform=NAME,
        event=str(posting.event),
        tenant="local",
        channel="page",
        thread=str(posting.conversation or uuid4()),
        person=PERSON,
        text=posting.text,
        sent_at=datetime.now(UTC),
        address=json.dumps({"language": posting.language}),
        private=True,
        pressed=pressed,
        note=posting.note,
        query=posting.query,
    )


def visit(language: str) -> Message:
    """A message that says nothing, of who opens the page."""
    return message_of(Posting(event=uuid4(), text="-", language=language), None)


def readers_language(message: Message) -> str:
    """The browser's language, "" where it is not known."""
    return str(json.loads(message.address or "{}").get("language", ""))


def why(error: ValidationError, say: Words) -> str:
    """Why a posting was not taken, in a sentence."""
    first = error.errors()[0]
    if first["loc"][:1] == ("text",):
        if first["type"] == "string_too_long":
            return say("page-too-long", most=LONGEST)
        return say("page-no-question")
    return say("page-misunderstood")
