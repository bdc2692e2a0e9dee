"""A backup: one file that holds databases, secret, index and settings, and proves that it is whole.

In: files by the names that they have in the backup. Out: a `.tar.gz` whose first member says what is in it,
with a hash for each; and the way back. Databases of SQLite are copied as they stand at one moment, while
others write; a PostgreSQL is copied by its own `pg_dump`.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import shutil
import sqlite3
import subprocess
import tarfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import URL

from kgqa.errors import BadInput, BadSetting, DatabaseUnavailable

ABOUT = "querist-backup.json"
FORMAT = 1
_SQLITE = b"SQLite format 3\x00"
_QUICK = 3  # of gzip: most of it is an index that hardly shrinks
_PIECE = 1 << 20


def write(target: Path, files: Mapping[str, Path], about: Mapping[str, Any]) -> int:
    """Writes a new file, which only its owner may read; its size in bytes. A file that is gone meanwhile is
    left out. Raises BadSetting where it cannot be written, BadInput where there is one already.
    """
    if target.exists():
        raise BadInput(f"{target} exists already. Name a new file.")
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        with TemporaryDirectory(dir=target.parent, prefix=".querist-backup-") as folder:
            copies = {name: copy for name, path in files.items() if (copy := _copy(path, Path(folder), name))}
            hashes = {name: _hash(path) for name, path in copies.items()}
            handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with (
                os.fdopen(handle, "wb") as raw,
                gzip.GzipFile(fileobj=raw, mode="wb", compresslevel=_QUICK) as packed,
                tarfile.open(fileobj=packed, mode="w") as archive,
            ):
                _add_text(archive, ABOUT, json.dumps({"format": FORMAT, **about, "files": hashes}, indent=1))
                for name, path in copies.items():
                    archive.add(path, name, recursive=False)
            with part.open("rb") as written:
                os.fsync(written.fileno())
        part.rename(target)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise BadSetting(f"The backup cannot be written to {target}: {error.strerror or error}.") from error
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return target.stat().st_size


@contextmanager
def opened(source: Path) -> Iterator[tuple[dict[str, Any], Path]]:
    """What a backup says of itself, and a folder with all its files, each of which is as it was written.
    Raises BadInput for a file that is no backup, or is damaged; BadSetting where there is no room.
    """
    with TemporaryDirectory(prefix="querist-restore-") as folder:
        yield _unpacked(source, Path(folder)), Path(folder)


def _unpacked(source: Path, folder: Path) -> dict[str, Any]:
    try:
        with tarfile.open(source, "r:gz") as archive:
            first = archive.next()
            if first is None or first.name != ABOUT:
                raise BadInput(f"{source} is no backup of Querist.")
            about = _about(source, archive, first)
            while member := archive.next():
                if member.name not in about["files"] or not member.isreg():
                    raise BadInput(f"{source} holds what no backup holds: {member.name[:80]!r}.")
                _unpack(archive, member, folder / member.name)
            for name, expected in about["files"].items():
                if not (folder / name).is_file() or _hash(folder / name) != expected:
                    raise BadInput(f"{source} is damaged: {name} is not as it was written.")
            return about
    except (tarfile.TarError, EOFError, gzip.BadGzipFile, zlib.error, ValueError, KeyError) as error:
        raise BadInput(f"{source} is no backup of Querist, or is damaged.") from error
    except FileNotFoundError as error:
        raise BadInput(f"{source} is not there.") from error
    except OSError as error:
        raise BadSetting(f"{source} cannot be unpacked: {error.strerror or error}.") from error


def _unpack(archive: tarfile.TarFile, member: tarfile.TarInfo, target: Path) -> None:
    """A regular file of an archive, and nothing of its owner, mode or time. `extract` has the filter for that
    only from Python 3.11.4 on; Debian 12 has an earlier one.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    packed = archive.extractfile(member)
    if packed is not None:
        with packed, target.open("wb") as copy:
            shutil.copyfileobj(packed, copy, _PIECE)


def put(source: Path, target: Path) -> None:
    """A file of a backup at its place, readable for its owner alone. Raises BadSetting."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        part = target.with_name(f"{target.name}.{os.getpid()}.part")
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as copy, source.open("rb") as original:
            shutil.copyfileobj(original, copy, _PIECE)
        part.rename(target)
    except OSError as error:
        raise BadSetting(f"{target} cannot be written: {error.strerror}.") from error


def dump(url: URL, target: Path) -> None:
    """The whole of a PostgreSQL database in a file. Raises BadSetting where `pg_dump` is missing,
    DatabaseUnavailable where it fails.
    """
    _postgres("pg_dump", url, ["--format=custom", f"--file={target}"], about=_DUMP)


def load(url: URL, source: Path) -> None:
    """Puts a dump into an empty PostgreSQL database, whole or not at all. Raises as `dump`."""
    words = ["--no-owner", "--exit-on-error", "--single-transaction", str(source)]
    _postgres("pg_restore", url, words, about=_LOAD)


_DUMP = "Install PostgreSQL's own programs (Debian: apt install postgresql-client), or back up by hand: "
_LOAD = "Install PostgreSQL's own programs (Debian: apt install postgresql-client), and restore again: "


def _postgres(program: str, url: URL, words: list[str], *, about: str) -> None:
    plain = URL.create("postgresql", url.username, None, url.host, url.port, url.database, url.query)
    place = plain.render_as_string(hide_password=False)
    command = [program, "--no-password", f"--dbname={place}", *words]
    environment = dict(os.environ)
    if url.password:
        environment["PGPASSWORD"] = str(url.password)  # not where each user of the machine could read it
    try:
        subprocess.run(command, env=environment, check=True, capture_output=True, text=True)  # noqa: S603  # no shell
    except FileNotFoundError as error:
        raise BadSetting(f"{program} is not installed. {about}{' '.join(command)}") from error
    except subprocess.CalledProcessError as error:
        said = (error.stderr or "").strip().splitlines()
        why = "; ".join(line.strip() for line in said[:2]) or f"it ended with {error.returncode}"
        raise DatabaseUnavailable(f"{program} failed: {why[:300]}.") from error


def _copy(path: Path, folder: Path, name: str) -> Path | None:
    """The file itself; of a database of SQLite a copy as it stands now. None where it is gone."""
    try:
        with path.open("rb") as file:
            if file.read(len(_SQLITE)) != _SQLITE:
                return path
    except FileNotFoundError:
        return None
    copy = folder / name
    copy.parent.mkdir(parents=True, exist_ok=True)
    try:
        with closing(sqlite3.connect(path)) as original, closing(sqlite3.connect(copy)) as written:
            original.backup(written)
    except sqlite3.Error as error:
        raise DatabaseUnavailable(f"The database {path} cannot be copied: {error}.") from error
    return copy


def _about(source: Path, archive: tarfile.TarFile, member: tarfile.TarInfo) -> dict[str, Any]:
    file = archive.extractfile(member)
    about: dict[str, Any] = json.loads(file.read(_PIECE * 64)) if file else {}
    if about.get("format") != FORMAT:
        raise BadInput(f"{source} was written by another version of Querist. Restore it with that version.")
    for name in about["files"]:
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts:
            raise BadInput(f"{source} holds what no backup holds: {name[:80]!r}.")
    return about


def _add_text(archive: tarfile.TarFile, name: str, text: str) -> None:
    data = text.encode()
    member = tarfile.TarInfo(name)
    member.size, member.mode = len(data), 0o600
    archive.addfile(member, io.BytesIO(data))


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
