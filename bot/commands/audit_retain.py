"""`querist audit retain`: what was kept for so many days is emptied, or it is said what would be."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from bot.commands import audit_shown as shown
from bot.commands.audit_work import console, now, print_json, run
from bot.desk.ports import Audit
from bot.people import own_user
from bot.settings import Settings, name_of
from kgqa.audit import Retained
from kgqa.errors import BadInput


def add_retain(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(name="retain")(_retain)


def _retain(
    *,
    days: Annotated[
        int | None,
        typer.Option(min=1, max=36_500, help="Keep so many days, instead of QUERIST_RETENTION_DAYS."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be emptied.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask whether you are sure.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Empty what was kept for long enough: words and names go, and the chain still holds."""
    from bot.wiring.retention import oldest, retain

    async def work(_: Audit, settings: Settings, *, dry: bool) -> tuple[Retained, int]:
        kept = days or settings.retention_days
        if not kept:
            raise BadInput(f"For how long is not said. Set {name_of('retention_days')}, or give --days.")
        until = oldest(kept, now())
        return await retain(settings, until, days=kept, by=own_user(), dry=dry), kept

    if dry_run or not yes:
        told, kept = run(lambda audit, settings: work(audit, settings, dry=True))
        if dry_run and as_json:
            print_json(_plain(told, kept))
            return
        shown.to_retain(told, kept, console() if dry_run else Console(stderr=True, highlight=False))
        if dry_run or not told.links:
            return
        if not sys.stdin.isatty():
            raise BadInput("Nothing was emptied. Add --yes where nobody can be asked.")
        typer.confirm("Empty them", abort=True, err=True)
    told, kept = run(lambda audit, settings: work(audit, settings, dry=False))
    if as_json:
        print_json(_plain(told, kept))
    else:
        screen = console()
        screen.print(Text.assemble(("Emptied  ", "bold green"), f"what was kept for {kept} days"))
        shown.retained(told, screen)


def _plain(told: Retained, days: int) -> dict[str, int]:
    return {"days": days, "records": told.records, "links": told.links, "held": told.held}
