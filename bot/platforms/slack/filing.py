"""The files of an answer in its thread, for who wants them: the query, the steps and the rows."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.cards.look import Look
from bot.cards.view import attachments
from bot.message import Reply
from bot.platforms.slack import refusals
from bot.platforms.slack.events import Address

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Filed:
    """The ids of what was posted, or the name of the text that says why there are no files."""

    ids: tuple[str, ...] = ()
    problem: str = ""


async def post(client: AsyncWebClient, reply: Reply, where: Address, look: Look) -> Filed:
    """Posts all files of the answer, as one message."""
    uploads = await asyncio.to_thread(_written, reply, look)
    try:
        answer = await client.files_upload_v2(
            file_uploads=uploads, channel=where.channel, thread_ts=where.thread_ts or None
        )
    except refusals.FAILS as error:
        word = refusals.code(error) if isinstance(error, SlackApiError) else ""
        log.warning("Slack did not take the files of %s: %s", reply.reference, word or type(error).__name__)
        return Filed(problem="slack-files-scope" if word == "missing_scope" else "slack-files-refused")
    return Filed(ids=tuple(str(file["id"]) for file in answer.get("files") or []))


def _written(reply: Reply, look: Look) -> list[dict[str, str | bytes]]:
    return [
        {"filename": file.name, "content": file.data, "title": file.name} for file in attachments(reply, look)
    ]
