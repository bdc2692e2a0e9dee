"""Requests to Teams' edge that nobody honest sends: forged, replayed, of other tenants, huge or misshapen."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.platforms.teams.turns import ACTIVITIES, INVOKES
from tests.bot.teams_room import Room, sealed, teams_room
from tests.doubles.teams import EVIL_KEY, message

ODD: tuple[Any, ...] = (None, 0, True, "x", [], ["x"], [[]], {}, {"data": 7}, {"data": []}, {"action": 7})


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with teams_room() as room:
        yield room


async def status(room: Room, activity: dict[str, Any], authorization: str | None) -> int:
    headers = {"Authorization": authorization} if authorization else {}
    async with room.client.post("/api/messages", json=activity, headers=headers) as response:
        await response.read()
        return response.status


def touched(room: Room) -> bool:
    desk = room.desk
    return bool(
        desk.received or desk.pressed or desk.withdrawn or desk.visited or desk.channels or desk.searched
    )


@pytest.mark.parametrize("name", sorted(INVOKES))
async def test_a_misshapen_invoke_is_refused_and_never_breaks_anything(room: Room, name: str) -> None:
    for value in ODD:
        assert (await room.invoke(name, value)).status in (200, 400), value
    assert room.desk.received == room.desk.pressed == []
    assert room.desk.channels == []


@pytest.mark.parametrize("kind", sorted(ACTIVITIES))
async def test_no_misshapen_part_of_an_activity_breaks_anything(room: Room, kind: str) -> None:
    parts = ("conversation", "from", "recipient", "channelData", "entities", "value", "text", "locale", "id")
    for part in parts:
        for odd in (None, "x", 7, [], ["x"], {"id": ["x"]}, [{"type": "mention", "mentioned": 7}]):
            activity = message(room.microsoft, "Who leads Sales?", type=kind) | {part: odd}
            assert (await room.tell(activity)).status in (200, 400, 403), (part, odd)


@pytest.mark.parametrize("kind", ["message", "invoke", "messageUpdate"])
@pytest.mark.parametrize("part", ["conversation", "from"])
async def test_what_nobody_said_and_what_was_said_nowhere_is_a_bad_request(
    room: Room, kind: str, part: str
) -> None:
    tenant = message(room.microsoft, "")["conversation"]["tenantId"]
    nobody = {part: {"tenantId": tenant, "name": "Nobody"}}
    value = {"action": {"data": {"button": sealed("up")}}}
    activity = message(room.microsoft, "hi", type=kind, name="adaptiveCard/action", value=value, **nobody)
    activity["channelData"]["eventType"] = "editMessage"
    assert (await room.tell(activity)).status == 400
    assert not touched(room)


@pytest.mark.parametrize("name", sorted(INVOKES))
async def test_an_invoke_of_another_tenant_reaches_nothing(room: Room, name: str) -> None:
    there = {"id": "a:chat", "conversationType": "personal", "tenantId": "evil"}
    value = {"data": {"open": "settings"}, "action": {"data": {"button": sealed("remove")}}}
    said = await room.invoke(name, value, conversation=there, channelData={"tenant": {"id": "evil"}})
    assert said.status == 403
    assert not touched(room)


@pytest.mark.parametrize("name", sorted(INVOKES))
async def test_a_forged_a_missing_and_an_old_token_are_401_for_every_invoke(room: Room, name: str) -> None:
    activity = message(room.microsoft, "", type="invoke", name=name, value={"data": {"button": sealed("up")}})
    old = room.microsoft.token(exp=int(time.time()) - 4_000, nbf=1)
    for token in (None, "Bearer abc", room.microsoft.token(key=EVIL_KEY), old):
        assert await status(room, activity, token) == 401
    assert not touched(room)


async def test_a_huge_invoke_is_413_and_is_not_read_to_its_end(room: Room) -> None:
    activity = message(
        room.microsoft, "", type="invoke", name="task/submit", value={"data": {"query": "x" * 300_000}}
    )
    assert await status(room, activity, room.microsoft.token()) == 413
    assert await status(room, activity, None) == 413
    assert not touched(room)


async def test_a_body_that_is_too_long_by_its_own_word_is_413_before_any_of_it_arrives(room: Room) -> None:
    address = room.client.make_url("/api/messages")
    reader, writer = await asyncio.open_connection(address.host, address.port)
    head = "Host: x", "Content-Type: application/json", "Content-Length: 9000000"
    writer.write("\r\n".join(("POST /api/messages HTTP/1.1", *head, "", "")).encode())
    assert b" 413 " in await reader.readline()
    writer.close()


async def test_half_characters_in_what_is_filled_in_are_left_out(room: Room) -> None:
    await room.execute({"question": "Who \ud83d leads Sales?"})
    assert room.desk.received[0].text == "Who  leads Sales?"


@pytest.mark.parametrize("name", [None, "", "adaptivecard/action", "task/fetch ", "../task/fetch"])
async def test_an_invoke_that_is_nearly_a_known_one_is_not_implemented(room: Room, name: str | None) -> None:
    said = await room.tell(message(room.microsoft, "", type="invoke", name=name, value={}))
    assert said.status == 501
    assert not touched(room)
