"""Who asked can have it stopped, wherever it is worked at; nobody else can, and nothing is left open."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.desk import Apart, Desk, Limits
from bot.intake import is_stop
from kgqa.types import Answer, Outcome, Progress, Question, Stage
from tests.bot.desks import Room, message, until
from tests.doubles import answers
from tests.patience import LONG

AS_ASKED = "Stopped, as you asked."


@pytest.fixture
def room(tmp_path: Path) -> Room:
    room = Room(tmp_path, limits=Limits(grace=0, taking=LONG, pause=0, look=0.01))
    room.core.gate.clear()
    return room


@pytest.mark.parametrize("word", ["stop", "Stop!", "CANCEL", " abbrechen ", "stopp."])
def test_a_word_alone_is_the_wish_to_stop(word: str) -> None:
    assert is_stop(word)


@pytest.mark.parametrize("words", ["Which bus stop is next?", "stop signs", "", "!", "cancel my order"])
def test_a_question_with_that_word_is_a_question(words: str) -> None:
    assert not is_stop(words)


async def test_who_asked_stops_the_work_and_is_told_so_once(room: Room) -> None:
    async with room.desk() as desk:
        await desk.receive(message("long"))
        await room.core.wait_for(1)
        await desk.receive(message("stop"))
        (post,) = await room.platform.wait_for(1)
        await until(lambda: _none_waits(desk))
    assert (post["text"], post["outcome"]) == (AS_ASKED, Outcome.STOPPED)
    assert room.core.busy == 0
    assert room.platform.texts == [AS_ASKED]
    assert await room.record.stage(post["reference"]) == "posted"
    kept = await room.record.answer_of(post["reference"])
    assert kept is not None
    assert (kept.outcome, kept.question.text) == (Outcome.STOPPED, "long")


async def test_it_is_said_in_the_language_of_the_question(room: Room) -> None:
    async with room.desk() as desk:
        await desk.receive(message("Wer leitet den Einkauf und seit wann?"))
        await room.core.wait_for(1)
        await desk.receive(message("abbrechen"))
        (post,) = await room.platform.wait_for(1)
    assert post["text"] == "Abgebrochen, wie gewünscht."


async def test_what_still_waits_in_the_thread_is_stopped_too_and_never_begun(room: Room) -> None:
    async with room.desk() as desk:
        await desk.receive(message("one"))
        await desk.receive(message("two"))
        await desk.receive(message("elsewhere", thread="2.0"))
        await room.core.wait_for(2)
        await desk.receive(message("stop"))
        await room.platform.wait_for(2)
        room.core.gate.set()
        await room.platform.wait_for(3)
    assert room.platform.texts == [AS_ASKED, AS_ASKED, "elsewhere"]
    assert {q.text for q in room.core.asked} == {"one", "elsewhere"}


async def test_a_wish_that_another_process_wrote_down_stops_the_work_here(room: Room) -> None:
    async with room.desk() as desk:
        asked = message("long")
        await desk.receive(asked)
        await room.core.wait_for(1)
        reference = await room.record.opened("paper:T1:" + asked.event, room.core.asked[0], context={})
        assert await room.record.stopped(reference)
        (post,) = await room.platform.wait_for(1)
    assert (post["reference"], post["text"]) == (reference, AS_ASKED)


async def test_a_stopped_question_is_not_taken_up_again_after_a_restart(room: Room) -> None:
    async with room.desk() as desk:
        asked = message("long")
        await desk.receive(asked)
        await room.core.wait_for(1)
    reference = await room.record.opened("paper:T1:" + asked.event, room.core.asked[0], context={})
    await room.record.stopped(reference)  # the process that was told so died before it could act
    async with room.desk():
        (post,) = await room.platform.wait_for(1)
    assert post["text"] == AS_ASKED
    assert len(room.core.asked) == 1


async def test_nobody_stops_the_question_of_another(room: Room) -> None:
    async with room.desk() as desk:
        await desk.receive(message("long", person="U1"))
        await room.core.wait_for(1)
        await desk.receive(message("stop", person="U2"))
        (post,) = await room.platform.wait_for(1)
        assert post["text"] == "Only the person who asked can stop a question."
        room.core.gate.set()
        await room.platform.wait_for(2)
    assert room.platform.texts[1] == "long"


async def test_where_nothing_runs_it_is_said_plainly(room: Room) -> None:
    async with room.desk() as desk:
        await desk.receive(message("stop"))
        (post,) = await room.platform.wait_for(1)
    assert post["text"] == "There is nothing to stop: I am not working on a question of yours here."
    assert not room.core.asked


async def test_a_stop_that_begins_a_thread_means_what_its_sender_waits_for_in_the_channel(room: Room) -> None:
    """In a direct message of Slack, each message that is no reply is a thread of its own."""
    async with room.desk() as desk:
        await desk.receive(message("mine", thread="1.0", person="U1"))
        await desk.receive(message("yours", thread="2.0", person="U2"))
        await desk.receive(message("elsewhere", thread="3.0", channel="C2", person="U1"))
        await room.core.wait_for(3)
        await desk.receive(message("stop", thread="9.0", person="U1"))
        await room.platform.wait_for(1)
        room.core.gate.set()
        await room.platform.wait_for(3)
    assert room.platform.posts[0]["thread"] == "1.0"
    assert sorted(room.platform.texts) == [AS_ASKED, "elsewhere", "yours"]


async def test_in_a_conversation_of_its_own_a_stop_means_that_one(room: Room) -> None:
    room.core.gate.set()
    async with room.desk() as desk:
        await desk.receive(message("earlier", thread="9.0"))
        await room.platform.wait_for(1)
        await until(lambda: _none_waits(desk))
        room.core.gate.clear()
        await desk.receive(message("other conversation", thread="1.0"))
        await room.core.wait_for(2)
        await desk.receive(message("stop", thread="9.0"))
        posts = await room.platform.wait_for(2)
        room.core.gate.set()
        await room.platform.wait_for(3)
    assert posts[1]["text"].startswith("There is nothing to stop")
    assert room.platform.texts[2] == "other conversation"


async def test_a_stop_that_is_delivered_twice_says_nothing_more(room: Room) -> None:
    wish = message("stop")
    async with room.desk() as desk:
        await desk.receive(message("long"))
        await room.core.wait_for(1)
        await desk.receive(wish)
        await room.platform.wait_for(1)
        await until(lambda: _none_waits(desk))
        await desk.receive(wish)
        await until(lambda: _none_waits(desk))
    assert room.platform.texts == [AS_ASKED]


async def test_what_was_said_to_others_is_only_heard_where_something_runs(room: Room) -> None:
    async with room.desk() as desk:
        await desk.receive(message("stop", overheard=True))
        await desk.receive(message("and more talk", overheard=True))
        await desk.receive(message("long"))
        await room.core.wait_for(1)
        await desk.receive(message("stop", overheard=True))
        await room.platform.wait_for(1)
        await until(lambda: _none_waits(desk))
    assert room.platform.texts == [AS_ASKED]
    assert [q.text for q in room.core.asked] == ["long"]


async def test_an_answer_that_is_closed_stands(room: Room) -> None:
    question = answers.question("Who?")
    reference = await room.record.opened("e", question, context={})
    await room.record.closed(reference, answers.one_thing())
    assert not await room.record.stopped(reference)
    assert not await room.record.is_stopped(reference)


async def test_a_stopped_question_is_not_remembered_by_the_thread(room: Room) -> None:
    async with room.desk() as desk:
        await desk.receive(message("long"))
        await room.core.wait_for(1)
        await desk.receive(message("stop"))
        await room.platform.wait_for(1)
        room.core.gate.set()
        await desk.receive(message("next"))
        await room.platform.wait_for(2)
    assert room.platform.texts == [AS_ASKED, "next"]


async def test_the_core_in_its_own_thread_ends_at_its_next_pause(room: Room) -> None:
    begun, ended = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    class Waiter:
        async def answer(self, question: Question, progress: Progress) -> Answer:
            try:
                await progress(Stage.EXPLORING, "tries a query: 12 rows")
                loop.call_soon_threadsafe(begun.set)
                await asyncio.Event().wait()
            finally:
                loop.call_soon_threadsafe(ended.set)
            raise AssertionError(question)

    async with room.desk(core=Apart(Waiter())) as desk:
        await desk.receive(message("long"))
        await asyncio.wait_for(begun.wait(), LONG)
        await desk.receive(message("stop"))
        await asyncio.wait_for(ended.wait(), LONG)
        await room.platform.wait_for(1)
    assert room.platform.texts == [AS_ASKED]
    assert room.platform.steps == ["tries a query: 12 rows"]


async def _none_waits(desk: Desk) -> bool:
    return await desk.waiting() == 0
