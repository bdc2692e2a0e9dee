"""What who pressed or filled something in is shown, in the three ways in which Teams lets a bot show it.

In: a Shown. Out: the answer to a pressed card (`told`), to a dialog (`task`), or a post (`posted`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.platforms.teams.activities import Activity, address_of
from bot.platforms.teams.exchange import Response
from bot.platforms.teams.means import CARD, Means

OK = Response(status=200)
BAD = Response(status=400, body={"error": "This is no invoke as Teams sends it."})


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A line, or a card with its title. `asked` says that the line only tells that a question was taken: the
    answer follows by itself.
    """

    words: str = ""
    title: str = ""
    card: Mapping[str, Any] | None = None
    asked: bool = False


def told(shown: Shown) -> Response:
    """The answer to a pressed `Action.Execute`: its presser alone sees it."""
    if shown.card is not None:
        return Response(status=200, body={"statusCode": 200, "type": CARD, "value": shown.card})
    kind = "application/vnd.microsoft.activity.message"
    return Response(status=200, body={"statusCode": 200, "type": kind, "value": shown.words})


def task(shown: Shown) -> Response:
    """The answer to a dialog: its next card, a line, or nothing, which closes it."""
    if shown.card is not None:
        info = {
            "title": shown.title,
            "height": "medium",
            "width": "medium",
            "card": {"contentType": CARD, "content": shown.card},
        }
        return Response(status=200, body={"task": {"type": "continue", "value": info}})
    if shown.asked or not shown.words:
        return OK
    return Response(status=200, body={"task": {"type": "message", "value": shown.words}})


async def posted(shown: Shown, activity: Activity, means: Means) -> Response:
    """For a client that only submits, and shows nothing of an answer: its presser reads it in the
    conversation.
    """
    if shown.card is not None:
        await means.show(address_of(activity), shown.card, shown.title)
    elif shown.words and not shown.asked:
        await means.say(address_of(activity), shown.words)
    return OK
