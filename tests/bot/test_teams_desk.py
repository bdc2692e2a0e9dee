"""Teams with the real desk behind it: presses that come twice, late, from others or after a restart, and
answers that go to their asker alone.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from bot.desk import Desk
from bot.people import People
from connectors.database.channels import ChannelBook
from connectors.database.database import Database
from connectors.database.record import Record
from kgqa.errors import ModelUnavailable
from tests.bot import desks
from tests.bot.teams_room import LINKS, Room, bot_of, field_of, words_of
from tests.doubles import answers
from tests.doubles.core import Once, PreparedCore
from tests.doubles.teams import TENANT, LocalMicrosoft, in_channel, local_microsoft, message

MOREAU = answers.clarify()
QUESTION = answers.one_thing().question.text
BOSS = {"id": "29:boss", "aadObjectId": "aad-boss"}
MALLORY = {"id": "29:mallory", "aadObjectId": "aad-mallory"}


@pytest.fixture
async def microsoft() -> AsyncIterator[LocalMicrosoft]:
    async with local_microsoft() as double:
        yield double


@asynccontextmanager
async def at_work(
    folder: Path, microsoft: LocalMicrosoft, core: PreparedCore | None = None
) -> AsyncIterator[Room]:
    """The bot with a desk of its own on what the folder keeps, as one process after another has it."""
    usual = PreparedCore({QUESTION: answers.one_thing(), MOREAU.question.text: MOREAU})
    place = desks.Room(folder, core=core or usual)
    teams = bot_of(microsoft, links=LINKS, quiet=60)
    parts: dict[str, Any] = {
        "platforms": [teams],
        "channels": ChannelBook(place.database),
        "admins": People.of(["aad-boss"]),
    }
    async with place.desk(**parts) as desk:
        app = web.Application()
        teams.mount(app, desk)
        async with TestClient(TestServer(app)) as client:
            yield Room(microsoft, desk, teams, client)  # type: ignore[arg-type]  # the real one
        await desks.until(lambda: _is_done(desk))  # what was posted is noted as such
    place.database.close()


async def _is_done(desk: Desk) -> bool:
    return await desk.waiting() == 0


def there(microsoft: LocalMicrosoft) -> dict[str, Any]:
    conversation = in_channel(microsoft, "")["conversation"]
    assert isinstance(conversation, dict)
    return conversation


def cards(microsoft: LocalMicrosoft) -> list[tuple[str, dict[str, Any]]]:
    """The cards that were posted, each with its conversation."""
    return [
        (p["conversation"]["id"], p["attachments"][0]["content"])
        for p in microsoft.posted
        if "attachments" in p
    ]


def button(card: dict[str, Any], words: str) -> dict[str, Any]:
    sets = [block["actions"] for block in card["body"] if block["type"] == "ActionSet"]
    (found,) = [a for actions in (*sets, card.get("actions", [])) for a in actions if a["title"] == words]
    assert isinstance(found["data"], dict)
    return found["data"]


@pytest.mark.slow
async def test_a_choice_that_is_pressed_twice_and_again_after_a_restart_is_answered_once(
    tmp_path: Path, microsoft: LocalMicrosoft
) -> None:
    async with at_work(tmp_path, microsoft) as room:
        await room.tell(in_channel(microsoft, f"@@ {MOREAU.question.text}"))
        await microsoft.wait_for(1)
        ask = next(
            b["actions"][0]["data"] for b in cards(microsoft)[0][1]["body"] if b["type"] == "ActionSet"
        )
        for _ in range(2):
            assert (await room.execute(ask, conversation=there(microsoft))).words.startswith("Asked: ")
        await microsoft.wait_for(2)
    async with at_work(tmp_path, microsoft) as room:
        await room.execute(ask, conversation=there(microsoft), id="f:a-year-later")
        await microsoft.wait_for(3)
    said = words_of(cards(microsoft)[2][1])
    assert said.startswith("This button is used up: its answer stands in this thread.")
    assert len(microsoft.posted) == 3


async def test_what_failed_is_tried_again_by_a_button(tmp_path: Path, microsoft: LocalMicrosoft) -> None:
    core = PreparedCore(during=Once(ModelUnavailable("The model cannot be reached.")))
    async with at_work(tmp_path, microsoft, core) as room:
        await room.tell(in_channel(microsoft, f"@@ {QUESTION}"))
        await microsoft.wait_for(1)
        failed = cards(microsoft)[0][1]
        assert words_of(failed).startswith("The model cannot be reached.")
        said = await room.execute(button(failed, "Try again"), conversation=there(microsoft))
        assert said.words == "Asked: Try again"
        await microsoft.wait_for(2)
        conversation, answer = cards(microsoft)[1]
        assert conversation == there(microsoft)["id"]
        assert words_of(answer).startswith(QUESTION)


async def test_a_button_is_not_pressed_from_another_conversation_nor_by_another_tenant(
    tmp_path: Path, microsoft: LocalMicrosoft
) -> None:
    async with at_work(tmp_path, microsoft) as room:
        await room.tell(in_channel(microsoft, f"@@ {QUESTION}"))
        await microsoft.wait_for(1)
        remove = button(cards(microsoft)[0][1], "Delete")
        elsewhere = there(microsoft) | {"id": "19:other@thread.tacv2;messageid=1"}
        said = await room.execute(remove, conversation=elsewhere)
        assert said.words == "This button belongs to another conversation."
        assert (await room.execute(remove)).words == "This button belongs to another conversation."
        evil = there(microsoft) | {"tenantId": "evil"}
        assert (await room.execute(remove, conversation=evil)).status == 403
        assert microsoft.deleted == []


async def test_an_answer_is_deleted_by_who_asked_and_by_nobody_else(
    tmp_path: Path, microsoft: LocalMicrosoft
) -> None:
    async with at_work(tmp_path, microsoft) as room:
        await room.tell(in_channel(microsoft, f"@@ {QUESTION}"))
        await microsoft.wait_for(1)
        remove = button(cards(microsoft)[0][1], "Delete")
        said = await room.execute(remove, conversation=there(microsoft), **{"from": MALLORY})
        assert said.words == "Only the person who asked, or an admin, can delete this."
        assert microsoft.deleted == []
        said = await room.execute(remove, conversation=there(microsoft))
        assert said.words == "The answer is deleted here. Its record is kept."
        said = await room.execute(remove, conversation=there(microsoft))
        assert said.words == "This answer was deleted already."
        assert len(await microsoft.wait_for_deleted(1)) == 1


async def test_an_admin_makes_answers_private_and_they_are_shared_from_the_personal_chat(
    tmp_path: Path, microsoft: LocalMicrosoft
) -> None:
    async with at_work(tmp_path, microsoft) as room:
        in_thread: dict[str, Any] = {"conversation": there(microsoft)}
        assert (await room.fetch({"open": "settings"}, **in_thread)).parting.startswith("Only admins")
        form = (await room.fetch({"open": "settings"}, **in_thread, **{"from": BOSS})).dialog
        assert field_of(form, "private")["value"] == "false"
        data = {"data": form["actions"][0]["data"] | {"private": "true", "listening": "questions"}}
        said = await room.invoke("task/submit", data, **in_thread)
        assert said.parting.startswith("Only admins")
        await room.invoke("task/submit", data, **in_thread, **{"from": BOSS})

        # Now that every question is answered here, no mention is needed.
        await room.tell(in_channel(microsoft, QUESTION, id="9"))
        await microsoft.wait_for(2)
        ((conversation, card),) = cards(microsoft)
        assert conversation not in ("", there(microsoft)["id"])
        personal = {"conversation": {"id": conversation, "conversationType": "personal", "tenantId": TENANT}}
        share = button(card, "Share with the thread")
        said = await room.execute(share, **personal, **{"from": MALLORY})
        assert said.words == "This button belongs to another conversation."
        said = await room.execute(share, **personal)
        assert said.words == "It now stands in the thread for everybody."
        assert [c for c, _ in cards(microsoft)] == [conversation, there(microsoft)["id"]]
        assert (
            await room.execute(share, **personal)
        ).words == "It stands in the thread for everybody already."

        await room.execute(button(card, "Delete"), **personal)
        gone = {c for c, _ in await microsoft.wait_for_deleted(2)}
        assert gone == {conversation, there(microsoft)["id"]}


@pytest.mark.slow
async def test_a_deleted_question_is_not_answered_and_an_edited_one_is_answered_as_it_reads_now(
    tmp_path: Path, microsoft: LocalMicrosoft
) -> None:
    async with at_work(tmp_path, microsoft) as room:
        await room.tell(in_channel(microsoft, f"@@ {MOREAU.question.text}", id="1"))
        await microsoft.wait_for(1)
        edited = in_channel(microsoft, f"@@ {QUESTION}", id="1", type="messageUpdate")
        edited["channelData"]["eventType"] = "editMessage"
        for _ in range(2):
            assert (await room.tell(edited)).status == 200
        await microsoft.wait_for(2)
        assert microsoft.posted[-1]["text"].startswith("Ada Njoroge leads Field Engineering.")
        await desks.until(lambda: _is_done(room.desk))  # type: ignore[arg-type]  # the real one
        (((conversation, activity), line),) = microsoft.changed.items()
        assert (conversation, activity) == (there(microsoft)["id"], "posted-1")
        said = f"The question was edited. The answer to “{QUESTION}” stands below."
        assert (line["text"], line["textFormat"], line.get("attachments")) == (said, "plain", None)
        deleted = in_channel(microsoft, "", id="1", type="messageDelete")
        deleted["channelData"]["eventType"] = "softDeleteMessage"
        assert (await room.tell(deleted)).status == 200


LIKED = {"actionName": "feedback", "actionValue": {"reaction": "like", "feedback": "so it is"}}


async def judged(room: Room, **changes: Any) -> None:
    """A thumb on the first message that was posted."""
    said = await room.invoke("message/submitAction", LIKED, **{"replyToId": "posted-1"} | changes)
    assert said.status == 200


async def verdicts(folder: Path, card: dict[str, Any]) -> list[tuple[str, str]]:
    """The thumbs in the record of the answer on a card."""
    database = Database.open(f"sqlite:///{folder}/querist.db")
    notes = await Record(database).judgements(words_of(card).rpartition("record ")[2])
    database.close()
    return [(note["verdict"], note["reason"]) for note in notes]


async def test_a_thumb_finds_the_record_of_its_answer_also_in_a_process_that_did_not_post_it(
    tmp_path: Path, microsoft: LocalMicrosoft
) -> None:
    async with at_work(tmp_path, microsoft) as room:
        await room.tell(message(microsoft, QUESTION))
        await microsoft.wait_for(1)
        await desks.until(lambda: _is_done(room.desk))  # type: ignore[arg-type]  # the real one
        await judged(room)
    assert await verdicts(tmp_path, cards(microsoft)[0][1]) == [("up", "so it is")]
    async with at_work(tmp_path, microsoft) as room:
        await judged(room, **{"from": MALLORY})
    assert await verdicts(tmp_path, cards(microsoft)[0][1]) == 2 * [("up", "so it is")]
    assert len(microsoft.posted) == 1


async def test_a_thumb_in_a_channel_that_is_named_without_its_thread_is_noted_too(
    tmp_path: Path, microsoft: LocalMicrosoft
) -> None:
    async with at_work(tmp_path, microsoft) as room:
        await room.tell(in_channel(microsoft, f"@@ {QUESTION}"))
        await microsoft.wait_for(1)
        await desks.until(lambda: _is_done(room.desk))  # type: ignore[arg-type]  # the real one
        await judged(room, conversation=there(microsoft) | {"id": "19:general@thread.tacv2"})
    assert await verdicts(tmp_path, cards(microsoft)[0][1]) == [("up", "so it is")]


async def test_a_thumb_on_what_is_no_answer_of_this_conversation_is_noted_nowhere(
    tmp_path: Path, microsoft: LocalMicrosoft
) -> None:
    async with at_work(tmp_path, microsoft) as room:
        await room.tell(message(microsoft, QUESTION))
        await microsoft.wait_for(1)
        await desks.until(lambda: _is_done(room.desk))  # type: ignore[arg-type]  # the real one
        await judged(room, conversation={"id": "a:other", "conversationType": "personal"})
        await judged(room, replyToId="posted-7")
        await microsoft.wait_for(3)
    assert await verdicts(tmp_path, cards(microsoft)[0][1]) == []
    assert all("use the buttons on its card" in told["text"] for told in microsoft.posted[1:])


async def test_a_thumb_on_an_answer_to_its_asker_alone_is_noted(
    tmp_path: Path, microsoft: LocalMicrosoft
) -> None:
    async with at_work(tmp_path, microsoft) as room:
        in_thread: dict[str, Any] = {"conversation": there(microsoft), "from": BOSS}
        form = (await room.fetch({"open": "settings"}, **in_thread)).dialog
        data = {"data": form["actions"][0]["data"] | {"private": "true"}}
        await room.invoke("task/submit", data, **in_thread)
        await room.tell(in_channel(microsoft, f"@@ {QUESTION}"))
        await microsoft.wait_for(2)
        await desks.until(lambda: _is_done(room.desk))  # type: ignore[arg-type]  # the real one
        ((conversation, card),) = cards(microsoft)
        await judged(room, conversation={"id": conversation, "conversationType": "personal"})
    assert await verdicts(tmp_path, card) == [("up", "so it is")]
