"""The rows of a reply as a picture in its thread."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.cards.chart import ShownChart, shown_chart
from bot.cards.look import Look
from bot.cards.map import ShownMap, shown_map
from bot.charts import Chart
from bot.charts_picture import can_draw, picture
from bot.maps_picture import map_picture
from bot.message import Reply
from bot.pictures import picture_of
from bot.platforms.slack import refusals
from bot.platforms.slack.events import Address

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Charted:
    """The ids of what was posted, or the name of the text that says why there is no picture."""

    ids: tuple[str, ...] = ()
    problem: str = ""


def is_asked_for(reply: Reply, look: Look) -> bool:
    """Whether the question itself wants a picture ("as a bar chart"), and its rows make one. Slack takes a
    picture as a file alone, so nobody gets one who has not asked for it.
    """
    answer = reply.answer
    return look.charts and answer.form_asked not in ("", "table") and picture_of(answer) is not None


async def post(client: AsyncWebClient, reply: Reply, where: Address, language: str) -> Charted:
    """Draws and posts the chart."""
    chart = picture_of(reply.answer)
    if chart is None or not can_draw():
        return Charted(problem="slack-no-chart")
    if isinstance(chart, Chart):
        png = await asyncio.to_thread(picture, chart, language=language)
        shown: ShownChart | ShownMap = shown_chart(chart, language)
    else:
        png = await asyncio.to_thread(map_picture, chart, language=language)
        shown = shown_map(chart, language)
    upload = {
        "filename": f"{reply.reference}.png",
        "content": png,
        "title": shown.title,
        "alt_txt": shown.alternative,
    }
    try:
        answer = await client.files_upload_v2(
            file_uploads=[upload], channel=where.channel, thread_ts=where.thread_ts or None
        )
    except refusals.FAILS as error:
        word = refusals.code(error) if isinstance(error, SlackApiError) else type(error).__name__
        log.warning("Slack did not take the chart of %s: %s", reply.reference, word)
        return Charted(problem="slack-chart-scope" if word == "missing_scope" else "slack-chart-refused")
    return Charted(ids=tuple(str(file["id"]) for file in answer.get("files") or []))
