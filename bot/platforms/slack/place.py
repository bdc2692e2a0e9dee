"""Where something is said that is no message: a command, a dialog, a button of the Home tab.

Dialogs come back from Slack without their channel, so they carry their Place as text.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime
from typing import Any, Self

from bot.message import Message
from bot.platforms.slack.events import PLATFORM, Address, team

Payload = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A thread of a channel. `button` is the sealed value of the button that opened a dialog, "" for none;
    `home` is the conversation with the bot whose Home tab opened it.
    """

    channel: str
    thread: str = ""
    address: dict[str, str] = field(default_factory=dict)
    private: bool = False
    to_asker: bool = False
    button: str = ""
    home: str = ""

    @classmethod
    def of(cls, message: Message, button: str = "") -> Self:
        """Where a message was said."""
        return cls(
            channel=message.channel,
            thread=message.thread,
            address=json.loads(message.address),
            private=message.private,
            to_asker=message.to_asker,
            button=button,
        )

    @classmethod
    def read(cls, view: Payload) -> Self:
        """The place that a view carries; nowhere for one that is not ours."""
        told = json.loads(str(view.get("private_metadata") or "{}"))
        return cls(
            **{"channel": "", **{each.name: told[each.name] for each in fields(cls) if each.name in told}}
        )

    def to_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)

    def said(self, body: Payload, text: str = "", *, event: str) -> Message:
        """What the person of an interaction says here, now. It was `event` that told of it."""
        where = self.address or Address(channel=self.channel, thread_ts="", ts="").given()
        return Message(
            platform=PLATFORM,
            event=event,
            tenant=team(body),
            channel=self.channel,
            thread=self.thread or self.channel,
            person=person(body),
            text=text,
            sent_at=datetime.now(UTC),
            address=json.dumps(where),
            private=self.private,
            to_asker=self.to_asker,
        )


def person(body: Payload) -> str:
    """Who acts, by Slack's id."""
    return str((body.get("user") or {}).get("id") or body.get("user_id") or "")
