"""The slash command, whose answer goes to the asker alone, and the shortcut "Ask about this"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from bot.cards import slack_forms, slack_home, slack_settings, slack_text
from bot.cards.look import Look
from bot.cards.slack_acts import ALONE
from bot.message import Message, Reception
from bot.platforms.slack import words as slack_words
from bot.platforms.slack.events import Address
from bot.platforms.slack.place import Place, person
from bot.platforms.slack.pressing import Take
from bot.platforms.slack.telling import open_form, tell
from bot.words import words
from kgqa.errors import OperatorsMove

Payload = dict[str, Any]

HELP = ("", "?", "help", "hilfe")
SETTINGS = ("settings", "einstellungen")


@dataclass(frozen=True, slots=True)
class Commands:
    """One for a Bolt application. `take` hands a message to the desk."""

    desk: Reception
    take: Take
    look: Look

    async def on_command(
        self, ack: AsyncAck, body: Payload, client: AsyncWebClient, context: AsyncBoltContext
    ) -> None:
        """A question, "settings", or nothing, which asks for help."""
        text = slack_words.plain(str(body.get("text") or ""), context.bot_user_id or "")
        message = asked(body, text, event=f"command:{body.get('trigger_id')}")
        try:
            if text.casefold() in HELP:
                await self._help(ack, message, str(body.get("command") or ""))
            elif text.casefold() in SETTINGS:
                await self._settings(ack, body, client, message)
            else:
                await self.take(message)
                await ack(**_seen(words(self.look.language)("slack-asked", question=text)))
        except OperatorsMove:
            await ack(text=words(self.look.language)("slack-not-now"))  # Slack would not tell it again

    async def on_example(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """One of the questions that help offers."""
        action = body["actions"][0]
        try:
            text = str(action.get("value") or "")
            await self.take(asked(body, text, event=f"example:{person(body)}:{action['action_ts']}"))
        except OperatorsMove:
            await tell(client, body, words(self.look.language)("slack-not-now"))
        await ack()

    async def on_shortcut(
        self, ack: AsyncAck, body: Payload, client: AsyncWebClient, context: AsyncBoltContext
    ) -> None:
        """A message that somebody wants to ask about: its words, to be made a question."""
        await ack()
        said, channel = body.get("message") or {}, str((body.get("channel") or {}).get("id") or "")
        ts = str(said.get("ts") or body.get("message_ts") or "")
        thread_ts = str(said.get("thread_ts") or ts)
        url = str(body.get("response_url") or "")
        place = Place(
            channel=channel,
            thread=thread_ts,
            address=Address(channel=channel, thread_ts=thread_ts, ts=ts, response_url=url).given(),
            private=channel.startswith("D"),
        )
        text = slack_words.plain(str(said.get("text") or ""), context.bot_user_id or "")
        view = slack_forms.about(text, language=self.look.language, place=place.to_json())
        if not await open_form(client, body, view):
            await tell(client, body, words(self.look.language)("slack-no-dialog"))

    async def _help(self, ack: AsyncAck, message: Message, command: str) -> None:
        home = await self.desk.home(message)
        language = home.channel.language or self.look.language
        text = words(language)("slack-help", command=command)
        await ack(
            response_type="ephemeral",
            text=slack_text.escape(text),
            blocks=slack_home.help_of(home, language=language, command=command),
        )

    async def _settings(self, ack: AsyncAck, body: Payload, client: AsyncWebClient, message: Message) -> None:
        home = await self.desk.home(message)
        language = home.channel.language or self.look.language
        say = words(language)
        if not home.may_set:
            await ack(text=say("slack-settings-no"))
            return
        view = slack_settings.draw(home, language=language, place=Place.of(message).to_json())
        opened = await open_form(client, body, view)
        await ack() if opened else await ack(text=say("slack-no-dialog"))


def asked(body: Payload, text: str, *, event: str) -> Message:
    """What somebody asks for themselves, in a channel and outside its threads. All that one person asks so in
    one channel is one conversation.
    """
    channel = str(body.get("channel_id") or (body.get("channel") or {}).get("id") or "")
    url = str(body.get("response_url") or "")
    place = Place(
        channel=channel,
        thread=f"{ALONE}{person(body)}",
        address=Address(channel=channel, thread_ts="", ts="", response_url=url).given(),
        to_asker=True,
    )
    return place.said(body, text, event=event)


def _seen(line: str) -> dict[str, Any]:
    """A quiet line for who acted."""
    blocks = slack_text.context([line])
    return {"response_type": "ephemeral", "text": slack_text.escape(line), "blocks": blocks}
