"""Several pieces of work at once -> what each gives, in their order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

T = TypeVar("T")


@asynccontextmanager
async def tasks() -> AsyncIterator[asyncio.TaskGroup]:
    """A group of tasks; what one of them raises is raised as it is, and the others are cancelled."""
    try:
        async with asyncio.TaskGroup() as group:
            yield group
    except BaseExceptionGroup as error:
        raise error.exceptions[0] from None


async def side_by_side(work: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """Begins all and waits for all; then what one of them raised is raised. The others were not cancelled, so
    that what they were about to keep is kept.
    """
    begun = [asyncio.ensure_future(each) for each in work]
    await asyncio.gather(*begun, return_exceptions=True)
    return [each.result() for each in begun]  # an error that one of them gives is no error that it raised


async def in_turn(work: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """The same, one after the other: where all would share the same processors and memory."""
    return [await each for each in work]
