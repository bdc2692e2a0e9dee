"""An answer for who asked alone: by the address that Slack gave with the question, else as an ephemeral
message. It has no files, cannot be found again and cannot be deleted by its ts.
"""

from __future__ import annotations

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.buttons import Seal
from bot.cards import slack
from bot.cards.look import Look, language_of
from bot.message import NotPosted, Posted, Reply
from bot.platforms.slack import refusals
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
    for folded in (True, False) if workspace.folds else (False,):
        card = slack.draw(reply, seal, look, folded=folded, without_files=say("slack-no-files-alone"))
        try:
            await _show(reply, workspace, card)
        except SlackApiError as error:
            if not refusals.of_drawing(error):
                raise
            complaints = refusals.complaints(error)
            workspace.folds = workspace.folds and not any(word in complaints for word in slack.NEWER)
        else:
            return Posted(ids=())
    await _show(reply, workspace, slack.bare(card))
    return Posted(ids=())


async def _show(reply: Reply, workspace: Workspace, card: slack.Card) -> None:
    where = Address.of(reply.message)
    if where.response_url and await _respond(where.response_url, card):
        return
    if pause := workspace.pauses.left("chat.postEphemeral"):
        raise NotPosted("Slack asks for a pause.", retry_after=max(pause, 1.0))
    try:
        await workspace.client.chat_postEphemeral(
            channel=where.channel,
            user=reply.message.person,
            thread_ts=where.thread_ts or None,
            text=card.text,
            blocks=list(card.blocks) or None,
        )
    except SlackApiError as error:
        if card.blocks and refusals.of_drawing(error):
            raise
        if (certain := refusals.not_posted(error)) is not None:
            raise certain from error
        raise
    except aiohttp.ClientConnectorError as error:
        raise refusals.unreachable(error) from error


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
