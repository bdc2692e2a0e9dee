"""How a database stands, looked at without changing it.

In: its URL. Out: the version of its schema and the newest that this Querist knows.
"""

from __future__ import annotations

from dataclasses import dataclass

from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from connectors.database.database import _engine, _translated
from connectors.database.migrations import VERSION_TABLE


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """`version` is "" where nothing was kept yet; `is_known` is False for a schema of another Querist."""

    version: str
    newest: str
    is_known: bool

    @property
    def is_new(self) -> bool:
        return not self.version

    @property
    def is_old(self) -> bool:
        return bool(self.version) and self.is_known and self.version != self.newest


def standing(url: str) -> Standing:
    """Connects, takes the right to write and gives it back. Raises BadSetting for the URL,
    DatabaseUnavailable when nothing answers there or nothing may be written.
    """
    engine = _engine(url)
    try:
        with engine.connect() as connection, connection.begin() as transaction:
            version = _version(connection)
            if engine.dialect.name == "postgresql":
                connection.execute(text("CREATE TEMPORARY TABLE querist_doctor (it integer) ON COMMIT DROP"))
            transaction.rollback()
    except SQLAlchemyError as error:
        raise _translated(engine, error) from error
    finally:
        engine.dispose()
    config = Config()
    config.set_main_option("script_location", "connectors.database:migrations")
    scripts = ScriptDirectory.from_config(config)
    return Standing(
        version=version, newest=scripts.get_current_head() or "", is_known=_is_known(scripts, version)
    )


def _version(connection: Connection) -> str:
    context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
    return context.get_current_revision() or ""


def _is_known(scripts: ScriptDirectory, version: str) -> bool:
    try:
        return not version or scripts.get_revision(version) is not None
    except CommandError:
        return False
