"""An answer that may stand already is looked for in its thread, by the reference of its record."""

from __future__ import annotations

from dataclasses import dataclass

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.platforms.slack import refusals
from bot.platforms.slack.events import Address
from bot.platforms.slack.workspaces import Workspace

PAGES = 10  # of a thread's replies, looked through for an uncertain message


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A message that was posted earlier."""

    ts: str


class CannotLook(Exception):  # noqa: N818  # an outcome of looking, named as such
    """Slack does not show us the whole thread."""


async def find(workspace: Workspace, where: Address, reference: str) -> Found | None:
    """The message with this reference after the one that asked. Raises CannotLook, SlackApiError."""
    if not where.thread_ts:
        raise CannotLook
    ts, cursor = "", ""
    for _ in range(PAGES):
        page = await _page(workspace, where, cursor)
        for posted in page.get("messages") or []:
            payload = (posted.get("metadata") or {}).get("event_payload") or {}
            if payload.get("reference") == reference:
                ts = str(posted["ts"])
        cursor = (page.get("response_metadata") or {}).get("next_cursor") or ""
        if not cursor:
            return Found(ts=ts) if ts else None
    raise CannotLook


async def _page(workspace: Workspace, where: Address, cursor: str) -> AsyncSlackResponse:
    try:
        return await workspace.client.conversations_replies(
            channel=where.channel,
            ts=where.thread_ts,
            oldest=where.ts,
            include_all_metadata=True,
            limit=100,
            cursor=cursor or None,
        )
    except SlackApiError as error:
        if refusals.of_looking(error):
            raise CannotLook from error
        raise
