"""Slack's events and presses -> the desk, by Bolt; the same for Socket Mode and for HTTP.

An event is acknowledged when the desk has taken it over and not before: Bolt then answers 200, else 500 (or,
in Socket Mode, nothing), and Slack delivers it again. Duplicates are the desk's: same event id, same work.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.buttons import ASKS, Seal
from bot.intake import is_stop
from bot.message import Message, Reception
from bot.platforms.slack import events
from bot.platforms.slack.identity import Identity
from bot.platforms.slack.threads import Threads
from kgqa.errors import OperatorsMove

log = logging.getLogger(__name__)

Payload = dict[str, Any]

_OLD_BUTTON = "This button is no longer valid. Ask the question again."


def listen(
    desk: Reception,
    *,
    client: AsyncWebClient,
    identity: Identity,
    seal: Seal,
    threads: Threads,
    follow_up: bool,
) -> AsyncApp:
    """The Bolt application. `follow_up` takes what is said in the bot's threads without a mention."""

    async def take(message: Message) -> None:
        await desk.receive(message)
        if not message.overheard:
            threads.remember(message)

    async def authorize(enterprise_id: str | None, team_id: str | None) -> AuthorizeResult:
        # Bolt's own way acknowledges an event when `auth.test` fails, and it would be lost; ours raises.
        me = await identity.get()
        return AuthorizeResult(
            enterprise_id=enterprise_id,
            team_id=team_id,
            bot_user_id=me.user,
            bot_id=me.bot,
            bot_token=client.token,
        )

    async def on_event(body: Payload) -> None:
        me = (await identity.get()).user
        how = events.kind(body["event"], me)
        if how is None:
            return
        message = events.spoken(body, me)
        if how == "follow-up" and not (follow_up and await threads.own(message)):
            if not is_stop(message.text):
                return
            message = replace(message, overheard=True)  # the desk knows whether anything runs here
        await take(message)

    async def on_press(ack: AsyncAck, body: Payload) -> None:
        action = body["actions"][0]
        button = seal.open(str(action.get("value") or ""))
        if button is None:
            await ack()
            await _tell(client, body, _OLD_BUTTON)
            return
        label = str((action.get("text") or {}).get("text") or "")
        message = events.pressed(body, button, label)
        if button.kind not in ASKS:
            heard = await desk.press(message)
            await ack()
            await _tell(client, body, heard.words)
            return
        await take(message)
        await ack()

    bolt = AsyncApp(
        name="querist",
        client=AsyncWebClient(base_url=client.base_url),  # without a token: `authorize` gives it
        authorize=authorize,
        process_before_response=True,  # else Bolt acknowledges before the desk has the message
        request_verification_enabled=False,  # done before: over HTTP in `http`, else by the connection
    )
    bolt.event("app_mention")(on_event)
    bolt.event("message")(on_event)
    bolt.action(events.BUTTONS)(on_press)
    bolt.error(_not_taken)
    return bolt


async def _not_taken(error: Exception) -> None:
    if isinstance(error, OperatorsMove):
        log.error("An event of Slack was not taken over, Slack will send it again: %s", error)
    else:
        log.error("An event of Slack was not taken over, Slack will send it again.", exc_info=error)


async def _tell(client: AsyncWebClient, body: Payload, words: str) -> None:
    """Says something to the person who pressed, and to nobody else; best effort."""
    try:
        posted = body.get("message") or {}
        await client.chat_postEphemeral(
            channel=body["channel"]["id"],
            user=body["user"]["id"],
            text=words,
            thread_ts=posted.get("thread_ts"),  # without it, it would stand far from the button
        )
    except (SlackApiError, OSError, TimeoutError, KeyError) as error:
        log.info("Slack did not show a note: %s", type(error).__name__)
