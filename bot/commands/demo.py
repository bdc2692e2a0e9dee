"""`querist demo`."""

import typer


def add(app: typer.Typer) -> None:
    """Adds `querist demo`."""
    raise NotImplementedError
