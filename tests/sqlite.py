"""The files of SQLite as a second start of Querist finds them: the tables are there, and empty."""

from __future__ import annotations

import multiprocessing
import shutil
from pathlib import Path

from dbos import DBOS

from connectors.database.database import Database
from tests.shared import made_once


def _make(folder: Path) -> None:
    """The files of the database and of the queue."""
    Database.open(f"sqlite:///{folder}/querist.db").close()
    DBOS.migrate(f"sqlite:///{folder}/work.db")


def with_database(file: Path) -> str:
    """The URL of a file with the tables of Querist, and nothing in them."""
    file.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(made_once("tables", _make) / "querist.db", file)
    return f"sqlite:///{file}"


def with_tables(database: Path, work: Path) -> None:
    """Puts both files down where there is no database yet: to migrate them anew costs a test more than all
    else. A process that a test starts, of which each is new, makes its own.
    """
    if database.exists() or work.exists() or multiprocessing.parent_process() is not None:
        return
    with_database(database)
    shutil.copyfile(made_once("tables", _make) / "work.db", work)
