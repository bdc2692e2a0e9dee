"""The schema's history, shipped inside the package so that every installation can bring itself up to date."""

from __future__ import annotations

import logging

from sqlalchemy import Engine, text

VERSION_TABLE = "querist_schema"
_LOCK = 7_237_519_066  # any number, the same in every process


def upgrade(engine: Engine) -> None:
    """Brings the schema to the newest version; a process that starts meanwhile waits, then sees it done.

    The whole upgrade is one transaction on both databases: SQLite lets one writer in, PostgreSQL gets a lock.
    """
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
