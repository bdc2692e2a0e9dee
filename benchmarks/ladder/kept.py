"""A model whose replies are written down, and are not asked for twice.

In: a model, or none; the file of a recording. Out: a LanguageModel that gives the replies of the recording at
the price they had, asks the model for all others and adds them. So rungs that ask the same share one reply, a
run that was cut goes on where it was, and without a model the recording is played again.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from connectors.models import Recorded, Replayed, close
from connectors.models.request import request_hash
from kgqa.ports import Completion, LanguageModel


class Kept:
    """`waited` are the seconds in which this process waited for it. The same request has one reply, also
    where variety was asked for.
    """

    def __init__(self, model: LanguageModel | None, file: Path) -> None:
        """Raises BadInput for a recording that cannot be used."""
        if model is not None:
            model = Recorded(model, file)
        self._model, self._before = model, Replayed(file, name=model.name if model else "")
        # At its full price, also where it had come from a cache; what failed is asked for again.
        self._known = {r: replace(reply, cached=False) for r, reply in self._before.replies().items()}
        self.name = self._before.name
        self.waited = 0.0

    async def close(self) -> None:
        """Lets go of the model."""
        if self._model is not None:
            await close(self._model)

    async def complete(
        self,
        messages: Sequence[tuple[str, str]],
        *,
        schema: dict[str, Any] | None = None,
        temperature: float = 0.0,
        most: int = 0,
    ) -> Completion:
        """What was replied before, or is now. Raises ModelUnavailable as the model, and for a call that is
        not in the recording where there is no model.
        """
        request = request_hash(messages, schema, temperature, most)
        if self._model is None:
            return await self._before.complete(messages, schema=schema, temperature=temperature, most=most)
        begun = time.perf_counter()
        try:
            if request not in self._known:
                self._known[request] = await self._model.complete(
                    messages, schema=schema, temperature=temperature, most=most
                )
            return self._known[request]
        finally:
            self.waited += time.perf_counter() - begun
