"""An answer for who asked alone: by the address that Slack gave with the question, else as an ephemeral
message. It has no files, cannot be found again and cannot be deleted by its ts.
"""

from __future__ import annotations

import aiohttp
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.buttons import Seal
from bot.cards import slack
from bot.cards.look import Look, language_of
from bot.message import Posted, Reply
from bot.platforms.slack import refusals
from bot.platforms.slack.drawing import best
from bot.platforms.slack.events import Address
from bot.platforms.slack.workspaces import Workspace
from bot.words import words

SECONDS = 10.0
_ANSWERED = 200


async def send(reply: Reply, workspace: Workspace, seal: Seal, look: Look, *, again: bool) -> Posted:
    """As `bot.message.Platform.send`; nobody can say whether an earlier try was seen, so that leaves a
    pointer.
    """
    say = words(language_of(reply, look))
    if again:
        await _show(reply, workspace, slack.Card(blocks=(), text=say("slack-interrupted")))
        return Posted(ids=())

    def draw(folded: bool) -> slack.Card:
        return slack.draw(reply, seal, look, folded=folded)

    await best(workspace, draw, lambda card: _show(reply, workspace, card))
    return Posted(ids=())


async def _show(reply: Reply, workspace: Workspace, card: slack.Card) -> None:
    where = Address.of(reply.message)
    if where.response_url and await _respond(where.response_url, card):
        return
    workspace.pauses.respect("chat.postEphemeral")
    with refusals.translated(lambda error: bool(card.blocks) and refusals.of_drawing(error)):
        await workspace.client.chat_postEphemeral(
            channel=where.channel,
            user=reply.message.person,
            thread_ts=where.thread_ts or None,
            text=card.text,
            blocks=list(card.blocks) or None,
        )


async def _respond(url: str, card: slack.Card) -> bool:
    """Whether Slack took it: the address is good for half an hour and five times."""
    client = AsyncWebhookClient(url, timeout=int(SECONDS), retry_handlers=[])
    try:
        answer = await client.send(
            text=card.text,
            blocks=list(card.blocks) or None,
            response_type="ephemeral",
            replace_original=False,
        )
    except aiohttp.ClientConnectorError:
        return False
    return answer.status_code == _ANSWERED
