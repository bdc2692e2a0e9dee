"""Where the bot works: each workspace, or whole organisation, with its own token and its own abilities.

In: the workspace (and organisation) that Slack names. Out: a Workspace, by which all is said there. With one
token there is one; where people install the app themselves, `installed` finds it among theirs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from slack_sdk.web.async_client import AsyncWebClient

from bot.platforms.slack.identity import Identity, Me
from bot.platforms.slack.pace import Pauses
from kgqa.errors import OperatorsMove


class NotInstalled(OperatorsMove):
    """The app is not installed there, or not any more."""


@dataclass(slots=True, kw_only=True)
class Workspace:
    """What was learned of it while it was used: whether it has collapsible containers, shows a status, takes
    streams, and which methods it wants left alone for a while.
    """

    client: AsyncWebClient
    me: Me
    folds: bool = True
    has_status: bool = True
    has_streams: bool = True
    pauses: Pauses = field(default_factory=Pauses)


class Workspaces(Protocol):
    @property
    def base(self) -> AsyncWebClient:
        """A client without a token."""
        ...

    async def of(self, team: str, enterprise: str = "") -> Workspace:
        """Raises NotInstalled, BadSetting for a token that Slack refuses, OperatorsMove when Slack or the
        database is away.
        """
        ...

    async def gone(self, team: str, enterprise: str, at: float) -> None:
        """The app was uninstalled, or its token revoked, at that moment. Raises OperatorsMove."""
        ...


class OneWorkspace:
    """The workspace of the one token that an operator has set. `client` carries it."""

    def __init__(self, client: AsyncWebClient, base: AsyncWebClient, pauses: Pauses) -> None:
        self.base = base
        self.identity = Identity(client)
        self._client = client
        self._pauses = pauses
        self._workspace: Workspace | None = None

    async def of(self, team: str, enterprise: str = "") -> Workspace:  # noqa: ARG002  # there is but one
        if self._workspace is None:
            me = await self.identity.get()
            self._workspace = Workspace(client=self._client, me=me, pauses=self._pauses)
        return self._workspace

    async def gone(self, team: str, enterprise: str, at: float) -> None:
        """The token is the operator's, in the settings: nothing to delete."""
