"""What the platform remembers of the last messages: names only, bounded, gone with the process."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.message import Message

REMEMBERED = 10_000

TakesPart = Callable[[Message], Awaitable[bool]]


class Recent:
    """The last names that were added."""

    def __init__(self) -> None:
        self._names: dict[str, None] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def add(self, name: str) -> None:
        self._names[name] = None
        if len(self._names) > REMEMBERED:
            del self._names[next(iter(self._names))]


class Threads:
    """Which threads are the bot's: those in which it was asked just now, or has answered before."""

    def __init__(self, takes_part: TakesPart | None) -> None:
        self._takes_part = takes_part
        self._recent = Recent()

    def remember(self, message: Message) -> None:
        self._recent.add(_name(message))

    async def own(self, message: Message) -> bool:
        """Whether the message's thread is one of the bot's. Raises OperatorsMove."""
        if _name(message) in self._recent:
            return True
        return self._takes_part is not None and await self._takes_part(message)


def _name(message: Message) -> str:
    return f"{message.tenant} {message.channel} {message.thread}"
