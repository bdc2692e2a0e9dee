"""The parts that Querist needs, each looked at within seconds, and not more often than makes sense.

In: checks. Out: a Part for each. However often and by how many they are asked for, one look at a part is
under way at a time: what hangs is not asked again before it has ended.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from kgqa.errors import QueristError

SECONDS = 3.0  # that a look may take; orchestrators wait about as long for an answer
State = Literal["ok", "away"]

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """How one part stands, and why it is away; `vital` says that nothing can be taken over without it."""

    name: str
    state: State
    reason: str = ""
    vital: bool = False


class Check(Protocol):
    """A look at one part. `fresh` is the seconds for which what it found is taken as still true."""

    @property
    def name(self) -> str: ...
    @property
    def vital(self) -> bool: ...
    @property
    def fresh(self) -> float: ...

    async def trouble(self) -> str:
        """Why the part cannot be used, "" where it can. Raises QueristError in place of that."""
        ...


@dataclass(slots=True)
class _Looked:
    """What was found last, when, and the look that is under way."""

    part: Part | None = None
    at: float = float("-inf")
    task: asyncio.Task[str] | None = None


class Health:
    """All parts of one process. `seconds` bound one look."""

    def __init__(
        self,
        checks: Sequence[Check],
        *,
        seconds: float = SECONDS,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._checks = tuple(checks)
        self._looked = {check.name: _Looked() for check in checks}
        self._seconds = seconds
        self._now = now

    async def parts(self) -> tuple[Part, ...]:
        """How each part stands, in the order of the checks; raises nothing."""
        return tuple(await asyncio.gather(*map(self._part, self._checks)))

    async def close(self) -> None:
        """Ends what is under way."""
        tasks = [looked.task for looked in self._looked.values() if looked.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _part(self, check: Check) -> Part:
        looked = self._looked[check.name]
        if looked.part and self._now() - looked.at < check.fresh:
            return looked.part
        if looked.task is None:
            looked.task = asyncio.create_task(_trouble(check))
        task = looked.task
        await asyncio.wait([task], timeout=self._seconds)  # a look that hangs is waited for by the next, too
        if task.done():
            looked.task = None
        reason = _found(task) if task.done() else f"It gave no answer in {self._seconds:g} seconds."
        before = looked.part
        part = Part(name=check.name, state="away" if reason else "ok", reason=reason, vital=check.vital)
        looked.part, looked.at = part, self._now()
        _tell(before, part)
        return part


async def _trouble(check: Check) -> str:
    try:
        return await check.trouble()
    except QueristError as error:
        return str(error)
    except Exception as error:  # noqa: BLE001  # whatever a look meets is no reason to tell nothing of the others
        _LOG.debug("The look at %s failed.", check.name, exc_info=True)
        return f"The look at it failed ({type(error).__name__})."


def _found(task: asyncio.Task[str]) -> str:
    return "The look at it was given up." if task.cancelled() else task.result()


def _tell(before: Part | None, now: Part) -> None:
    """The log hears of each change, once."""
    was = before.state if before else "ok"
    if was != now.state and now.reason:
        _LOG.warning("%s is away: %s", now.name, now.reason)
    elif was != now.state:
        _LOG.info("%s is back.", now.name)
