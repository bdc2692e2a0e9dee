"""A message that was acknowledged is answered once, wherever the process is killed."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import Any

import pytest

from bot.desk import Limits
from connectors.database.seats import FileSeats, PostgresSeats
from tests.bot import mortal_desk
from tests.bot.desks import Room, message, until
from tests.bot.mortal_desk import POINTS
from tests.doubles.platform import PaperPlatform
from tests.mortal import ended
from tests.patience import LONG
from tests.postgres import migrated_postgres
from tests.sqlite import with_tables

pytestmark = pytest.mark.slow

__all__ = ["migrated_postgres"]  # a fixture


def run(folder: Path, point: str, **options: Any) -> int:
    """Runs the mortal desk to its end: -9 when it was killed."""
    if "postgres" not in options:
        with_tables(folder / "querist.db", folder / "desk.db")
    code = ended(mortal_desk.main, folder, point, **options)
    assert code in (0, -signal.SIGKILL)
    return code


def posts(folder: Path) -> list[str]:
    return PaperPlatform(folder).texts


@pytest.mark.parametrize("point", POINTS)
def test_a_message_is_answered_once_when_the_process_is_killed(tmp_path: Path, point: str) -> None:
    assert run(tmp_path, point) == -signal.SIGKILL
    assert run(tmp_path, point) == 0
    assert posts(tmp_path) == ["Who?"]


@pytest.mark.parametrize("point", ["received", "posted"])
def test_it_is_answered_once_on_postgresql_too(tmp_path: Path, migrated_postgres: str, point: str) -> None:
    assert run(tmp_path, point, postgres=migrated_postgres) == -signal.SIGKILL
    assert run(tmp_path, point, postgres=migrated_postgres) == 0
    assert posts(tmp_path) == ["Who?"]


def test_it_is_answered_once_when_the_platform_delivers_it_again_as_well(tmp_path: Path) -> None:
    assert run(tmp_path, "answering", redeliver=True) == -signal.SIGKILL
    assert run(tmp_path, "answering", redeliver=True) == 0
    assert posts(tmp_path) == ["Who?"]


def test_where_nobody_can_look_what_was_posted_gets_a_pointer_and_never_a_copy(tmp_path: Path) -> None:
    assert run(tmp_path, "posted", lookable=False) == -signal.SIGKILL
    assert run(tmp_path, "posted", lookable=False) == 0
    answer, pointer = PaperPlatform(tmp_path).posts
    assert (answer["text"], pointer["pointer"]) == ("Who?", True)
    assert pointer["reference"] == answer["reference"]


def test_where_nobody_can_look_a_post_that_may_have_gone_out_is_never_silence(tmp_path: Path) -> None:
    assert run(tmp_path, "posting", lookable=False) == -signal.SIGKILL
    assert run(tmp_path, "posting", lookable=False) == 0
    (pointer,) = PaperPlatform(tmp_path).posts
    assert pointer["pointer"]


async def test_a_living_process_takes_over_the_work_of_a_dead_one(
    tmp_path: Path, migrated_postgres: str
) -> None:
    assert run(tmp_path, "answering", postgres=migrated_postgres) == -signal.SIGKILL
    room = Room(tmp_path, postgres=migrated_postgres)
    seat = PostgresSeats(room.database)

    async def is_ours() -> bool:  # the server lets a dead process's seat go, as soon as it notices
        return seat.hold(0)

    await until(is_ours)
    async with room.desk() as desk:  # in the second seat, as if the first were still alive
        await desk._work.engine.relieve()
        assert await desk.waiting() == 1
        seat.leave(0)
        await desk._work.engine.relieve()
        await room.platform.wait_for(1)
    assert room.platform.texts == ["Who?"]


async def test_two_processes_share_one_queue_and_answer_each_message_once(
    tmp_path: Path, migrated_postgres: str
) -> None:
    room = Room(
        tmp_path,
        postgres=migrated_postgres,
        limits=Limits(grace=0, taking=LONG, workers=1, channel_questions=50),
    )
    room.core.gate.clear()
    async with room.desk() as desk:
        for number in range(6):
            await desk.receive(message(f"q{number}", person=f"U{number}", thread=f"thread-{number}"))
        other = asyncio.create_task(asyncio.to_thread(run, tmp_path, "nowhere", postgres=migrated_postgres))

        async def has_answered_the_rest() -> bool:
            return len(room.platform.posts) >= 5  # its own, and four of ours, of which we took but two

        await until(has_answered_the_rest)
        room.core.gate.set()
        assert await other == 0
    assert sorted(room.platform.texts) == ["Who?", *(f"q{n}" for n in range(6))]
    assert len(room.core.asked) == 2


def test_two_processes_of_one_machine_sit_apart(tmp_path: Path) -> None:
    one, two = FileSeats(tmp_path), FileSeats(tmp_path)
    assert one.hold(0)
    assert one.hold(0)
    assert not two.hold(0)
    assert two.hold(1)
    one.leave(0)
    assert two.hold(0)
