"""A model whose time and failures are seen, question by question."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any

from kgqa.errors import OperatorsMove
from kgqa.ports import Completion, LanguageModel


class Watched:
    """A `LanguageModel` that counts the seconds for which it was waited, whatever came of it, and the calls
    that failed or were given up on, since the last `begin`.
    """

    def __init__(self, model: LanguageModel) -> None:
        self.name = model.name
        self.model = model
        self.seconds, self.failed = 0.0, 0

    def begin(self) -> None:
        """A new question."""
        self.seconds, self.failed = 0.0, 0

    async def complete(
        self,
        messages: Sequence[tuple[str, str]],
        *,
        schema: dict[str, Any] | None = None,
        temperature: float = 0.0,
        most: int = 0,
    ) -> Completion:
        begun = time.perf_counter()
        try:
            return await self.model.complete(messages, schema=schema, temperature=temperature, most=most)
        except (OperatorsMove, asyncio.CancelledError):
            self.failed += 1
            raise
        finally:
            self.seconds += time.perf_counter() - begun
