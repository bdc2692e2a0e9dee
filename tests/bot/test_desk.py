"""The desk answers each message once, in order, and fairly."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.desks import Room, message


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


async def test_a_message_is_answered(room: Room) -> None:
    async with room.desk() as desk:
        await desk.receive(message("Who leads Field Engineering?"))
        (post,) = await room.platform.wait_for(1)
    assert post["text"] == "Who leads Field Engineering?"


async def test_a_redelivered_event_is_answered_once(room: Room) -> None:
    once = message("Who?")
    async with room.desk() as desk:
        await desk.receive(once)
        await desk.receive(once)
        await room.platform.wait_for(1)
        await desk.receive(once)
        await desk.receive(message("And who else?"))
        await room.platform.wait_for(2)
    assert room.platform.texts == ["Who?", "And who else? after Who?"]
