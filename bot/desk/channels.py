"""How channels are set: read together, for all messages of a while, and changed by who may.

In: `bot.channel.Channel` values. Out: JSON text in the database, and messages as their channel wants them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from pydantic import TypeAdapter

from bot.channel import Channel
from bot.desk.places import channel_of, person_of
from bot.desk.ports import Channels
from bot.message import Message
from bot.people import People
from bot.words import LANGUAGES, words

FRESH = 2.0  # seconds after which another process's change is known
MOST = 1_000  # people whom the settings of a channel name; they are looked through for each message

_CHANNEL: TypeAdapter[Channel] = TypeAdapter(Channel)


@lru_cache(2_000)
def _channel(text: str) -> Channel:
    return _CHANNEL.validate_json(text)


class ChannelSettings:
    """`book` keeps them, None: all channels are as the deployment. `graphs` are the names of those that can
    be asked, `admins` may set any channel; `language` is that of sentences where nothing tells another.
    """

    def __init__(
        self,
        book: Channels | None,
        *,
        graphs: Sequence[str] = (),
        admins: People | None = None,
        language: str = "en",
        fresh: float = FRESH,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._book = book
        self._graphs = tuple(graphs)
        self._admins = admins or People()
        self._language = language
        self._fresh = fresh
        self._clock = clock
        self._looking = asyncio.Lock()
        self._looked: float | None = None
        self._texts: dict[str, str] = {}

    async def of(self, message: Message) -> Channel:
        """How the channel of a message is set. Raises OperatorsMove."""
        if self._book is None:
            return Channel()
        async with self._looking:
            now = self._clock()
            if self._looked is None or now - self._looked >= self._fresh:
                self._texts = dict(await self._book.settings())
                self._looked = now
        return _channel(self._texts.get(channel_of(message), "{}"))

    def may_set(self, message: Message) -> bool:
        """Whether its sender may set the channel: an admin, or who talks to the bot alone."""
        return self._book is not None and (message.private or self._admins.has(message))

    async def set(self, message: Message, channel: Channel) -> str:
        """Sets the channel of the message; the sentence for its sender. Raises OperatorsMove."""
        now = await self.of(message)
        say = words(message.language or now.language or self._language)
        if self._book is None or not self.may_set(message):
            return say("desk-admins-only")
        if unknown := [name for name in channel.graphs if name not in self._graphs]:
            return say(
                "desk-graph-unknown",
                count=len(unknown),
                names=", ".join(unknown),
                known=", ".join(self._graphs),
            )
        if channel.language and channel.language not in LANGUAGES:
            return say("desk-language-unknown", language=channel.language, known=", ".join(LANGUAGES))
        askers = tuple(dict.fromkeys(name.strip() for name in channel.askers if name.strip()))
        if len(askers) > MOST:
            return say("desk-askers-many", count=len(askers), most=MOST)
        channel = replace(channel, graphs=tuple(dict.fromkeys(channel.graphs)), askers=askers)
        name = channel_of(message)
        async with self._looking:  # a look that began before would not know of it
            text = _CHANNEL.dump_json(channel).decode()
            await self._book.put(name, text, by=person_of(message))
            self._texts[name] = text
        return words(message.language or channel.language or self._language)("desk-set")


def as_set(message: Message, channel: Channel) -> Message:
    """The message as its channel wants it answered: of the graphs that it names, those of its channel."""
    message = within(message, channel)
    return replace(
        message,
        verbosity=channel.verbosity,
        language=channel.language or message.language,
        to_asker=message.to_asker or (channel.private and not message.private),
    )


def within(message: Message, channel: Channel) -> Message:
    """The message without graphs that its channel does not ask, or no longer: an old button may name one."""
    if not channel.graphs:
        return message
    asked = tuple(name for name in message.graphs if name in channel.graphs)
    return replace(message, graphs=asked or channel.graphs)


def may_ask(message: Message, channel: Channel) -> bool:
    """Whether its sender may ask in the channel."""
    return not channel.askers or People.of(channel.askers).has(message)
