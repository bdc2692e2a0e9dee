"""Takes messages and files out of a channel again, or has a message say what took its place."""

from __future__ import annotations

import aiohttp
from slack_sdk.errors import SlackApiError

from bot.cards.slack import Card
from bot.message import NotPosted
from bot.platforms.slack import refusals
from bot.platforms.slack.workspaces import Workspace
from kgqa.errors import OperatorsMove


async def remove(workspace: Workspace, channel: str, ids: tuple[str, ...]) -> None:
    """As `bot.message.Platform.remove`: every id is tried before the first refusal is told."""
    refused: Exception | None = None
    for each in ids:
        try:
            if each.startswith("F"):
                await workspace.client.files_delete(file=each)
            else:
                await workspace.client.chat_delete(channel=channel, ts=each)
        except SlackApiError as error:
            if refusals.of_gone(error):
                continue
            certain = refusals.not_posted(error)
            refused = refused or certain or _away(refusals.code(error) or "no answer")
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            refused = refused or _away(type(error).__name__)
    if isinstance(refused, NotPosted) and refused.retry_after is not None:
        raise OperatorsMove(str(refused)) from refused
    if refused is not None:
        raise refused


def _away(why: str) -> OperatorsMove:
    return OperatorsMove(f"Slack does not say whether it took that out ({why}). Trying again.")


async def supersede(workspace: Workspace, channel: str, ids: tuple[str, ...], card: Card) -> None:
    """As `bot.message.Platform.supersede`: the first message that is still there becomes the card, the others
    and the files go.
    """
    rest = list(ids)
    for each in ids:
        if each.startswith("F"):
            continue
        try:
            with refusals.translated(refusals.of_deleted):
                await workspace.client.chat_update(
                    channel=channel, ts=each, text=card.text, blocks=list(card.blocks)
                )
        except SlackApiError as error:
            if refusals.of_deleted(error):
                continue
            raise _away(refusals.code(error) or "no answer") from error
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise _away(type(error).__name__) from error
        rest.remove(each)
        break
    await remove(workspace, channel, tuple(rest))
