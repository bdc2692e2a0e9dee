"""Who asked in a chat is forgotten, or it was kept for long enough: no words of theirs stay with the record,
the inbox and the engine.
"""

from __future__ import annotations

import asyncio
import base64
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from bot.buttons import Pressed
from bot.desk.places import person_of
from bot.settings import Settings
from bot.wiring.audit import forget_work
from bot.wiring.retention import keep_for, retained
from bot.words import words
from connectors.database.audit import AuditTrail
from tests.bot.desks import Room, message, until
from tests.postgres import migrated_postgres

pytestmark = pytest.mark.slow

__all__ = ["migrated_postgres"]  # a fixture

SECRET = "How much does the zeppelin cost?"


@pytest.fixture(params=["sqlite", "postgresql"])
def room(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Room]:
    is_postgres = request.param == "postgresql"
    room = Room(tmp_path, request.getfixturevalue("migrated_postgres") if is_postgres else "")
    yield room
    room.database.close()


def settings(room: Room) -> Settings:
    return Settings(_env_file=None, data=room.folder, database=room.postgres)  # type: ignore[call-arg]  # pydantic's own


def work(room: Room) -> dict[str, Any]:
    """Where the engine works, as the wiring has it."""
    return {"work_url": room.postgres or f"sqlite:///{room.folder}/querist-work.db"}


def held(room: Room) -> str:
    """All that stands in the files, or in the tables that hold words."""
    if not room.postgres:
        files = [file for file in room.folder.rglob("*.db*") if file.is_file()]
        return "".join(file.read_bytes().decode("utf-8", "replace") for file in files)
    engine = create_engine(room.database.engine.url)
    tables = ("records", "record_answers", "record_entries", "turns", "inbox")
    with engine.connect() as connection:
        rows = [
            tuple(row)
            for table in (*tables, "dbos.workflow_status", "dbos.workflow_input")
            for row in connection.execute(text(f"SELECT * FROM {table}"))
        ]
    engine.dispose()
    return repr(rows)


def unpacked(room: Room) -> str:
    """What the engine has packed into base64."""
    parts = re.findall(r"gA[A-Za-z0-9+/]{80,}=*", held(room))
    whole = (part[: len(part) // 4 * 4] for part in parts)
    return "".join(base64.b64decode(part).decode("utf-8", "replace") for part in whole)


async def asked(room: Room, said: str, **changes: Any) -> Any:
    """Asks at a desk, and waits until the engine says that it is done."""
    one = message(said, **changes)
    async with room.desk(**work(room)) as desk:
        count = room.platform.count
        await desk.receive(one)
        reference = str((await room.platform.wait_for(count + 1))[-1]["reference"])

        async def is_done() -> bool:
            return await desk.waiting() == 0

        await until(is_done)
    return one, reference


async def test_nothing_of_a_forgotten_person_stays_and_nothing_is_answered_again(room: Room) -> None:
    first, reference = await asked(room, SECRET, person="U-GONE", event="Ev-gone")
    await asked(room, "How much does the boat cost?", person="U-HERE", thread="2.0")
    audit = AuditTrail(room.database)
    assert "zeppelin" in held(room)
    assert "zeppelin" in unpacked(room)
    (person,) = await audit.people("U-GONE")
    assert person == person_of(first)
    await forget_work(settings(room), person, (await audit.extent(person)).events)
    await audit.forget(person, by="carol", why="")
    left = held(room)
    assert "zeppelin" not in left
    assert "boat" in left
    assert "zeppelin" not in unpacked(room)
    assert "boat" in unpacked(room)
    assert (await audit.verify()).broken is None

    count = room.platform.count
    async with room.desk(**work(room)) as desk:
        await desk.receive(first)  # delivered again
        pressed = message("", pressed=Pressed(reference, "up", 0), person="U-HERE")
        assert (await desk.press(pressed)).words == words("en")("desk-elsewhere")
        assert await desk.waiting() == 0
    assert room.platform.count == count
    assert "zeppelin" not in held(room)


async def test_what_was_kept_for_long_enough_goes_from_the_record_the_inbox_and_the_engine(
    room: Room,
) -> None:
    first, _ = await asked(room, SECRET, person="U-ONE", event="Ev-old")
    between = datetime.now(UTC)
    await asked(room, "How much does the boat cost?", person="U-TWO", thread="2.0")
    assert (await retained(room.database, between, days=1, by="retention", dry=True)).records == 1
    assert "zeppelin" in held(room)
    assert (await retained(room.database, between, days=1, by="retention")).records == 1
    left = held(room)
    assert "zeppelin" not in left
    assert "zeppelin" not in unpacked(room)
    assert "boat" in left
    assert "boat" in unpacked(room)
    assert (await AuditTrail(room.database).verify()).broken is None

    count = room.platform.count
    async with room.desk(**work(room)) as desk:
        await desk.receive(first)  # delivered again
        assert await desk.waiting() == 0
    assert room.platform.count == count


async def test_a_service_empties_once_a_day_what_is_old_then(room: Room) -> None:
    await asked(room, SECRET, person="U-ONE")
    today = datetime.now(UTC).replace(hour=10)
    hours = (0, 1, 48, 49, 50)
    moments = iter([today + timedelta(hours=hour) for hour in hours])
    found = []

    async def rest(_: float) -> None:
        found.append((len(await AuditTrail(room.database).acts(most=9)), "zeppelin" in held(room)))
        if len(found) == 5:
            raise asyncio.CancelledError

    async with room.desk(**work(room)) as desk:
        with pytest.raises(asyncio.CancelledError):
            await keep_for(room.database, 1, now=lambda: next(moments), rest=rest)
        count = room.platform.count
        await desk.receive(message("Meanwhile?", thread="3.0"))
        await room.platform.wait_for(count + 1)
    assert found == [(0, True), (0, True), (1, False), (1, False), (1, False)]
