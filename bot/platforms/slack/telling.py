"""What one person is told, and what is opened for them: best effort, since nothing is lost without it."""

from __future__ import annotations

import logging
from typing import Any

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.cards.slack import Card
from bot.cards.slack_text import escape
from bot.platforms.slack import refusals
from bot.platforms.slack.place import person

log = logging.getLogger(__name__)

Payload = dict[str, Any]

_TAKEN = 200  # HTTP's own number
_FAILS = (*refusals.FAILS, KeyError)


async def tell(client: AsyncWebClient, body: Payload, words: str) -> None:
    """Says something to who acted, and to nobody else."""
    if not words:
        return
    try:
        posted, container = body.get("message") or {}, body.get("container") or {}
        channel = body.get("channel") or {}
        await client.chat_postEphemeral(
            channel=channel["id"],
            user=person(body),
            text=escape(words),
            # without it, it would stand far from the button
            thread_ts=posted.get("thread_ts") or container.get("thread_ts"),
        )
    except _FAILS as error:
        log.info("Slack did not show a note: %s", _why(error))
        await respond(body, words)


async def show(client: AsyncWebClient, body: Payload, card: Card) -> bool:
    """Shows a card to who acted, and to nobody else, below what they pressed; False when Slack does not."""
    container, channel = body.get("container") or {}, body.get("channel") or {}
    posted = body.get("message") or {}
    try:
        await client.chat_postEphemeral(
            channel=channel["id"],
            user=person(body),
            text=card.text,
            blocks=list(card.blocks),
            thread_ts=posted.get("thread_ts") or container.get("thread_ts"),
        )
    except _FAILS as error:
        log.info("Slack did not show a card by itself: %s", _why(error))
        return await _answered(body, card)
    return True


async def _answered(body: Payload, card: Card) -> bool:
    """The same by the address that Slack gave with what was pressed: also where the bot is no member."""
    url = str(body.get("response_url") or "")
    if not url:
        return False
    try:
        answer = await AsyncWebhookClient(url, timeout=5, retry_handlers=[]).send(
            text=card.text, blocks=list(card.blocks), response_type="ephemeral", replace_original=False
        )
    except _FAILS as error:
        log.info("Slack did not show a card: %s", _why(error))
        return False
    return answer.status_code == _TAKEN


async def respond(body: Payload, words: str) -> None:
    """The same by the address that Slack gave with what was pressed: also where the bot is no member."""
    url = str(body.get("response_url") or "")
    if not url:
        return
    try:
        await AsyncWebhookClient(url, timeout=5, retry_handlers=[]).send(
            text=escape(words), response_type="ephemeral", replace_original=False
        )
    except _FAILS as error:
        log.info("Slack did not show a note: %s", _why(error))


async def take_away(body: Payload) -> bool:
    """Takes the message on which a button was pressed from the screen of the one person who saw it; False
    when Slack does not.
    """
    url = str(body.get("response_url") or "")
    if not url:
        return False
    try:
        answer = await AsyncWebhookClient(url, timeout=5, retry_handlers=[]).send(delete_original=True)
    except _FAILS as error:
        log.info("Slack did not take a note away: %s", _why(error))
        return False
    return answer.status_code == _TAKEN


async def open_form(client: AsyncWebClient, body: Payload, view: Payload) -> bool:
    """Opens a dialog for who acted; False when Slack does not, as when they acted three seconds ago."""
    try:
        await client.views_open(trigger_id=str(body.get("trigger_id") or ""), view=view)
    except _FAILS as error:
        log.info("Slack did not open a dialog: %s", _why(error))
        return False
    return True


async def publish(client: AsyncWebClient, user: str, view: Payload) -> None:
    """Draws somebody's Home tab."""
    try:
        await client.views_publish(user_id=user, view=view)
    except _FAILS as error:
        log.warning("Slack did not take the Home tab: %s", _why(error))


def _why(error: Exception) -> str:
    word = refusals.code(error) if isinstance(error, SlackApiError) else ""
    return word or type(error).__name__
