"""Messages in Teams beyond a plain question: overheard, changed, deleted, commands, and the first welcome."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.channel import Channel
from bot.message import Home
from bot.platforms.teams.messages import command
from bot.words import LANGUAGES
from kgqa.types import Outcome, Recent
from manifests.teams import build, translated
from tests.bot.teams_room import Room, buttons_of, teams_room, words_of
from tests.doubles.teams import BOT, in_channel, message

QUESTIONS = tuple(f"Who leads unit {n}?" for n in range(12))
HOME = Home(
    graphs=(("Company", "12 kinds of things"), ("Plants", "")),
    examples=QUESTIONS,
    recent=(
        Recent(
            question="Who earns most?",
            asked_at=datetime(2026, 11, 20, tzinfo=UTC),
            outcome=Outcome.ANSWERED,
            reference="7f3a-20",
            permalink="https://teams.example/l/1",
        ),
    ),
    channel=Channel(graphs=("Plants",), private=True, askers=("a", "b")),
    may_set=True,
)


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with teams_room() as room:
        room.desk.shown = HOME
        yield room


# ── overheard ────────────────────────────────────────────────────────────────────────────────────


async def test_a_message_without_a_mention_is_handed_over_as_overheard(room: Room) -> None:
    await room.tell(in_channel(room.microsoft, "Who leads Field Engineering?", id="1"))
    await room.tell(in_channel(room.microsoft, "@@ Who leads it?", id="2"))
    await room.tell(message(room.microsoft, "Who leads it?", id="3"))
    assert [(m.text, m.overheard) for m in room.desk.received] == [
        ("Who leads Field Engineering?", True),
        ("Who leads it?", False),
        ("Who leads it?", False),
    ]


@pytest.mark.parametrize("text", ["", "  ", "help", "settings"])
async def test_without_a_mention_nothing_is_a_command_and_silence_is_nothing(room: Room, text: str) -> None:
    await room.tell(in_channel(room.microsoft, text))
    assert [m.text for m in room.desk.received] == ([text] if text.strip() else [])
    assert all(m.overheard for m in room.desk.received)
    assert room.microsoft.posted == []


# ── changed and deleted ──────────────────────────────────────────────────────────────────────────


def changed(room: Room, text: str, **changes: Any) -> dict[str, Any]:
    data = {"tenant": message(room.microsoft, "")["channelData"]["tenant"], "eventType": "editMessage"}
    return message(room.microsoft, text, **{"type": "messageUpdate", "channelData": data} | changes)


async def test_an_edited_question_is_asked_in_place_of_the_first(room: Room) -> None:
    await room.tell(message(room.microsoft, "Who leads Sales?"))
    await room.tell(changed(room, "Who leads Logistics?"))
    first, second = room.desk.received
    assert (second.text, second.instead_of) == ("Who leads Logistics?", first.event)
    assert second.event != first.event


async def test_a_change_that_leaves_the_words_is_none(room: Room) -> None:
    await room.tell(message(room.microsoft, "Who leads Sales?"))
    await room.tell(changed(room, "Who leads Sales?"))
    await room.tell(changed(room, "Who leads Logistics?"))
    await room.tell(changed(room, "Who leads Logistics?"))
    assert [m.text for m in room.desk.received] == ["Who leads Sales?", "Who leads Logistics?"]


async def test_an_edit_that_is_delivered_again_after_a_restart_is_the_same_event(room: Room) -> None:
    await room.tell(changed(room, "Who leads Logistics?"))
    async with teams_room(room.desk) as restarted:
        await restarted.tell(changed(restarted, "Who leads Logistics?"))
    assert room.desk.offered == 2
    assert len(room.desk.received) == 1


async def test_an_edit_that_could_not_be_taken_is_taken_when_it_comes_again(room: Room) -> None:
    room.desk.refusing = "The database is away."
    assert (await room.tell(changed(room, "Who leads Logistics?"))).status == 500
    room.desk.refusing = ""
    assert (await room.tell(changed(room, "Who leads Logistics?"))).status == 200
    assert len(room.desk.received) == 1


@pytest.mark.parametrize("event", ["undeleteMessage", "somethingNew", None])
async def test_a_message_that_came_back_is_not_asked_again(room: Room, event: str | None) -> None:
    activity = changed(room, "Who leads Logistics?")
    activity["channelData"]["eventType"] = event
    assert (await room.tell(activity)).status == 200
    assert room.desk.received == []


async def test_a_deleted_question_is_withdrawn_and_nothing_is_said(room: Room) -> None:
    await room.tell(message(room.microsoft, "Who leads Sales?"))
    activity = changed(room, "", type="messageDelete")
    activity["channelData"]["eventType"] = "softDeleteMessage"
    assert (await room.tell(activity)).status == 200
    (withdrawn,) = room.desk.withdrawn
    assert withdrawn.instead_of == room.desk.received[0].event
    assert withdrawn.person == "aad-ada"
    assert room.microsoft.posted == []


async def test_what_a_bot_edits_or_deletes_is_nobodys_question(room: Room) -> None:
    bot = {"from": {"id": BOT}}
    await room.tell(changed(room, "Who leads Logistics?", **bot))
    deleted = changed(room, "", type="messageDelete", **bot)
    deleted["channelData"]["eventType"] = "softDeleteMessage"
    await room.tell(deleted)
    assert room.desk.received == room.desk.withdrawn == []


# ── home and settings ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "text", ["help", "Help!", "What can I ask?", "what can i ask", "Hilfe", "Was kann ich fragen?"]
)
async def test_who_asks_for_help_sees_the_graphs_and_questions_that_work(room: Room, text: str) -> None:
    await room.tell(message(room.microsoft, text))
    card = await room.card()
    assert "Company: 12 kinds of things" in words_of(card)
    asked = [b["title"] for b in buttons_of(card) if b["type"] == "Action.Execute"][:-1]  # and one's last
    assert asked == list(QUESTIONS[:8])
    assert room.desk.received == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_commands_that_the_manifest_offers_are_understood_in_every_language(language: str) -> None:
    app_id = "1b4e28ba-2fa1-11d2-883f-0016d3cca427"
    manifest = build(app_id, "https://querist.example")
    named = translated(manifest, language)
    offered = manifest["bots"][0]["commandLists"][0]["commands"]
    titles = [named[f"bots[0].commandLists[0].commands[{n}].title"] for n in range(len(offered))]
    assert titles
    assert None not in [command(title) for title in titles + [each["title"] for each in offered]]


async def test_an_example_is_asked_in_the_name_of_who_presses_it(room: Room) -> None:
    await room.tell(message(room.microsoft, "help"))
    button = buttons_of(await room.card())[1]
    said = await room.execute(
        button["data"], id="f:1", **{"from": {"id": "29:n", "aadObjectId": "aad-nneka"}}
    )
    assert said.words == "Asked: Who leads unit 1?"
    await room.tell(message(room.microsoft, "", id="2", value=button["fallback"]["data"]))
    assert [(m.text, m.person, m.pressed) for m in room.desk.received] == [
        ("Who leads unit 1?", "aad-nneka", None),
        ("Who leads unit 1?", "aad-ada", None),
    ]


async def test_ones_last_questions_are_shown_to_oneself_alone(room: Room) -> None:
    await room.tell(message(room.microsoft, "help"))
    (button,) = [b for b in buttons_of(await room.card()) if b["title"] == "Who earns most?"]
    assert (await room.execute(button["data"], id="f:1")).words == "Asked: Who earns most?"  # asked again
    await room.tell(in_channel(room.microsoft, "@@ help"))
    assert "Who earns most?" not in str(await room.card(2))


async def test_home_speaks_the_language_of_the_client(room: Room) -> None:
    await room.tell(message(room.microsoft, "help", locale="de-DE"))
    assert "Was man fragen kann" in words_of(await room.card())


async def test_home_speaks_the_language_that_its_channel_is_set_to(room: Room) -> None:
    room.desk.shown = replace(HOME, channel=Channel(language="de"))
    await room.tell(message(room.microsoft, "help", locale="en-GB"))
    assert "Was man fragen kann" in words_of(await room.card())


async def test_a_question_that_only_holds_a_command_is_a_question(room: Room) -> None:
    await room.tell(message(room.microsoft, "Which settings does machine 7 have?"))
    assert len(room.desk.received) == 1


@pytest.mark.parametrize("text", ["@@ settings", "@@ Einstellungen"])
async def test_settings_are_shown_and_opened_for_change_by_who_may(room: Room, text: str) -> None:
    await room.tell(in_channel(room.microsoft, text))
    card = await room.card()
    said = words_of(card)
    assert "Graphs to ask, in this order: Plants" in said
    assert "Who may ask: 2 people" in said
    (button,) = buttons_of(card)
    assert button["data"] == {"msteams": {"type": "task/fetch"}, "open": "settings"}
    assert (await room.fetch(button["data"])).dialog["actions"][0]["title"] == "Save"


async def test_who_may_not_change_settings_reads_them_and_who_can(room: Room) -> None:
    room.desk.shown = replace(HOME, may_set=False, channel=Channel())
    await room.tell(in_channel(room.microsoft, "@@ settings"))
    card = await room.card()
    assert words_of(card).endswith("Only admins can change the settings.")
    assert "Who may ask: everybody" in words_of(card)
    assert buttons_of(card) == []


async def test_names_of_graphs_and_examples_are_no_markup(room: Room) -> None:
    evil = "**bold** [x](https://evil.example) <at>All</at> \u202etxt"
    room.desk.shown = replace(HOME, graphs=((evil, evil),), examples=(evil,))
    await room.tell(message(room.microsoft, "help"))
    card = await room.card()
    assert all(block["type"] in ("RichTextBlock", "ActionSet") for block in card["body"])
    assert "\u202e" not in words_of(card)


# ── added ────────────────────────────────────────────────────────────────────────────────────────


def added(room: Room, *members: str, **changes: Any) -> dict[str, Any]:
    them = [{"id": member} for member in members]
    return message(room.microsoft, "", **{"type": "conversationUpdate", "membersAdded": them} | changes)


async def test_where_the_bot_is_added_one_welcome_stands_with_three_examples(room: Room) -> None:
    await room.tell(added(room, "29:ada", BOT))  # Teams tells of one installation in two ways
    await room.tell(message(room.microsoft, "", type="installationUpdate", action="add"))
    card = await room.card()
    assert len([b for b in buttons_of(card) if b["type"] == "Action.Execute"]) == 3
    assert words_of(card).startswith("Ask me about your company's knowledge graph.")
    assert "Who earns most?" not in str(card)
    await room.tell(message(room.microsoft, "help"))
    assert len(await room.posted(2)) == 2


async def test_other_people_who_come_or_go_are_not_greeted(room: Room) -> None:
    await room.tell(added(room, "29:nneka"))
    await room.tell(added(room))
    await room.tell(message(room.microsoft, "", type="conversationUpdate", membersRemoved=[{"id": BOT}]))
    await room.tell(message(room.microsoft, "", type="installationUpdate", action="remove"))
    await room.tell(message(room.microsoft, "", type="installationUpdate", action="add-upgrade"))
    assert (room.microsoft.posted, room.desk.visited) == ([], [])


@pytest.mark.parametrize("members", ["x", 7, [7], [None], [{"id": None}], {"id": BOT}])
async def test_odd_members_are_nobody(room: Room, members: Any) -> None:
    said = await room.tell(message(room.microsoft, "", type="conversationUpdate", membersAdded=members))
    assert said.status in (200, 400)
    assert room.desk.visited == []
