"""Queues by name. Each platform has one for each stamp: servers whose settings differ share none.

In: the name of a platform, a stamp ("" for none). Out: the name of a queue, the seat of who feeds it.
"""

from __future__ import annotations

from zlib import crc32

_AT = "@"


def queue_of(platform: str, stamp: str) -> str:
    """The queue in which the messages of a platform wait."""
    return f"{platform}{_AT}{stamp}" if stamp else platform


def platform_of(queue: str) -> str:
    """The platform whose messages wait in a queue."""
    return queue.partition(_AT)[0]


def seat_of(queue: str) -> int:
    """The seat of who feeds a queue: far above those of the processes."""
    return 2**30 + crc32(queue.encode()) % 2**30
