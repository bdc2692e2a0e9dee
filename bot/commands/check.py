"""`querist check`."""

import typer


def add(app: typer.Typer) -> None:
    """Adds `querist check`."""
    raise NotImplementedError
