"""Which threads are the bot's: those in which it was asked or has answered."""

from __future__ import annotations

from bot.message import Message
from kgqa.ports import Conversations

REMEMBERED = 10_000  # threads that need no look into their history


class Threads:
    def __init__(self, conversations: Conversations | None) -> None:
        self._conversations = conversations
        self._recent: dict[str, None] = {}

    def remember(self, message: Message) -> None:
        self._recent[message.thread] = None
        if len(self._recent) > REMEMBERED:
            del self._recent[next(iter(self._recent))]

    async def own(self, message: Message) -> bool:
        """Whether the message's thread is one of the bot's. Raises OperatorsMove."""
        if message.thread in self._recent:
            return True
        return bool(self._conversations and await self._conversations.recall(message.thread, limit=1))
