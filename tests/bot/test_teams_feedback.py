"""The thumbs that Teams draws below an answer: what was pressed, on which answer, and why."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.buttons import Pressed
from bot.message import Reply
from bot.platforms.teams.activities import message_of
from tests.bot.teams_room import Room, field_of, teams_room
from tests.doubles import answers
from tests.doubles.teams import in_channel, message


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with teams_room() as room:
        yield room


async def answered(room: Room, activity: dict[str, Any] | None = None) -> str:
    """Posts an answer, and tells its id."""
    asked = message_of(activity or message(room.microsoft, "Who leads Field Engineering?"), "Who?")
    reply = Reply(message=asked, answer=answers.one_thing(), reference="7f3a-21")
    identity = (await room.teams.send(reply, again=False)).ids[0]
    room.desk.posted[asked.channel, identity] = reply.reference  # as the real desk notes it
    return identity


def thumb(reaction: str, feedback: Any = "") -> dict[str, Any]:
    return {"actionName": "feedback", "actionValue": {"reaction": reaction, "feedback": feedback}}


@pytest.mark.parametrize(("reaction", "kind"), [("like", "up"), ("dislike", "down")])
@pytest.mark.parametrize(
    ("feedback", "note"),
    [
        (json.dumps({"feedbackText": " It is the wrong unit. "}), "It is the wrong unit."),
        (json.dumps({"note": "Nneka does."}), "Nneka does."),
        ({"note": "Nneka does."}, "Nneka does."),
        ("plain words", "plain words"),
        ("", ""),
        (None, ""),
        ("[1]", ""),
        (json.dumps({"feedbackText": 7}), ""),
        (json.dumps({"feedbackText": "x" * 9_000}), "x" * 4_000),
    ],
)
async def test_a_thumb_is_a_press_on_the_answer_with_what_was_written(
    room: Room, reaction: str, kind: str, feedback: Any, note: str
) -> None:
    identity = await answered(room)
    said = await room.invoke("message/submitAction", thumb(reaction, feedback), replyToId=identity)
    assert said.status == 200
    (pressed,) = room.desk.pressed
    assert (pressed.pressed, pressed.note) == (Pressed("7f3a-21", kind, 0), note)  # type: ignore[arg-type]  # one of them
    assert pressed.person == "aad-ada"


async def test_a_thumb_in_a_channel_finds_its_answer_whether_or_not_teams_names_the_thread(
    room: Room,
) -> None:
    there = in_channel(room.microsoft, "@@ Who?")
    identity = await answered(room, there)
    for conversation in (there["conversation"], there["conversation"] | {"id": "19:general@thread.tacv2"}):
        await room.invoke(
            "message/submitAction", thumb("like"), replyToId=identity, conversation=conversation
        )
    assert [p.pressed for p in room.desk.pressed] == 2 * [Pressed("7f3a-21", "up", 0)]


async def test_an_answer_of_another_conversation_is_not_judged_from_here(room: Room) -> None:
    identity = await answered(room, in_channel(room.microsoft, "@@ Who?"))
    assert (await room.invoke("message/submitAction", thumb("like"), replyToId=identity)).status == 200
    assert room.desk.pressed == []


async def test_a_thumb_on_an_answer_that_is_no_longer_known_says_what_to_do(room: Room) -> None:
    said = await room.invoke("message/submitAction", thumb("dislike"), replyToId="1600000000000")
    assert said.status == 200
    assert "use the buttons on its card" in (await room.posted())[0]["text"]
    assert room.desk.pressed == []


async def test_in_a_channel_nothing_is_said_of_that(room: Room) -> None:
    there = in_channel(room.microsoft, "")["conversation"]
    await room.invoke("message/submitAction", thumb("like"), replyToId="160", conversation=there)
    await room.tell(message(room.microsoft, "help"))
    (posted,) = await room.posted()
    assert "attachments" in posted


@pytest.mark.parametrize(
    ("reaction", "label"), [("dislike", "What was not right?"), ("like", "What was good?")]
)
async def test_a_reason_can_be_written_in_a_form_of_our_own(room: Room, reaction: str, label: str) -> None:
    identity = await answered(room)
    value = {"data": {"actionName": "feedback", "actionValue": {"reaction": reaction}}}
    dialog = (await room.invoke("message/fetchTask", value, replyToId=identity)).dialog
    assert field_of(dialog, "note")["label"] == label
    assert room.desk.pressed == []
    written = json.dumps(dialog["actions"][0]["data"] | {"note": "It is the wrong unit."})
    await room.invoke("message/submitAction", thumb(reaction, written), replyToId=identity)
    assert room.desk.pressed[0].note == "It is the wrong unit."


@pytest.mark.parametrize(
    "value",
    [
        None,
        {},
        {"actionName": "feedback"},
        thumb("shrug"),
        {"actionName": "other"},
        thumb("like") | {"actionValue": []},
    ],
)
async def test_what_is_no_thumb_is_a_bad_request(room: Room, value: Any) -> None:
    assert (await room.invoke("message/submitAction", value)).status == 400
    assert room.desk.pressed == []


async def test_without_the_desk_a_thumb_is_not_acknowledged(room: Room) -> None:
    identity = await answered(room)
    room.desk.refusing = "The database is away."
    assert (await room.invoke("message/submitAction", thumb("like"), replyToId=identity)).status == 500
