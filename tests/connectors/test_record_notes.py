"""What people did to an answer can be read again, and whether it is still to be posted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from connectors.database.database import Database
from connectors.database.record import Record
from tests.doubles import answers

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
    await record.noted(reference, "feedback", by="U1", verdict="up")
    await record.noted(reference, "shown", by="U1", way="chart")
    await record.noted(reference, "feedback", by="U2", verdict="down")
    notes = await record.notes(reference, "feedback")
    assert [(note["by"], note["verdict"]) for note in notes] == [("U1", "up"), ("U2", "down")]
    assert await record.notes("none", "feedback") == ()


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
