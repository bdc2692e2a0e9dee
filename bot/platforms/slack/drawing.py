"""The best drawing of a reply that a workspace takes: folded, else open, else words alone."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from slack_sdk.errors import SlackApiError

from bot.cards import slack
from bot.platforms.slack import refusals
from bot.platforms.slack.workspaces import Workspace

log = logging.getLogger(__name__)

T = TypeVar("T")


async def best(
    workspace: Workspace, draw: Callable[[bool], slack.Card], put: Callable[[slack.Card], Awaitable[T]]
) -> T:
    """What `put` gives for the first drawing that is not refused. `draw` is told whether to fold; that a
    workspace does not is remembered. Raises what `put` raises of the last one, and all but refused drawings.
    """
    for folded in (True, False) if workspace.folds else (False,):
        card = draw(folded)
        try:
            return await put(card)
        except SlackApiError as error:
            if not refusals.of_drawing(error):
                raise
            complaints = refusals.complaints(error)
            log.warning("Slack refused a drawing: %s", complaints)
            workspace.folds = workspace.folds and not any(word in complaints for word in slack.NEWER)
    return await put(slack.bare(card))
