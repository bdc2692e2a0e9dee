"""One database: the engine, its threads, its schema, and the translation of its errors.

In: a URL, "sqlite:///path" or "postgresql://...". Out: a Database whose `run` does work in a transaction.
Errors: DatabaseUnavailable when it cannot be reached or written, OurMove when it refuses what we wrote.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Self, TypeVar

from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    InterfaceError,
    NoSuchModuleError,
    OperationalError,
    SQLAlchemyError,
    TimeoutError,  # noqa: A004  # SQLAlchemy's: no free connection
)
from sqlalchemy.orm import Session

from kgqa.errors import BadSetting, DatabaseUnavailable, OurMove

T = TypeVar("T")

_READING: dict[str, dict[str, Any]] = {
    "sqlite": {"querist_reads": True},
    "postgresql": {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True},
}
THREADS = 8  # and as many connections
BUSY_SECONDS = 10  # how long a SQLite writer waits for another one


class Database:
    """An engine with threads of its own, so that it belongs to no event loop."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._reading = engine.execution_options(**_READING[engine.dialect.name])
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="database")

    @classmethod
    def open(cls, url: str) -> Self:
        """Connects, and brings the schema up to date: safe when several processes start at once.

        Raises BadSetting for a URL that cannot be read, DatabaseUnavailable when nothing answers there.
        """
        from connectors.database.migrations import upgrade

        engine = _engine(url)
        try:
            upgrade(engine)
        except CommandError as error:
            engine.dispose()
            raise DatabaseUnavailable(
                f"The database at {engine.url.database} was written by another version of Querist "
                "and cannot be brought to this one. Run the newest version, or restore a backup."
            ) from error
        except SQLAlchemyError as error:
            engine.dispose()
            raise _translated(engine, error) from error
        return cls(engine)

    @classmethod
    def bare(cls, url: URL) -> Self:
        """One without our schema, for tables that whoever asks makes. Raises as `open`."""
        return cls(_engine(url.render_as_string(hide_password=False)))

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    async def run(self, work: Callable[[Session], T]) -> T:
        """`work` in one transaction, in a thread; it is rolled back when `work` raises."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._transact, work)

    async def read(self, work: Callable[[Session], T]) -> T:
        """As `run`, for work that writes nothing: it sees one state of the database, and others write
        meanwhile.
        """
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, self._transact, work, self._reading
        )

    async def erase(self, work: Callable[[Session], T]) -> T:
        """As `run`, for work that takes something out for good. A file of SQLite is overwritten where it was,
        and the log emptied, or later where somebody reads just now; PostgreSQL does so by VACUUM.
        """
        if not self.is_sqlite:
            return await self.run(work)

        def erasing(session: Session) -> T:
            session.execute(text("PRAGMA secure_delete = ON"))
            return work(session)

        done = await self.run(erasing)
        await asyncio.get_running_loop().run_in_executor(self._threads, _empty_log, self.engine)
        return done

    def _transact(self, work: Callable[[Session], T], engine: Engine | None = None) -> T:
        try:
            with Session(engine or self.engine, expire_on_commit=False) as session, session.begin():
                return work(session)
        except SQLAlchemyError as error:
            raise _translated(self.engine, error) from error

    def close(self) -> None:
        """Ends the threads and the connections."""
        self._threads.shutdown(wait=True)
        self.engine.dispose()


def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
        if parsed.drivername in ("postgres", "postgresql"):
            parsed = parsed.set(drivername="postgresql+psycopg")
        if parsed.get_backend_name() == "sqlite":
            return _sqlite(parsed)
        if parsed.get_backend_name() != "postgresql":
            raise BadSetting(_WRONG_URL)
        return create_engine(
            parsed,
            pool_size=THREADS,
            pool_pre_ping=True,  # a connection that the server closed is replaced, not reported
            connect_args={"connect_timeout": 10},
        )
    except (ArgumentError, NoSuchModuleError, ValueError) as error:
        raise BadSetting(_WRONG_URL) from error
    except ModuleNotFoundError as error:
        raise BadSetting(
            "PostgreSQL needs its driver, which is not installed. Run: pip install 'querist[postgres]'"
        ) from error


_FORBIDDEN = "42501"  # how PostgreSQL says that an account may not do something
_WRONG_URL = (
    "QUERIST_DATABASE is not a database URL that I know. "
    "It looks like postgresql://user:password@host/name or sqlite:////folder/querist.db"
)


def _sqlite(url: URL) -> Engine:
    if not url.database or url.database == ":memory:":
        raise BadSetting("QUERIST_DATABASE must name a file: what is only in memory is lost at the end.")
    try:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseUnavailable(
            f"The folder of the database {url.database} cannot be made: {error.strerror}. "
            "Check QUERIST_DATABASE."
        ) from error
    engine = create_engine(url, pool_size=THREADS, connect_args={"timeout": BUSY_SECONDS})

    @event.listens_for(engine, "connect")
    def _on_connect(connection: sqlite3.Connection, _: Any) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves, below
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")  # what is committed survives a power cut
        connection.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def _on_begin(connection: Connection) -> None:
        # A transaction that reads and then writes would fail at once when another wrote in between;
        # ours are a few milliseconds long, so all of them may simply take turns.
        # Who only reads lets others write: WAL shows it one state.
        is_reading = connection.get_execution_options().get("querist_reads")
        connection.exec_driver_sql("BEGIN" if is_reading else "BEGIN IMMEDIATE")

    return engine


def _empty_log(engine: Engine) -> None:
    connection = engine.raw_connection()
    try:
        connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()


def _translated(engine: Engine, error: SQLAlchemyError) -> Exception:
    where = engine.url.database if engine.dialect.name == "sqlite" else engine.url.host or "the local socket"
    if getattr(getattr(error, "orig", None), "sqlstate", "") == _FORBIDDEN:
        reason = str(error.orig).strip().splitlines()[0]  # type: ignore[attr-defined]  # it has a state
        return DatabaseUnavailable(
            f"The account of QUERIST_DATABASE may not do that ({reason}). Use one that may: "
            "docs/admin/server.md says which account is for what."
        )
    # SQLite says of a file that is none of its own, or is damaged, that it is a DatabaseError and no more.
    if isinstance(error, OperationalError | InterfaceError | TimeoutError) or type(error) is DatabaseError:
        lines = str(getattr(error, "orig", None) or error).strip().splitlines()
        return DatabaseUnavailable(
            f"The database at {where} cannot be used: {lines[0] if lines else 'no reason given'}. "
            "Check that it runs, that QUERIST_DATABASE is right and that there is room on the disk."
        )
    return OurMove(f"The database at {where} refused what was written: {type(error).__name__}.")
