"""A running service signs checkpoints of its record by itself: each once, however many replicas there are."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.cards.look import Look
from bot.cards.notice import of_checkpoint
from bot.digest.schedule import Reader
from bot.message import NotPosted
from bot.settings import Settings
from bot.wiring.audit import checkpoint_line, checkpoints_of, sign
from bot.wiring.checkpoints import Places, Posting, keep_signing, open_checkpoints
from connectors.database.audit import AuditTrail
from connectors.database.database import Database
from connectors.database.record import Record
from connectors.database.signings import Signings
from kgqa.audit import Checkpoint
from kgqa.errors import BadSetting
from tests.bot.slack_bot import running
from tests.bot.teams_room import announcing
from tests.connectors.recorded import ADA, answered
from tests.doubles import answers
from tests.doubles.teams import TENANT
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


async def looked(
    database: Database, settings: Settings, path: Path | None, looks: int = 1, **channels: Posting
) -> None:
    clock = Clock(looks)

    def signing(size: int, head: str) -> Checkpoint:
        return sign(settings, size, head, None)

    with suppress(asyncio.CancelledError):
        await keep_signing(
            Signings(database), Places(path, channels), signing, HOUR, now=lambda: clock.now, rest=clock.rest
        )


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


async def test_each_channel_gets_a_checkpoint_whatever_meets_the_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = Database.open(with_database(tmp_path / "querist.db"))
    await answered(Record(database), "e1", answers.one_thing(), ADA)
    posted: list[Checkpoint] = []

    async def away(_: Checkpoint) -> None:
        raise NotPosted("Querist is not in that channel; invite it.", retry_after=None)

    async def there(checkpoint: Checkpoint) -> None:
        posted.append(checkpoint)

    with caplog.at_level(logging.ERROR):
        await looked(database, Settings(data=tmp_path), None, away=away, there=there)
    assert "was not posted to away: Querist is not in that channel; invite it." in caplog.text
    assert len(posted) == 1
    (act,) = await AuditTrail(database).acts(most=9)
    assert act.facts["to"] == ["away", "there"]
    assert "file" not in act.facts
    database.close()


async def test_a_place_that_lacks_the_newest_gets_it_when_the_next_is_due_though_nothing_is_recorded(
    tmp_path: Path,
) -> None:
    database = Database.open(with_database(tmp_path / "querist.db"))
    await answered(Record(database), "e1", answers.one_thing(), ADA)
    tried: list[Checkpoint] = []
    posted: list[Checkpoint] = []

    async def away_for_two_hours(checkpoint: Checkpoint) -> None:
        tried.append(checkpoint)
        if len(tried) <= 2:
            raise NotPosted("Slack is away.", retry_after=None)

    async def there(checkpoint: Checkpoint) -> None:
        posted.append(checkpoint)

    await looked(database, Settings(data=tmp_path), None, looks=9, away=away_for_two_hours, there=there)
    assert tried == posted * 3
    assert len(await AuditTrail(database).acts(most=9)) == 1
    database.close()


async def test_a_line_that_was_copied_from_slack_shows_a_cut_end(tmp_path: Path) -> None:
    database = Database.open(with_database(tmp_path / "querist.db"))
    settings = Settings(data=tmp_path, audit_checkpoint_to="slack:T1:C1")
    async with running() as bot:
        for event in ("e1", "e2"):
            await answered(Record(database), event, answers.one_thing(), ADA)
        signing = open_checkpoints(settings, database, (bot.platform,))
        assert signing is not None
        task = asyncio.create_task(signing())
        (posted,) = await bot.slack.wait_for(1)
        task.cancel()
        assert "Checkpoint of the record: 11 entries on " in posted["text"]
        line = posted["blocks"][0]["elements"][1]["elements"][0]["text"]
    copied = tmp_path / "copied.jsonl"
    copied.write_text(line)
    known = checkpoints_of(settings, copied, "")
    assert (await AuditTrail(database).verify(known)).broken is None
    with sqlite3.connect(tmp_path / "querist.db") as raw:
        raw.execute("DELETE FROM audit_acts")
        raw.execute("DELETE FROM record_chain WHERE number = 11")
    raw.close()
    assert (await AuditTrail(database).verify()).broken is None
    broken = (await AuditTrail(database).verify(known)).broken
    assert broken is not None
    assert "its end was cut off" in broken.what
    database.close()


async def test_in_teams_a_checkpoint_is_a_card(tmp_path: Path) -> None:
    async with announcing() as (teams, microsoft):
        checkpoint = sign(Settings(data=tmp_path), 12_345, "ab" * 32, None)
        notice = of_checkpoint(checkpoint, checkpoint_line(checkpoint), Look(language="de"))
        await teams.notify(Reader.of(f"teams:{TENANT}:19:admins@thread.tacv2"), notice)
        (posted,) = microsoft.posted
    card = posted["attachments"][0]["content"]
    assert "Prüfpunkt des Protokolls" in str(card)
    assert "12.345 Einträge am " in str(card)
    assert card["body"][-1]["inlines"][0]["text"] == checkpoint_line(checkpoint)


def test_a_channel_of_a_platform_that_is_not_set_up_ends_the_start(tmp_path: Path) -> None:
    database = Database.open(with_database(tmp_path / "querist.db"))
    settings = Settings(data=tmp_path, audit_checkpoint_to="slack:T1:C1")
    with pytest.raises(BadSetting, match=r"names slack:T1:C1, and nothing can be posted to slack here"):
        open_checkpoints(settings, database)
    database.close()


def test_a_key_that_cannot_be_used_ends_the_start(tmp_path: Path) -> None:
    database = Database.open(with_database(tmp_path / "querist.db"))
    (tmp_path / "key.pem").write_text("no key")
    settings = Settings(data=tmp_path, audit_checkpoints=tmp_path / "c.jsonl", audit_key=tmp_path / "key.pem")
    with pytest.raises(BadSetting, match="no private key"):
        open_checkpoints(settings, database)
    assert open_checkpoints(Settings(data=tmp_path), database) is None
    database.close()
