"""The digest of a week goes to a channel or a person of Slack; and what its buttons lead to.

A press asks the question again, in the thread of the digest and as one of who pressed: what they may see is
looked at as with any question. What was posted is never posted again, so an uncertain end stays one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from bot.cards import slack_digest
from bot.cards.digest import How
from bot.cards.look import Look
from bot.cards.slack import Card
from bot.platforms.slack import refusals
from bot.platforms.slack.events import Address
from bot.platforms.slack.place import Place, person
from bot.platforms.slack.pressing import Take
from bot.platforms.slack.telling import open_form, tell
from bot.platforms.slack.workspaces import Workspace
from bot.words import words

Payload = dict[str, Any]


async def post(workspace: Workspace, channel: str, card: Card) -> None:
    """Posts what nobody asked for. Raises NotPosted when it certainly does not stand there."""
    with refusals.translated(lambda _: False):
        await workspace.client.chat_postMessage(
            channel=channel,
            text=card.text,
            blocks=list(card.blocks),
            mrkdwn=False,
            unfurl_links=False,
            unfurl_media=False,
        )


@dataclass(frozen=True, slots=True)
class DigestButtons:
    """One for a Bolt application. `take` hands a message to the desk."""

    take: Take
    look: Look

    async def on_press(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """One of the buttons below a question."""
        action = body["actions"][0]
        act, value = str(action["action_id"]).split(".")[2], str(action.get("value") or "")
        if act != "ask":
            await ack()
            view = slack_digest.dialog(cast("How", act), value, language=self.look.language)
            if not await open_form(client, body, view):
                await tell(client, body, words(self.look.language)("slack-no-dialog"))
            return
        await self._ask(body, value)
        await ack()

    async def _ask(self, body: Payload, question: str) -> None:
        """Raises OperatorsMove: Slack shows who pressed that nothing came of it."""
        channel = str((body.get("channel") or {}).get("id") or "")
        ts = str((body.get("message") or {}).get("ts") or "")
        if not channel or not ts:
            return
        where = Address(channel=channel, thread_ts=ts, ts=ts).given()
        place = Place(channel=channel, thread=ts, address=where, private=channel.startswith("D"))
        event = f"digest:{person(body)}:{body['actions'][0]['action_ts']}"
        await self.take(place.said(body, question, event=event))
