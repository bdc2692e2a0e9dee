"""Reply -> one message in a Slack thread, by the Web API.

Posting is the one thing that must not happen twice, so it is never repeated on a lost connection; each
message carries its record's reference as metadata, by which an uncertain one is found again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from slack_sdk.errors import SlackApiError

from bot.buttons import Seal
from bot.cards import slack
from bot.cards.look import Look, language_of
from bot.message import Posted, Reply
from bot.platforms.slack import finding, refusals
from bot.platforms.slack.drawing import best
from bot.platforms.slack.ending import end
from bot.platforms.slack.events import Address
from bot.platforms.slack.finding import CannotLook, Found
from bot.platforms.slack.pace import Pace
from bot.platforms.slack.streaming import Stream, take_away
from bot.platforms.slack.workspaces import Workspace
from bot.words import words

METADATA = "querist_answer"


@dataclass(frozen=True, slots=True)
class _Sending:
    """One reply on its way to one place of one workspace; into `stream` if that has begun. `is_blind` says
    that it may stand already and nobody can tell: it may go into the stream again, and nowhere else.
    """

    reply: Reply
    workspace: Workspace
    where: Address
    stream: Stream | None
    is_blind: bool = False

    @property
    def metadata(self) -> dict[str, Any]:
        return {"event_type": METADATA, "event_payload": {"reference": self.reply.reference}}


class Posting:
    def __init__(self, seal: Seal, look: Look, pace: Pace) -> None:
        self._seal = seal
        self._look = look
        self._pace = pace

    async def send(
        self, reply: Reply, workspace: Workspace, stream: Stream | None = None, *, again: bool
    ) -> Posted:
        """As `bot.message.Platform.send`."""
        where = Address.of(reply.message)
        sending = _Sending(reply, workspace, where, stream)
        say = words(language_of(reply, self._look))
        found: Found | None = None
        async with self._pace.turn(f"{reply.message.tenant} {where.channel}"):
            try:
                found = await self._looked_for(sending) if again else None
                if found is None or (stream and stream.ts == found.ts):
                    ts = await self._post_card(sending)
                else:
                    ts = found.ts
            except CannotLook:
                try:
                    ts = await self._post_card(replace(sending, is_blind=True))
                except CannotLook:
                    ts = await self._post(sending, slack.Card(blocks=(), text=say("slack-interrupted")), {})
        if found and stream and stream.ts != found.ts:
            await take_away(stream)
        return self._posted(sending, ts)

    async def _looked_for(self, sending: _Sending) -> Found | None:
        """What an earlier try left. Raises CannotLook."""
        stream = sending.stream
        if stream is not None and not stream.found:
            return None  # it was begun here, and its end has failed: there is nothing else
        return await finding.find(sending.workspace, sending.where, sending.reply.reference)

    def _posted(self, sending: _Sending, ts: str) -> Posted:
        where, me = sending.where, sending.workspace.me
        return Posted(ids=(ts,), permalink=me.permalink(where.channel, ts, where.thread_ts))

    async def _post_card(self, sending: _Sending) -> str:
        """Posts the best drawing that Slack takes; the message's ts."""
        reply = sending.reply

        def draw(folded: bool) -> slack.Card:
            return slack.draw(reply, self._seal, self._look, folded=folded)

        return await best(sending.workspace, draw, lambda card: self._put(sending, card))

    async def _put(self, sending: _Sending, card: slack.Card) -> str:
        """Into the stream that has begun, else as a message of its own. Raises CannotLook where that may be
        the second.
        """
        stream = sending.stream
        if stream is not None and stream.ts:
            try:
                await end(sending.workspace, stream, card, sending.metadata)
            except SlackApiError as error:
                if not refusals.of_deleted(error):
                    raise
                stream.ts = ""  # somebody has deleted what was growing
            else:
                return stream.ts
        if sending.is_blind:
            raise CannotLook
        return await self._post(sending, card, sending.metadata)

    async def _post(self, sending: _Sending, card: slack.Card, metadata: dict[str, Any]) -> str:
        """The new message's ts.

        Raises NotPosted; SlackApiError for a drawing that Slack refuses, and where it may stand all the same.
        """
        sending.workspace.pauses.respect("chat.postMessage")
        with refusals.translated(lambda error: bool(card.blocks) and refusals.of_drawing(error)):
            answer = await sending.workspace.client.chat_postMessage(
                channel=sending.where.channel,
                thread_ts=sending.where.thread_ts or None,
                text=card.text,
                blocks=list(card.blocks) or None,
                metadata=metadata or None,
                mrkdwn=False,
                unfurl_links=False,
                unfurl_media=False,
            )
        return str(answer["ts"])
