"""Slack with the real desk, met in every way: command, private answer, shared, edited, deleted, set."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from bot.cards.look import Look
from bot.desk import Offer
from bot.people import People as Named
from connectors.database.channels import ChannelBook
from kgqa.types import Choice
from tests.bot.desks import Room, until
from tests.bot.slack_bot import connect, installed, serving
from tests.bot.test_slack_acts import charted
from tests.doubles import answers
from tests.doubles.core import PreparedCore
from tests.doubles.slack import LocalSlack, People
from tests.doubles.slack.blocks import words
from tests.doubles.slack.hands import Hands, labels

pytestmark = pytest.mark.slow

WHO = "Who leads Field Engineering?"
WORKS = "Who works there?"
ADA = Named.of(["UADA"])


@pytest.fixture
def room(tmp_path: Path) -> Room:
    other = Choice(label="Who works in Field Engineering?", detail="", question=WORKS)
    return Room(tmp_path, core=PreparedCore({WHO: replace(answers.one_thing(), others=(other,))}))


@dataclass(frozen=True)
class Team:
    """A workspace at work: Ada looks after the bot, Bob asks."""

    slack: LocalSlack
    people: People

    @property
    def ada(self) -> Hands:
        return Hands(self.people)

    @property
    def bob(self) -> Hands:
        return Hands(self.people, user="UBOB")

    def texts(self) -> list[str]:
        """The first lines of what stands in the channels."""
        return [message["text"].split("\n")[0] for message in self.slack.workspace.answers()]

    def told(self) -> str:
        """What was last said to one person alone."""
        return str(self.slack.workspace.ephemerals[-1]["text"])


@asynccontextmanager
async def at_work(room: Room, *, follow_up: bool = False) -> AsyncIterator[Team]:
    async with installed("http", follow_up=follow_up) as slack:
        platform = connect(slack, "http", follow_up=follow_up, look=Look(editors=ADA, reviewers=ADA))
        more: dict[str, Any] = {
            "editors": ADA,
            "admins": ADA,
            "channels": ChannelBook(room.database),
            "offers": (Offer(name="Company", kinds=12, tried=lambda: {"en": (WHO,)}),),
        }
        async with (
            room.desk(platforms=[platform], **more) as desk,
            serving(platform, slack, desk, "http") as people,
        ):
            yield Team(slack, people)


async def test_a_command_is_answered_alone_shared_and_gone_on_with_by_others(room: Room) -> None:
    async with at_work(room) as team:
        ada, screens = team.ada, team.slack.workspace.screens
        await ada.command(WHO)
        name = ada.last_response
        await team.slack.seen(lambda: screens.responses.get(name))
        (answer,) = screens.responses[name]
        assert answer["text"].startswith("Ada Njoroge leads Field Engineering.")
        assert team.texts() == []
        card = {"channel": "C1", "blocks": answer["blocks"]}
        await team.bob.press(card, "Run again")  # as if Bob could see it
        await ada.press(card, "Share with the thread")
        (shared,) = await team.slack.wait_for(1)
        assert "thread_ts" not in shared
        assert "Share with the thread" not in labels(shared["blocks"])
        bob = team.bob
        await bob.press(shared, "Not what I meant")
        await bob.submit(chosen="0")
        asked = (await team.slack.wait_for(2))[1]
        assert asked["text"].startswith(WORKS)
        assert asked["thread_ts"] == shared["ts"]


async def test_a_private_answer_can_be_shared_once(room: Room) -> None:
    async with at_work(room) as team:
        ada, screens = team.ada, team.slack.workspace.screens
        await ada.command(WHO)
        name = ada.last_response
        await team.slack.seen(lambda: screens.responses.get(name))
        card = {"channel": "C1", "blocks": screens.responses[name][0]["blocks"]}
        await ada.press(card, "Share with the thread")
        await ada.press(card, "Share with the thread")
        assert len(await team.slack.wait_for(1)) == 1
        assert "already" in team.told()


async def test_a_private_answer_is_taken_off_the_screen_and_noted_as_deleted(room: Room) -> None:
    async with at_work(room) as team:
        ada, screens = team.ada, team.slack.workspace.screens
        await ada.command(WHO)
        asked = ada.last_response
        await team.slack.seen(lambda: screens.responses.get(asked))
        card = {"channel": "C1", "blocks": screens.responses[asked][0]["blocks"]}
        await ada.press(card, "Delete")
        assert {"delete_original": True} in screens.responses[ada.last_response]
        assert team.told() == "The answer is deleted here. Its record is kept."
        (reference,) = [recent.reference for recent in await room.record.recent("slack", "T1", "UADA", 9)]
        assert len(await room.record.notes(reference, "removed")) == 1
        await ada.press(card, "Share with the thread")  # on another screen that still shows it
        assert team.texts() == []
        assert "deleted" in team.told()


async def test_a_private_answer_that_was_shared_goes_from_both_places(room: Room) -> None:
    async with at_work(room) as team:
        ada, screens = team.ada, team.slack.workspace.screens
        await ada.command(WHO)
        asked = ada.last_response
        await team.slack.seen(lambda: screens.responses.get(asked))
        card = {"channel": "C1", "blocks": screens.responses[asked][0]["blocks"]}
        await ada.press(card, "Share with the thread")
        (shared,) = await team.slack.wait_for(1)
        await ada.press(shared, "Get the files")
        await team.slack.wait_for(1, files=5)
        await noted(room)
        await ada.press(card, "Delete")
        assert {"delete_original": True} in screens.responses[ada.last_response]
        assert team.texts() == []
        assert team.slack.workspace.files() == []


async def noted(room: Room) -> None:
    """Waits until what was posted later is known to belong to the one answer of this person."""
    (reference,) = [recent.reference for recent in await room.record.recent("slack", "T1", "UADA", 9)]

    async def is_so() -> bool:
        return bool(await room.record.notes(reference, "added"))

    await until(is_so)


async def test_a_chart_goes_with_its_answer(tmp_path: Path) -> None:
    room = Room(tmp_path, core=PreparedCore({WHO: charted()}))
    async with at_work(room) as team:
        team.people.mention(WHO)
        await team.people.deliver()
        (posted,) = await team.slack.wait_for(1)
        await team.ada.press(posted, "Show as a chart")
        await team.slack.wait_for(1, files=1)
        await noted(room)
        await team.ada.press(posted, "Delete")
        assert team.slack.workspace.files() == []
        assert team.texts() == []


async def test_where_the_bot_is_no_member_a_command_is_answered_all_the_same(room: Room) -> None:
    async with at_work(room) as team:
        team.slack.workspace.channels["G1"].member = False
        ada = Hands(team.people, channel="G1")
        await ada.command(WHO)
        name = ada.last_response
        screens = team.slack.workspace.screens
        await team.slack.seen(lambda: screens.responses.get(name))
        card = {"channel": "G1", "blocks": screens.responses[name][0]["blocks"]}
        assert (await ada.press(card, "Share with the thread")).status == 200
        (said,) = screens.responses[ada.last_response]
        assert said["response_type"] == "ephemeral"
        assert "member" in said["text"]


async def test_a_question_edited_while_it_is_worked_on_is_answered_as_it_then_stands(room: Room) -> None:
    async with at_work(room) as team:
        room.core.gate.clear()
        ts, _ = team.people.say("Who leads Feild Engineering?", channel="D1")
        await team.people.deliver()
        await room.core.wait_for(1)
        team.ada.edit(ts, WHO)
        await team.people.deliver()
        room.core.gate.set()
        (answer,) = await team.slack.wait_for(1)
        assert answer["text"].startswith("Ada Njoroge leads Field Engineering.")
        team.people.say(WORKS, channel="D1")
        await team.people.deliver()
        await team.slack.wait_for(2)
        assert [text for text in team.texts() if "Feild" in text] == []


async def test_a_question_edited_after_its_answer_is_answered_anew_without_it_in_mind(room: Room) -> None:
    async with at_work(room) as team:
        ts, _ = team.people.say("Who leads Feild Engineering?", channel="D1")
        await team.people.deliver()
        await team.slack.wait_for(1)
        team.ada.edit(ts, WORKS)
        await team.people.deliver()
        await team.slack.wait_for(2)
        assert team.texts()[1] == WORKS  # the prepared core would name what came before


async def test_a_question_deleted_while_it_is_worked_on_is_not_answered(room: Room) -> None:
    async with at_work(room) as team:
        room.core.gate.clear()
        ts, _ = team.people.say("Who?", channel="D1")
        await team.people.deliver()
        await room.core.wait_for(1)
        team.ada.delete(ts)
        await team.people.deliver()
        room.core.gate.set()
        team.people.say(WHO, channel="D1")
        await team.people.deliver()
        await team.slack.seen(lambda: "Ada Njoroge leads Field Engineering." in team.texts())
        assert "Who?" not in team.texts()


async def test_a_query_is_changed_by_who_may_and_by_nobody_else(room: Room) -> None:
    async with at_work(room) as team:
        ts, _ = team.people.mention(WHO)
        await team.people.deliver()
        (posted,) = await team.slack.wait_for(1)
        await team.bob.press(posted, "Edit the query")
        assert team.slack.workspace.screens.dialogs == []
        assert team.told()
        ada = team.ada
        await ada.press(posted, "Edit the query")
        await ada.submit(text="SELECT ?x WHERE { ?x ?y ?z }")
        changed = (await team.slack.wait_for(2))[1]
        assert changed["thread_ts"] == ts
        assert room.core.asked[-1].query == "SELECT ?x WHERE { ?x ?y ?z }"
        assert room.core.asked[-1].text == WHO


async def test_a_channel_set_to_private_answers_its_askers_alone_in_the_thread(room: Room) -> None:
    async with at_work(room) as team:
        ada = team.ada
        await team.bob.command("settings")
        assert team.slack.workspace.screens.dialogs == []
        await ada.command("settings")
        await ada.submit(private="yes", verbosity="brief")
        ts, _ = team.people.mention(WHO, user="UBOB")
        await team.people.deliver()
        await team.slack.seen(lambda: team.slack.workspace.ephemerals)
        alone = team.slack.workspace.ephemerals[0]
        assert (alone["user"], alone["thread_ts"]) == ("UBOB", ts)
        card = {"channel": "C1", "thread_ts": ts, "blocks": alone["blocks"]}
        await team.bob.press(card, "Share with the thread")
        (shared,) = await team.slack.wait_for(1)
        assert shared["thread_ts"] == ts


async def test_a_channel_that_wants_questions_answered_needs_no_mention(room: Room) -> None:
    async with at_work(room, follow_up=True) as team:
        team.people.say("Morning!", user="UBOB")
        team.people.say(WORKS, user="UBOB")
        await team.people.deliver()
        ada = team.ada
        await ada.command("settings")
        await ada.submit(listening="questions")
        team.people.say("Lunch at noon.", user="UBOB")
        ts, _ = team.people.say(WHO, user="UBOB")
        await team.people.deliver()
        (answer,) = await team.slack.wait_for(1)
        assert answer["thread_ts"] == ts


async def test_ones_own_answer_is_deleted_with_its_files_and_nobody_elses(room: Room) -> None:
    async with at_work(room) as team:
        team.people.mention(WHO)
        await team.people.deliver()
        (posted,) = await team.slack.wait_for(1)
        await team.bob.press(posted, "Get the files")
        await team.slack.wait_for(1, files=5)
        await noted(room)
        await team.bob.press(posted, "Delete")
        assert len(team.texts()) == 1
        await team.ada.press(posted, "Delete")
        assert team.texts() == []
        assert team.slack.workspace.files() == []
        await team.ada.press(posted, "Run again")  # a card that somebody has still open
        await team.ada.press(posted, "Delete")
        assert len(team.slack.workspace.ephemerals) >= 3


async def test_home_shows_what_was_asked_wherever_it_was(room: Room) -> None:
    async with at_work(room) as team:
        ada = team.ada
        await ada.open_tab()
        await ada.press_home(WHO)
        await team.slack.wait_for(2)  # the question, and its answer
        team.people.mention(WORKS)
        await team.people.deliver()
        await team.slack.wait_for(3)
        await ada.open_tab()
        text = words(team.slack.workspace.screens.homes["UADA"]["blocks"])
        assert "Company" in text
        assert re.search(rf"{re.escape(WHO)}\n(Ask again\n)?answered", text)
        assert WORKS in text
        await team.bob.open_tab()
        assert WORKS not in words(team.slack.workspace.screens.homes["UBOB"]["blocks"])
