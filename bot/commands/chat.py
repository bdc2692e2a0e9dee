"""`querist chat`."""

import typer


def add(app: typer.Typer) -> None:
    """Adds `querist chat`."""
    raise NotImplementedError
