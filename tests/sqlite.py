"""The files of SQLite as a second start of Querist finds them: the tables are there, and empty."""

from __future__ import annotations

import multiprocessing
import shutil
import tempfile
from functools import cache
from pathlib import Path

from dbos import DBOS

from connectors.database.database import Database


@cache
def _made() -> tuple[tempfile.TemporaryDirectory[str], Path, Path]:
    """The files of the database and of the queue; the folder goes with this process."""
    folder = tempfile.TemporaryDirectory(prefix="querist-tables")
    database, work = Path(folder.name, "querist.db"), Path(folder.name, "work.db")
    Database.open(f"sqlite:///{database}").close()
    DBOS.migrate(f"sqlite:///{work}")
    return folder, database, work


def with_database(file: Path) -> str:
    """The URL of a file with the tables of Querist, and nothing in them."""
    file.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(_made()[1], file)
    return f"sqlite:///{file}"


def with_tables(database: Path, work: Path) -> None:
    """Puts both files down where there is no database yet: to migrate them anew costs a test more than all
    else. A process that a test starts, of which each is new, makes its own.
    """
    if database.exists() or work.exists() or multiprocessing.parent_process() is not None:
        return
    with_database(database)
    shutil.copyfile(_made()[2], work)
