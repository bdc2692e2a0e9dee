"""`querist demo`: the sample company, one answer in the terminal, then the chat page on this machine.

In: nothing, no account, no key. Out: an answer with its query and trace; a page until Ctrl-C. Whatever is
written goes into a folder that is gone afterwards.
"""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
import tempfile
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer
from aiohttp import web
from rich.console import Console
from rich.text import Text

from bot.cards.terminal import Shown
from bot.commands.ask import exit_code, print_answer
from bot.commands.working import Opening, Working, load_core, quiet, real_core
from bot.desk import Core
from bot.platforms.web import PERSON, WebPlatform
from bot.settings import Settings, load
from kgqa.errors import BadSetting
from kgqa.types import Question

HOST = "127.0.0.1"
PORT = 8080
NEXT = 20  # ports that are tried after a busy one
ABOUT = "Aurelund Instruments, the sample company"
EXAMPLES = (
    "Which products weigh more than 20 kg?",
    "Who reports to Bjørn Haugen?",
    "When did Moreau join?",
)


def add(app: typer.Typer, opening: Opening = real_core) -> None:
    """Adds `querist demo`; `opening` makes the core."""

    @app.command()
    def demo(
        port: Annotated[int, typer.Option(min=1, max=65535, help="Serve the page here.")] = PORT,
        serve: Annotated[
            bool, typer.Option("--serve/--no-serve", help="Serve the page after the answer.")
        ] = True,
    ) -> None:
        """Try Querist on a sample company: no account, no key."""
        console = Console(highlight=False)
        with tempfile.TemporaryDirectory(prefix="querist-demo-") as folder:
            settings = load(
                graph="",
                graph_name="",
                ontology="",
                store=None,
                database="",
                data=Path(folder),
                editors=PERSON,  # who is at this machine may try everything
            )
            try:
                code = asyncio.run(_demo(settings, console, opening, port if serve else None))
            except KeyboardInterrupt:  # while the graph was loading
                code = 0
        if serve:
            console.print(Text("Stopped. Nothing was left behind.", style="dim"))
        raise typer.Exit(code)


async def _demo(settings: Settings, console: Console, opening: Opening, port: int | None) -> int:
    quiet(settings)
    console.print(Text(f"Loading {ABOUT} …", style="dim"))
    core = await load_core(settings, opening, Console(stderr=True))
    code = await _show_one(core, console)
    if port is not None:
        with listen(port) as listener:
            await _serve(core, settings, console, listener, wanted=port)
    return 0 if port is not None else code


async def _show_one(core: Core, console: Console) -> int:
    """Answers the first example in the terminal, all unfolded; its exit code."""
    question = Question(text=EXAMPLES[0], asked_at=datetime.now().astimezone(), language="en")
    async with Working(Console(stderr=True)) as working:
        answer = await core.answer(question, working.tell)
    console.print()
    console.print(Text.assemble(("> ", "dim"), (question.text, "cyan")))
    console.print()
    print_answer(answer, Shown(query=True, trace=True), console=console)
    console.print()
    return exit_code(answer)


async def _serve(
    core: Core, settings: Settings, console: Console, listener: socket.socket, *, wanted: int
) -> None:
    from bot import wiring

    page = WebPlatform(
        seal=wiring.open_seal(settings), look=wiring.look_of(settings), examples=EXAMPLES, about=ABOUT
    )
    database = wiring.open_database(settings)
    try:
        reviewed = wiring.open_reviewed(settings, core, database)
        desk = wiring.open_desk(settings, core, (page,), database, examples=EXAMPLES, library=reviewed)
        background = (reviewed.run,) if reviewed else ()
        runner = web.AppRunner(wiring.build_app(desk, (page,), background), **wiring.SERVING)
        try:
            await runner.setup()
            await web.SockSite(runner, listener).start()
            console.print(_invitation(page, listener.getsockname()[1], wanted), soft_wrap=True)
            await _stopped()
        finally:
            await runner.cleanup()
    finally:
        database.close()


def listen(port: int) -> socket.socket:
    """A socket on this machine's loopback, on `port` or the next free one. Raises BadSetting."""
    for candidate in range(port, min(port + NEXT, 65536)):
        try:
            return socket.create_server((HOST, candidate))
        except OSError as error:
            if error.errno == errno.EACCES:
                raise BadSetting(
                    f"Port {candidate} needs more rights than this process has. Give --port above 1023."
                ) from error
            if error.errno != errno.EADDRINUSE:
                raise BadSetting(f"I cannot listen on {HOST}: {error.strerror}.") from error
    raise BadSetting(f"The ports {port} to {candidate} are all in use. Give another one with --port.")


def _invitation(page: WebPlatform, port: int, wanted: int) -> Text:
    text = Text()
    if port != wanted:
        text.append(f"Port {wanted} is in use, so the page is on {port}.\n", style="dim")
    text.append("Ask your own questions in the browser:\n\n  ")
    text.append(page.address(HOST, port), style="bold cyan")
    text.append("\n\nThe page answers on this machine only. Ctrl-C stops it.", style="dim")
    return text


async def _stopped() -> None:
    """Until a signal says stop."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    signals = (signal.SIGINT, signal.SIGTERM)
    for number in signals:
        loop.add_signal_handler(number, stop.set)
    await stop.wait()
    for number in signals:
        loop.remove_signal_handler(number)
