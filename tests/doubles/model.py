"""A language model that says what was written down for it, and keeps what it was asked."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from kgqa.ports import Completion

HANGS = "…"  # as a reply: the model never comes to one


class ScriptedModel:
    """A `LanguageModel`: its replies in their order, the last one for ever. An exception is raised."""

    name = "scripted"

    def __init__(self, *replies: str | Exception) -> None:
        self._replies = replies
        self.asked: list[tuple[tuple[str, str], ...]] = []

    async def complete(
        self,
        messages: Sequence[tuple[str, str]],
        *,
        schema: dict[str, Any] | None = None,
        temperature: float = 0.0,
        most: int = 0,
    ) -> Completion:
        del schema, temperature, most
        reply = self._replies[min(len(self.asked), len(self._replies) - 1)]
        self.asked.append(tuple(messages))
        if isinstance(reply, Exception):
            raise reply
        if reply == HANGS:
            await asyncio.Event().wait()
        return Completion(text=reply, model="scripted", input_tokens=0, output_tokens=0)

    def told(self, number: int = -1) -> str:
        """What it was told in one of its rounds, system and user together."""
        return "\n".join(text for _, text in self.asked[number])
