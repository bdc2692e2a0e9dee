"""`querist serve`: answers in Slack and Teams until it is stopped.

In: settings. Out: one screen that says what is connected, what is not and what to do next; then a server.
"""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import logging
import signal
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import typer
from aiohttp import web
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from bot.commands.working import load_core
from bot.settings import Settings, load, name_of
from kgqa.errors import BadSetting

Sign = Literal["on", "off", "note"]

_SIGNS: dict[Sign, tuple[str, str]] = {"on": ("●", "green"), "off": ("○", "dim"), "note": ("▲", "yellow")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the screen: what it is about, how it stands, and the next step if there is one."""

    name: str
    sign: Sign
    state: str
    step: str = ""


def add(app: typer.Typer) -> None:
    """Adds `querist serve`."""

    @app.command()
    def serve(
        host: str = typer.Option("", help="Listen here instead of QUERIST_HOST."),
        port: int = typer.Option(-1, help="Listen on this port instead of QUERIST_PORT."),
        graph: str = typer.Option("", help="Ask this graph instead of QUERIST_GRAPH."),
    ) -> None:
        """Answer in Slack and Microsoft Teams."""
        given = {"host": host or None, "port": None if port < 0 else port, "graph": graph or None}
        settings = load(**{name: value for name, value in given.items() if value is not None})
        run(settings, Console())


def run(settings: Settings, console: Console) -> None:
    """Serves until a signal says stop. Raises BadSetting and other OperatorsMoves for what is in the way."""
    logging.basicConfig(level=settings.log_level, format="%(asctime)s %(levelname)-7s %(message)s")
    if settings.log_level != "DEBUG":
        for chatty in ("aiohttp.access", "alembic"):  # health checks, and each plugin, would fill the log
            logging.getLogger(chatty).setLevel(logging.WARNING)
    refuse_open_playground(settings)
    with listen(settings.host, settings.port) as listener:
        asyncio.run(_serve(settings, listener, console))


async def _serve(settings: Settings, listener: socket.socket, console: Console) -> None:
    from bot import wiring

    database = wiring.open_database(settings)
    try:
        platforms = wiring.open_platforms(settings, database)
        if not platforms:
            console.print(screen((slack_line(settings), teams_line(settings)), title="Nothing to answer in"))
            raise BadSetting(
                "No chat platform is set up: set the tokens of Slack or Teams, as .env.example explains. "
                "To try Querist without either, run: querist demo"
            )
        core = await load_core(
            settings, partial(wiring.open_whole_core, database=database), Console(stderr=True)
        )
        reviewed = wiring.open_reviewed(settings, core, database)
        desk = wiring.open_desk(settings, core, platforms, database, library=reviewed)
        background = (reviewed.run,) if reviewed else ()
        runner = web.AppRunner(
            wiring.build_app(desk, platforms, background, wiring.open_links(settings)), **wiring.SERVING
        )
        try:
            await runner.setup()
            await web.SockSite(runner, listener).start()
            console.print(
                screen(_lines(settings, listener, database.is_sqlite), title="Querist is answering")
            )
            await _stopped()
            console.print(Text("Stopping: what is not answered yet is answered after the next start."))
        finally:
            await runner.cleanup()
    finally:
        database.close()


def _lines(settings: Settings, listener: socket.socket, is_sqlite: bool) -> tuple[Line, ...]:
    host, port = listener.getsockname()[:2]
    return (
        graph_line(settings),
        slack_line(settings),
        teams_line(settings),
        Line(
            name="Records",
            sign="on",
            state=f"SQLite in {settings.data}" if is_sqlite else "PostgreSQL",
        ),
        Line(
            name="Address", sign="on", state=f"http://{host}:{port}", step="Health: /healthz · Stop: Ctrl+C"
        ),
    )


def graph_line(settings: Settings) -> Line:
    """Which graph is asked."""
    if settings.graph:
        return Line(name="Graph", sign="on", state=settings.graph_name or settings.graph)
    return Line(
        name="Graph", sign="note", state="the sample company", step=f"Set {name_of('graph')} to ask your own."
    )


def slack_line(settings: Settings) -> Line:
    """How Slack stands."""
    if not settings.slack_bot_token.get_secret_value():
        names = f"{name_of('slack_bot_token')} and {name_of('slack_app_token')}"
        return Line(name="Slack", sign="off", state="not set up", step=f"Set {names}.")
    ways = [
        way
        for way, token in (
            ("Socket Mode", settings.slack_app_token),
            ("HTTP at /slack/events", settings.slack_signing_secret),
        )
        if token.get_secret_value()
    ]
    return Line(name="Slack", sign="on", state=" and ".join(ways), step="Mention the bot in a channel.")


def teams_line(settings: Settings) -> Line:
    """How Teams stands."""
    if settings.teams_playground:
        step = "Without sign-in: to try the bot on this machine, and for nothing else."
        return Line(name="Teams", sign="note", state="playground, at /api/messages", step=step)
    wanted = ("teams_app_id", "teams_app_password", "teams_tenant")
    missing = [name_of(name) for name in wanted if not _plain(getattr(settings, name))]
    if missing:
        return Line(name="Teams", sign="off", state="not set up", step=f"Set {_listed(missing)}.")
    return Line(name="Teams", sign="on", state="at /api/messages", step="Mention the bot in a channel.")


def screen(lines: Sequence[Line], *, title: str) -> Padding:
    """The lines as a picture: a sign, a name, how it stands, and below it the next step."""
    table = Table(
        box=None, show_header=False, title=title, title_justify="left", title_style="bold", padding=(0, 1)
    )
    table.add_column(width=1)
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for line in lines:
        sign, style = _SIGNS[line.sign]
        state = Text(line.state)
        if line.step:
            state.append(f"\n{line.step}", style="dim")
        table.add_row(Text(sign, style=style), line.name, state)
    return Padding(table, (1, 0))


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


def _plain(value: object) -> str:
    secret = getattr(value, "get_secret_value", None)
    return str(secret() if secret else value)


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
