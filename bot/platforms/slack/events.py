"""What Slack tells -> Message: pure functions over the payloads of events and of pressed buttons.

The identity of a message is its place in the channel and the moment of its last edit: Slack tells both of an
edit and of a deletion too, and the same of one message that reaches us as two events.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Literal

from bot.buttons import Pressed
from bot.cards.slack_acts import thread_in
from bot.message import Message
from bot.platforms.slack import words

Payload = dict[str, Any]
Kind = Literal["private", "mention", "follow-up", "overheard"]

PLATFORM = "slack"
_SAID = (None, "", "file_share", "thread_broadcast")  # subtypes in which a person says something new


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where a reply goes: a thread of a channel; `ts` is the message that asked.

    Both are "" where nothing was said in the channel, as with a slash command. `response_url` is Slack's own
    address for answers to the person, for half an hour and five times, also where the bot is no member; ""
    where Slack gave none.
    """

    channel: str
    thread_ts: str
    ts: str
    response_url: str = ""

    def given(self) -> dict[str, str]:
        """The parts that there are, by name."""
        given = {"channel": self.channel, "thread_ts": self.thread_ts, "ts": self.ts}
        return given | ({"response_url": self.response_url} if self.response_url else {})

    def to_json(self) -> str:
        return json.dumps(self.given())

    @classmethod
    def of(cls, message: Message) -> Address:
        return cls(**json.loads(message.address))


def versions(event: Payload) -> tuple[Payload | None, Payload | None]:
    """What a message is now and what it was, as events of new messages: None where there was nothing, or
    where nothing is left. A message whose text did not change is no news: (None, None).
    """
    subtype = event.get("subtype")
    if subtype not in ("message_changed", "message_deleted"):
        return event, None
    place = {key: event[key] for key in ("type", "channel", "channel_type") if key in event}
    was, became = event.get("previous_message"), event.get("message")
    before = {**was, **place} if was else None
    if subtype == "message_deleted" or not became or became.get("subtype") == "tombstone":
        return None, before
    now = {**became, **place}
    if not now.get("edited") or (before and before.get("text") == now.get("text")):
        return None, None  # Slack has shown a link, or found out a language
    return now, before


def kind(event: Payload, me: str, *, later: bool = False) -> Kind | None:
    """How a person speaks in this event, as the bot `me` hears it; None when nobody does.

    None are: bots (no loops), a mention's twin among the plain messages, and words that are meant for
    somebody else. A follow-up is for the bot only if it takes part in the thread. `later` is set for what a
    message is or was when it is changed or deleted: then a mention has no twin.
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
    if meant:
        return "mention" if me in meant and later else None
    return "follow-up" if event.get("thread_ts", event["ts"]) != event["ts"] else "overheard"


def spoken(body: Payload, event: Payload, me: str, before: Payload | None = None) -> Message:
    """The message of an event of which `kind` is not None; `before` is what it was before an edit.

    Slack tells an edit that mentions the bot as a mention too, which does not tell what it was: then it
    takes the place of the message as it was first said.
    """
    channel, ts = str(event["channel"]), str(event["ts"])
    thread_ts = str(event.get("thread_ts") or ts)
    edited = str((event.get("edited") or {}).get("ts") or "")
    return Message(
        platform=PLATFORM,
        event=identity(event),
        tenant=tenant(body),
        channel=channel,
        thread=thread_ts,
        person=str(event["user"]),
        text=words.plain(event.get("text") or "", me),
        sent_at=moment(edited or ts),
        address=Address(channel=channel, thread_ts=thread_ts, ts=ts).to_json(),
        private=event.get("channel_type") == "im",
        instead_of=identity(before or event | {"edited": None}) if edited else "",
    )


def withdrawn(body: Payload, event: Payload, me: str) -> Message:
    """What a message that is gone was, to be taken back; `event` is as it was."""
    was = spoken(body, event, me)
    return replace(was, event=f"{was.event}:gone", instead_of=was.event)


def identity(event: Payload) -> str:
    """The identity of what was said: the message, and the moment of its last edit."""
    edited = str((event.get("edited") or {}).get("ts") or "")
    return f"message:{event['channel']}:{event['ts']}{f':{edited}' if edited else ''}"


def pressed(body: Payload, button: Pressed, label: str) -> Message:
    """The message that pressing `button` in a `block_actions` payload is.

    Slack gives presses no event id: one press is the message, the button, the person and the moment.
    """
    action, container = body["actions"][0], body.get("container") or {}
    channel = str(body["channel"]["id"])
    posted = body.get("message") or {}
    ts = str(posted.get("ts") or container.get("message_ts") or "")
    is_alone = bool(container.get("is_ephemeral"))  # nothing can stand under a message that one person sees
    thread_ts = str(posted.get("thread_ts") or container.get("thread_ts") or ("" if is_alone else ts))
    person, when = str(body["user"]["id"]), str(action["action_ts"])
    return Message(
        platform=PLATFORM,
        event=f"press:{channel}:{ts}:{button.kind}{button.index}:{person}:{when}",
        tenant=team(body),
        channel=channel,
        thread=thread_in(str(action.get("block_id") or "")) or thread_ts,
        person=person,
        text=label,
        sent_at=moment(when),
        address=Address(
            channel=channel,
            thread_ts=thread_ts,
            ts="" if is_alone else ts,
            # it leads out of threads
            response_url=str(body.get("response_url") or "") if is_alone and not thread_ts else "",
        ).to_json(),
        private=channel.startswith("D"),
        pressed=button,
        to_asker=is_alone,
    )


def tenant(body: Payload) -> str:
    """The workspace in which the app hears an event or an interaction: in a channel that is shared with
    another organisation, an event also names the workspace of who spoke.
    """
    installs = body.get("authorizations") or [{}]
    return str(installs[0].get("team_id") or "") or team(body)


def team(body: Payload) -> str:
    """The workspace of an interaction: Slack leaves it out of some in an organisation."""
    view = body.get("view") or {}
    own = view.get("app_installed_team_id") or (body.get("team") or {}).get("id") or body.get("team_id")
    return str(own or (body.get("user") or {}).get("team_id") or "")


def moment(ts: str) -> datetime:
    """The moment that a ts of Slack is."""
    return datetime.fromtimestamp(float(ts), tz=UTC)
