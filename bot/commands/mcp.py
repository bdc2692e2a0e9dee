"""`querist mcp`: the tools of the Model Context Protocol over stdio, for the assistant that starts it.

In: what the assistant writes to standard input. Out: what it reads from standard output, and nothing else
there. The graph is opened meanwhile, so that the assistant's greeting is answered at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Annotated

import typer
from aiohttp import web
from rich.console import Console

from bot.commands.working import Opening, load_core, quiet, real_core
from bot.platforms.doors import Doors
from bot.settings import Settings, load
from kgqa.errors import BadSetting

Ready = Callable[[], Awaitable[Doors]]


def add(app: typer.Typer, opening: Opening = real_core) -> None:
    """Adds `querist mcp`; `opening` makes the core."""

    @app.command()
    def mcp(
        graph: Annotated[
            list[str] | None,
            typer.Option(help="A file, a folder or a SPARQL endpoint; several files may be given."),
        ] = None,
        ontology: Annotated[str, typer.Option(help="The ontology, if the graph does not hold it.")] = "",
    ) -> None:
        """Give the assistant that starts this the tools ask, check, search and card."""
        given = {"graph": ",".join(graph or ()), "ontology": ontology}
        settings = load(**{name: value for name, value in given.items() if value})
        quiet(settings)
        try:
            from bot.platforms.doors.tools import serve_stdio
        except ImportError as error:
            raise BadSetting(
                "This needs the package mcp, which is not here. Install it: pip install 'querist[mcp]'"
            ) from error
        asyncio.run(_serve(settings, opening, serve_stdio))


async def _serve(settings: Settings, opening: Opening, serve: Callable[[Ready], Awaitable[None]]) -> None:
    """Serves until the assistant closes its side. What is in the way of the graph, each call is told."""
    has_left = asyncio.Event()
    doors: asyncio.Future[Doors] = asyncio.get_running_loop().create_future()
    desk = asyncio.create_task(_desk(settings, opening, doors, has_left))

    async def ready() -> Doors:
        return await asyncio.shield(doors)

    try:
        await serve(ready)
    finally:
        has_left.set()
        if not doors.done():
            desk.cancel()
        await asyncio.gather(desk, return_exceptions=True)


async def _desk(
    settings: Settings, opening: Opening, doors: asyncio.Future[Doors], has_left: asyncio.Event
) -> None:
    """The desk behind the tools, from the graph's opening until who called has left."""
    from bot import wiring

    async with AsyncExitStack() as opened:
        try:
            core = await load_core(settings, opening, Console(stderr=True))
            opened.callback(wiring.close_core, core)
            door = wiring.door_of_one(settings, core)
            database = wiring.open_database(settings)
            opened.callback(database.close)
            desk = wiring.open_desk(settings, core, (door,), database)
            runner = web.AppRunner(wiring.build_app(desk, (door,)))  # not served: it starts and ends the desk
            opened.push_async_callback(runner.cleanup)
            await runner.setup()
        except Exception as error:  # noqa: BLE001  # each call tells it, and a defect as a defect
            doors.set_exception(error)
        else:
            doors.set_result(door)
            await has_left.wait()
