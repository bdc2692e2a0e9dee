"""Settings -> the record, for those who ask in a terminal and for those who audit."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from bot.access import Directory
from bot.audit.names import Names
from bot.desk.engine import forget_jobs
from bot.desk.ports import Audit, Records
from bot.settings import Settings
from bot.wiring.desks import has_database, open_database, work_url
from bot.wiring.places import data_folder
from bot.wiring.platforms import open_directories
from connectors import checkpoints
from connectors.database.audit import AuditTrail
from connectors.database.codec import result_sha256
from connectors.database.inbox import InboxTable, inbox_file
from connectors.database.record import Record
from connectors.verify_export import __file__ as _program
from kgqa.audit import Checkpoint
from kgqa.errors import BadInput, BadSetting

__all__ = [
    "checkpoint_file",
    "checkpoint_line",
    "checkpoints_of",
    "forget_work",
    "keep_checkpoint",
    "open_audit",
    "open_names",
    "open_records",
    "result_sha256",
    "sign",
    "verifier",
]

_LOG = logging.getLogger(__name__)

CHECKPOINTS = "checkpoints.jsonl"
KEY = "audit-key.pem"


@contextmanager
def open_records(settings: Settings) -> Iterator[Records]:
    """The record, to be written. Raises as `open_database` does."""
    database = open_database(settings)
    try:
        yield Record(database)
    finally:
        database.close()


def open_names(settings: Settings) -> Names:
    """What people and channels are called, asked where the settings alone allow it. Raises BadSetting for the
    file of names. Who reads the record needs no chat: one that is not set up to its end is not asked.
    """
    directories: Sequence[Directory] = ()
    try:
        directories = open_directories(settings)
    except BadSetting as error:
        _LOG.warning("Chats are not asked for names. %s", error)
    return Names(settings.names, directories)


@contextmanager
def open_audit(settings: Settings) -> Iterator[Audit]:
    """The record, to be read. Raises BadInput where there is none yet, and as `open_database` does."""
    if not has_database(settings):
        raise BadInput(
            f"Nothing is recorded in {settings.data}: there is no database. QUERIST_DATA or QUERIST_DATABASE "
            "name where it is."
        )
    database = open_database(settings)
    try:
        yield AuditTrail(database)
    finally:
        database.close()


def checkpoint_file(settings: Settings) -> Path:
    """Where checkpoints are written and looked for, unless another file is named."""
    return settings.audit_checkpoints or data_folder(settings) / CHECKPOINTS


def sign(settings: Settings, size: int, head: str, key: Path | None) -> Checkpoint:
    """A checkpoint of the chain, with the key of a file, or that of the settings. Raises BadSetting."""
    private = checkpoints.private_key(key or settings.audit_key or data_folder(settings) / KEY)
    return checkpoints.signed(size, head, datetime.now(UTC), private)


def checkpoint_line(checkpoint: Checkpoint) -> str:
    """A checkpoint as a line of its file."""
    return checkpoints.as_line(checkpoint)


def keep_checkpoint(path: Path, checkpoint: Checkpoint) -> None:
    """Adds it to a file. Raises BadInput."""
    checkpoints.append(path, checkpoint)


def checkpoints_of(settings: Settings, path: Path | None, key: str) -> tuple[Checkpoint, ...]:
    """The checkpoints of a file, or of the own one where there is one; signed with `key` where one is given,
    those of the own file with the own key. Raises BadInput.
    """
    own = checkpoint_file(settings)
    if path is None and not own.exists():
        return ()
    keys: Sequence[str] = (checkpoints.public_key(key),) if key else ()
    private = settings.audit_key or data_folder(settings) / KEY
    if path is None and not key and private.exists():
        keys = (checkpoints.public_key(str(private)),)
    return checkpoints.read(path or own, keys)


def verifier() -> str:
    """The program that verifies an export, as text."""
    return Path(_program).read_text("utf-8")


async def forget_work(settings: Settings, person: str, events: Sequence[str]) -> None:
    """Takes the messages of a person out of the inbox and the engine, which keep what is done. Raises
    DatabaseUnavailable.
    """
    database = open_database(settings)
    try:
        if not database.is_sqlite or inbox_file(database).exists():
            inbox = InboxTable(database)
            await inbox.open()
            try:
                await inbox.forget(person)
            finally:
                await inbox.close()
        await asyncio.to_thread(forget_jobs, work_url(database), events)
    finally:
        database.close()
