"""What a workspace holds: channels, messages, files, what was granted. Plain state, looked at by tests."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any, Literal

from tests.doubles.slack.screens import Screens

Kind = Literal["channel", "group", "im", "mpim"]
HISTORY = {"channel": "channels", "group": "groups", "im": "im", "mpim": "mpim"}


class Refused(Exception):  # noqa: N818  # Slack's answer, not a failure of the double
    """`ok: false` with Slack's word for it."""

    def __init__(self, error: str, **more: Any) -> None:
        super().__init__(error)
        self.answer = {"ok": False, "error": error, **more}


@dataclass(slots=True)
class Channel:
    id: str
    kind: Kind
    name: str = ""
    member: bool = True
    archived: bool = False
    absent: set[str] = field(default_factory=set)  # people who are not in it, or were deactivated
    readers: set[str] = field(default_factory=set)  # its members, as Slack tells them


@dataclass(slots=True)
class Workspace:
    """`scopes` and `events` are what the installed manifest asked for."""

    scopes: set[str]
    events: set[str]
    team: str = "T1"
    bot_user: str = "UQUERIST"
    bot: str = "BQUERIST"
    enterprise: str = ""
    installed_org_wide: bool = False
    bot_token: str = "xoxb-local"
    older_tokens: set[str] = field(default_factory=set)  # renewed since, and good until they expire
    expired_tokens: set[str] = field(default_factory=set)
    app_token: str = "xapp-local"
    signing_secret: str = "5ecret"
    has_containers: bool = True
    has_streams: bool = True
    token_error: str = ""  # "token_revoked" and the like: every call is refused with it
    channels: dict[str, Channel] = field(default_factory=dict)
    messages: list[dict[str, Any]] = field(default_factory=list)
    ephemerals: list[dict[str, Any]] = field(default_factory=list)
    statuses: list[dict[str, Any]] = field(default_factory=list)
    uploads: dict[str, dict[str, Any]] = field(default_factory=dict)
    screens: Screens = field(default_factory=Screens)
    user_groups: dict[str, set[str]] = field(default_factory=dict)  # members by handle
    names: dict[str, str] = field(default_factory=dict)  # what people are called
    guests: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)  # scopes that calls have needed
    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    _numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))
    _ticks: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    @classmethod
    def installed(cls, manifest: dict[str, Any], team: str = "T1") -> Workspace:
        """A workspace into which the app of this manifest was installed, with a channel of each kind."""
        own = "" if team == "T1" else team  # ids of channels are good in all of Slack
        workspace = cls(
            scopes=set(manifest["oauth_config"]["scopes"]["bot"]),
            events=set(manifest["settings"]["event_subscriptions"]["bot_events"]),
            team=team,
        )
        for channel in (
            Channel(f"C1{own}", "channel"),
            Channel(f"G1{own}", "group"),
            Channel(f"D1{own}", "im"),
            Channel(f"M1{own}", "mpim"),
        ):
            workspace.channels[channel.id] = channel
        return workspace

    def number(self) -> int:
        """A number for an id: rising, never twice."""
        return next(self._numbers)

    def tick(self) -> str:
        """The ts of the next message: rising, never twice."""
        return f"1795226400.{next(self._ticks):06d}"

    def channel(self, name: Any, *, writing: bool) -> Channel:
        channel = self.channels.get(str(name))
        if channel is None:
            raise Refused("channel_not_found")
        if not channel.member:
            raise Refused("not_in_channel")
        if writing and channel.archived:
            raise Refused("is_archived")
        return channel

    def need(self, scope: str) -> None:
        self.used.add(scope)
        if scope not in self.scopes:
            raise Refused("missing_scope", needed=scope, provided=",".join(sorted(self.scopes)))

    def answers(self) -> list[dict[str, Any]]:
        """What the bot has posted, oldest first, without files and without what is still growing."""
        ours = [m for m in self.messages if m.get("bot_id") == self.bot]
        return [m for m in ours if not m.get("files") and not m.get("unfinished")]

    def growing(self) -> list[dict[str, Any]]:
        """The streams that were begun and have no answer yet."""
        return [m for m in self.messages if m.get("unfinished")]

    def end_streams(self, word: str = "message_not_in_streaming_state") -> None:
        """Slack ends all streams: nothing came for a while, or somebody pressed stop ("stopped_by_user")."""
        for message in self.growing():
            message |= {"streaming": False, "stopped": word}

    def knows(self, token: str) -> bool:
        """Whether the token was given for this workspace."""
        return token in (self.bot_token, *self.older_tokens)

    def files(self) -> list[dict[str, Any]]:
        """The files that were shared, oldest first."""
        return [file for message in self.messages for file in message.get("files", [])]
