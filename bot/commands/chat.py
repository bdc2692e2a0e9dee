"""`querist chat`: a conversation in the terminal, on the same desk as every other platform."""

from __future__ import annotations

import asyncio
import sys
import threading
from typing import Annotated

import typer
from aiohttp import web
from rich.console import Console
from rich.text import Text

from bot.cards.view import clean
from bot.commands.working import Opening, Working, load_core, quiet, real_core
from bot.platforms.terminal import Lines, TerminalPlatform, own_name
from bot.settings import Settings, load

PROMPT = "> "


def add(app: typer.Typer, opening: Opening = real_core) -> None:
    """Adds `querist chat`; `opening` makes the core."""

    @app.command()
    def chat(
        graph: Annotated[
            list[str] | None,
            typer.Option(help="A file, a folder or a SPARQL endpoint; several files may be given."),
        ] = None,
        ontology: Annotated[str, typer.Option(help="The ontology, if the graph does not hold it.")] = "",
        language: Annotated[str, typer.Option(help="Your language, such as en or de.")] = "",
    ) -> None:
        """Talk with the graph in the terminal."""
        given = {"graph": ",".join(graph or ()), "ontology": ontology, "language": language}
        settings = load(**{name: value for name, value in given.items() if value})
        console = Console(highlight=False)
        try:
            asyncio.run(converse(settings, console, opening, language=language))
        except KeyboardInterrupt:  # while an answer was on its way
            console.print()
        console.print(Text("Good-bye.", style="dim"))


async def converse(settings: Settings, console: Console, opening: Opening, *, language: str = "") -> None:
    """The whole conversation. Raises AskersMove and OperatorsMove for what is in the way of its start."""
    from bot import wiring

    quiet(settings)
    core = await load_core(settings, opening, Console(stderr=True))
    terminal = TerminalPlatform(
        console,
        showing=lambda: Working(console),
        look=wiring.look_of(settings),
        name=own_name(),
        language=language,
    )
    database = wiring.open_database(settings)
    try:
        desk = wiring.open_desk(settings, core, (terminal,), database)
        runner = web.AppRunner(wiring.build_app(desk, (terminal,)))  # not served: it starts and ends the desk
        try:
            await runner.setup()
            await terminal.talk(_lines(console))
        finally:
            await runner.cleanup()
    finally:
        database.close()


def _lines(console: Console) -> Lines:
    return TypedLines() if sys.stdin.isatty() and console.is_terminal else PipedLines(console)


class TypedLines:
    """Lines typed at a terminal, with the keys and the memory of a shell."""

    def __init__(self) -> None:
        from prompt_toolkit import PromptSession

        self._session: PromptSession[str] = PromptSession(PROMPT)

    async def next(self) -> str | None:
        try:
            return await self._session.prompt_async()
        except (EOFError, KeyboardInterrupt):
            return None


class PipedLines:
    """Lines of a file or a pipe, read aside, so that the desk's own work goes on; printed as if typed."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, daemon=True).start()

    async def next(self) -> str | None:
        line = await self._queue.get()
        if line and line.strip():
            self._console.print(Text(f"{PROMPT}{clean(line.strip())}"))
        return line

    def _read(self) -> None:
        for line in sys.stdin:
            self._loop.call_soon_threadsafe(self._queue.put_nowait, line)
        self._loop.call_soon_threadsafe(self._queue.put_nowait, None)
