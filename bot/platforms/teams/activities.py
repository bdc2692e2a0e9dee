"""Bot Framework activities as plain dicts: activity -> Message, and the address that a reply needs.

Nothing here talks to anybody; the SDK stands in `channel.py` alone.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any, Literal

from bot.buttons import Seal
from bot.message import Message

Activity = Mapping[str, Any]

PLATFORM = "teams"
BUTTON_INVOKE = "adaptiveCard/action"
OF_OURS = (
    "button",
    "question",
    "form",
    "open",
)  # what the data of our cards' actions has, one of them at least
_AT = re.compile(r"<at[^>]*>(.*?)</at>", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where a reply goes. `conversation` holds the thread too (";messageid=…" in channels).

    `locale` is that of the asker's client: how numbers and dates are written. It does not tell the language
    of a question, so the message itself leaves that open. `asker` is the channel's own id of who spoke,
    `kind` its name for the sort of conversation ("personal"), `team` its id of the team of a channel.
    """

    service_url: str
    conversation: str
    tenant: str
    bot: str
    bot_name: str = ""
    locale: str = ""
    asker: str = ""
    kind: str = ""
    team: str = ""

    def as_text(self) -> str:
        return json.dumps(asdict(self))

    @staticmethod
    def from_text(text: str) -> Address:
        return Address(**json.loads(text))

    @staticmethod
    def of(message: Message) -> Address:
        """Where the reply to a message goes: to its thread, wherever it came from."""
        address = Address.from_text(message.address)
        if address.conversation == message.thread:
            return address
        return replace(address, conversation=message.thread, kind="")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignored:
    """An activity that is nobody's question; `why` is for the log."""

    why: str


def to_message(activity: Activity, seal: Seal) -> Message | Ignored:
    """The message that an authentic activity is, or why it is none.

    A pressed button (an invoke, or a message with a value) has its seal opened; a value that we did not
    seal is ignored.
    """
    if sender_is_bot(activity):
        return Ignored(why="sent by a bot")
    value = button_value(activity)
    if value is None and activity.get("type") != "message":
        return Ignored(why=f"an activity of type {activity.get('type')}")
    if value is None and not is_addressed(activity):
        return Ignored(why="the bot is not mentioned")
    pressed = seal.open(str(value.get("button"))) if value is not None else None
    if value is not None and pressed is None:
        return Ignored(why="a button that this deployment did not make")
    text = str(value.get("words", "")) if value is not None else spoken(activity)
    return message_of(activity, text, pressed=pressed)


def sender_is_bot(activity: Activity) -> bool:
    """Whether a program speaks, this bot itself included; bots never answer bots."""
    sender = part(activity, "from")
    identity = str(sender.get("id", ""))
    return (
        sender.get("role") in ("bot", "skill")
        or identity.startswith("28:")  # how Teams names bots
        or (bool(identity) and identity == part(activity, "recipient").get("id"))
    )


def button_value(activity: Activity) -> Mapping[str, Any] | None:
    """The data of the card button that was pressed; None when the activity is no press."""
    value = activity.get("value")
    if activity.get("type") == "invoke" and activity.get("name") == BUTTON_INVOKE and isinstance(value, dict):
        action = value.get("action")
        value = action.get("data") if isinstance(action, dict) else None
        return value if isinstance(value, dict) else {}
    if (
        activity.get("type") == "message"
        and isinstance(value, dict)
        and any(name in value for name in OF_OURS)
    ):
        return value
    return None


def spoken(activity: Activity) -> str:
    """The words of a message: the bot's mention taken out, other mentions by name, entities unescaped."""
    text = str(activity.get("text") or "")
    for mention in _mentions(activity):
        if _is_bot(activity, mention) and isinstance(mention.get("text"), str):
            text = text.replace(mention["text"], " ")
    text = html.unescape(_AT.sub(r"\1", text)).replace("\N{NO-BREAK SPACE}", " ")
    lines = (" ".join(line.split()) for line in text.splitlines())
    return "\n".join(line for line in lines if line).lstrip(" ,:;")


def tenants(activity: Activity) -> tuple[str, ...]:
    """Every tenant that the activity names: of the conversation, of the channel's data, of the sender."""
    channel_tenant = part(part(activity, "channelData"), "tenant").get("id")
    conversation_tenant = part(activity, "conversation").get("tenantId")
    named = (conversation_tenant, channel_tenant, part(activity, "from").get("tenantId"))
    return tuple(str(tenant) for tenant in named if tenant)


def message_of(activity: Activity, text: str, **changes: Any) -> Message:
    """What the sender of any activity says, be it in a message, by a button or in a dialog; `changes` are
    other fields of the message.
    """
    conversation, sender = part(activity, "conversation"), part(activity, "from")
    thread = str(conversation.get("id", ""))
    person = str(sender.get("aadObjectId") or sender.get("id", ""))
    message = Message(
        platform=PLATFORM,
        event=f"{thread}/{activity.get('id') or _unnamed(activity, person)}",
        tenant=next(iter(tenants(activity)), ""),
        channel=thread.partition(";")[0],
        thread=thread,
        person=person,
        text=storable(text),
        sent_at=_sent_at(activity),
        address=address_of(activity).as_text(),
        private=is_personal(activity),
    )
    return replace(message, **changes)


def address_of(activity: Activity) -> Address:
    """Where a reply to the activity goes."""
    recipient = part(activity, "recipient")
    return Address(
        service_url=str(activity.get("serviceUrl", "")),
        conversation=str(part(activity, "conversation").get("id", "")),
        tenant=next(iter(tenants(activity)), ""),
        bot=str(recipient.get("id", "")),
        bot_name=str(recipient.get("name", "")),
        locale=str(activity.get("locale") or ""),
        asker=str(part(activity, "from").get("id", "")),
        kind=str(part(activity, "conversation").get("conversationType") or ""),
        team=str(part(part(activity, "channelData"), "team").get("id") or ""),
    )


def is_personal(activity: Activity) -> bool:
    """Whether it comes from a one-to-one conversation with the bot."""
    return _kind(activity) == "personal"


def _kind(activity: Activity) -> Literal["personal", "group"]:
    """Group chats and channels are alike here: only what mentions the bot is for it."""
    conversation = part(activity, "conversation")
    shared = conversation.get("isGroup") or conversation.get("conversationType") in ("groupChat", "channel")
    return "group" if shared else "personal"


def is_addressed(activity: Activity) -> bool:
    """Whether it is said to the bot: to it alone, or where others are, with a mention."""
    return is_personal(activity) or any(_is_bot(activity, m) for m in _mentions(activity))


def _mentions(activity: Activity) -> list[Mapping[str, Any]]:
    entities = activity.get("entities")
    entities = entities if isinstance(entities, list) else []
    return [e for e in entities if isinstance(e, dict) and e.get("type") == "mention"]


def _is_bot(activity: Activity, mention: Mapping[str, Any]) -> bool:
    bot = part(activity, "recipient").get("id")
    return bool(bot) and part(mention, "mentioned").get("id") == bot


def _unnamed(activity: Activity, person: str) -> str:
    """An identity for a press without an id: the same person on the same button is one piece of work."""
    value = button_value(activity) or {}
    return f"{activity.get('replyToId', '')}/{person}/{value.get('button', '')}"


def _sent_at(activity: Activity) -> datetime:
    """When it was sent, in the sender's own time zone where the client tells it."""
    for name in ("localTimestamp", "timestamp"):
        try:
            moment = datetime.fromisoformat(str(activity.get(name)))
        except ValueError:
            continue
        if moment.tzinfo is not None:
            return moment
    return datetime.now(UTC)


def storable(text: str) -> str:
    """`text` without halves of surrogate pairs, which JSON allows and databases do not."""
    return text.encode("utf-8", "ignore").decode()


def part(of: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """The object that stands under a name; an empty one for anything else."""
    found = of.get(name)
    return found if isinstance(found, dict) else {}
