"""The schema's history, shipped inside the package so that every installation can bring itself up to date."""

from __future__ import annotations

import logging

from sqlalchemy import Engine, inspect, text

VERSION_TABLE = "querist_schema"
NEWEST = "0010"  # the last file here: a database that is there is left as it is, without a look at the files
_LOCK = 7_237_519_066  # any number, the same in every process


def upgrade(engine: Engine) -> None:
    """Brings the schema to the newest version; a process that starts meanwhile waits, then sees it done.

    The whole upgrade is one transaction on both databases: SQLite lets one writer in, PostgreSQL gets a lock.
    """
    if _version(engine) == NEWEST:
        return
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it logs as it is imported
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "connectors.database:migrations")
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _version(engine: Engine) -> str:
    """The version of the schema; "" where there is none."""
    with engine.connect() as connection:
        if not inspect(connection).has_table(VERSION_TABLE):
            return ""
        return connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}")) or ""
