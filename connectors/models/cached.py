"""Replies that were given before, on disk: the same request to the same model costs once.

In: a model, a file, how large it may grow. Out: a LanguageModel. Only the likeliest replies are kept
(temperature 0): who asks for variety shall have it; nor those that were cut. What was asked stands in the
file as a hash, the replies as they are. A cache that cannot be used is no reason not to answer.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from connectors.models.closing import close
from connectors.models.request import request_hash
from kgqa.errors import BadSetting
from kgqa.ports import Completion, LanguageModel

T = TypeVar("T")

_LOG = logging.getLogger(__name__)
_TABLE = """
    CREATE TABLE IF NOT EXISTS replies (
        request TEXT PRIMARY KEY, used REAL NOT NULL, size INTEGER NOT NULL,
        text TEXT NOT NULL, model TEXT NOT NULL
    )
"""
_OVERHEAD = 200  # bytes of a row beside its text
_KEPT = 0.9  # of the size that is left when the oldest go


class Cached:
    """A `LanguageModel`. Several processes may share the file."""

    def __init__(
        self,
        model: LanguageModel,
        file: Path,
        *,
        address: str = "",
        largest: int = 100_000_000,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`address` is where the model is, `largest` the bytes of all replies. Raises BadSetting."""
        self.name = model.name
        self._model, self._address = model, address
        self._largest, self._clock = largest, clock
        self._lock = threading.Lock()
        self._is_told = False
        try:
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._file = sqlite3.connect(file, timeout=5, isolation_level=None, check_same_thread=False)
            self._file.execute("PRAGMA auto_vacuum=FULL")  # what is thrown out leaves no hole
            self._file.execute("PRAGMA journal_mode=WAL")
            self._file.execute(_TABLE)
            file.chmod(0o600)
        except (OSError, sqlite3.Error) as error:
            raise BadSetting(
                f"The cache of models at {file} cannot be used: {error}. Remove the file, or set "
                "QUERIST_MODEL_CACHE_MB to 0."
            ) from error

    async def close(self) -> None:
        """Lets go of the file and of the model."""
        self._file.close()
        await close(self._model)

    async def complete(
        self,
        messages: Sequence[tuple[str, str]],
        *,
        schema: dict[str, Any] | None = None,
        temperature: float = 0.0,
        most: int = 0,
    ) -> Completion:
        """The reply that was given before, marked so; else that of the model, which is kept."""
        request = request_hash(messages, schema, temperature, most, self.name, self._address)
        if not temperature and (known := await self._done(lambda: self._find(request))):
            return known
        reply = await self._model.complete(messages, schema=schema, temperature=temperature, most=most)
        if not (temperature or reply.cut):
            await self._done(lambda: self._keep(request, reply))
        return reply

    async def _done(self, work: Callable[[], T]) -> T | None:
        try:
            return await asyncio.to_thread(self._locked, work)
        except sqlite3.Error as error:
            if not self._is_told:
                self._is_told = True
                _LOG.warning("The cache of models cannot be used, so all is asked anew: %s", error)
            return None

    def _locked(self, work: Callable[[], T]) -> T:
        with self._lock:
            return work()

    def _find(self, request: str) -> Completion | None:
        row = self._file.execute("SELECT text, model FROM replies WHERE request = ?", (request,)).fetchone()
        if row is None:
            return None
        with suppress(sqlite3.Error):  # that it was used is worth no failure
            self._file.execute("UPDATE replies SET used = ? WHERE request = ?", (self._clock(), request))
        return Completion(text=row[0], model=row[1], input_tokens=0, output_tokens=0, cached=True, calls=0)

    def _keep(self, request: str, reply: Completion) -> None:
        size = len(reply.text.encode("utf-8", "replace")) + _OVERHEAD
        if size > self._largest:
            return
        text = reply.text.encode("utf-8", "replace").decode()
        self._file.execute("BEGIN IMMEDIATE")
        try:
            self._file.execute(
                "INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?, ?)",
                (request, self._clock(), size, text, reply.model),
            )
            self._make_room()
            self._file.execute("COMMIT")
        except sqlite3.Error:
            with suppress(sqlite3.Error):
                self._file.execute("ROLLBACK")
            raise

    def _make_room(self) -> None:
        """Throws out what was used longest ago, where all have become too many bytes."""
        (size,) = self._file.execute("SELECT coalesce(sum(size), 0) FROM replies").fetchone()
        if size <= self._largest:
            return
        self._file.execute(
            """
            DELETE FROM replies WHERE request IN (
                SELECT request FROM (
                    SELECT request, sum(size) OVER (ORDER BY used DESC, request) AS so_far FROM replies
                ) WHERE so_far > ?
            )
            """,
            (self._largest * _KEPT,),
        )
