"""Slack as a directory: its user groups, who is a guest, who reads a channel.

In: the Web API. Out: ids of people. Implements `bot.access.Directory`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from slack_sdk.errors import SlackApiError

from bot.platforms.slack import refusals
from bot.platforms.slack.events import PLATFORM
from bot.platforms.slack.workspaces import Workspaces
from kgqa.errors import OperatorsMove

PAGE = 200  # readers of a channel that are asked for at once
MOST = 1_000  # readers of a channel who are looked at one by one


class SlackDirectory:
    """Asks each workspace with its own token; nothing is remembered here."""

    platform = PLATFORM

    def __init__(self, workspaces: Workspaces) -> None:
        self._workspaces = workspaces

    async def groups(self, tenant: str, named: frozenset[str]) -> Mapping[str, frozenset[str]]:  # noqa: ARG002  # Slack tells all at once
        """The members of each user group, by its id and by its handle."""
        client = (await self._workspaces.of(tenant)).client
        with _told("its user groups"):
            found = (await client.usergroups_list(include_users=True)).get("usergroups") or ()
        members: dict[str, frozenset[str]] = {}
        for group in found:
            people = frozenset(map(str, group.get("users") or ()))
            for name in (group.get("id"), group.get("handle")):
                if name:
                    members[str(name).casefold()] = people
        return members

    async def is_guest(self, tenant: str, person: str, address: str) -> bool:  # noqa: ARG002  # Slack tells it anywhere
        """Whether somebody is a guest of the workspace, or of another organisation."""
        client = (await self._workspaces.of(tenant)).client
        with _told("who is a guest"):
            user = (await client.users_info(user=person)).get("user") or {}
        marks = ("is_restricted", "is_ultra_restricted", "is_stranger")
        return any(user.get(mark) for mark in marks)

    async def readers(self, tenant: str, channel: str, address: str) -> frozenset[str] | None:  # noqa: ARG002  # the id suffices
        """The members of a private channel or a group conversation, without the bot itself; None for a
        channel that others may join, or that has too many members.
        """
        workspace = await self._workspaces.of(tenant)
        client = workspace.client
        with _told("who reads a channel"):
            about = (await client.conversations_info(channel=channel)).get("channel") or {}
            is_private = about.get("is_private") or about.get("is_mpim") or about.get("is_group")
            if not is_private or about.get("is_ext_shared"):
                return None
            people: set[str] = set()
            cursor = ""
            while True:
                page = await client.conversations_members(channel=channel, limit=PAGE, cursor=cursor)
                people |= set(map(str, page.get("members") or ()))
                cursor = str((page.get("response_metadata") or {}).get("next_cursor") or "")
                if len(people) > MOST:
                    return None
                if not cursor:
                    return frozenset(people - {workspace.me.user})

    async def person_name(self, tenant: str, person: str, channel: str) -> str:  # noqa: ARG002  # Slack tells it anywhere
        """The name that somebody shows in the workspace."""
        client = (await self._workspaces.of(tenant)).client
        with _told("what somebody is called"):
            user = (await client.users_info(user=person)).get("user") or {}
        profile = user.get("profile") or {}
        name = profile.get("display_name") or profile.get("real_name") or user.get("name")
        return str(name or "")

    async def channel_name(self, tenant: str, channel: str) -> str:
        """The name of a channel, with its #; a conversation with one person has none."""
        if channel.startswith("D"):
            return ""
        client = (await self._workspaces.of(tenant)).client
        with _told("what a channel is called"):
            about = (await client.conversations_info(channel=channel)).get("channel") or {}
        return f"#{about['name']}" if about.get("name") and not about.get("is_mpim") else ""


@contextmanager
def _told(what: str) -> Iterator[None]:
    """Says in a sentence that Slack did not tell something."""
    try:
        yield
    except SlackApiError as error:
        why = refusals.code(error) or "no answer"
        scope = f" It lacks the scope {error.response.get('needed')}." if why == "missing_scope" else ""
        raise OperatorsMove(f"Slack does not tell {what} ({why}).{scope}") from error
    except refusals.FAILS as error:
        raise OperatorsMove(f"Slack does not tell {what} ({type(error).__name__}).") from error
