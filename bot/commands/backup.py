"""`querist backup FILE`: database, secret, index and settings in one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from bot.commands.working import quiet
from bot.settings import load


def add(app: typer.Typer) -> None:
    """Adds `querist backup`."""

    @app.command()
    def backup(
        file: Annotated[Path, typer.Argument(help="A new file, such as querist-2026-11-23.tar.gz.")],
        *,
        without_index: Annotated[
            bool, typer.Option("--without-index", help="Leave the index of names out: it is built again.")
        ] = False,
    ) -> None:
        """Back up what cannot be made again; the service may run."""
        from bot.wiring.backup import back_up

        settings = load()
        quiet(settings)
        done = back_up(settings, file, with_index=not without_index)
        console = Console(highlight=False, soft_wrap=True)
        console.print(f"{done.files} files are in {file} ({_size(done.size)}).", markup=False)
        console.print("It holds the secret, tokens and all that was asked. Keep it as you keep those.")
        for each in done.left_out:
            console.print(f"Not in it: {each}.", markup=False, style="dim")


def _size(size: int) -> str:
    return f"{max(size / 1e6, 0.1):,.1f} MB"
