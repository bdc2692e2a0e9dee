"""Calls of registered functions, each in a thread of its own, for so long and so many rows.

In: functions. Out: what they give back. One that hangs holds up nobody: it is left alone, and a few that hang
at once are no more called. What one raises is told in a sentence; its stack trace stands in the log.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import threading
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import suppress
from contextvars import copy_context
from copy import copy
from typing import Any

from kgqa.errors import FunctionFailed, OperatorsMove
from kgqa.functions import Function, Graph, NoResult, Result, result_of
from kgqa.wording import words

SECONDS = 20.0  # that a call may take, where the function says nothing else
BUSY = 4  # calls of one function that may hang at a time
_LOG = logging.getLogger(__name__)


class Calls:
    """A `kgqa.ports.Functions`."""

    def __init__(
        self, functions: Sequence[Function], closed: Collection[str] = (), seconds: float = SECONDS
    ) -> None:
        self.every: Sequence[Function] = tuple(functions)
        self.closed = frozenset(closed)
        self._seconds = seconds
        self._free = {f.name: threading.Semaphore(BUSY) for f in functions}

    def without(self, closed: Collection[str]) -> Calls:
        """The same, with these closed as well; calls that hang are counted together."""
        other = copy(self)
        other.closed = self.closed.union(closed)
        return other

    async def call(
        self,
        function: Function,
        arguments: Mapping[str, Any],
        graph: Callable[[Callable[[Coroutine[Any, Any, Any]], Any]], Graph],
        language: str,
        rows: int,
    ) -> Result:
        """As `kgqa.ports.Functions.call`."""
        say = words(language).say
        free = self._free[function.name]
        if not free.acquire(blocking=False):
            raise FunctionFailed(say("function_busy"))
        loop, over = asyncio.get_running_loop(), threading.Event()
        done: asyncio.Future[Result] = loop.create_future()
        seconds = function.seconds or self._seconds

        def waited(work: Coroutine[Any, Any, Any]) -> Any:
            if over.is_set():
                work.close()
                raise NoResult("")  # nobody waits for it any more
            return asyncio.run_coroutine_threadsafe(work, loop).result(seconds)

        given = dict(arguments)
        if function.graph:
            given[function.graph] = graph(waited)
        if function.language:
            given[function.language] = language

        def work() -> None:
            try:
                returned = function.call(**given)
                if inspect.isawaitable(returned):
                    returned = asyncio.run(_awaited(returned))
                found = result_of(returned, rows)
            except BaseException as error:  # noqa: BLE001  # foreign code may raise anything
                _tell(loop, over, done.set_exception, error)
            else:
                _tell(loop, over, done.set_result, found)
            finally:
                free.release()

        # A thread of its own, which no executor waits for: a function that hangs holds up no one's exit.
        # In the context of the question: what it asks the graph is kept on the question's trail.
        threading.Thread(
            target=copy_context().run, args=(work,), name=f"function {function.name}", daemon=True
        ).start()
        try:
            async with asyncio.timeout(seconds):
                return await done
        except TimeoutError as error:
            _LOG.warning("The function %s did not answer in %g seconds.", function.name, seconds)
            raise FunctionFailed(say("function_slow", seconds=f"{seconds:g}")) from error
        except (NoResult, OperatorsMove):
            raise
        except Exception as error:
            _LOG.warning("The function %s failed.", function.name, exc_info=error)
            raise FunctionFailed(say("function_broke", error=type(error).__name__)) from error
        finally:
            over.set()


async def _awaited(returned: Any) -> Any:
    return await returned


def _tell(
    loop: asyncio.AbstractEventLoop, over: threading.Event, act: Callable[[Any], None], what: Any
) -> None:
    """Tells who waits, if anybody still does."""
    if isinstance(what, BaseException) and not isinstance(what, Exception):
        what = RuntimeError(type(what).__name__)  # SystemExit ends a call, and no more
    if isinstance(what, StopIteration):
        what = RuntimeError("StopIteration")

    def told() -> None:
        with suppress(asyncio.InvalidStateError):
            act(what)

    with suppress(RuntimeError):  # the loop is closed
        if not over.is_set():
            loop.call_soon_threadsafe(told)
