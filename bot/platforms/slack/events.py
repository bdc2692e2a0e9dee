"""What Slack tells -> Message: pure functions over the payloads of events and of pressed buttons."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from bot.buttons import ACTS, ASKS, Pressed
from bot.message import Message
from bot.platforms.slack import words

Payload = dict[str, Any]
Kind = Literal["private", "mention", "follow-up"]

PLATFORM = "slack"
BUTTONS = re.compile(rf"querist\.({'|'.join((*ASKS, *ACTS))})\.\d+")  # the action ids of our buttons
_SAID = (None, "", "file_share", "thread_broadcast")  # subtypes in which a person says something new


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where a reply goes: a thread of a channel; `ts` is the message that asked."""

    channel: str
    thread_ts: str
    ts: str

    def to_json(self) -> str:
        return json.dumps({"channel": self.channel, "thread_ts": self.thread_ts, "ts": self.ts})

    @classmethod
    def of(cls, message: Message) -> Address:
        return cls(**json.loads(message.address))


def kind(event: Payload, me: str) -> Kind | None:
    """How a person speaks to the bot `me` in this event; None when nobody does.

    None are: bots (no loops), edits and deletions, a mention's twin among the plain messages, and words in a
    thread that are meant for somebody else. A follow-up is for the bot only if it takes part in the thread.
    """
    if event.get("subtype") not in _SAID or not event.get("user") or not event.get("ts"):
        return None
    if event.get("bot_id") or event["user"] in (me, "USLACKBOT"):
        return None
    if event.get("type") == "app_mention":
        return "mention"
    if event.get("channel_type") == "im":
        return "private"
    meant = words.mentions(event.get("text") or "")
    if event.get("thread_ts") and event["thread_ts"] != event["ts"] and not meant:
        return "follow-up"
    return None


def spoken(body: Payload, me: str) -> Message:
    """The message of an `app_mention` or `message` event of which `kind` is not None."""
    event = body["event"]
    team, channel = str(body.get("team_id") or ""), str(event["channel"])
    thread_ts = str(event.get("thread_ts") or event["ts"])
    return Message(
        platform=PLATFORM,
        event=str(body["event_id"]),
        tenant=team,
        channel=channel,
        thread=thread_ts,
        person=str(event["user"]),
        text=words.plain(event.get("text") or "", me),
        sent_at=_moment(str(event["ts"])),
        address=Address(channel=channel, thread_ts=thread_ts, ts=str(event["ts"])).to_json(),
        private=event.get("channel_type") == "im",
    )


def pressed(body: Payload, button: Pressed, label: str) -> Message:
    """The message that pressing `button` in a `block_actions` payload is.

    Slack gives presses no event id: one press is the message, the button, the person and the moment.
    """
    action = body["actions"][0]
    team, channel = str(body["team"]["id"]), str(body["channel"]["id"])
    posted = body.get("message") or {}
    ts = str(posted.get("ts") or body["container"]["message_ts"])
    thread_ts = str(posted.get("thread_ts") or body["container"].get("thread_ts") or ts)
    person, moment = str(body["user"]["id"]), str(action["action_ts"])
    return Message(
        platform=PLATFORM,
        event=f"press:{channel}:{ts}:{button.kind}{button.index}:{person}:{moment}",
        tenant=team,
        channel=channel,
        thread=thread_ts,
        person=person,
        text=label,
        sent_at=_moment(moment),
        address=Address(channel=channel, thread_ts=thread_ts, ts=ts).to_json(),
        private=channel.startswith("D"),
        pressed=button,
    )


def _moment(ts: str) -> datetime:
    return datetime.fromtimestamp(float(ts), tz=UTC)
