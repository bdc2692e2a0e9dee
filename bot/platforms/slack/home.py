"""The app's own two tabs in Slack: Home is drawn, and beside the box of Messages questions are suggested."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import Any

from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from bot.cards import slack_forms, slack_home, slack_settings, slack_text
from bot.cards.look import Look
from bot.message import Home, Message, Reception
from bot.platforms.slack import refusals
from bot.platforms.slack.events import Address
from bot.platforms.slack.place import Place, person
from bot.platforms.slack.pressing import Take
from bot.platforms.slack.telling import open_form, publish
from bot.words import words
from kgqa.errors import OperatorsMove

log = logging.getLogger(__name__)

Payload = dict[str, Any]


@dataclass(frozen=True, slots=True)
class HomeTab:
    """One for a Bolt application. `take` hands a message to the desk."""

    desk: Reception
    take: Take
    look: Look

    async def on_opened(self, body: Payload, client: AsyncWebClient) -> None:
        """Somebody opens one of the two tabs."""
        event = body["event"]
        who = body | {"user": {"id": event["user"]}}
        channel = str(event.get("channel") or "")
        if event.get("tab") == "messages":
            await self._suggest(client, who, channel)
        else:
            await self.draw(client, who, channel)

    async def draw(self, client: AsyncWebClient, body: Payload, channel: str) -> None:
        """Draws the tab Home of who acted anew; `channel` is their conversation with the bot."""
        home = await self.desk.home(_visit(body, channel))
        place = Place(channel=channel, private=True)
        view = slack_home.draw(home, language=self._language(home), place=place.to_json())
        await publish(client, person(body), view)

    async def on_example(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """A question that the tab offers: it is asked in the conversation with the bot."""
        action, channel = body["actions"][0], Place.read(body["view"]).channel
        say, text = words(self.look.language), str(action.get("value") or "")
        await ack()
        root = await self._begin(client, channel, say("slack-asked", question=text))
        if not root:
            return
        where = Address(channel=channel, thread_ts=root, ts=root).given()
        place = Place(channel=channel, thread=root, address=where, private=True)
        try:
            await self.take(place.said(body, text, event=f"example:{person(body)}:{action['action_ts']}"))
            await self.draw(client, body, channel)
        except OperatorsMove:
            await self._begin(client, channel, say("slack-not-now"), root)

    async def on_settings(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """The settings of the conversation with the bot, or of the channel that was chosen."""
        await ack()
        ours = Place.read(body["view"]).channel
        channel = str(body["actions"][0].get("selected_conversation") or ours)
        home = await self.desk.home(_visit(body, channel))
        language = self._language(home)
        if not home.may_set:
            no = words(language)("slack-settings-no")
            await open_form(client, body, slack_forms.told(no, form="settings", language=language))
            return
        where = Address(channel=channel, thread_ts="", ts="").given()
        place = Place(channel=channel, address=where, private=channel == ours, home=ours)
        view = slack_settings.draw(home, language=language, place=place.to_json(), alone=place.private)
        await open_form(client, body, view)

    async def _suggest(self, client: AsyncWebClient, body: Payload, channel: str) -> None:
        home = await self.desk.home(_visit(body, channel))
        if not (prompts := slack_home.prompts(home)):
            return
        try:  # without a thread: agents have none here, and Slack would take it and do nothing
            await client.assistant_threads_setSuggestedPrompts(channel_id=channel, prompts=prompts)
        except refusals.FAILS as error:
            log.info("Slack did not suggest the questions: %s", type(error).__name__)

    async def _begin(self, client: AsyncWebClient, channel: str, text: str, thread_ts: str = "") -> str:
        """Posts a line into the conversation with the bot; its ts, "" when Slack does not take it."""
        try:
            posted = await client.chat_postMessage(
                channel=channel,
                text=slack_text.escape(text),
                mrkdwn=False,
                unfurl_links=False,
                unfurl_media=False,
                thread_ts=thread_ts or None,
            )
        except refusals.FAILS as error:
            log.warning("Slack did not take a question of the Home tab: %s", type(error).__name__)
            return ""
        return str(posted["ts"])

    def _language(self, home: Home) -> str:
        return home.channel.language or self.look.language


def _visit(body: Payload, channel: str) -> Message:
    private = channel.startswith("D")
    message = Place(channel=channel, private=private).said(body, event=f"home:{person(body)}")
    return replace(message, thread=channel)
