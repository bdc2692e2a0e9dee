"""`querist serve`: answers in Slack, in Teams and at the doors for machines until it is stopped.

In: settings. Out: one screen that says what is connected, what is not and what to do next; then a server.
"""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import signal
import socket
from functools import partial

import typer
from aiohttp import web
from rich.console import Console
from rich.text import Text

from bot.commands.serve_shown import lines, screen, slack_line, teams_line
from bot.commands.working import load_core
from bot.desk import Apart, Router
from bot.settings import Settings, load, name_of
from kgqa.errors import BadSetting


def add(app: typer.Typer) -> None:
    """Adds `querist serve`."""

    @app.command()
    def serve(
        host: str = typer.Option("", help="Listen here instead of QUERIST_HOST."),
        port: int = typer.Option(-1, help="Listen on this port instead of QUERIST_PORT."),
        graph: str = typer.Option("", help="Ask this graph instead of QUERIST_GRAPH."),
    ) -> None:
        """Answer in Slack, in Microsoft Teams and at the doors for machines."""
        given = {"host": host or None, "port": None if port < 0 else port, "graph": graph or None}
        settings = load(**{name: value for name, value in given.items() if value is not None})
        run(settings, Console())


def run(settings: Settings, console: Console) -> None:
    """Serves until a signal says stop. Raises BadSetting and other OperatorsMoves for what is in the way."""
    from bot.telemetry.log import set_up  # it knows the errors of the queue and the database

    set_up(settings.log_level, settings.log_format)
    refuse_open_playground(settings)
    with listen(settings.host, settings.port) as listener:
        asyncio.run(_serve(settings, listener, console))


async def _serve(settings: Settings, listener: socket.socket, console: Console) -> None:
    from bot import wiring

    database = wiring.open_database(settings)
    try:
        platforms = wiring.open_platforms(settings, database)
        wiring.wants_audit_pages(settings)
        directories = wiring.directories_of(platforms)
        rights = wiring.open_rights(settings, directories)
        wiring.tokens_of(settings)  # what is wrong there is said before anything slow is loaded
        if not platforms and not wiring.wanted_doors(settings):
            console.print(screen((slack_line(settings), teams_line(settings)), title="Nothing to answer in"))
            raise BadSetting(
                "No chat platform is set up: set the tokens of Slack or Teams, as docs/admin explains. "
                "querist doctor checks them. To try Querist without either, run: querist demo"
            )
        access = wiring.access_of(settings)
        if access:
            await wiring.refuse_unknown_groups(access, directories)
        digests = wiring.open_digests(settings, platforms, database, rights)
        opening = partial(wiring.open_whole_core, database=database, access=access)
        core = await load_core(settings, opening, Console(stderr=True))
        platforms = (*platforms, *wiring.open_doors(settings, core, rights))
        reviewed = wiring.open_reviewed(settings, core, database)
        apart = Apart(core)
        observer = wiring.open_observer(settings)
        desk = wiring.open_desk(
            settings,
            core,
            platforms,
            database,
            library=reviewed,
            apart=apart,
            rights=rights,
            observer=observer,
        )
        background: list[wiring.Background] = [partial(wiring.try_examples, apart)]
        if reviewed:
            background.append(reviewed.run)
        if isinstance(core, Router):
            background.append(partial(wiring.wake, core))
        if digests:
            background.append(digests.run)
        if rights:
            background.append(partial(wiring.warm, apart, rights))
        if settings.retention_days:
            background.append(partial(wiring.keep_for, database, settings.retention_days))
        if signing := wiring.open_checkpoints(settings, database, platforms):
            background.append(signing)
        pages = wiring.open_audit_pages(settings, apart, database, reviewed, rights, directories)
        app = wiring.build_app(
            desk,
            platforms,
            background,
            wiring.open_links(settings),
            pages,
            checks=wiring.checks_of(settings, core, database),
            is_thinking=lambda: apart.is_alive,
            metrics_token=settings.metrics_token.get_secret_value(),
        )
        runner = web.AppRunner(app, **wiring.SERVING)
        try:
            await runner.setup()
            await web.SockSite(runner, listener).start()
            console.print(
                screen(lines(settings, listener, is_sqlite=database.is_sqlite), title="Querist is answering")
            )
            await _stopped()
            console.print(Text("Stopping: what is not answered yet is answered after the next start."))
        finally:
            await runner.cleanup()
    finally:
        database.close()


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens, taken before anything slow is loaded. Raises BadSetting when that cannot be."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            reason = f"Port {port} on {host} is in use. Stop what listens there, or set {name_of('port')}."
        elif error.errno == errno.EACCES:
            reason = f"Port {port} needs more rights than this process has. Set {name_of('port')} above 1023."
        else:
            reason = f"I cannot listen on {host}: {error.strerror}. Set {name_of('host')} to an own address."
        raise BadSetting(reason) from error


def refuse_open_playground(settings: Settings) -> None:
    """Raises BadSetting when the playground, which has no authentication, could be reached from outside."""
    if settings.teams_playground and not _is_loopback(settings.host):
        raise BadSetting(
            f"{name_of('teams_playground')} turns authentication off, so it is refused on {settings.host}. "
            f"Set {name_of('host')} to 127.0.0.1, or turn the playground off."
        )


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


async def _stopped() -> None:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await stop.wait()
