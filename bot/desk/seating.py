"""Seats are taken and left in threads, to the end: who is cancelled meanwhile holds none unknown.

In: what takes or leaves a seat. Out: what it says.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def seated(call: Callable[[int], T], seat: int) -> T:
    """`call`, of which a cancellation waits for the end."""
    work = asyncio.ensure_future(asyncio.to_thread(call, seat))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        await asyncio.wait([work])
        raise
