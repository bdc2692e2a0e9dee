"""The rows of a reply as a picture in its thread."""

from __future__ import annotations

import asyncio
import logging

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web.async_client import AsyncWebClient

from bot.cards.chart import shown_chart
from bot.charts import chart_of
from bot.charts_picture import can_draw, picture
from bot.message import Reply
from bot.platforms.slack import refusals
from bot.platforms.slack.events import Address

log = logging.getLogger(__name__)


async def post(client: AsyncWebClient, reply: Reply, where: Address, language: str) -> str:
    """Draws and posts the chart; "", or the name of the text that says why there is none."""
    chart = chart_of(reply.answer)
    if chart is None or not can_draw():
        return "slack-no-chart"
    png = await asyncio.to_thread(picture, chart, language=language)
    shown = shown_chart(chart, language)
    upload = {
        "filename": f"{reply.reference}.png",
        "content": png,
        "title": shown.title,
        "alt_txt": shown.alternative,
    }
    try:
        await client.files_upload_v2(
            file_uploads=[upload], channel=where.channel, thread_ts=where.thread_ts or None
        )
    except (SlackClientError, aiohttp.ClientError, TimeoutError, OSError) as error:
        word = refusals.code(error) if isinstance(error, SlackApiError) else type(error).__name__
        log.warning("Slack did not take the chart of %s: %s", reply.reference, word)
        return "slack-chart-scope" if word == "missing_scope" else "slack-chart-refused"
    return ""
