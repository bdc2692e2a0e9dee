"""`querist manifest`."""

import typer


def add(app: typer.Typer) -> None:
    """Adds `querist manifest`."""
    raise NotImplementedError
