"""A model that says what was written down for it: for tests, for measuring, for who builds on Querist.

In: its replies in their order, or a function of what it is told. Out: a LanguageModel that costs nothing and
keeps what it was asked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from kgqa.ports import Completion
from kgqa.spending import tokens_of

HANGS = "…"  # as a reply: the model never comes to one

Messages = Sequence[tuple[str, str]]
Reply = str | Exception


class ScriptedModel:
    """A `LanguageModel`: its replies in their order, the last one for ever; one that is a function is asked
    for the reply. An exception is raised.
    """

    def __init__(
        self,
        *replies: Reply | Callable[[tuple[tuple[str, str], ...]], Reply],
        name: str = "scripted",
        is_counted: bool = False,
    ) -> None:
        """`is_counted` says that its words are estimated as tokens; else they count as none. One without
        replies is not to be asked.
        """
        self.name = name
        self._replies = replies
        self._is_counted = is_counted
        self.asked: list[tuple[tuple[str, str], ...]] = []

    async def complete(
        self,
        messages: Messages,
        *,
        schema: dict[str, Any] | None = None,
        temperature: float = 0.0,
        most: int = 0,
    ) -> Completion:
        del schema, temperature, most
        self.asked.append(tuple(messages))
        if not self._replies:
            raise LookupError("The scripted model was asked, and nothing is written down for it.")
        reply = self._replies[min(len(self.asked), len(self._replies)) - 1]
        if callable(reply):
            reply = reply(self.asked[-1])
        if isinstance(reply, Exception):
            raise reply
        if reply == HANGS:
            await asyncio.Event().wait()
        spoken, told = ((reply,), [text for _, text in messages]) if self._is_counted else ((), [])
        return Completion(
            text=reply,
            model=self.name,
            input_tokens=tokens_of(told),
            output_tokens=tokens_of(spoken),
            estimated=self._is_counted,
        )

    def told(self, number: int = -1) -> str:
        """What it was told in one of its rounds, system and user together."""
        return "\n".join(text for _, text in self.asked[number])
