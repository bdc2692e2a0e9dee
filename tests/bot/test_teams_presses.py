"""Buttons and dialogs in Teams: what a press asks, does or opens, and for whom."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from aiohttp import web

from bot.buttons import ACTS, ASKS, Acts, Asks, Pressed
from bot.cards.teams import LIMIT, size
from bot.cards.view import Attachment
from bot.channel import Channel
from bot.message import Heard, Home, Message, Reply
from bot.platforms.teams.files import CONSENT, token_of
from kgqa.types import Answer, Choice, Pin
from tests.bot.desks import until
from tests.bot.teams_room import CARD, LINKS, Room, field_of, sealed, teams_room, words_of
from tests.doubles import answers
from tests.doubles.reception import PaperReception
from tests.doubles.teams import TENANT, in_channel, message

OTHERS = (
    Choice(label="The person who founded it", detail="founder", question="Who founded Field Engineering?"),
    Choice(
        label="The unit", detail="", question="What is Field Engineering?", pins=(Pin(mention="a", term="b"),)
    ),
)
ADMIN = Home(
    graphs=(("People", "who works here"), ("Plants", "where we make it"), ("Parts", "what it is made of")),
    examples=(),
    recent=(),
    channel=Channel(graphs=("Plants",), language="de", askers=("aad-ada",), private=True),
    may_set=True,
)


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with teams_room() as room:
        yield room


def shown(**changes: Any) -> Heard:
    """What the desk hears of an act that shows an answer."""
    return shown_of(replace(answers.one_thing(), **changes))


def shown_of(answer: Answer) -> Heard:
    asked = Message(
        platform="teams",
        event="a:chat/1",
        tenant=TENANT,
        channel="a:chat",
        thread="a:chat",
        person="aad-ada",
        text="Who leads Field Engineering?",
        sent_at=datetime(2026, 11, 20, tzinfo=UTC),
        address="",
    )
    return Heard(reply=Reply(message=asked, answer=answer, reference="7f3a-21"))


@pytest.mark.parametrize("kind", ASKS)
async def test_a_button_that_asks_is_taken_over_and_only_its_presser_is_told(room: Room, kind: Asks) -> None:
    said = await room.execute({"button": sealed(kind, 1), "words": "Nneka Okafor"})
    assert said.words == "Asked: Nneka Okafor"
    (asked,) = room.desk.received
    assert asked.pressed == Pressed("7f3a-21", kind, 1)
    assert room.microsoft.posted == []


@pytest.mark.parametrize("kind", ACTS)
async def test_a_button_that_acts_is_done_and_only_its_presser_reads_of_it(room: Room, kind: Acts) -> None:
    said = await room.execute({"button": sealed(kind), "words": "Share"})
    assert said.words == "Thank you."
    assert [m.pressed for m in room.desk.pressed] == [Pressed("7f3a-21", kind, 0)]
    assert (room.desk.received, room.microsoft.posted) == ([], [])


@pytest.mark.parametrize("kind", ACTS)
async def test_a_client_that_only_submits_does_the_same_and_says_it_in_the_conversation(
    room: Room, kind: Acts
) -> None:
    said = await room.tell(message(room.microsoft, "", value={"button": sealed(kind), "words": "Share"}))
    assert said.status == 200
    assert (await room.posted())[0]["text"] == "Thank you."
    assert [m.pressed for m in room.desk.pressed] == [Pressed("7f3a-21", kind, 0)]


async def test_who_pressed_is_who_teams_says_and_never_who_the_data_says(room: Room) -> None:
    data = {
        "button": sealed("remove"),
        "person": "aad-boss",
        "aadObjectId": "aad-boss",
        "from": {"id": "29:b"},
    }
    await room.execute(data)
    assert [m.person for m in room.desk.pressed] == ["aad-ada"]


async def test_another_persons_press_is_the_desks_to_refuse_and_its_words_are_told(room: Room) -> None:
    room.desk.heard = Heard(words="Only the person who asked can delete this.")
    mallory = {"id": "29:mallory", "aadObjectId": "aad-mallory"}
    said = await room.execute({"button": sealed("remove")}, **{"from": mallory})
    assert said.words == "Only the person who asked can delete this."
    assert [m.person for m in room.desk.pressed] == ["aad-mallory"]


@pytest.mark.parametrize("kind", ["table", "chart", "evidence"])
async def test_an_answer_drawn_in_another_way_is_for_its_presser_alone(room: Room, kind: Acts) -> None:
    room.desk.heard = shown()
    said = await room.execute({"button": sealed(kind)})
    assert (said.status, said.body["statusCode"], said.body["type"]) == (200, 200, CARD)
    assert said.body["value"]["type"] == "AdaptiveCard"
    assert room.microsoft.posted == []


async def test_who_presses_for_the_files_is_asked_about_each_of_them(room: Room) -> None:
    room.desk.heard = shown_of(answers.many_rows())
    said = await room.execute({"button": sealed("files")})
    assert said.words == "Here they come."
    await room.microsoft.wait_for(4)
    offered = [each["attachments"][0] for each in room.microsoft.posted]
    assert {each["contentType"] for each in offered} == {CONSENT}
    assert [each["name"] for each in offered] == [
        "7f3a-21.xlsx",
        "7f3a-21.csv",
        "7f3a-21.rq",
        "7f3a-21-trace.md",
    ]
    token = token_of({"context": offered[0]["content"]["acceptContext"]})
    desk = PaperReception(answers={"7f3a-21": answers.many_rows()})
    file = await LINKS.open(token, desk)
    assert isinstance(file, Attachment)
    assert len(file.data) == offered[0]["content"]["sizeInBytes"]

    async def noted() -> bool:
        return bool(room.desk.added)

    await until(noted)
    assert room.desk.added == [("7f3a-21", ("posted-1", "posted-2", "posted-3", "posted-4"))]


async def test_a_file_that_teams_refuses_does_not_keep_the_others_back(room: Room) -> None:
    room.microsoft.says = [web.Response(status=403)]
    room.desk.heard = shown_of(answers.many_rows())
    await room.execute({"button": sealed("files")})

    async def noted() -> bool:
        return bool(room.desk.added)

    await until(noted)
    ((_, ids),) = room.desk.added
    assert len(ids) == 3


async def test_files_are_offered_in_a_personal_chat_only(room: Room) -> None:
    room.desk.heard = shown()
    there = {"id": "19:general@thread.tacv2", "conversationType": "channel"}
    said = await room.execute({"button": sealed("files")}, conversation=there)
    assert said.words == "Files come in a personal chat with me only. Ask me there."
    assert room.microsoft.posted == []


# ── dialogs ──────────────────────────────────────────────────────────────────────────────────────


async def test_the_query_is_changed_in_a_dialog_and_asked_as_a_query_of_ones_own(room: Room) -> None:
    room.desk.heard = shown()
    dialog = (await room.fetch({"button": sealed("edit"), "msteams": {"type": "task/fetch"}})).dialog
    query = answers.one_thing().query
    assert query is not None
    assert field_of(dialog, "query")["value"] == query.text
    assert "Who leads Field Engineering?" in words_of(dialog)
    assert (await room.fill_in(dialog, query=" SELECT ?s WHERE { ?s ?p ?o } ")).is_closed
    (asked,) = room.desk.received
    assert asked.query == "SELECT ?s WHERE { ?s ?p ?o }"
    assert asked.pressed == Pressed("7f3a-21", "edit", 0)
    assert asked.event == "a:chat/f:submit"


async def test_who_may_not_edit_is_told_so_and_gets_no_form(room: Room) -> None:
    room.desk.heard = Heard(words="Only editors can change queries.")
    assert (await room.fetch({"button": sealed("edit")})).parting == "Only editors can change queries."
    assert room.desk.received == []


async def test_a_form_is_not_filled_in_with_the_button_of_another(room: Room) -> None:
    room.desk.heard = shown()
    data = {"form": "edit", "button": sealed("up"), "query": "ASK {}"}
    said = await room.invoke("task/submit", {"data": data})
    assert said.parting == "This button is not known here. Ask again."
    assert room.desk.received == room.desk.pressed == []


async def test_an_empty_query_is_not_asked(room: Room) -> None:
    room.desk.heard = shown()
    dialog = (await room.fetch({"button": sealed("edit")})).dialog
    assert (await room.fill_in(dialog, query="  ")).parting == "Write a query."
    assert room.desk.received == []


@pytest.mark.parametrize(("length", "fits"), [(29_000, True), (31_000, False)])
async def test_a_query_that_no_card_can_hold_is_not_changed_by_halves(
    room: Room, length: int, fits: bool
) -> None:
    room.desk.heard = shown(query=answers.ran("#" * length))
    said = await room.fetch({"button": sealed("edit")})
    if fits:
        assert size(said.dialog) < LIMIT
    else:
        assert said.parting == "This query is too long to be changed here. Its file has it whole."


async def test_the_other_readings_are_offered_beside_room_for_ones_own_words(room: Room) -> None:
    room.desk.heard = shown(others=OTHERS)
    dialog = (await room.fetch({"button": sealed("meant")})).dialog
    choices = field_of(dialog, "other")["choices"]
    assert [c["title"] for c in choices] == ["The person who founded it · founder", "The unit"]
    assert (await room.fill_in(dialog, other="1", text="")).is_closed
    assert room.desk.received[0].pressed == Pressed("7f3a-21", "other", 1)


async def test_what_was_meant_can_be_said_in_other_words(room: Room) -> None:
    room.desk.heard = shown(others=OTHERS)
    dialog = (await room.fetch({"button": sealed("meant")})).dialog
    assert (await room.fill_in(dialog, other="1", text="Who founded it?")).is_closed
    (asked,) = room.desk.received
    assert (asked.text, asked.pressed) == ("Who founded it?", None)


async def test_without_other_readings_there_is_room_for_words_alone(room: Room) -> None:
    room.desk.heard = shown(others=())
    dialog = (await room.fetch({"button": sealed("meant")})).dialog
    assert [block["id"] for block in dialog["body"]] == ["text"]
    assert (await room.fill_in(dialog, text="")).parting.startswith("Choose one of the readings")
    assert room.desk.received == []


async def test_a_thumb_down_asks_for_its_reason_where_a_dialog_can_be_opened(room: Room) -> None:
    dialog = (await room.fetch({"button": sealed("down")})).dialog
    assert room.desk.pressed == []
    said = await room.fill_in(dialog, note=" It is the wrong unit. ")
    assert said.parting == "Thank you."
    (pressed,) = room.desk.pressed
    assert pressed.pressed == Pressed("7f3a-21", "down", 0)
    assert pressed.note == "It is the wrong unit."


@pytest.mark.parametrize("kind", ["edit", "meant"])
async def test_where_there_are_no_dialogs_the_form_is_a_card_that_is_submitted(
    room: Room, kind: Acts
) -> None:
    room.desk.heard = shown(others=OTHERS)
    said = await room.execute({"button": sealed(kind)})
    assert said.body["type"] == CARD
    (action,) = said.body["value"]["actions"]
    filled = {"query": "ASK {}", "text": "Who founded it?"}
    assert (await room.tell(message(room.microsoft, "", value=action["data"] | filled))).status == 200
    (asked,) = room.desk.received
    assert asked.query == ("ASK {}" if kind == "edit" else "")
    assert room.microsoft.posted == []


# ── settings ─────────────────────────────────────────────────────────────────────────────────────


def there(room: Room) -> dict[str, Any]:
    conversation = in_channel(room.microsoft, "")["conversation"]
    assert isinstance(conversation, dict)
    return conversation


async def test_an_admin_sets_every_field_of_a_channel_in_a_dialog(room: Room) -> None:
    room.desk.shown = ADMIN
    dialog = (await room.fetch({"open": "settings"}, conversation=there(room))).dialog
    filled = {
        "graphs": "2,0",
        "language": "en",
        "verbosity": "full",
        "listening": "questions",
        "private": "false",
        "askers": "aad-ada,aad-nneka",
    }
    assert (await room.fill_in(dialog, conversation=there(room), **filled)).parting == "Set."
    ((_, channel),) = room.desk.channels
    assert channel == Channel(
        graphs=("Parts", "People"),
        language="en",
        verbosity="full",
        private=False,
        askers=("aad-ada", "aad-nneka"),
        listening="questions",
    )


async def test_the_form_begins_with_what_is_set_and_leaving_it_so_changes_nothing(room: Room) -> None:
    room.desk.shown = ADMIN
    dialog = (await room.fetch({"open": "settings"}, conversation=there(room))).dialog
    fields = {block["id"]: block["value"] for block in dialog["body"]}
    assert fields["graphs"] == "1"
    assert [c["title"] for c in field_of(dialog, "graphs")["choices"]] == ["Plants", "People", "Parts"]
    await room.fill_in(dialog, conversation=there(room), **fields)
    ((_, channel),) = room.desk.channels
    assert channel == ADMIN.channel


async def test_a_channel_that_asks_one_graph_can_be_set_to_others(room: Room) -> None:
    room.desk.shown = replace(ADMIN, graphs=ADMIN.graphs[1:2], choosable=("People", "Plants", "Parts"))
    dialog = (await room.fetch({"open": "settings"}, conversation=there(room))).dialog
    assert field_of(dialog, "graphs")["value"] == "1"
    await room.fill_in(dialog, conversation=there(room), graphs="1,2")
    ((_, channel),) = room.desk.channels
    assert channel.graphs == ("Plants", "Parts")


async def test_the_language_that_follows_the_question_and_everybody_as_asker_can_be_set(room: Room) -> None:
    room.desk.shown = ADMIN
    dialog = (await room.fetch({"open": "settings"}, conversation=there(room))).dialog
    await room.fill_in(
        dialog, conversation=there(room), language="any", private="true"
    )  # nothing picked of several: left out
    ((_, channel),) = room.desk.channels
    assert channel == Channel(private=True)


async def test_values_that_are_no_choice_change_nothing(room: Room) -> None:
    room.desk.shown = ADMIN
    dialog = (await room.fetch({"open": "settings"}, conversation=there(room))).dialog
    strange = {
        "graphs": "7,x,-1,²," + "9" * 5_000,
        "language": "xx",
        "verbosity": ["full"],
        "private": 1,
        "listening": None,
    }
    await room.fill_in(dialog, conversation=there(room), **strange, askers="aad-ada")
    ((_, channel),) = room.desk.channels
    assert channel == replace(ADMIN.channel, graphs=())


async def test_who_is_no_admin_gets_no_form(room: Room) -> None:
    assert (
        await room.fetch({"open": "settings"}, conversation=there(room))
    ).parting == "Only admins can change the settings."


async def test_settings_are_those_of_the_channel_and_the_desk_is_asked_each_time(room: Room) -> None:
    said = await room.invoke("task/submit", {"data": {"form": "settings"}}, conversation=there(room))
    assert said.parting == "Set."
    ((by, _),) = room.desk.channels
    assert (by.channel, by.person) == ("19:general@thread.tacv2", "aad-ada")


async def test_in_a_one_to_one_chat_only_what_means_something_there_is_set(room: Room) -> None:
    room.desk.shown = ADMIN
    dialog = (await room.fetch({"open": "settings"})).dialog
    assert [block["id"] for block in dialog["body"]] == ["graphs", "language", "verbosity"]
    await room.fill_in(dialog, graphs="0", language="en", verbosity="brief")
    ((_, channel),) = room.desk.channels
    assert channel == replace(ADMIN.channel, graphs=("People",), language="en", verbosity="brief")


# ── what is not ours, late or away ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize("value", ["", "forged", 7, None, {"a": 1}, ["x"]])
async def test_a_button_that_nobody_here_made_does_nothing(room: Room, value: Any) -> None:
    said = await room.execute({"button": value, "words": "Delete"})
    assert said.words == "This button is not known here. Ask again."
    assert (await room.fetch({"button": value})).parting == "This button is not known here. Ask again."
    assert room.desk.received == room.desk.pressed == []


async def test_a_press_that_cannot_be_taken_now_says_so_in_words(room: Room) -> None:
    room.desk.refusing = "The database /var/lib/secret cannot be reached."
    away = "I cannot do this just now. Try again in a minute."
    assert (await room.execute({"button": sealed("again")})).words == away
    assert (await room.fetch({"button": sealed("edit")})).parting == away
    said = await room.invoke("composeExtension/query", {"parameters": [{"name": "name", "value": "Ada"}]})
    assert said.body == {"composeExtension": {"type": "message", "text": away}}


async def test_the_words_are_those_of_the_pressers_client(room: Room) -> None:
    said = await room.execute({"button": "forged"}, locale="de-DE")
    assert said.words == "Diese Schaltfläche ist hier nicht bekannt. Bitte fragen Sie noch einmal."


async def test_a_press_that_is_delivered_twice_is_one_piece_of_work(room: Room) -> None:
    for _ in range(2):
        assert (await room.execute({"button": sealed("again"), "words": "Run again"})).status == 200
    assert room.desk.offered == 2
    assert len(room.desk.received) == 1
