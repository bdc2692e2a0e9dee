"""A graph of several that could not be opened: the others are served, and this one is tried again.

In: what opens it. Out: a core that says so to who asks it, until it is awake.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.desk import Core, Router
from kgqa.errors import BadInput, BadSetting, GraphRejected, GraphTimeout, GraphUnavailable
from kgqa.types import Answer, Progress, Question

PAUSE = 60.0  # seconds between two tries
DEAD = (GraphUnavailable, GraphTimeout, GraphRejected, BadInput)  # all else is for the start to say

_LOG = logging.getLogger(__name__)


class Asleep:
    """Implements `Core` for a graph that is called `name` and cannot be asked, for the reason `why`."""

    def __init__(self, name: str, opened: Callable[[], Awaitable[Core]], why: Exception) -> None:
        self.name = name
        self._opened = opened
        self.why = why

    async def answer(self, question: Question, progress: Progress) -> Answer:  # noqa: ARG002  # the port's
        """None. Raises GraphUnavailable."""
        raise GraphUnavailable(
            f"The graph {self.name} cannot be asked yet; it is tried again each minute.", aside=str(self.why)
        )

    async def woken(self) -> Core | None:
        """The core itself, where the graph can be opened by now."""
        try:
            return await self._opened()
        except (*DEAD, BadSetting) as error:
            self.why = error
            _LOG.info("The graph %s is still not served: %s", self.name, error)
            return None


async def opened_or_asleep(name: str, opening: Awaitable[Core], later: Callable[[], Awaitable[Core]]) -> Core:
    """The core of a graph that is opened now, or one that says why there is none yet, and is opened `later`.
    Raises what no later try would mend.
    """
    try:
        return await opening
    except BadSetting as error:
        raise BadSetting(f"The graph {name}: {error}") from error
    except DEAD as error:
        _LOG.warning("The graph %s is not served until it can be opened: %s", name, error)
        return Asleep(name, later, error)


async def wake(router: Router, pause: float = PAUSE) -> None:
    """In the background of a service: tries what sleeps again and again, until all are awake."""
    while sleepers := asleep(router):
        await asyncio.sleep(pause)
        for each in sleepers:
            try:
                core = await each.woken()
            except Exception:  # noqa: BLE001  # whatever one of them meets, the others are tried
                _LOG.exception("The graph %s could not be opened.", each.name)
            else:
                if core is not None:
                    router.cores[each.name] = core
                    _LOG.info("The graph %s is served from now on.", each.name)


def asleep(router: Router) -> list[Asleep]:
    """Those of its graphs that cannot be asked yet."""
    return [core for core in router.cores.values() if isinstance(core, Asleep)]
