"""A line under the thread that says what is going on; best effort."""

from __future__ import annotations

import asyncio
import logging

import aiohttp
from slack_sdk.errors import SlackApiError

from bot.cards.slack_text import escape
from bot.platforms.slack import refusals
from bot.platforms.slack.events import Address
from bot.platforms.slack.workspaces import Workspace

log = logging.getLogger(__name__)

SECONDS = 3  # that it may take


async def show(workspace: Workspace, where: Address, told: str) -> None:
    """Shows it after the app's name: "Querist is finding names"."""
    if workspace.pauses.left("assistant.threads.setStatus"):
        return
    try:
        async with asyncio.timeout(SECONDS):
            await workspace.client.assistant_threads_setStatus(
                channel_id=where.channel, thread_ts=where.thread_ts, status=escape(told)
            )
    except SlackApiError as error:
        workspace.has_status = refusals.code(error) != "missing_scope"
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        log.debug("Slack did not show the status: %s", type(error).__name__)
