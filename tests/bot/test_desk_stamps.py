"""Servers whose settings differ share a database, and leave each other's questions alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.desk import Desk, Limits
from bot.desk.queues import platform_of, queue_of, seat_of
from bot.settings import Settings
from bot.wiring.stamp import stamp_of
from connectors.database.seats import FileSeats
from tests.bot.desks import Room, message, until
from tests.patience import LONG

OPEN, CLOSED = "open", "closed"  # two stamps


def room_of(folder: Path, left: float) -> Room:
    return Room(folder, limits=Limits(grace=0, taking=LONG, pause=0, left=left))


async def quiet(desk: Desk) -> None:
    async def is_quiet() -> bool:
        return await desk.waiting() == 0

    await until(is_quiet)


async def taken_over(room: Room, text: str, stamp: str) -> None:
    """A server of that stamp takes a question over, and ends before it answers."""
    async with room.desk(stamp=stamp, work=False) as desk:
        await desk.receive(message(text, thread=text))


async def test_a_question_waits_for_a_server_with_the_settings_that_it_was_asked_of(tmp_path: Path) -> None:
    room = room_of(tmp_path, left=3600)
    await taken_over(room, "What is closed?", CLOSED)
    async with room.desk(stamp=OPEN) as desk:
        await desk.receive(message("What is open?", thread="2.0"))
        await room.platform.wait_for(1)
        await quiet(desk)
    assert room.platform.texts == ["What is open?"]
    async with room.desk(stamp=CLOSED) as desk:
        await room.platform.wait_for(2)
        await quiet(desk)
    assert [question.text for question in room.core.asked] == ["What is open?", "What is closed?"]


async def test_what_nobody_serves_is_told_plainly_and_once(tmp_path: Path) -> None:
    room = room_of(tmp_path, left=0)
    await taken_over(room, "What is closed?", CLOSED)
    async with room.desk(stamp=OPEN):
        (post,) = await room.platform.wait_for(1)
        assert post["text"].startswith("My settings have changed while this waited")

        async def is_written_down() -> bool:
            return await room.record.stage(post["reference"]) == "posted"

        await until(is_written_down)
    async with room.desk(stamp=CLOSED) as desk:
        await quiet(desk)
        await desk.receive(message("What else?", thread="3.0"))
        await room.platform.wait_for(2)
    assert [question.text for question in room.core.asked] == ["What else?"]


async def test_while_its_server_lives_nothing_is_told(tmp_path: Path) -> None:
    room = room_of(tmp_path, left=0)
    await taken_over(room, "What is closed?", CLOSED)
    alive = FileSeats(tmp_path / "seats")
    assert alive.hold(seat_of(queue_of("paper", CLOSED)))
    async with room.desk(stamp=OPEN) as desk:
        await desk.receive(message("What is open?", thread="2.0"))
        await room.platform.wait_for(1)
        await quiet(desk)
    assert room.platform.texts == ["What is open?"]


async def test_what_an_earlier_version_took_over_is_answered(tmp_path: Path) -> None:
    room = room_of(tmp_path, left=0)
    await taken_over(room, "Who leads?", "")
    async with room.desk(stamp=OPEN) as desk:
        await room.platform.wait_for(1)
        await quiet(desk)
    assert [question.text for question in room.core.asked] == ["Who leads?"]


@pytest.mark.parametrize("platform", ["slack", "mcp-host-12"])
def test_a_queue_tells_its_platform(platform: str) -> None:
    assert platform_of(queue_of(platform, OPEN)) == platform_of(queue_of(platform, "")) == platform


def test_a_stamp_is_that_of_what_is_asked_and_of_what_is_open(tmp_path: Path) -> None:
    kg = str(tmp_path / "kg.ttl")
    plain = Settings(graph=kg)
    assert stamp_of(plain) == stamp_of(Settings(graph=kg, workers=9, language="de"))
    others = [
        Settings(graph=str(tmp_path / "other.ttl")),
        Settings(graph=kg, closed_classes="ex:Spy"),
        Settings(graph=kg, closed_properties="ex:wage"),
        Settings(graph=kg, ontology=str(tmp_path / "ontology.ttl")),
        Settings(graph=kg, endpoint_user="somebody"),
    ]
    assert len({stamp_of(one) for one in (plain, *others)}) == 1 + len(others)
    assert stamp_of(Settings(graph=kg, closed_classes="ex:A ex:B")) == stamp_of(
        Settings(graph=kg, closed_classes="ex:B, ex:A")
    )


def test_of_graphs_that_are_put_together_each_counts(tmp_path: Path) -> None:
    def stamp(source: str) -> str:
        file = tmp_path / "graphs.toml"
        file.write_text(
            f'[a]\ngraph = "{tmp_path}/a.ttl"\n[b]\ngraph = "{source}"\n[all]\ntogether = ["a", "b"]\n',
            "utf-8",
        )
        return stamp_of(Settings(graphs=file))

    assert stamp(f"{tmp_path}/b.ttl") == stamp(f"{tmp_path}/b.ttl")
    assert stamp(f"{tmp_path}/b.ttl") != stamp(f"{tmp_path}/c.ttl")
