"""The whole record verified in the background: it takes a minute and a half for a million links.

In: a wish. Out: how far it is, and what was found; one at a time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from aiohttp import web

from bot.desk.ports import Audit
from kgqa.audit import Checkpoint, Proof
from kgqa.errors import AskersMove, OperatorsMove

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """How far the last one is: `proof` is there when it has ended, `trouble` says why it could not."""

    by: str
    at: datetime
    done: int = 0
    of: int = 0
    proof: Proof | None = None
    checkpoints: int = 0
    trouble: str = ""

    @property
    def is_going_on(self) -> bool:
        return self.proof is None and not self.trouble


class Proving:
    """Verifies, and notes who wanted it and what was found."""

    def __init__(self, audit: Audit, checkpoints: Callable[[], Sequence[Checkpoint]]) -> None:
        self._audit, self._checkpoints = audit, checkpoints
        self._task: asyncio.Task[None] | None = None
        self.state: State | None = None

    def begin(self, by: str, now: datetime) -> None:
        """Begins, unless one is under way."""
        if self.state is None or not self.state.is_going_on:
            self.state = State(by=by, at=now)
            self._task = asyncio.create_task(self._prove(self.state))

    async def close(self, _: web.Application) -> None:
        """Ends it."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _prove(self, state: State) -> None:
        def seen(done: int, of: int) -> None:
            self.state = replace(state, done=done, of=of)

        try:
            known = self._checkpoints()
            proof = await self._audit.verify(known, seen)
            facts = {"holds": proof.broken is None, "links": proof.links}
            await self._audit.note("verify", by=state.by, facts=facts)
            self.state = replace(state, proof=proof, checkpoints=len(known))
        except (AskersMove, OperatorsMove) as error:
            self.state = replace(state, trouble=str(error))
        except Exception:  # noqa: BLE001  # a defect of ours: nobody waits for this task
            self.state = replace(state, trouble="Something went wrong in Querist. Its log says what.")
            _LOG.exception("The record could not be verified.")
