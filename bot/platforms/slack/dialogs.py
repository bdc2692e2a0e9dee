"""What was filled in in a dialog -> the desk. A dialog closes when the desk has it, and says so when not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from bot.buttons import Pressed, Seal
from bot.cards import slack_forms, slack_settings
from bot.cards.look import Look
from bot.message import Message, Reception
from bot.platforms.slack.home import HomeTab
from bot.platforms.slack.place import Place
from bot.platforms.slack.pressing import Take
from bot.words import words
from kgqa.errors import OperatorsMove

Payload = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Dialogs:
    """One for a Bolt application. `take` hands a message to the desk."""

    desk: Reception
    take: Take
    seal: Seal
    look: Look
    home: HomeTab

    async def on_submit(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """One dialog, filled in."""
        view = body["view"]
        place = Place.read(view)
        message = place.said(body, event=f"dialog:{view['id']}")
        kind = str(view.get("callback_id") or "").removeprefix(slack_forms.CALLBACK)
        say = words(self.look.language)
        try:
            if kind == "settings":
                await self._set(ack, body, client, message)
            elif kind == "about":
                await self.take(replace(message, text=slack_forms.typed(view)))
                await ack()
            elif (button := self.seal.open(place.button)) is None:
                await ack(response_action="errors", errors={slack_forms.TEXT: say("slack-old-button")})
            elif kind == "reason":
                note = ": ".join(filter(None, (slack_forms.chosen(view), slack_forms.typed(view))))
                if note:
                    await self.desk.press(replace(message, pressed=button, note=note))
                await ack()
            elif kind == "edit":
                answer = await self.desk.answer_of(button.reference)
                text = answer.question.text if answer else ""
                await self.take(replace(message, text=text, query=slack_forms.typed(view)))
                await ack()
            else:
                await self._meant(ack, view, message, button)
        except OperatorsMove:
            where = view["blocks"][-1]["block_id"]
            await ack(response_action="errors", errors={where: say("slack-not-now")})

    async def _meant(self, ack: AsyncAck, view: Payload, message: Message, button: Pressed) -> None:
        """What was typed is a new question; without it, the chosen reading is asked."""
        typed, chosen = slack_forms.typed(view), slack_forms.chosen(view)
        if typed:
            await self.take(replace(message, text=typed))
        elif chosen.isdecimal():
            other = Pressed(button.reference, "other", int(chosen))
            await self.take(replace(message, pressed=other))
        else:
            say = words(self.look.language)
            await ack(response_action="errors", errors={slack_forms.TEXT: say("slack-meant-neither")})
            return
        await ack()

    async def _set(self, ack: AsyncAck, body: Payload, client: AsyncWebClient, message: Message) -> None:
        view = body["view"]
        said = await self.desk.set_channel(message, slack_settings.read(view))
        language = self.look.language
        told = slack_forms.told(said, form="settings", language=language)
        await ack(response_action="update", view=told)
        place = Place.read(view)
        if place.home:
            await self.home.draw(client, body, place.home)
