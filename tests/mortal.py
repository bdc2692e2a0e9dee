"""A process of its own that may be killed: `ended(main, folder)` runs a function in one and tells its end.

It is forked from a server that has imported what the function needs, so that a life costs no second start of
Python and its libraries. A killed process is killed as any other: nothing of it goes on.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from typing import Any

from tests.patience import LONG

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(
    [
        "bot.commands.ask",
        "bot.commands.check",
        "bot.commands.serve",
        "bot.wiring",
        "tests.bot.mortal_desk",
        "tests.bot.slack_process",
        "tests.connectors.names.mortal_build",
        "tests.connectors.recorded",
        "tests.querist",
        "tests.warm",
    ]
)


def started(main: Callable[..., None], *given: Any, **options: Any) -> BaseProcess:
    """A process that runs `main`, a function of a module."""
    process = _FORKS.Process(target=main, args=given, kwargs=options, daemon=True)
    process.start()
    return process


def ended(main: Callable[..., None], *given: Any, **options: Any) -> int:
    """The exit code of such a process: -9 when it was killed."""
    return end_of(started(main, *given, **options))


def end_of(process: BaseProcess) -> int:
    """Its exit code, once it has one."""
    process.join(LONG)
    assert process.exitcode is not None, "it goes on without an end"
    return process.exitcode
