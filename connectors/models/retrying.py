"""When a call is tried again, and how long is waited before.

In: how often it failed, what the service asked for. Out: the seconds to wait, or None where it is no use.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

PASSING = frozenset({408, 409, 429, 500, 502, 503, 504, 529})  # statuses of troubles that may pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Retries:
    """`times` after the first try, each time about twice as long apart from `begin` seconds on, with
    jitter; never longer than `longest`: a service that asks for more is given up.
    """

    times: int = 2
    begin: float = 0.5
    longest: float = 20.0

    def wait(self, failed: int, asked: float | None) -> float | None:
        """Seconds before the next try, when `failed` have failed and the service asked for that long."""
        if failed > self.times or (asked is not None and asked > self.longest):
            return None
        pause = min(self.begin * 2.0 ** (failed - 1), self.longest)
        jittered = pause * random.uniform(0.5, 1.0)  # noqa: S311  # no secret
        return max(jittered, asked or 0.0)


def retry_after(headers: object) -> float | None:
    """The seconds that a service asks to be left alone, from its headers."""
    get = getattr(headers, "get", None)
    if get is None:
        return None
    try:
        if milliseconds := get("retry-after-ms"):
            return float(milliseconds) / 1000
    except ValueError:
        pass
    said = get("retry-after")
    if not said:
        return None
    try:
        return max(0.0, float(said))  # in this order what is no number is 0
    except ValueError:
        pass
    try:
        return max((parsedate_to_datetime(said) - datetime.now(UTC)).total_seconds(), 0.0)
    except (TypeError, ValueError):
        return None
