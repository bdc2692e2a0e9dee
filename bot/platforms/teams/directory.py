"""Teams and Entra as a directory: Entra's groups, who is a guest, who reads a conversation.

In: the connector's rosters, and Microsoft Graph. Out: object ids. Implements `bot.access.Directory`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import quote

import aiohttp

from bot.message import NotPosted
from bot.platforms.teams.activities import PLATFORM, Address
from bot.platforms.teams.authority import Tokens
from bot.platforms.teams.means import Remembered
from kgqa.errors import OperatorsMove

PAGE = 500  # readers of a conversation that are asked for at once; the connector takes no more
MOST = 1_000  # readers of a conversation who are looked at one by one
GROUP_PAGE = 999  # members of a group; Graph takes no more
GROUP_MOST = 50_000  # members of a group that are counted
_SECONDS = 5.0
_ABSENT = (403, 404)  # what the connector says of somebody who is not in a conversation
_CHATS = ("@thread.v2", "@unq.gbl.spaces")  # how the ids of chats end; others are channels of teams
_MEETING = "19:meeting_"  # whoever has the link may come to read it
_OUTSIDE = ("guest", "anonymous")

Fields = Mapping[str, Any]


class TeamsDirectory:
    """Asks with the bot's own tokens; nobody is remembered here. `own` is the bot's address in its tenant,
    `personal` finds where somebody is written to alone.
    """

    platform = PLATFORM

    def __init__(
        self,
        own: Address,
        *,
        connector: Tokens,
        graph: Tokens,
        graph_url: str,
        personal: Callable[[Address], Awaitable[Address]],
    ) -> None:
        self._own, self._personal = own, personal
        self._connector, self._graph, self._graph_url = connector, graph, graph_url
        self._teams = Remembered()  # by channel: a press elsewhere does not tell the team of the channel

    async def groups(self, tenant: str, named: frozenset[str]) -> Mapping[str, frozenset[str]]:
        """The members of the Entra groups with these object ids, and of the groups in them."""
        if tenant and tenant.casefold() != self._own.tenant.casefold():
            raise OperatorsMove("Entra is asked for the groups of the bot's own tenant alone.")
        found = await asyncio.gather(*map(self._members, groups := sorted(named)))
        return {group: people for group, people in zip(groups, found, strict=True) if people is not None}

    async def is_guest(self, tenant: str, person: str, address: str) -> bool:
        """Whether the conversation of their message, or the chat with them alone, has them as a guest or as
        one of another tenant.
        """
        if not person:
            raise OperatorsMove("Teams does not tell who is a guest of nobody.")
        account = await self._account(Address.from_text(address), person) if address else None
        if account is None:
            account = await self._account(await self._alone(tenant, person), person)
        role = str((account or {}).get("userRole") or "").casefold()
        name = str((account or {}).get("userPrincipalName") or "")
        if account is None or not (role or name):
            raise OperatorsMove("Teams does not tell who is a guest.")
        return role in _OUTSIDE or "#EXT#" in name.upper() or not _is_of(account, tenant)

    async def readers(self, tenant: str, channel: str, address: str) -> frozenset[str] | None:
        """The members of a chat, or of a team that nobody joins unasked; None for a conversation that others
        may come to, where people of other tenants are, or that has too many members.
        """
        there = Address.from_text(address) if address else self._own
        if there.team and there.conversation.partition(";")[0] == channel:
            self._teams.put(channel, there.team)
        if channel.startswith(_MEETING):
            return None
        if not channel.endswith(_CHATS) and not await self._is_closed(there, channel):
            return None
        people: set[str] = set()
        query = {"pageSize": str(PAGE)}
        while True:
            page = await self._of_connector(there, f"conversations/{_in_path(channel)}/pagedmembers", query)
            if page is None:
                raise OperatorsMove("Teams does not tell who is in a conversation.")
            for account in _list(page, "members"):
                person = _object_id(account)
                if not person or not _is_of(account, tenant):
                    return None
                people.add(person)
            if len(people) > MOST:
                return None
            if not page.get("continuationToken"):
                return frozenset(people)
            query["continuationToken"] = str(page["continuationToken"])

    async def person_name(self, tenant: str, person: str, channel: str) -> str:  # noqa: ARG002  # the channel's is meant
        """The name that somebody has in the roster of a conversation."""
        account = await self._account(replace(self._own, conversation=channel), person)
        return str((account or {}).get("name") or "")

    async def channel_name(self, tenant: str, channel: str) -> str:  # noqa: ARG002  # Teams names channels of a known team alone
        """Teams does not tell it by the id of a channel."""
        return ""

    async def _is_closed(self, there: Address, channel: str) -> bool:
        """Whether a channel is read by members alone, whom an owner has let in. Shared channels are not."""
        team = self._teams.get(channel)
        if not team:
            raise OperatorsMove("Teams has not told yet of which team a channel is.")
        path = f"teams/{_in_path(team)}"
        details, listed = await asyncio.gather(
            self._of_connector(there, path), self._of_connector(there, f"{path}/conversations")
        )
        if details is None or listed is None:
            return False
        channels = [each for each in _list(listed, "conversations") if each.get("id") == channel]
        kinds = [str(each.get("type") or "standard").casefold() for each in channels]
        if kinds != ["standard"]:
            return kinds == ["private"]
        group = str(details.get("aadGroupId") or "")
        if not group:
            return False
        about = await self._of_graph(f"{self._graph_url}/v1.0/groups/{_in_path(group)}?$select=visibility")
        return (about or {}).get("visibility") in ("Private", "HiddenMembership")

    async def _members(self, group: str) -> frozenset[str] | None:
        """The object ids in a group; None where there is no such group."""
        people: set[str] = set()
        path = f"groups/{_in_path(group)}/transitiveMembers"
        url = f"{self._graph_url}/v1.0/{path}?$select=id&$top={GROUP_PAGE}"
        while url:
            page = await self._of_graph(url)
            if page is None:
                return None
            people |= {str(each.get("id", "")).casefold() for each in _list(page, "value")}
            url = str(page.get("@odata.nextLink") or "")
            if len(people) > GROUP_MOST:
                raise OperatorsMove(
                    f"The Entra group {group} has more than {GROUP_MOST:,} members. Put it into a file."
                )
            if url and not url.startswith(f"{self._graph_url}/"):
                raise OperatorsMove("Microsoft Graph names a next page that is elsewhere.")
        return frozenset(people)

    async def _account(self, there: Address, person: str) -> Fields | None:
        """What the roster of a conversation says of somebody; None where they are not in it."""
        conversation = there.conversation.partition(";")[0]
        path = f"conversations/{_in_path(conversation)}/members/{_in_path(person)}"
        return await self._of_connector(there, path)

    async def _alone(self, tenant: str, person: str) -> Address:
        try:
            return await self._personal(replace(self._own, tenant=tenant, asker=person))
        except NotPosted as error:
            raise OperatorsMove(f"Teams does not tell who is a guest: {error}") from error

    async def _of_connector(
        self, there: Address, path: str, query: Mapping[str, str] | None = None
    ) -> Fields | None:
        url = f"{there.service_url.rstrip('/')}/v3/{path}"
        return await _asked(url, self._connector, "who is in a conversation", absent=_ABSENT, query=query)

    async def _of_graph(self, url: str) -> Fields | None:
        return await _asked(url, self._graph, "its groups", absent=(404,))


async def _asked(
    url: str,
    tokens: Tokens,
    what: str,
    *,
    absent: tuple[int, ...],
    query: Mapping[str, str] | None = None,
) -> Fields | None:
    """What Microsoft says; None for a status that is as good as nothing. Raises OperatorsMove."""
    headers = {"Authorization": f"Bearer {await tokens.fresh()}"}
    timeout = aiohttp.ClientTimeout(total=_SECONDS)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout, headers=headers) as session,
            session.get(url, params=query, allow_redirects=False) as response,
        ):
            if response.status in absent:
                return None
            if response.status != 200:  # noqa: PLR2004  # HTTP's own number
                if response.status == 401:  # noqa: PLR2004  # the token is no longer good
                    tokens.forget()
                consent = " Grant the app GroupMember.Read.All." if response.status == 403 else ""  # noqa: PLR2004
                raise OperatorsMove(f"Microsoft does not tell {what} (HTTP {response.status}).{consent}")
            said = await response.json(content_type=None)
    except (aiohttp.ClientError, TimeoutError, ValueError) as error:
        raise OperatorsMove(f"Microsoft does not tell {what} ({type(error).__name__}).") from error
    if not isinstance(said, dict):
        raise OperatorsMove(f"Microsoft does not tell {what}, but something else.")
    return said


def _object_id(account: Fields) -> str:
    """The id in Entra, which the connector writes in two ways; "" for who has none."""
    return str(account.get("aadObjectId") or account.get("objectId") or "")


def _is_of(account: Fields, tenant: str) -> bool:
    return str(account.get("tenantId") or "").casefold() == tenant.casefold() != ""


def _list(said: Fields, name: str) -> list[Fields]:
    """The objects of a list; raises OperatorsMove where it is none, since people may be missing then."""
    found = said.get(name)
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise OperatorsMove(f"Microsoft does not tell the {name}, but something else.")
    return found


def _in_path(name: str) -> str:
    return quote(name, safe="")
