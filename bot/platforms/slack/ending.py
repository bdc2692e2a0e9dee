"""The end of an answer that grew: its message becomes the card."""

from __future__ import annotations

import logging
from typing import Any

from slack_sdk.errors import SlackApiError

from bot.cards.slack import Card
from bot.platforms.slack import refusals
from bot.platforms.slack.streaming import Stream, ended
from bot.platforms.slack.workspaces import Workspace

log = logging.getLogger(__name__)

_OVER = ("message_not_in_streaming_state", "stopped_by_user", "message_not_owned_by_app")


async def end(workspace: Workspace, stream: Stream, card: Card, metadata: dict[str, Any]) -> None:
    """The stream's message becomes the card; the same however often it is done.

    Slack draws a stream's end below its steps, so the message is then changed to the card alone: the answer
    stands first. Raises NotPosted; SlackApiError for a drawing that Slack refuses, for a message that is
    gone, and where the card may stand all the same.
    """
    client, blocks, is_over = workspace.client, list(card.blocks), False
    chunks = ended(stream)
    if not blocks:
        chunks.append({"type": "markdown_text", "text": card.text})
    channel, ts = stream.channel, stream.ts
    with refusals.translated(lambda error: refusals.of_drawing(error) or refusals.of_deleted(error)):
        try:
            await client.chat_stopStream(
                channel=channel, ts=ts, chunks=chunks, blocks=blocks or None, metadata=metadata
            )
        except SlackApiError as error:
            is_over = refusals.code(error) in _OVER
            if not is_over:
                raise
        try:
            await client.chat_update(channel=channel, ts=ts, text=card.text, blocks=blocks, metadata=metadata)
        except refusals.FAILS as error:
            if is_over:
                raise
            log.info("An answer stands below its steps: %s", type(error).__name__)
