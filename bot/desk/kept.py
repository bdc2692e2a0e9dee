"""What is read and written however long the database is away: what was acknowledged is not lost."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from kgqa.errors import OperatorsMove

_LOG = logging.getLogger(__name__)

T = TypeVar("T")


async def kept(call: Callable[[], Awaitable[T]]) -> T:
    """What `call` gives, tried until the database takes it."""
    pause = 0.5
    while True:
        try:
            return await call()
        except OperatorsMove as error:
            _LOG.warning("%s Trying again in %.0f s.", error, pause)
            await asyncio.sleep(pause)
            pause = min(pause * 2, 30.0)
