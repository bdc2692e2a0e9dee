"""The compose box and the menu of a message in Teams: things of the graph, and "Ask about this"."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.cards.look import Look
from tests.bot.teams_room import CARD, Room, field_of, teams_room, words_of
from tests.doubles.teams import in_channel

ADA = ("Ada Njoroge", "Employee", "https://company.example/id/ada")
EVIL = ("<b>Ada</b> **x**", "<at>All</at>", "urn:x:1")


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with teams_room(look=Look(link="https://browse.example/?uri={iri}")) as room:
        yield room


def typed(text: Any) -> dict[str, Any]:
    return {
        "commandId": "find",
        "parameters": [{"name": "name", "value": text}],
        "queryOptions": {"skip": 0, "count": 25},
    }


async def test_things_are_found_and_put_into_a_message_as_cards_with_name_kind_and_link(room: Room) -> None:
    room.desk.things = (ADA, ("Ada Okafor", "", "urn:x:1"))
    said = await room.invoke("composeExtension/query", typed("Ada"))
    assert said.status == 200
    result = said.body["composeExtension"]
    assert (result["type"], result["attachmentLayout"]) == ("result", "list")
    ada, okafor = result["attachments"]
    assert ada["contentType"] == okafor["contentType"] == CARD
    assert words_of(ada["content"]) == "Ada Njoroge\nEmployee"
    name = ada["content"]["body"][0]["inlines"][0]
    url = "https://browse.example/?uri=https%3A%2F%2Fcompany.example%2Fid%2Fada"
    assert name["selectAction"] == {"type": "Action.OpenUrl", "url": url}
    assert ada["preview"]["content"] == {"title": "Ada Njoroge", "text": "Employee"}
    assert "selectAction" not in okafor["content"]["body"][0]["inlines"][0]
    (asked,) = room.desk.searched
    assert (asked.text, asked.person, asked.private) == ("Ada", "aad-ada", True)


async def test_it_is_looked_up_in_the_channel_whose_compose_box_it_is(room: Room) -> None:
    there = in_channel(room.microsoft, "")["conversation"]
    await room.invoke("composeExtension/query", typed("Ada"), conversation=there)
    assert room.desk.searched[0].channel == "19:general@thread.tacv2"


async def test_who_may_not_ask_there_is_told_so(room: Room) -> None:
    room.desk.closed = "Only some people may ask here."
    said = await room.invoke("composeExtension/query", typed("Ada"))
    assert said.body == {"composeExtension": {"type": "message", "text": "Only some people may ask here."}}


async def test_names_that_hold_markup_are_text(room: Room) -> None:
    room.desk.things = (EVIL,)
    (found,) = (await room.invoke("composeExtension/query", typed("Ada"))).body["composeExtension"][
        "attachments"
    ]
    assert found["preview"]["content"] == {
        "title": "&lt;b&gt;Ada&lt;/b&gt; **x**",
        "text": "&lt;at&gt;All&lt;/at&gt;",
    }
    assert all(block["type"] == "RichTextBlock" for block in found["content"]["body"])


async def test_where_nothing_is_called_so_that_is_said(room: Room) -> None:
    said = await room.invoke("composeExtension/query", typed("Nobody"))
    assert said.body == {"composeExtension": {"type": "message", "text": "Nothing is called that."}}


@pytest.mark.parametrize(
    "value",
    [
        {"parameters": [{"name": "initialRun", "value": "true"}]},
        {"parameters": [{"name": "name", "value": "  "}]},
        {"parameters": "x"},
        {"parameters": [7, None]},
        {},
    ],
)
async def test_before_anything_is_typed_nothing_is_looked_up(room: Room, value: dict[str, Any]) -> None:
    said = await room.invoke("composeExtension/query", value)
    assert said.body["composeExtension"]["text"] == "Type the name of something in the graph."
    assert room.desk.searched == []


async def test_a_whole_book_as_a_name_is_looked_up_by_its_beginning(room: Room) -> None:
    await room.invoke("composeExtension/query", typed("Ada " * 20_000))
    assert len(room.desk.searched[0].text) == 200


# ── ask about this ───────────────────────────────────────────────────────────────────────────────


def about(content: str, **changes: Any) -> dict[str, Any]:
    payload = {"id": "1700", "body": {"contentType": "html", "content": content}} | changes
    return {"commandId": "ask", "commandContext": "message", "messagePayload": payload}


async def test_the_words_of_a_message_are_put_into_a_form_and_asked_in_its_conversation(room: Room) -> None:
    value = about("<div><p>Who leads&nbsp;<b>Sales</b>?</p><p>And&amp;when &lt;now&gt;</p></div>")
    there = in_channel(room.microsoft, "")["conversation"]
    dialog = (await room.invoke("composeExtension/fetchTask", value, conversation=there)).dialog
    assert field_of(dialog, "question")["value"] == "Who leads Sales?\nAnd&when <now>"
    assert room.desk.received == []
    data = dialog["actions"][0]["data"] | {"question": "Who leads Sales?"}
    said = await room.invoke("composeExtension/submitAction", value | {"data": data}, conversation=there)
    assert said.is_closed
    (asked,) = room.desk.received
    assert (asked.text, asked.thread, asked.person) == ("Who leads Sales?", there["id"], "aad-ada")
    assert not asked.overheard


async def test_a_command_without_its_own_dialog_asks_the_message_itself(room: Room) -> None:
    await room.invoke("composeExtension/submitAction", about("Who leads Sales?"))
    assert [m.text for m in room.desk.received] == ["Who leads Sales?"]


@pytest.mark.parametrize(
    ("payload", "thread"),
    [
        ({"id": "1800", "replyToId": "1700"}, "19:general@thread.tacv2;messageid=1700"),
        ({"id": "1700"}, "19:general@thread.tacv2;messageid=1700"),
        ({"id": "x;y"}, "19:general@thread.tacv2"),
    ],
)
async def test_in_a_channel_the_answer_goes_to_the_thread_of_the_message(
    room: Room, payload: dict[str, str], thread: str
) -> None:
    there = in_channel(room.microsoft, "")["conversation"] | {"id": "19:general@thread.tacv2"}
    value = about("Who leads Sales?", **payload)
    await room.invoke("composeExtension/submitAction", value, conversation=there)
    assert room.desk.received[0].thread == thread
    assert f'"conversation": "{thread}"' in room.desk.received[0].address


async def test_without_a_message_there_is_an_empty_form(room: Room) -> None:
    value = {"commandId": "ask", "commandContext": "compose"}
    dialog = (await room.invoke("composeExtension/fetchTask", value)).dialog
    assert field_of(dialog, "question")["value"] == ""
    said = await room.invoke(
        "composeExtension/submitAction", value | {"data": {"form": "about", "question": " "}}
    )
    assert said.parting == "Write a question."
    assert room.desk.received == []
