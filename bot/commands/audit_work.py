"""What the commands of the audit share: the record of the settings opened, and how they print."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import TypeVar

import typer
from rich.console import Console

from bot.audit.names import Names
from bot.commands.working import quiet
from bot.desk.ports import Audit
from bot.settings import Settings, load

T = TypeVar("T")
Work = Callable[[Audit, Settings], Awaitable[T]]


def run(work: Work[T], given: Mapping[str, str] | None = None) -> T:
    """Does the work on the record of the settings, with what is given in their place."""
    from bot.wiring.audit import open_audit

    settings = load(**(given or {}))
    quiet(settings)

    async def go() -> T:
        with open_audit(settings) as audit:
            return await work(audit, settings)

    return asyncio.run(go())


def names_of(settings: Settings) -> Names:
    """What people and channels are called. Raises BadSetting."""
    from bot.wiring.audit import open_names

    return open_names(settings)


def now() -> datetime:
    """Now, in the time of this machine."""
    return datetime.now().astimezone()


def console() -> Console:
    """Standard output; colours only where it is a terminal."""
    return Console(highlight=False, soft_wrap=True)


def print_json(value: object) -> None:
    """Prints plain data for programs."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))
