"""`querist restore FILE`: a backup back at its place, and the record verified."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from bot.commands import audit_shown
from bot.commands.working import quiet
from bot.settings import load
from kgqa.audit import Proof


def add(app: typer.Typer) -> None:
    """Adds `querist restore`."""

    @app.command()
    def restore(file: Annotated[Path, typer.Argument(help="What `querist backup` has written.")]) -> None:
        """Bring a backup back into an empty data folder and an empty database, and verify the record."""
        from bot.wiring.backup import restore as bring_back

        done = bring_back(file)
        console = Console(highlight=False, soft_wrap=True)
        console.print(
            f"The backup of {done.made} (Querist {done.version}, {done.database}) is in {done.data}.",
            markup=False,
        )
        for note in done.notes:
            console.print(note, markup=False)
        proof, is_checked = asyncio.run(_verified())
        audit_shown.proved(proof, console, checked=is_checked)
        raise typer.Exit(int(proof.broken is not None))


async def _verified() -> tuple[Proof, bool]:
    from bot.wiring.audit import checkpoints_of, open_audit

    settings = load()
    quiet(settings)
    known = checkpoints_of(settings, None, "")
    with open_audit(settings) as audit:
        return await audit.verify(known), bool(known)
