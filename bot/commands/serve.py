"""`querist serve`."""

import typer


def add(app: typer.Typer) -> None:
    """Adds `querist serve`."""
    raise NotImplementedError
