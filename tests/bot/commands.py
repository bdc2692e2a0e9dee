"""How tests call a command: the real one, with a prepared core behind it."""

from __future__ import annotations

from collections.abc import Callable

import typer

from bot.commands.working import Loaded, Opening, Read, Told
from bot.desk import Core
from bot.settings import Settings


def opening(core: Core, seen: list[Settings] | None = None) -> Opening:
    """Opens `core` whatever the settings are, and notes them in `seen`."""

    async def open_core(settings: Settings, loaded: Loaded, told: Told, read: Read) -> Core:
        if seen is not None:
            seen.append(settings)
        loaded(1, 2)
        told("reading the schema")
        read("names", 1, None)
        return core

    return open_core


def failing(error: Exception) -> Opening:
    """A core that cannot be opened."""

    async def open_core(settings: Settings, loaded: Loaded, told: Told, read: Read) -> Core:
        raise error

    return open_core


def command(add: Callable[[typer.Typer, Opening], None], core: Opening) -> typer.Typer:
    """The command alone as an application."""
    app = typer.Typer()
    add(app, core)
    return app
