"""Pressed buttons of cards: what asks goes to the desk, what acts is done by the desk and shown here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from bot.buttons import ASKS, Seal
from bot.cards import slack_evidence, slack_forms
from bot.cards.look import Look, language_of
from bot.cards.slack import rows_card
from bot.cards.view import view
from bot.message import Heard, Message, Reception, Reply
from bot.platforms.slack import charting, events, filing
from bot.platforms.slack.place import Place
from bot.platforms.slack.telling import open_form, show, take_away, tell
from bot.words import words
from kgqa.errors import OperatorsMove

log = logging.getLogger(__name__)

Payload = dict[str, Any]
IN_TIME = 2.0  # seconds that an act may take before Slack is told that it was heard: Slack waits for three

Take = Callable[[Message], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Pressing:
    """One for a Bolt application. `take` hands a message to the desk."""

    desk: Reception
    take: Take
    seal: Seal
    look: Look
    _asides: set[asyncio.Task[None]] = field(default_factory=set)

    async def on_press(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """A button, an icon, or a line of the menu of a card, or of one that we no longer draw."""
        value, label = _given(body["actions"][0])
        button = self.seal.open(value)
        if button is None or not (body.get("channel") or {}).get("id"):
            await ack()
            await tell(client, body, words(self.look.language)("slack-old-button"))
            return
        message = events.pressed(body, button, label)
        if button.kind in ASKS:
            await self.take(message)
            await ack()
            return
        acting = self._aside(self._act(client, body, message, value))
        await asyncio.wait((acting,), timeout=IN_TIME)
        await ack()

    async def _act(self, client: AsyncWebClient, body: Payload, message: Message, value: str) -> None:
        """Slack tells a press once, so who pressed is told when nothing came of it."""
        try:
            await self._show(client, body, message, await self.desk.press(message), value)
        except OperatorsMove as error:
            log.warning("A press was not taken: %s", error)
            await tell(client, body, words(self.look.language)("slack-not-now"))
        except Exception:
            log.exception("A defect met a press.")
            await tell(client, body, words(self.look.language)("slack-not-now"))

    async def _show(
        self, client: AsyncWebClient, body: Payload, message: Message, heard: Heard, value: str
    ) -> None:
        kind, reply = message.pressed.kind if message.pressed else "", heard.reply
        place = Place.of(message, value).to_json()
        language = language_of(reply, self.look) if reply else self.look.language
        say = words(language)
        if kind == "down":
            if not await open_form(client, body, slack_forms.reason(language=language, place=place)):
                await tell(client, body, heard.words)
        elif kind == "edit" and reply:
            await self._edit(client, body, reply, language=language, place=place)
        elif kind == "meant" and reply:
            form = slack_forms.meant(reply, language=language, place=place)
            if not await open_form(client, body, form):
                await tell(client, body, say("slack-no-dialog"))
        elif kind == "evidence" and reply:
            if not await open_form(client, body, slack_evidence.dialog(view(reply, self.look))):
                await tell(client, body, say("slack-no-dialog"))
        elif kind == "table" and reply:
            if not await show(client, body, await asyncio.to_thread(rows_card, reply, self.look)):
                await tell(client, body, say("slack-no-rows"))
        elif kind in ("chart", "files") and reply:
            if message.to_asker:
                await tell(client, body, say(f"slack-{kind}-alone"))
                return
            self._aside(self._posted(client, body, message, reply, language))
        else:
            told = heard.words
            # nobody else could see it, and nothing else finds it
            if kind == "remove" and message.to_asker and not await take_away(body):
                told = f"{told} {say('slack-not-taken-away')}"
            await tell(client, body, told)

    async def _edit(
        self, client: AsyncWebClient, body: Payload, reply: Reply, *, language: str, place: str
    ) -> None:
        say, form = words(language), slack_forms.edit(reply, language=language, place=place)
        if form is None:
            count = len(reply.answer.query.text) if reply.answer.query else 0
            await tell(client, body, say("slack-query-too-long", count=count, most=slack_forms.TYPED))
        elif not await open_form(client, body, form):
            await tell(client, body, say("slack-no-dialog"))

    async def _posted(
        self, client: AsyncWebClient, body: Payload, message: Message, reply: Reply, language: str
    ) -> None:
        """A chart, or the files, come into the thread as a message of their own."""
        where, is_chart = events.Address.of(message), message.pressed and message.pressed.kind == "chart"
        posted = (
            await charting.post(client, reply, where, language)
            if is_chart
            else await filing.post(client, reply, where, self.look)
        )
        if posted.problem:
            await tell(client, body, words(language)(posted.problem))
        try:
            await self.desk.also_posted(reply.reference, posted.ids)
        except OperatorsMove as error:
            log.warning("What was posted with %s stays when it is deleted: %s", reply.reference, error)

    def _aside(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """May go on after Slack has its acknowledgement."""
        task = asyncio.create_task(work)
        self._asides.add(task)
        task.add_done_callback(self._asides.discard)
        return task


def _given(action: Payload) -> tuple[str, str]:
    """The value and the label of what was pressed."""
    chosen = action.get("selected_option") or action
    return str(chosen.get("value") or ""), str((chosen.get("text") or {}).get("text") or "")
