"""`querist doctor`: looks at everything that answering needs, and says what to put right first.

In: settings. Out: a line a check on stdout, or one JSON object; exit code 0 when all is ready, else 3.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from bot.settings import FILE, load
from kgqa.errors import BadSetting

if TYPE_CHECKING:  # what is looked at takes seconds to import, and stands in no help
    from bot.doctor import Finding, State

NEEDS_THE_OPERATOR = 3
LONG = 60.0  # seconds
_SIGNS: dict[State, tuple[str, str]] = {
    "ok": ("✓", "green"),
    "note": ("▲", "yellow"),
    "wrong": ("✗", "red"),
    "skipped": ("○", "dim"),
}


def add(app: typer.Typer) -> None:
    """Adds `querist doctor`."""

    @app.command()
    def doctor(
        as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
        offline: bool = typer.Option(
            False, "--offline", help="Ask no service: no model, not Slack, not Microsoft."
        ),
        seconds: float = typer.Option(LONG, min=1, help="How long the graph and the model may take, each."),
    ) -> None:
        """Check settings, tokens, scopes, graph, model and database, and say what to fix."""
        console = Console(highlight=False)
        findings = asyncio.run(look(None if as_json else console, offline=offline, seconds=seconds))
        if as_json:
            typer.echo(json.dumps(_document(findings), indent=2, ensure_ascii=False))
        raise typer.Exit(0 if first(findings) is None else NEEDS_THE_OPERATOR)


async def look(
    console: Console | None, *, offline: bool = False, seconds: float = LONG
) -> dict[str, Finding]:
    """What every check found; told on the console while it is found."""
    from bot.doctor import Finding, Visit, examine
    from bot.wiring import close_graph

    logging.getLogger("bot").setLevel(logging.ERROR)
    findings: dict[str, Finding] = {}
    try:
        settings = load()
    except BadSetting as error:
        what, _, step = str(error).partition(". ")
        findings["Settings"] = Finding(state="wrong", told=what, step=step)
        _show(console, "Settings", findings["Settings"])
        if console:
            console.print(Padding(conclusion(findings), (1, 0)))
        return findings
    told = (
        f"{FILE.resolve()} and the environment" if FILE.exists() else "the environment; there is no .env here"
    )
    findings["Settings"] = Finding(state="ok", told=told)
    _show(console, "Settings", findings["Settings"])
    visit = Visit(settings=settings, offline=offline)
    async for name, finding in examine(visit, long=seconds):
        findings[name] = finding
        _show(console, name, finding)
    if visit.graph is not None:
        close_graph(visit.graph)
    if console:
        console.print(Padding(conclusion(findings), (1, 0)))
    return findings


def first(findings: Mapping[str, Finding]) -> tuple[str, Finding] | None:
    """What is to be put right first; None when all is ready."""
    return next(((name, found) for name, found in findings.items() if found.state == "wrong"), None)


def line(name: str, finding: Finding) -> Table:
    """A sign, the check's name, how it stands, and below it what to do."""
    from bot.doctor import CHECKS

    sign, style = _SIGNS[finding.state]
    table = Table.grid(padding=(0, 1))
    table.add_column(width=1)
    table.add_column(width=max(len(check.name) for check in CHECKS), style="bold")
    table.add_column(overflow="fold")
    text = Text(finding.told, style="dim" if finding.state == "skipped" else "")
    if finding.step:
        text.append(f"\n{finding.step}", style="dim")
    table.add_row(Text(sign, style=style), Text(name), text)
    return table


def conclusion(findings: Mapping[str, Finding]) -> Text:
    """That all is ready, or the one thing to do first."""
    found = first(findings)
    if found is None:
        return Text("Ready. Start it with: querist serve", style="bold green")
    name, finding = found
    return Text.assemble(
        ("Do this first", "bold"), f" ({name}): {finding.told}. {finding.step}", overflow="fold"
    )


def _show(console: Console | None, name: str, finding: Finding) -> None:
    if console:
        console.print(line(name, finding))


def _document(findings: Mapping[str, Finding]) -> dict[str, Any]:
    found = first(findings)
    return {
        "ready": found is None,
        "first": found[0] if found else None,
        "checks": [{"name": name, **asdict(finding)} for name, finding in findings.items()],
    }
