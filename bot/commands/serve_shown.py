"""The screen of `querist serve`: what is connected, what is missing, and the next step.

In: settings, and the socket that listens. Out: lines, and the picture of them.
"""

from __future__ import annotations

import socket
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from bot.audit.accounts import read_accounts
from bot.settings import Settings, listed, name_of

Sign = Literal["on", "off", "note"]

_SIGNS: dict[Sign, tuple[str, str]] = {"on": ("●", "green"), "off": ("○", "dim"), "note": ("▲", "yellow")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the screen: what it is about, how it stands, and the next step if there is one."""

    name: str
    sign: Sign
    state: str
    step: str = ""


def lines(settings: Settings, listener: socket.socket, *, is_sqlite: bool) -> tuple[Line, ...]:
    """Everything, from what is asked to where it is answered."""
    host, port = listener.getsockname()[:2]
    return (
        graph_line(settings),
        model_line(settings),
        slack_line(settings),
        teams_line(settings),
        doors_line(settings),
        Line(name="Records", sign="on", state=f"SQLite in {settings.data}" if is_sqlite else "PostgreSQL"),
        audit_line(settings, f"http://{host}:{port}"),
        address_line(settings, f"http://{host}:{port}"),
        Line(
            name="Next",
            sign="on",
            state="In another terminal, querist doctor checks tokens, scopes and addresses.",
            step="Health: /readyz · Numbers: /metrics · Stop: Ctrl+C",
        ),
    )


def graph_line(settings: Settings) -> Line:
    """Which graph is asked."""
    if settings.graphs:
        return Line(name="Graphs", sign="on", state=f"those in {settings.graphs}")
    if settings.graph:
        return Line(name="Graph", sign="on", state=settings.graph_name or settings.graph)
    return Line(
        name="Graph", sign="note", state="the sample company", step=f"Set {name_of('graph')} to ask your own."
    )


def slack_line(settings: Settings) -> Line:
    """How Slack stands."""
    is_installed = bool(settings.slack_client_id) and not settings.slack_bot_token.get_secret_value()
    if not is_installed and not settings.slack_bot_token.get_secret_value():
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
    if not ways:
        names = f"{name_of('slack_app_token')} or {name_of('slack_signing_secret')}"
        return Line(name="Slack", sign="note", state="no events come in", step=f"Set {names}.")
    state = " and ".join(ways) + (", with follow-ups" if settings.slack_follow_up else "")
    step = "Invite the bot to a channel and mention it."
    if is_installed:
        step = f"Workspaces install it at {settings.public_url.rstrip('/')}/slack/install."
    return Line(name="Slack", sign="on", state=state, step=step)


def teams_line(settings: Settings) -> Line:
    """How Teams stands."""
    if settings.teams_playground:
        step = "Without sign-in: to try the bot on this machine, and for nothing else."
        return Line(name="Teams", sign="note", state="playground, at /api/messages", step=step)
    has_identity = bool(settings.teams_managed_identity)
    wanted = ("teams_tenant",) if has_identity else ("teams_app_id", "teams_app_password", "teams_tenant")
    missing = [name_of(name) for name in wanted if not _plain(getattr(settings, name))]
    if missing:
        return Line(name="Teams", sign="off", state="not set up", step=f"Set {_listed(missing)}.")
    state = "at /api/messages" + (", by a managed identity" if has_identity else "")
    return Line(name="Teams", sign="on", state=state, step="Mention the bot in a channel.")


def doors_line(settings: Settings) -> Line:
    """Which doors are open to programs, and to whom."""
    if not settings.doors:
        step = f"Set {name_of('doors')} to let programs and assistants ask."
        return Line(name="Doors", sign="off", state="none is open to programs", step=step)
    paths = {"api": "/v1", "mcp": "/mcp", "text2sparql": "/text2sparql"}
    open_at = ", ".join(f"{name} at {paths[name]}" for name in listed(settings.doors))
    if settings.tokens:
        return Line(name="Doors", sign="on", state=f"{open_at}, by the tokens in {settings.tokens}")
    step = f"Set {name_of('tokens')} to let in programs from elsewhere."
    return Line(name="Doors", sign="on", state=f"{open_at}, to this machine alone", step=step)


def audit_line(settings: Settings, address: str) -> Line:
    """Whether auditors can read the record in a browser."""
    if read_accounts(settings):
        return Line(name="Auditors", sign="on", state=f"{settings.public_url.rstrip('/') or address}/audit")
    step = "querist audit account NAME lets somebody read the record in a browser."
    return Line(name="Auditors", sign="off", state="nobody has an account", step=step)


def model_line(settings: Settings) -> Line:
    """Whether a language model is asked."""
    if settings.model_name:
        return Line(name="Model", sign="on", state=f"{settings.model_name}, where questions need one")
    step = f"Set {name_of('model_name')} for questions that are hard to read."
    return Line(name="Model", sign="off", state="none: questions are read without one", step=step)


def address_line(settings: Settings, address: str) -> Line:
    """Where Querist listens, and where people reach it."""
    if settings.public_url:
        return Line(name="Address", sign="on", state=f"{address}, from outside {settings.public_url}")
    step = f"Set {name_of('public_url')} for links to long answers."
    return Line(name="Address", sign="on", state=address, step=step)


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


def _plain(value: object) -> str:
    secret = getattr(value, "get_secret_value", None)
    return str(secret() if secret else value)


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
