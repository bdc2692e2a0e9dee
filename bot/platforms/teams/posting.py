"""What the bot says in Teams: signs that it works, and replies into the thread of a message.

In: what the desk wants shown. Out: activities to the channel.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import Any

from bot.buttons import Seal
from bot.cards.look import Look
from bot.cards.teams import card, notice
from bot.cards.view import model_took_part
from bot.links import Links
from bot.message import Message, NotPosted, Posted, Reply
from bot.platforms.teams.activities import Address
from bot.platforms.teams.channel import Channel
from kgqa.errors import OperatorsMove
from kgqa.types import Answer, Stage

log = logging.getLogger(__name__)

AGAIN = "I was interrupted while answering; if no answer stands above, ask again."

_PROGRESS_SECONDS = 2.0
_REMEMBERED = 2_000


class Posting:
    """Implements what of `bot.message.Platform` goes out. `quiet` is the seconds for which nothing but an
    answer is shown.
    """

    def __init__(
        self, channel: Channel, *, seal: Seal, look: Look, links: Links | None = None, quiet: float
    ) -> None:
        self._channel = channel
        self._seal, self._look, self._links, self._quiet = seal, look, links, quiet
        self._shown, self._sent = _Recent(), _Recent()

    async def progress(self, message: Message, stage: Stage, step: str = "") -> None:
        """Shows that the bot is typing, once a step and never for what is answered at once: Teams
        has no words for it, and lets the sign go out after some seconds.
        """
        if (message.event, stage, step) in self._shown:
            return
        self._shown.add((message.event, stage, step))
        await asyncio.sleep(self._quiet)
        if message.event in self._sent:
            return
        try:
            async with asyncio.timeout(_PROGRESS_SECONDS):
                await self._channel.post(Address.from_text(message.address), {"type": "typing"})
        except (NotPosted, OperatorsMove, TimeoutError) as error:
            log.debug("Teams did not show that work goes on: %s", error)

    async def send(self, reply: Reply, *, again: bool) -> Posted:
        """As `bot.message.Platform.send`."""
        address = Address.from_text(reply.message.address)
        self._sent.add(reply.message.event)
        # In a thread: to lay out ten thousand rows takes a while, and nobody else should wait for it.
        activity = _pointer() if again else await asyncio.to_thread(self._card, reply, address)
        posted = await self._channel.post(address, activity)
        return Posted(ids=(posted,) if posted else ())

    async def remove(self, message: Message, ids: tuple[str, ...]) -> None:  # noqa: ARG002
        """As `bot.message.Platform.remove`."""
        raise NotPosted("Teams cannot delete this yet.", retry_after=None)

    async def say(self, address: Address, words: str) -> None:
        """A short line in the conversation; best effort."""
        try:
            await self._channel.post(address, {"type": "message", "textFormat": "plain", "text": words})
        except (NotPosted, OperatorsMove) as error:
            log.info("Teams did not show a note: %s", error)

    def _card(self, reply: Reply, address: Address) -> Mapping[str, Any]:
        look = replace(self._look, language=address.locale or self._look.language)
        content = card(reply, seal=self._seal, look=look)
        return {
            "type": "message",
            "summary": notice(reply),
            "attachments": [{"contentType": "application/vnd.microsoft.card.adaptive", "content": content}],
            **_label(reply.answer),
        }


class _Recent:
    """The last things that were added; older ones are forgotten."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, None] = OrderedDict()

    def add(self, thing: Hashable) -> None:
        self._kept[thing] = None
        while len(self._kept) > _REMEMBERED:
            self._kept.popitem(last=False)

    def __contains__(self, thing: Hashable) -> bool:
        return thing in self._kept


def _pointer() -> Mapping[str, Any]:
    return {"type": "message", "textFormat": "plain", "text": AGAIN}


def _label(answer: Answer) -> Mapping[str, Any]:
    """Teams' label "AI generated", only where a model took part."""
    if not model_took_part(answer):
        return {}
    return {
        "entities": [
            {
                "type": "https://schema.org/Message",
                "@type": "Message",
                "@context": "https://schema.org",
                "additionalType": ["AIGeneratedContent"],
            }
        ]
    }
