"""What the handlers of activities may use: the desk, the seal of buttons, and a way to say something.

In: nothing. Out: `Means`, given to each `Handler` beside its activity.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from bot.buttons import Seal
from bot.cards.look import Look
from bot.links import Links
from bot.message import Message, NotPosted, Reception
from bot.platforms.teams.activities import Activity, Address
from bot.platforms.teams.exchange import Response
from bot.words import Words, words
from kgqa.errors import OperatorsMove

log = logging.getLogger(__name__)

CARD = "application/vnd.microsoft.card.adaptive"
_REMEMBERED = 5_000


class Remembered:
    """The last things that were put under names; older ones are forgotten."""

    def __init__(self, most: int = _REMEMBERED) -> None:
        self._kept: OrderedDict[str, str] = OrderedDict()
        self._most = most

    def put(self, name: str, thing: str) -> None:
        self._kept[name] = thing
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def get(self, name: str) -> str:
        """What was put under the name, "" for nothing."""
        return self._kept.get(name, "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """`post` puts an activity into a conversation; `aside` goes on with work after the answer over HTTP,
    since Teams waits some seconds only. `leave` ends what is shown of a question that another message takes
    back or corrects. `links` sign and open what names a file. `texts` are what messages said, by their event.
    `newest` are the ids of the last answers by conversation, in the playground alone: its thumbs do not tell
    what they are pressed on. Files go to `file_hosts` alone: names of hosts, or the ends of names.
    """

    desk: Reception
    seal: Seal
    look: Look
    post: Callable[[Address, Mapping[str, Any]], Awaitable[str]]
    aside: Callable[[Coroutine[Any, Any, None]], None]
    leave: Callable[[Message], Coroutine[Any, Any, None]]
    links: Links | None = None
    file_hosts: frozenset[str] = frozenset()
    texts: Remembered = field(default_factory=Remembered)
    newest: Remembered = field(default_factory=Remembered)

    def words(self, activity: Activity) -> Words:
        """The bot's own words in the language of the sender's client."""
        return words(self.language(activity))

    def language(self, activity: Activity) -> str:
        return str(activity.get("locale") or "") or self.look.language

    def link(self, iri: str) -> str:
        """The page of a thing; "" where this deployment links nowhere."""
        template = self.look.link
        if not template or not iri.startswith(("http://", "https://")):
            return ""
        return iri if template == "{iri}" else template.replace("{iri}", quote(iri, safe=""))

    async def say(self, address: Address, text: str) -> None:
        """A short line in the conversation; best effort."""
        await self.tell(address, {"type": "message", "textFormat": "plain", "text": text})

    async def show(self, address: Address, card: Mapping[str, Any], summary: str) -> None:
        """A card in the conversation, with a line for notifications; best effort."""
        attachment = {"contentType": CARD, "content": card}
        await self.tell(address, {"type": "message", "summary": summary, "attachments": [attachment]})

    async def tell(self, address: Address, activity: Mapping[str, Any]) -> None:
        """Posts an activity; best effort."""
        try:
            await self.post(address, activity)
        except (NotPosted, OperatorsMove) as error:
            log.info("Teams did not show a note: %s", error)


Handler = Callable[[Activity, Means], Awaitable[Response]]
