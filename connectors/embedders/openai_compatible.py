"""An embeddings model behind an OpenAI-compatible interface -> the port Embedder.

In: a model's name, an address, a key. Out: vectors, one a phrase, in the order of the phrases. Every foreign
error becomes a ModelUnavailable here. It may be used from several event loops at once.
"""

from __future__ import annotations

import asyncio
import math
import threading
import time
from array import array
from collections.abc import Sequence
from typing import Any

from connectors.words import clean
from kgqa.errors import BadSetting, ModelUnavailable

BATCH = 128  # phrases a request; halved for a service that takes fewer
LONGEST = 300  # characters of a phrase that are sent
_REQUEST = 60.0  # seconds that one request may take at most
_TOO_MANY = {400, 413, 422}  # how services say that a request holds too many phrases, among other things


class OpenAICompatible:
    """An `Embedder`. All vectors that it gives have one length."""

    def __init__(
        self,
        model: str,
        *,
        url: str = "",
        key: str = "",
        seconds: float = 10.0,
        retries: int = 1,
        rest: float = 30.0,
    ) -> None:
        """`url` "" is OpenAI itself. `seconds` bound one batch with all its retries; after a failure nobody
        waits for the service again before `rest` seconds. Raises BadSetting when its package is missing.
        """
        try:
            import openai
        except ImportError as error:
            raise BadSetting(
                f"To ask for the embeddings of {model}, install what it needs: "
                "pip install 'querist[models,semantic]'"
            ) from error
        self._errors = openai
        self.name = model
        self._where = url or "https://api.openai.com/v1"
        self._seconds = seconds
        self._client = openai.OpenAI(
            base_url=self._where,
            api_key=key or "none",
            timeout=min(seconds, _REQUEST),
            max_retries=retries,
        )
        self._batch = BATCH
        self._dimension = 0
        self._rest = rest
        self._failed: tuple[float, ModelUnavailable] | None = None
        self._lock = threading.Lock()

    def close(self) -> None:
        """Lets go of the connections."""
        self._client.close()

    async def embed(self, phrases: Sequence[str]) -> Sequence[Sequence[float]]:
        if self._failed and time.monotonic() - self._failed[0] < self._rest:
            raise ModelUnavailable(str(self._failed[1]))
        try:
            return await self._embedded([phrase[:LONGEST] for phrase in phrases])
        except ModelUnavailable as error:
            self._failed = time.monotonic(), error
            raise

    async def _embedded(self, phrases: list[str]) -> list[Sequence[float]]:
        found: list[Sequence[float]] = []
        while len(found) < len(phrases):
            batch = phrases[len(found) : len(found) + self._batch]
            work = asyncio.to_thread(self._ask, batch)
            try:
                found += self._read(await asyncio.wait_for(work, self._seconds), len(batch))
            except TimeoutError as error:
                raise self._late() from error
            except _TooMany as error:
                if len(batch) == 1:
                    raise ModelUnavailable(str(error)) from error
                self._batch = max(1, len(batch) // 2)
        return found

    def _ask(self, batch: list[str]) -> Any:
        try:
            return self._client.embeddings.create(model=self.name, input=batch, encoding_format="float")
        except Exception as error:
            raise self._translated(error) from error

    def _read(self, reply: Any, asked: int) -> list[Sequence[float]]:
        """The vectors of a reply, in the order in which the phrases stood. Raises ModelUnavailable."""
        try:
            rows = sorted(reply.data, key=lambda row: int(row.index))
            vectors = [array("f", row.embedding) for row in rows]
            is_whole = [int(row.index) for row in rows] == list(range(asked))
        except (AttributeError, TypeError, ValueError, OverflowError) as error:
            raise ModelUnavailable(
                f"The embeddings service at {self._where} replied what cannot be read. "
                "Check that QUERIST_EMBEDDINGS_URL is the address of an OpenAI-compatible service; it often "
                "ends in /v1."
            ) from error
        if not is_whole:
            raise ModelUnavailable(
                f"The embeddings service at {self._where} gave {len(vectors)} vectors for {asked} phrases. "
                "Look into its log."
            )
        with self._lock:
            self._dimension = self._dimension or len(vectors[0])
        if any(len(v) != self._dimension or not all(map(math.isfinite, v)) for v in vectors):
            raise ModelUnavailable(
                f"The embeddings service at {self._where} gave vectors of different lengths, or with numbers "
                f"that are none. Check that {self.name} is a model for embeddings (QUERIST_EMBEDDINGS_MODEL)."
            )
        return list(vectors)

    def _late(self) -> ModelUnavailable:
        return ModelUnavailable(
            f"The embeddings service at {self._where} did not answer in {self._seconds:g} seconds. "
            "Try again later, or give it a smaller model."
        )

    def _translated(self, error: Exception) -> ModelUnavailable:
        """What went wrong, and whose setting puts it right."""
        kinds = self._errors
        where = f"The embeddings service at {self._where}"
        match error:
            case kinds.APITimeoutError():
                return self._late()
            case kinds.APIConnectionError():
                what = f"{where} cannot be reached. Does it run, and is QUERIST_EMBEDDINGS_URL right?"
            case kinds.AuthenticationError() | kinds.PermissionDeniedError():
                what = f"{where} refuses the key. Check QUERIST_EMBEDDINGS_KEY."
            case kinds.NotFoundError():
                what = (
                    f"{where} knows no model {self.name} for embeddings. "
                    "Check QUERIST_EMBEDDINGS_MODEL and QUERIST_EMBEDDINGS_URL."
                )
            case kinds.RateLimitError():
                what = f"{where} takes no more phrases now ({clean(str(error))}). Try again later."
            case kinds.APIStatusError() if error.status_code in _TOO_MANY:
                return _TooMany(f"{where} refused the phrases ({error.status_code}): {clean(str(error))}")
            case kinds.APIStatusError():
                what = f"{where} failed ({error.status_code}): {clean(str(error))}. Look into its log."
            case _:
                what = (
                    f"{where} replied what cannot be read ({type(error).__name__}). "
                    "Is QUERIST_EMBEDDINGS_URL right? It often ends in /v1."
                )
        return ModelUnavailable(what)


class _TooMany(ModelUnavailable):
    """Perhaps fewer phrases are taken; an outcome of this file alone."""
