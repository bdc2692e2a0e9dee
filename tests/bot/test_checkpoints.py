"""A running service signs checkpoints of its record by itself: each once, however many replicas there are."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.settings import Settings
from bot.wiring.audit import checkpoints_of, sign
from bot.wiring.checkpoints import keep_signing, open_checkpoints
from connectors.database.audit import AuditTrail
from connectors.database.database import Database
from connectors.database.record import Record
from connectors.database.signings import Signings
from kgqa.audit import Checkpoint
from kgqa.errors import BadSetting
from tests.connectors.recorded import ADA, answered
from tests.doubles import answers
from tests.postgres import migrated_postgres
from tests.sqlite import with_database

__all__ = ["migrated_postgres"]  # a fixture

HOUR = timedelta(hours=1)


class Clock:
    """Each rest is an hour; before each look, `work` may be done. It ends after so many looks."""

    def __init__(self, looks: int) -> None:
        self.now, self.looks = datetime.now(UTC), looks

    async def rest(self, _: float) -> None:
        self.looks -= 1
        if not self.looks:
            raise asyncio.CancelledError
        self.now += HOUR


def kept(path: Path) -> tuple[Checkpoint, ...]:
    return checkpoints_of(Settings(data=path.parent), path, "") if path.exists() else ()


async def looked(database: Database, settings: Settings, path: Path, looks: int = 1) -> None:
    clock = Clock(looks)

    def signing(size: int, head: str) -> Checkpoint:
        return sign(settings, size, head, None)

    with suppress(asyncio.CancelledError):
        await keep_signing(Signings(database), path, signing, HOUR, now=lambda: clock.now, rest=clock.rest)


async def test_a_checkpoint_is_signed_where_something_was_recorded_and_the_chain_meets_it(
    tmp_path: Path,
) -> None:
    database = Database.open(with_database(tmp_path / "querist.db"))
    settings, path = Settings(data=tmp_path), tmp_path / "away" / "checkpoints.jsonl"
    await looked(database, settings, path)
    assert kept(path) == ()  # nothing is recorded yet
    await answered(Record(database), "e1", answers.one_thing(), ADA)
    await looked(database, settings, path, looks=5)  # five hours, of which four are quiet
    (one,) = kept(path)
    proof = await AuditTrail(database).verify((one,), lambda *_: None)
    assert (proof.broken, proof.checkpoints, proof.links) == (None, 1, one.size)
    await answered(Record(database), "e2", answers.one_thing(), ADA)
    await looked(database, settings, path)
    assert len(kept(path)) == 1  # the next one is not due yet
    acts = await AuditTrail(database).acts(most=9)
    assert [(act.kind, act.by, act.facts["file"]) for act in acts] == [("checkpoint", "querist", str(path))]
    database.close()


@pytest.mark.slow
async def test_of_several_replicas_one_signs(migrated_postgres: str, tmp_path: Path) -> None:
    first = Database.open(migrated_postgres)
    await answered(Record(first), "e1", answers.one_thing(), ADA)
    settings, path = Settings(data=tmp_path), tmp_path / "checkpoints.jsonl"
    databases = [first, *(Database.open(migrated_postgres) for _ in range(3))]
    await asyncio.gather(*(looked(database, settings, path) for database in databases))
    assert len(kept(path)) == 1
    for database in databases:
        database.close()


async def test_a_file_that_cannot_be_written_is_logged_and_the_service_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = Database.open(with_database(tmp_path / "querist.db"))
    await answered(Record(database), "e1", answers.one_thing(), ADA)
    (tmp_path / "file").write_text("")
    with caplog.at_level(logging.ERROR):
        await looked(database, Settings(data=tmp_path), tmp_path / "file" / "checkpoints.jsonl", looks=2)
    assert "cannot be written" in caplog.text
    database.close()


def test_a_key_that_cannot_be_used_ends_the_start(tmp_path: Path) -> None:
    database = Database.open(with_database(tmp_path / "querist.db"))
    (tmp_path / "key.pem").write_text("no key")
    settings = Settings(data=tmp_path, audit_checkpoints=tmp_path / "c.jsonl", audit_key=tmp_path / "key.pem")
    with pytest.raises(BadSetting, match="no private key"):
        open_checkpoints(settings, database)
    assert open_checkpoints(Settings(data=tmp_path), database) is None
    database.close()
