"""Settings -> what belongs to a backup, and where it goes when it comes back.

In: settings. Out: one file with the database, the inbox and the queue, the secret, what the record is
verified with, the index of names, and the settings with the files that they name. The graphs themselves stay
where they are.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import create_engine, inspect, make_url
from sqlalchemy.exc import SQLAlchemyError

from bot.settings import FILE, PREFIX, Settings, load, name_of
from bot.wiring.desks import database_file
from bot.wiring.places import data_folder, several
from connectors import backup
from connectors.database.migrations import NEWEST, VERSION_TABLE
from kgqa.errors import BadInput, DatabaseUnavailable

DUMP = "database.dump"
ENVIRONMENT = "querist-environment.env"
# What is made again, or belongs to a process that runs.
_MADE_AGAIN = ("sample", "models", "individuals")
_NAMED = (
    "graphs",
    "ontology",
    "profile",
    "lexicon",
    "definitions",
    "library",
    "linking",
    "calibration",
    "prompts",
    "tokens",
    "auditors",
    "names",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BackedUp:
    """What was written: how many files, bytes, and what is not in it and has to be kept elsewhere."""

    files: int
    size: int
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What came back: when it was made and by which version, where it went, and what is left to do."""

    made: str
    version: str
    data: Path
    database: str
    notes: tuple[str, ...]


def back_up(settings: Settings, target: Path, *, with_index: bool = True) -> BackedUp:
    """Writes a backup to a new file; the service may run. Raises BadInput, BadSetting and
    DatabaseUnavailable.
    """
    target = target.absolute()
    if target.exists():
        raise BadInput(f"{target} exists already. Name a new file.")
    is_postgres = _is_postgres(settings)
    if not is_postgres and not database_file(settings).exists():
        raise BadInput(f"There is nothing to back up: no database in {settings.data}.")
    with TemporaryDirectory(prefix="querist-backup-") as folder:
        files: dict[str, Path] = {}
        if is_postgres:
            backup.dump(make_url(settings.database), Path(folder) / DUMP)
            files[DUMP] = Path(folder) / DUMP
        else:
            # What was taken over, how far it is, then the record of it: so nothing is answered twice.
            for part in ("-inbox", "-work", ""):
                if (path := _beside(database_file(settings), part)).exists():
                    files[f"database/querist{part}.db"] = path
        files |= dict(_of_data(settings, with_index=with_index))
        named = dict(_of_settings())
        files |= {f"settings/{number}-{path.name}": path for number, path in enumerate(named.values())}
        environment = _environment(Path(folder))
        if environment:
            files["settings/environment"] = environment
        about = {
            "version": version("querist"),
            "made": datetime.now(UTC).isoformat(timespec="seconds"),
            "database": "postgresql" if is_postgres else "sqlite",
            "schema": NEWEST,
            "settings": {
                name: f"settings/{number}-{path.name}" for number, (name, path) in enumerate(named.items())
            },
        }
        size = backup.write(target, files, about)
    return BackedUp(files=len(files), size=size, left_out=tuple(_left_out(settings, with_index=with_index)))


def restore(source: Path) -> Restored:
    """Brings a backup back: into the data folder and the database of the settings that are here, which must
    be empty. Settings that are not here come from the backup. Raises BadInput, BadSetting and
    DatabaseUnavailable; then nothing that was here has changed.
    """
    with backup.opened(source) as (about, folder):
        notes = list(_put_settings(about["settings"], folder))
        settings = load()
        is_postgres = _is_postgres(settings)
        if (about["database"] == "postgresql") != is_postgres:
            raise BadInput(
                f"The backup is of {_NAMES[about['database']]}, and {name_of('database')} names "
                f"{_NAMES['postgresql' if is_postgres else 'sqlite']}."
            )
        _refuse_full(settings)
        data = data_folder(settings)
        for path in sorted((folder / "data").rglob("*")):
            if path.is_file():
                backup.put(path, data / path.relative_to(folder / "data"))
        if is_postgres:
            backup.load(make_url(settings.database), folder / DUMP)
        else:
            for part in ("-inbox", "-work", ""):
                if (path := folder / f"database/querist{part}.db").exists():
                    backup.put(path, _beside(database_file(settings), part))
        environment = folder / "settings" / "environment"
        if environment.exists() and not _is_set_here(environment):
            with suppress(FileExistsError):
                backup.put(environment, Path(ENVIRONMENT))
            notes.append(
                f"Settings that stood in the environment are in {ENVIRONMENT}: set those that are missing "
                "here, and remove that file."
            )
        return Restored(
            made=about["made"],
            version=about["version"],
            data=data,
            database=_NAMES[about["database"]],
            notes=tuple(notes),
        )


_NAMES = {"postgresql": "PostgreSQL", "sqlite": "SQLite"}


def _is_postgres(settings: Settings) -> bool:
    return settings.database.startswith("postgres")


def _beside(file: Path, part: str) -> Path:
    return file.with_name(f"{file.stem}{part}.db") if part else file


def _of_data(settings: Settings, *, with_index: bool) -> Iterator[tuple[str, Path]]:
    """The files of the data folder but for the database, by their names in the backup."""
    data, database = settings.data, database_file(settings)
    skipped = {*_MADE_AGAIN, *(() if with_index else ("index",))}
    ours = {_beside(database, part) for part in ("-inbox", "-work", "")}
    for path in sorted(data.rglob("*")) if data.is_dir() else ():
        first, *_ = path.relative_to(data).parts
        is_of_process = path.name.endswith((".lock", ".part", "-wal", "-shm")) or first.endswith("-seats")
        if path.is_symlink() or not path.is_file() or path in ours or first in skipped or is_of_process:
            continue
        if "draft" in path.name:
            continue  # the next index in the making
        yield f"data/{path.relative_to(data).as_posix()}", path


def _of_settings() -> Iterator[tuple[str, Path]]:
    """`.env` and the files that settings name, by what they are called there; those of the data folder come
    with it.
    """
    if FILE.is_file():
        yield str(FILE), FILE
    settings = load()
    for field in _NAMED:
        value = getattr(settings, field)
        for name in several(str(value)) if value else ():
            path = Path(name).expanduser()
            if settings.data in path.absolute().parents or "://" in name:
                continue
            if path.is_file():
                yield name, path
            elif path.is_dir():
                yield from (
                    (str(p), p) for p in sorted(path.rglob("*")) if p.is_file() and not p.is_symlink()
                )


def _environment(folder: Path) -> Path | None:
    """The settings that stand in the environment, as a file."""
    given = {name: value for name, value in sorted(os.environ.items()) if name.startswith(PREFIX)}
    if not given:
        return None
    path = folder / "environment"
    path.write_text("".join(f"{name}={_quoted(value)}\n" for name, value in given.items()), "utf-8")
    return path


def _quoted(value: str) -> str:
    plain = value.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{plain}'"


def _is_set_here(environment: Path) -> bool:
    names = [line.partition("=")[0] for line in environment.read_text("utf-8").splitlines()]
    return all(name in os.environ for name in names)


def _put_settings(named: dict[str, str], folder: Path) -> Iterator[str]:
    """Puts back what is not here: below this folder, never elsewhere. What is left to do by hand."""
    here = Path.cwd()
    for name, member in named.items():
        path = Path(name)
        is_below = not path.is_absolute() and ".." not in path.parts and not name.startswith("~")
        if not is_below:
            if not path.expanduser().exists():
                place = here / "restored" / path.name
                if not place.exists():
                    backup.put(folder / member, place)
                yield f"{name} is not here; it lies in {place}. Move it to its place."
        elif not path.exists():
            backup.put(folder / member, here / path)
        elif path.read_bytes() != (folder / member).read_bytes():
            yield f"{name} is here already and differs from that of the backup. It was left as it is."


def _refuse_full(settings: Settings) -> None:
    """Raises BadInput where something would be overwritten."""
    secret = settings.data / "secret"
    if secret.exists():
        raise BadInput(f"There is a secret in {settings.data} already. Restore into an empty data folder.")
    if not _is_postgres(settings):
        for part in ("", "-inbox", "-work"):
            if (path := _beside(database_file(settings), part)).exists():
                raise BadInput(f"There is a database already: {path}. Restore into an empty data folder.")
        return
    engine = create_engine(make_url(settings.database).set(drivername="postgresql+psycopg"))
    try:
        if inspect(engine).has_table(VERSION_TABLE):
            raise BadInput(f"The database of {name_of('database')} is not empty. Restore into a new one.")
    except SQLAlchemyError as error:
        said = str(getattr(error, "orig", None) or error).strip().splitlines()
        raise DatabaseUnavailable(
            f"The database cannot be used: {said[0] if said else 'no reason given'}."
        ) from error
    finally:
        engine.dispose()


def _left_out(settings: Settings, *, with_index: bool) -> Iterator[str]:
    graphs = [source for source in several(settings.graph) if "://" not in source]
    if graphs:
        yield f"the files of the graph ({', '.join(graphs)})"
    if settings.graphs:
        yield f"the graphs that {settings.graphs} names"
    if settings.store:
        yield f"the store in {settings.store}, which is loaded again from the files"
    if settings.documents:
        yield f"the documents in {settings.documents}"
    if not with_index:
        yield "the index of names, which is built again"
