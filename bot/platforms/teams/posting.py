"""What the bot says in Teams: signs that it works, and replies into the thread of a message.

In: what the desk wants shown. Out: activities to the channel.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import replace
from typing import Any

from bot.buttons import Seal
from bot.cards.beside import superseded
from bot.cards.look import Look, language_of
from bot.cards.stages import stage_words
from bot.cards.teams import plain
from bot.cards.teams_message import message
from bot.cards.view import under_way
from bot.links import Links
from bot.message import Message, NotPosted, Posted, Reception, Reply
from bot.platforms.teams.activities import Address
from bot.platforms.teams.channel import Channel
from bot.platforms.teams.streaming import PACE, Streams
from bot.words import words
from kgqa.errors import OperatorsMove
from kgqa.types import Stage

log = logging.getLogger(__name__)

_PROGRESS_SECONDS = 2.0
_REMEMBERED = 2_000
_LINE = 250  # characters of what is told while the work goes on


class Posting:
    """Implements what of `bot.message.Platform` goes out. `quiet` is the seconds for which nothing but an
    answer is shown, `pace` those between two updates of a stream.
    """

    def __init__(
        self,
        channel: Channel,
        *,
        seal: Seal,
        look: Look,
        links: Links | None = None,
        quiet: float,
        pace: float = PACE,
    ) -> None:
        self._channel = channel
        self._seal, self._look, self._links, self._quiet = seal, look, links, quiet
        self._streams = Streams(channel.post, pace=pace)
        self._desk: Reception | None = None
        self._shown, self._begun, self._sent = _Recent(), _Recent(), _Recent()

    # ── while the work goes on ───────────────────────────────────────────────────────────────────

    async def progress(self, said: Message, stage: Stage, step: str = "") -> None:
        """Shows what is done, once a step and never for what is answered at once: in one-to-one chats in the
        message that becomes the answer, elsewhere that the bot is typing, since Teams has no words for more.
        """
        if (said.event, stage, step) in self._shown:
            return
        self._shown.add((said.event, stage, step))
        self._begun.add(said.event)
        await asyncio.sleep(max(self._begun.at(said.event) + self._quiet - time.monotonic(), 0))
        if said.event in self._sent:
            return
        address = Address.of(said)
        if said.private:
            language = self._language(said, address)
            told = plain(under_way(stage_words(stage, language), step), _LINE)
            parting = words(language)("teams-takes-longer")
            if await self._streams.inform(said.event, address, told, parting=parting):
                return
            if self._streams.is_stopped(said.event):
                await self._stop(said)
                return
        try:
            async with asyncio.timeout(_PROGRESS_SECONDS):
                await self._channel.post(address, {"type": "typing"})
        except (NotPosted, OperatorsMove, TimeoutError) as error:
            log.debug("Teams did not show that work goes on: %s", error)

    def heard_by(self, desk: Reception) -> None:
        """From now on the desk hears who stops what grows."""
        self._desk = desk

    async def _stop(self, said: Message) -> None:
        """Teams' own button that stops an answer means the work on it too, as the word does."""
        if self._desk is None:
            return
        word = replace(
            said,
            event=f"{said.event}/stopped",
            text="stop",
            pressed=None,
            query="",
            instead_of="",
            overheard=True,  # where nothing is left to stop, nothing is said
        )
        try:
            await self._desk.receive(word)
        except OperatorsMove as error:
            log.warning("A wish to stop was not taken over: %s", error)

    async def leave(self, said: Message) -> None:
        """Ends what is shown of a question that was taken back or corrected, where this process shows it."""
        address = Address.of(said)
        language = self._language(said, address)
        await self._streams.leave(said.instead_of, address, words(language)("teams-taken-back"))

    def _language(self, said: Message, address: Address) -> str:
        """That of what is shown while there is no answer: the answer then has the question's own."""
        return said.language or address.locale or self._look.language

    # ── the answer ───────────────────────────────────────────────────────────────────────────────

    async def send(self, reply: Reply, *, again: bool) -> Posted:
        """As `bot.message.Platform.send`."""
        said = reply.message
        address = Address.of(said)
        self._sent.add(said.event)
        if said.to_asker and not said.private:
            return await self._send_apart(reply, address, again=again)
        drawn = await self._drawn(reply, address, again=again)
        posted = await self._streams.end(said.event, address, drawn)
        return Posted(ids=(posted,) if posted else ())

    async def remove(self, said: Message, ids: tuple[str, ...]) -> None:
        """As `bot.message.Platform.remove`."""
        for identity in ids:
            await self._channel.delete(*_place(Address.of(said), identity))

    async def supersede(self, reply: Reply, ids: tuple[str, ...]) -> None:
        """As `bot.message.Platform.supersede`: the card becomes a line, what else was posted with it goes."""
        line = " ".join(superseded(reply, language_of(reply, self._look)))
        there, activity = _place(Address.of(reply.message), ids[0])
        await self._channel.change(there, activity, _plain(line))
        await self.remove(reply.message, ids[1:])

    async def say(self, address: Address, line: str) -> str:
        """A short line in the conversation, best effort; its id, "" where it is not there."""
        try:
            return await self._channel.post(address, _plain(line))
        except (NotPosted, OperatorsMove) as error:
            log.info("Teams did not show a note: %s", error)
            return ""

    async def _send_apart(self, reply: Reply, address: Address, *, again: bool) -> Posted:
        """Answers in the one-to-one chat with who asked, and says in the thread that it did, or that there is
        no such chat; the thread never sees the answer.
        """
        say = words(language_of(reply, self._look))
        try:
            there = await self._channel.personal(address)
        except NotPosted as refusal:
            if refusal.retry_after is not None:
                raise
            log.info("Teams opened no personal chat: %s", refusal)
            told = await self._channel.post(address, _plain(say("teams-no-personal-chat")))
            return Posted(ids=(told,) if told else ())
        drawn = await self._drawn(reply, there, again=again)
        posted = await self._channel.post(there, drawn)
        note = "" if again else await self.say(address, say("teams-answered-apart"))
        apart = (f"{there.conversation} {posted}",) if posted else ()
        return Posted(ids=(*apart, *((note,) if note else ())))

    async def _drawn(self, reply: Reply, address: Address, *, again: bool) -> dict[str, Any]:
        look = replace(self._look, language=address.locale or self._look.language)
        if again:
            pointer = words(language_of(reply, look))("teams-again")
            return _plain(pointer)
        # In a thread: to lay out ten thousand rows takes a while, and nobody else should wait for it.
        return await asyncio.to_thread(message, reply, seal=self._seal, look=look, links=self._links)


def _place(here: Address, identity: str) -> tuple[Address, str]:
    """The conversation of what was posted, where its id names one, and its id there."""
    conversation, _, activity = identity.rpartition(" ")
    return (replace(here, conversation=conversation) if conversation else here), activity


class _Recent:
    """The last things that were added, with the moment when they first were; older ones are forgotten."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, float] = OrderedDict()

    def add(self, thing: Hashable) -> None:
        self._kept.setdefault(thing, time.monotonic())
        while len(self._kept) > _REMEMBERED:
            self._kept.popitem(last=False)

    def at(self, thing: Hashable) -> float:
        return self._kept[thing]

    def __contains__(self, thing: Hashable) -> bool:
        return thing in self._kept


def _plain(line: str) -> dict[str, Any]:
    return {"type": "message", "textFormat": "plain", "text": line}
