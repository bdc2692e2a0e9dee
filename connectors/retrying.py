"""A read that failed for a passing reason -> the same read again, a little later, until its time is over.

In: a read, which changes nothing and may be repeated. Out: what it gives, or its last error. A server that
says how long to wait (Retry-After) is obeyed; else the pauses grow, with some chance in them, so that many
clients do not come back together.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeVar

from tenacity import (
    RetryCallState,
    Retrying,
    retry_if_exception,
    stop_after_attempt,
    stop_before_delay,
)

from connectors.metrics import GRAPH_RETRIES
from connectors.refusals import passing
from kgqa.errors import GraphUnavailable

T = TypeVar("T")

TRIES = 6
_FIRST, _LONGEST = 0.25, 20.0  # seconds


def pause_after(tries: int, asked: float) -> float:
    """The seconds to wait after so many `tries`, and not less than the server `asked` for."""
    growing = min(_FIRST * 2.0 ** (tries - 1), _LONGEST) + random.uniform(0, _FIRST)  # noqa: S311  # no secret
    return max(asked, growing)


def retried(
    read: Callable[[], T], *, known: Callable[[], bool], seconds: float, pause: Callable[[float], None]
) -> T:
    """What `read` gives, within `seconds`; `pause` waits. `known` says whether the endpoint has answered
    before. Raises what `read` raises: at once where it would fail again, or would have to wait too long.
    """

    def wanted(error: BaseException) -> float | None:
        return passing(error, known=known()) if isinstance(error, GraphUnavailable) else None

    def wait(state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        return pause_after(state.attempt_number, (error and wanted(error)) or 0.0)

    return Retrying(
        retry=retry_if_exception(lambda error: wanted(error) is not None),
        wait=wait,
        stop=stop_after_attempt(TRIES) | stop_before_delay(seconds),
        sleep=pause,
        before_sleep=lambda _: GRAPH_RETRIES.inc(),
        reraise=True,
    )(read)
