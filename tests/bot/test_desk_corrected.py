"""A question that is edited is answered as it stands now; one that is taken back is not answered at all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.desk import Desk, Limits
from bot.message import NotPosted, Reply
from kgqa.types import Question
from tests.bot.desks import Room, message, until
from tests.doubles.platform import PaperPlatform
from tests.patience import LONG
from tests.postgres import migrated_postgres

pytestmark = pytest.mark.slow

__all__ = ["migrated_postgres"]  # a fixture


@pytest.fixture(params=["sqlite", "postgresql"])
def room(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Room]:
    url = str(request.getfixturevalue("migrated_postgres")) if request.param == "postgresql" else ""
    room = Room(
        tmp_path, postgres=url, limits=Limits(grace=0, pause=0, taking=LONG, look=0.01, person_questions=1)
    )
    yield room
    room.database.close()


async def quiet(desk: Desk) -> None:
    async def is_quiet() -> bool:
        return await desk.waiting() == 0

    await until(is_quiet)


async def reference_of(room: Room, event: str) -> str:
    reference = await room.record.reference_of(f"paper:T1:{event}")
    assert reference is not None
    return reference


# ── edited ───────────────────────────────────────────────────────────────────────────────────────


async def test_a_question_that_is_edited_while_it_is_worked_on_gives_way_in_silence(room: Room) -> None:
    """It does not even count among those that its asker has waiting: here one may wait."""
    room.core.gate.clear()
    async with room.desk() as desk:
        await desk.receive(message("Who leads seles?", event="E1"))
        await room.core.wait_for(1)
        await desk.receive(message("Who leads sales?", event="E2", instead_of="E1"))
        await room.core.wait_for(2)
        room.core.gate.set()
        await room.platform.wait_for(1)
        await quiet(desk)
    assert room.platform.texts == ["Who leads sales?"]
    old = await reference_of(room, "E1")
    assert await room.record.stage(old) == "given_up"
    assert [n["event"] for n in await room.record.notes(old, "edited")] == ["E2"]


async def test_an_answered_question_that_is_edited_is_answered_anew_as_if_it_had_not_been_asked(
    room: Room,
) -> None:
    async with room.desk() as desk:
        await desk.receive(message("one", event="E0"))
        await quiet(desk)
        await desk.receive(message("Who leads seles?", event="E1"))
        await quiet(desk)
        await desk.receive(message("Who leads sales?", event="E2", instead_of="E1"))
        await quiet(desk)
        await desk.receive(message("Who leads sales?", event="E2", instead_of="E1"))  # delivered again
        await quiet(desk)
    assert room.platform.texts == ["one", "Who leads seles? after one", "Who leads sales? after one"]
    old = await reference_of(room, "E1")
    assert await room.record.stage(old) == "posted"
    assert len(await room.record.notes(old, "edited")) == 1
    assert room.platform.superseded == [(("1",), ("2",))]


async def test_text_that_did_not_change_is_no_correction(room: Room) -> None:
    """Platforms tell of an edit where they only unfolded a link."""
    async with room.desk() as desk:
        await desk.receive(message("Who leads sales?", event="E1"))
        await quiet(desk)
        await desk.receive(message(" Who  leads sales?", event="E2", instead_of="E1"))
        await quiet(desk)
    assert room.platform.texts == ["Who leads sales?"]
    assert not await room.record.notes(await reference_of(room, "E1"), "edited")


async def test_a_second_edit_takes_the_place_of_the_first(room: Room) -> None:
    room.core.gate.clear()
    async with room.desk() as desk:
        await desk.receive(message("one", event="E1"))
        await room.core.wait_for(1)
        await desk.receive(message("two", event="E2", instead_of="E1"))
        await room.core.wait_for(2)
        await desk.receive(message("three", event="E3", instead_of="E1"))
        await room.core.wait_for(3)
        room.core.gate.set()
        await room.platform.wait_for(1)
        await quiet(desk)
    assert room.platform.texts == ["three"]


async def test_what_stands_of_a_question_gives_way_also_where_an_edit_between_was_never_answered(
    room: Room,
) -> None:
    async with room.desk() as desk:
        await desk.receive(message("one", event="E1"))
        await quiet(desk)
        room.core.gate.clear()
        await desk.receive(message("two", event="E2", instead_of="E1"))
        await room.core.wait_for(2)
        await desk.receive(message("three", event="E3", instead_of="E1"))
        await room.core.wait_for(3)
        room.core.gate.set()
        await quiet(desk)
    assert room.platform.texts == ["one", "three"]  # as if nothing had been asked before
    assert room.platform.superseded == [(("0",), ("1",))]


@pytest.mark.parametrize(
    "trouble", [NotPosted("The channel is archived.", retry_after=None), ValueError("a defect")]
)
async def test_an_old_answer_that_cannot_be_changed_keeps_nobody_from_the_new_one(
    room: Room, trouble: Exception
) -> None:
    class Stubborn(PaperPlatform):
        async def supersede(self, reply: Reply, posted: tuple[str, ...], ids: tuple[str, ...]) -> None:
            raise trouble

    room.platform = Stubborn(room.folder)
    async with room.desk() as desk:
        await desk.receive(message("one", event="E1"))
        await quiet(desk)
        await desk.receive(message("two", event="E2", instead_of="E1"))
        await quiet(desk)
    assert room.platform.texts == ["one", "two"]
    assert await room.record.stage(await reference_of(room, "E2")) == "posted"


async def test_nobody_edits_the_question_of_another(room: Room) -> None:
    room.core.gate.clear()
    async with room.desk() as desk:
        await desk.receive(message("one", event="E1"))
        await room.core.wait_for(1)
        await desk.receive(message("two", event="E2", instead_of="E1", person="U2"))
        room.core.gate.set()
        await room.platform.wait_for(2)
    assert room.platform.texts == ["one", "two after one"]


async def test_an_edit_of_what_was_no_question_of_ours_is_a_question(room: Room) -> None:
    async with room.desk() as desk:
        await desk.receive(message("one", event="E2", instead_of="E1"))
        await room.platform.wait_for(1)
    assert room.platform.texts == ["one"]


# ── taken back ───────────────────────────────────────────────────────────────────────────────────


async def test_a_question_that_is_deleted_is_not_answered_and_nothing_is_said(room: Room) -> None:
    room.core.gate.clear()
    async with room.desk() as desk:
        await desk.receive(message("one", event="E1"))
        await room.core.wait_for(1)
        await desk.withdraw(message("", event="D1", instead_of="E1"))
        await quiet(desk)
        assert room.core.busy == 0
    assert room.platform.count == 0
    assert await room.record.stage(await reference_of(room, "E1")) == "given_up"


async def test_after_a_restart_a_deleted_question_is_still_deleted(room: Room) -> None:
    """The wish was written down; who wrote it died before the work ended."""
    room.core.gate.clear()
    asked: list[Question] = []
    async with room.desk() as desk:
        await desk.receive(message("one", event="E1"))
        await room.core.wait_for(1)
        asked += room.core.asked
    reference = await reference_of(room, "E1")
    await room.record.noted(reference, "removed", by="paper:T1:U1")
    await room.record.stopped(reference)
    async with room.desk() as desk:
        await quiet(desk)
    assert room.platform.count == 0
    assert room.core.asked == asked


async def test_what_is_deleted_after_its_answer_changes_nothing(room: Room) -> None:
    async with room.desk() as desk:
        await desk.receive(message("one", event="E1"))
        await quiet(desk)
        await desk.withdraw(message("", instead_of="E1"))
        await desk.withdraw(message("", instead_of="never"))
        await desk.withdraw(message("", instead_of=""))
    reference = await reference_of(room, "E1")
    assert await room.record.stage(reference) == "posted"
    assert not await room.record.notes(reference, "removed")


async def test_nobody_takes_back_the_question_of_another(room: Room) -> None:
    room.core.gate.clear()
    async with room.desk() as desk:
        await desk.receive(message("one", event="E1"))
        await room.core.wait_for(1)
        await desk.withdraw(message("", instead_of="E1", person="U2"))
        room.core.gate.set()
        await room.platform.wait_for(1)
    assert room.platform.texts == ["one"]


async def test_an_edited_question_is_taken_back_as_it_stands_now(room: Room) -> None:
    room.core.gate.clear()
    async with room.desk() as desk:
        await desk.receive(message("one", event="E1"))
        await room.core.wait_for(1)
        await desk.receive(message("two", event="E2", instead_of="E1"))
        await room.core.wait_for(2)
        await desk.withdraw(message("", event="D1", instead_of="E1"))
        await quiet(desk)
    assert room.platform.count == 0
