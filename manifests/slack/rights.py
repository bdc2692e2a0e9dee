"""What the Slack app is granted, and what for: one table for the manifest, the guide and `querist doctor`.

Each line names what needs it. Nothing else is asked for: a test holds the table against what the
bot calls and listens to.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Option = Literal["", "no_guests", "follow_up", "access"]
"""When it is asked for. "": always; "no_guests": unless guests may ask; else with the flag of this name of
`querist manifest slack`.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """`why` completes "Querist asks for this ...", `without` says what is lost when it is not granted."""

    name: str
    why: str
    without: str
    option: Option = ""

    @property
    def is_vital(self) -> bool:
        """Whether nothing works without it, or nothing of what the operator switched on."""
        return bool(self.option) or self.name in ("app_mentions:read", "chat:write")


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """An event that Slack sends, and the scope that it needs; "" for those that need none."""

    name: str
    scope: str
    why: str
    option: Option = ""


SCOPES = (
    Scope(
        name="app_mentions:read",
        why="to be asked by a mention in a channel",
        without="mentions are not heard",
    ),
    Scope(
        name="assistant:write",
        why="to show what it is doing while it works, and to suggest questions",
        without="people wait without seeing any progress",
    ),
    Scope(
        name="chat:write",
        why="to answer in the thread",
        without="nothing can be answered",
    ),
    Scope(
        name="commands",
        why="to be asked by the slash command and by “Ask about this” on a message",
        without="neither is available",
    ),
    Scope(
        name="files:write",
        why="to post the query, the steps and the rows as files when somebody asks for them",
        without="the answer itself contains them, as far as Slack has room",
    ),
    Scope(
        name="im:history",
        why="to be asked in a direct message",
        without="direct messages are not heard",
    ),
    Scope(
        name="users:read",
        why="to recognise guests, who may not ask, and to show auditors the names of people",
        without="nobody is answered, unless QUERIST_GUESTS=true lets guests ask; auditors see ids",
        option="no_guests",
    ),
    Scope(
        name="channels:history",
        why="to answer follow-ups in public channels without a new mention",
        without="a follow-up needs the mention again",
        option="follow_up",
    ),
    Scope(
        name="groups:history",
        why="to answer follow-ups in private channels without a new mention",
        without="a follow-up needs the mention again",
        option="follow_up",
    ),
    Scope(
        name="mpim:history",
        why="to answer follow-ups in group conversations without a new mention",
        without="a follow-up needs the mention again",
        option="follow_up",
    ),
    Scope(
        name="usergroups:read",
        why="to know who is in the user groups that access rules name",
        without="nobody counts as a member, and data open to these groups stays closed",
        option="access",
    ),
    Scope(
        name="channels:read",
        why="to tell public channels from private ones, and to show auditors their names",
        without="answers in channels only use what everybody may see, unless a rule names the channel",
        option="access",
    ),
    Scope(
        name="groups:read",
        why="to know who reads a private channel, and answer from what all its members may see",
        without="answers there only use what everybody may see, unless a rule names the channel",
        option="access",
    ),
    Scope(
        name="mpim:read",
        why="to know who reads a group conversation, and answer from what all its members may see",
        without="answers there only use what everybody may see",
        option="access",
    ),
)

EVENTS = (
    Event(name="app_home_opened", scope="", why="to draw the Home tab, and to suggest questions"),
    Event(name="app_mention", scope="app_mentions:read", why="a question in a channel"),
    Event(name="app_uninstalled", scope="", why="to forget the tokens of a workspace that removed the app"),
    Event(name="message.im", scope="im:history", why="a question in a direct message"),
    Event(name="tokens_revoked", scope="", why="to forget a token that was revoked"),
    Event(
        name="message.channels",
        scope="channels:history",
        why="a follow-up in a public channel",
        option="follow_up",
    ),
    Event(
        name="message.groups",
        scope="groups:history",
        why="a follow-up in a private channel",
        option="follow_up",
    ),
    Event(
        name="message.mpim",
        scope="mpim:history",
        why="a follow-up in a group conversation",
        option="follow_up",
    ),
)


def scopes(*, follow_up: bool, access: bool = False, guests: bool = False) -> tuple[Scope, ...]:
    """The scopes that are asked for; fewer where `guests` may ask."""
    wanted = {"": True, "no_guests": not guests, "follow_up": follow_up, "access": access}
    return tuple(scope for scope in SCOPES if wanted[scope.option])


def events(*, follow_up: bool) -> tuple[Event, ...]:
    """The events that are subscribed to."""
    return tuple(event for event in EVENTS if follow_up or not event.option)
