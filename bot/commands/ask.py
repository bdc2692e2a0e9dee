"""`querist ask`."""

import typer


def add(app: typer.Typer) -> None:
    """Adds `querist ask`."""
    raise NotImplementedError
