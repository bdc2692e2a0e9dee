"""A posted message leads to its record: by where it stands and by its id, on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from connectors.database.database import Database
from connectors.database.record import Record
from tests.doubles import answers
from tests.postgres import migrated_postgres
from tests.sqlite import with_database

__all__ = ["migrated_postgres"]  # a fixture

PLACE = {"platform": "teams", "tenant": "T1", "channel": "19:c", "thread": "19:c;1", "person": "P"}


@pytest.fixture(params=["sqlite", "postgresql"])
def record(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Record]:
    on_server = request.param == "postgresql"
    url = request.getfixturevalue("migrated_postgres") if on_server else with_database(tmp_path / "q.db")
    database = Database.open(url)
    yield Record(database)
    database.close()


async def answered(record: Record, event: str, *ids: str) -> str:
    reference = await record.opened(event, answers.one_thing().question, context=PLACE | {"message": event})
    await record.closed(reference, answers.one_thing())
    await record.sending(reference)
    await record.posted(reference, ids, "")
    return reference


async def test_a_posted_message_is_found_where_it_stands(record: Record) -> None:
    first = await answered(record, "1", "m1", "file1")
    second = await answered(record, "2", "m2")
    found = [await record.reference_of_posted("teams", "T1", "19:c", each) for each in ("m1", "file1", "m2")]
    assert found == [first, first, second]


@pytest.mark.parametrize(
    "place", [("slack", "T1", "19:c"), ("teams", "T2", "19:c"), ("teams", "T1", "19:d"), ("", "", "")]
)
async def test_it_is_not_found_elsewhere(record: Record, place: tuple[str, str, str]) -> None:
    await answered(record, "1", "m1")
    assert await record.reference_of_posted(*place, "m1") is None
    assert await record.reference_of_posted("teams", "T1", "19:c", "m") is None
    assert await record.reference_of_posted("teams", "T1", "19:c", "\ud800\x00") is None


async def test_what_stands_in_another_conversation_than_the_question_is_found_there(record: Record) -> None:
    reference = await answered(record, "1", "a:chat m1", "m2")
    assert await record.reference_of_posted("teams", "T1", "a:chat", "m1") == reference
    assert await record.reference_of_posted("teams", "T1", "19:c", "m1") is None
    assert await record.reference_of_posted("teams", "T1", "19:c", "m2") == reference


async def test_what_was_shared_later_is_found_too(record: Record) -> None:
    reference = await answered(record, "1", "a:chat m1")
    await record.noted(reference, "shared", by="P", ids="m7 m8", done="yes")
    await record.noted(reference, "shown", by="P", ids="m9")
    found = [await record.reference_of_posted("teams", "T1", "19:c", each) for each in ("m7", "m8", "m9")]
    assert found == [reference, reference, None]


async def test_the_last_answer_that_stands_in_a_message_has_it(record: Record) -> None:
    await answered(record, "1", "m1")
    newest = await answered(record, "2", "m1")
    assert await record.reference_of_posted("teams", "T1", "19:c", "m1") == newest
