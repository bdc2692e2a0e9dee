"""What people did to an answer can be read again, and whether it is still to be posted."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from connectors.database.database import Database
from connectors.database.migrations import VERSION_TABLE
from connectors.database.record import Record
from connectors.database.tables import EntryRow
from tests.connectors.recorded import BEFORE_SEARCH
from tests.doubles import answers

NOW = datetime(2026, 11, 20, tzinfo=UTC)
PLACE = {
    "platform": "slack",
    "tenant": "T1",
    "channel": "C1",
    "thread": "1.0",
    "person": "U1",
    "message": "E",
}


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    database = Database.open(f"sqlite:///{tmp_path}/querist.db")
    yield Record(database)
    database.close()


async def closed(record: Record, **place: str) -> str:
    reference = await record.opened("slack:T1:E", answers.one_thing().question, context=PLACE | place)
    await record.closed(reference, answers.one_thing())
    return reference


async def test_notes_of_one_sort_come_back_in_their_order(record: Record) -> None:
    reference = await closed(record)
    await record.noted(reference, "shared", by="U1", failed="too long")
    await record.noted(reference, "shown", by="U1", way="chart")
    await record.noted(reference, "shared", by="U2", done="yes")
    notes = await record.notes(reference, "shared")
    assert notes == ({"by": "U1", "failed": "too long"}, {"by": "U2", "done": "yes"})
    assert await record.notes("none", "shared") == ()


async def test_in_which_ways_somebody_had_it_shown_is_noted_once(record: Record) -> None:
    reference = await closed(record)
    for by, way in (("U1", "chart"), ("U1", "table"), ("U1", "chart"), ("U2", "chart"), ("U1", "table")):
        await record.noted(reference, "shown", by=by, way=way)
    notes = await record.notes(reference, "shown")
    assert [(note["by"], note["way"]) for note in notes] == [
        ("U1", "chart"),
        ("U1", "table"),
        ("U2", "chart"),
    ]


async def test_of_what_a_person_thinks_the_last_is_kept(record: Record) -> None:
    reference = await closed(record)
    await record.judged(reference, by="U1", verdict="up", reason="")
    await record.judged(reference, by="U2", verdict="up", reason="half \ud83d of it")
    await record.judged(reference, by="U1", verdict="down", reason="another unit")
    assert await record.judgements(reference) == (
        {"by": "U2", "verdict": "up", "reason": "half ? of it"},
        {"by": "U1", "verdict": "down", "reason": "another unit"},
    )
    assert await record.judgements("none") == ()


async def test_judgements_that_were_kept_as_entries_come_along(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/old.db"
    database = Database.open(url)
    reference = await closed(Record(database))
    with Session(database.engine) as session, session.begin():
        for number, (by, verdict) in enumerate((("U1", "up"), ("U2", "up"), ("U1", "down")), 3):
            told = {"by": by, "verdict": verdict, "reason": ""}
            entry = EntryRow(reference=reference, number=number, kind="feedback", at=NOW, details=told)
            session.add(entry)
        for statement in BEFORE_SEARCH:
            session.execute(text(statement))
        for table in ("judgements", "record_chain", "audit_acts"):
            session.execute(text(f"DROP TABLE {table}"))
        session.execute(text("DROP INDEX records_by_channel"))
        session.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '0006'"))
    database.close()
    database = Database.open(url)
    kept = await Record(database).judgements(reference)
    assert sorted((each["by"], each["verdict"]) for each in kept) == [("U1", "down"), ("U2", "up")]
    assert await Record(database).stage(reference) == "closed"
    database.close()


@pytest.mark.parametrize("what", ["removed", "edited"])
async def test_an_answer_is_dropped_only_before_it_is_posted(record: Record, what: str) -> None:
    reference = await closed(record)
    assert not await record.dropped(reference)
    await record.noted(reference, "removed" if what == "removed" else "edited", by="U1")
    assert await record.dropped(reference)
    await record.sending(reference)
    await record.posted(reference, ("1",), "")
    assert not await record.dropped(reference)


async def test_a_record_knows_whether_its_answer_was_for_the_asker_alone(record: Record) -> None:
    reference = await closed(record, to_asker="yes")
    assert await record.context_of(reference) == PLACE | {"to_asker": "yes"}
