"""An admin's callable, found by its name and called without trust.

In: a name that a package registered for a group of entry points, or "module:function". Out: the callable;
what it gives, within seconds. A callable that hangs holds up nobody's exit.
"""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from connectors.imported import imported
from kgqa.errors import BadSetting


def load(
    name: str, group: str, folder: Path | None = None, installed: Iterable[EntryPoint] | None = None
) -> Callable[..., Any]:
    """The callable of this name; modules are looked for among the installed ones and in `folder`. Raises
    BadSetting for one that is not there, cannot be imported or cannot be called.
    """
    registered = {p.name: p.value for p in (entry_points(group=group) if installed is None else installed)}
    place = registered.get(name, name)
    if ":" not in place:
        raise BadSetting(
            f"There is no {name}: no package registers it for {group}. "
            "Install the one that does, or name a callable as module:function."
        )
    return imported(name, place, folder)


async def call(work: Callable[..., Any], *args: Any, seconds: float, **named: Any) -> Any:
    """What the callable gives, in a thread of its own unless it is `async`. Raises whatever it raises, and
    TimeoutError.
    """
    async with asyncio.timeout(seconds):
        called = type(work).__call__ if not inspect.isroutine(work) else work
        if inspect.iscoroutinefunction(work) or inspect.iscoroutinefunction(called):
            return await work(*args, **named)
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()

        def tell(act: Callable[[Any], None], what: Any) -> None:
            with suppress(RuntimeError):  # nobody waits any more, and the loop is closed
                loop.call_soon_threadsafe(lambda: None if done.done() else act(what))

        def run() -> None:
            try:
                tell(done.set_result, work(*args, **named))
            except Exception as error:  # noqa: BLE001  # foreign code may raise anything
                tell(done.set_exception, error)
            except BaseException as error:  # noqa: BLE001  # SystemExit too ends this call alone
                tell(done.set_exception, RuntimeError(type(error).__name__))

        threading.Thread(target=run, name="called", daemon=True).start()
        return await done
