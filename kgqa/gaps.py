"""Gaps of a series: where there is much more time between two moments than usual.

In: moments in their order, as texts. Out: pairs of neighbouring places.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median

FEWEST = 4  # moments from which on there is a usual time between two


def gaps(moments: Sequence[str], missed: float) -> list[tuple[int, int]]:
    """Where more than `missed` times the usual time passes; none where a text is no moment."""
    times = [_time(moment) for moment in moments]
    known = [time for time in times if time is not None]
    if len(known) < max(len(times), FEWEST):
        return []
    spans = [later - earlier for earlier, later in pairwise(known)]
    usual = [span.total_seconds() for span in spans if span > timedelta()]
    if not usual:
        return []
    most = missed * median(usual)
    return [(n, n + 1) for n, span in enumerate(spans) if span.total_seconds() > most]


def _time(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found.replace(tzinfo=None)
