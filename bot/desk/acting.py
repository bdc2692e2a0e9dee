"""Pressed buttons that ask nothing: who may, what it leads to, and the sentence for who pressed."""

from __future__ import annotations

from dataclasses import dataclass

from bot.desk.reviewing import Reviewing
from bot.message import Heard, Message


@dataclass(frozen=True, slots=True)
class Acting:
    """One for a desk."""

    reviewing: Reviewing

    async def press(self, message: Message) -> Heard:
        """As `bot.message.Reception.press`."""
        return Heard(words=await self.reviewing.press(message))
