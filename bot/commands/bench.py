"""`querist bench`."""

import typer


def add(app: typer.Typer) -> None:
    """Adds `querist bench`."""
    raise NotImplementedError
