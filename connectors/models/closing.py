"""Letting go of a model, whatever stands round it."""

from __future__ import annotations

from kgqa.ports import LanguageModel


async def close(model: LanguageModel) -> None:
    """Closes what the model keeps open: connections, files."""
    closing = getattr(model, "close", None)
    if closing is not None:
        await closing()
