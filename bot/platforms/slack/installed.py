"""The workspaces in which people have installed the app: found by their ids, their tokens renewed in time.

Tokens that rotate live for twelve hours, and each refresh token is good once. So one process at a time asks
for the next, by a hold in the database; the others go on with the old token, which works until it expires.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.platforms.slack import refusals
from bot.platforms.slack.identity import Me, scopes_of
from bot.platforms.slack.installation import Book, Installation, name_of
from bot.platforms.slack.pace import Pauses
from bot.platforms.slack.workspaces import NotInstalled, Workspace
from kgqa.errors import OperatorsMove

log = logging.getLogger(__name__)

EARLY = 2 * 3600.0  # seconds before a token expires in which it is renewed
LEAST = 60.0  # seconds that a token must still be good for, to be used
KNOWN = 30.0  # seconds for which an installation is not read again
HOLD = 30.0  # seconds in which one process renews a token
LOOK = 0.25  # seconds between two looks at what another process is renewing
LOOKS = 40
KEEPING = 10  # tries to keep a token that is good once and would be lost

Connect = Callable[[str, Pauses], AsyncWebClient]  # a token -> a client that heeds the pauses


@dataclass(slots=True)
class _Known:
    workspace: Workspace
    expires_at: float
    read_at: float


class Installed:
    """Implements `Workspaces`. `base` is a client without a token; `clock` tells the time of day."""

    def __init__(
        self,
        book: Book,
        connect: Connect,
        *,
        client_id: str,
        client_secret: str,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.base = connect("", Pauses())
        self._book = book
        self._connect = connect
        self._client_id = client_id
        self._client_secret = client_secret
        self._clock = clock
        self._known: dict[str, _Known] = {}
        self._names: dict[str, str] = {}  # of the installations that are good for a workspace
        self._one_at_a_time: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def of(self, team: str, enterprise: str = "") -> Workspace:
        name = self._names.get(team)
        if name and (known := self._fresh(name)):
            return known.workspace
        names = [name_of(team)] if team else []
        if enterprise or (enterprise := await self._organisation(team)):
            names.append(name_of(enterprise))
        for name in names:
            async with self._one_at_a_time[name]:
                workspace = await self._open(name)
            if workspace is not None:
                if team and name != name_of(team) and self._names.get(team) != name:
                    await self._book.put(_within(team), json.dumps({"enterprise": enterprise}))
                self._names[team] = name
                return workspace
        self._names.pop(team, None)
        raise NotInstalled(
            f"The app is not installed in the Slack workspace {team or enterprise} (any more)."
        )

    async def gone(self, team: str, enterprise: str, at: float) -> None:
        for name in [name_of(where) for where in (team, enterprise) if where]:
            self._known.pop(name, None)
            kept = await self._book.get(name)
            # Slack may tell it late, when the app was installed anew
            if kept is not None and int(Installation.of(kept[0]).installed_at) <= at:
                await self._book.delete(name)
                log.info("Slack: the app was uninstalled from %s; its token is deleted.", name)

    def forget(self, name: str) -> None:
        """It was installed anew: what was known is read again."""
        self._known.pop(name, None)

    def _fresh(self, name: str) -> _Known | None:
        known = self._known.get(name)
        if known is None or time.monotonic() - known.read_at > KNOWN:
            return None
        return known if not known.expires_at or known.expires_at - self._clock() > EARLY else None

    async def _organisation(self, team: str) -> str:
        """The organisation whose installation was good for the workspace before."""
        kept = await self._book.get(_within(team)) if team else None
        return str(json.loads(kept[0])["enterprise"]) if kept else ""

    async def _open(self, name: str) -> Workspace | None:
        if known := self._fresh(name):
            return known.workspace
        kept = await self._book.get(name)
        if kept is None:
            self._known.pop(name, None)
            return None
        installation = await self._good(Installation.of(kept[0]), kept[1])
        known = self._known.get(name)
        if known is None:
            pauses = Pauses()
            client = self._connect(installation.token, pauses)
            known = _Known(Workspace(client=client, me=_me(installation), pauses=pauses), 0.0, 0.0)
            self._known[name] = known
        known.workspace.client.token = installation.token
        known.workspace.me = _me(installation)
        known.expires_at, known.read_at = installation.expires_at, time.monotonic()
        return known.workspace

    async def _good(self, installation: Installation, version: int) -> Installation:
        """The installation with a token that works. Raises NotInstalled, OperatorsMove."""
        left = installation.expires_at - self._clock()
        if not installation.expires_at or left > EARLY:
            return installation
        if not await self._book.hold(installation.name, version, HOLD):
            return installation if left > LEAST else await self._renewed_elsewhere(installation.name, version)
        try:
            return await self._renew(installation, version)
        except OperatorsMove as error:
            await self._book.release(installation.name, version)
            if left > LEAST:
                log.warning("%s Its token is good for %.0f minutes more.", error, left / 60)
                return installation
            raise

    async def _renew(self, installation: Installation, version: int) -> Installation:
        where = f"The token of Slack's workspace {installation.name.partition(':')[2]}"
        try:
            # the client's own handlers repeat nothing but what Slack has refused for its pace
            grant = await self.base.oauth_v2_access(
                client_id=self._client_id,
                client_secret=self._client_secret,
                grant_type="refresh_token",
                refresh_token=installation.refresh,
            )
        except SlackApiError as error:
            word = refusals.code(error)
            if word in refusals.LOST:
                raise NotInstalled(f"{where} cannot be renewed ({word}). Install the app again.") from error
            raise OperatorsMove(f"{where} was not renewed ({word or 'no answer'}).") from error
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise OperatorsMove(f"{where} was not renewed: {type(error).__name__}.") from error
        renewed = installation.renewed(dict(grant.data), now=self._clock())  # type: ignore[arg-type]  # of JSON it is a dict
        for attempt in range(KEEPING):
            try:
                await self._book.replace(installation.name, renewed.to_json(), version=version)
                break
            except OperatorsMove as error:
                log.warning("%s was renewed but is not kept yet: %s", where, error)
                await asyncio.sleep(min(2**attempt * LOOK, HOLD / KEEPING))
        return renewed

    async def _renewed_elsewhere(self, name: str, version: int) -> Installation:
        for _ in range(LOOKS):
            kept = await self._book.get(name)
            if kept is None:
                raise NotInstalled(f"The app was uninstalled from {name} just now.")
            if kept[1] != version:
                return Installation.of(kept[0])
            await asyncio.sleep(LOOK)
        raise OperatorsMove(f"The token of {name} is being renewed by another process. Trying again.")


def _within(team: str) -> str:
    """Under which is kept to what organisation a workspace belongs."""
    return f"slack:{team}:organisation"


def _me(installation: Installation) -> Me:
    return Me(
        team=installation.team,
        user=installation.user,
        bot=installation.bot,
        home=installation.home,
        scopes=scopes_of(installation.scopes),
    )
