"""Slack and the real desk together: asked once, answered once, whatever is lost in between."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from kgqa.errors import GraphTimeout
from manifests.slack import Mode
from tests.bot.desks import Room, until
from tests.bot.slack_bot import connect, installed, serving
from tests.doubles import answers
from tests.doubles.core import Once, PreparedCore
from tests.doubles.slack import Fault, LocalSlack, People
from tests.doubles.slack.blocks import words
from tests.doubles.slack.hands import Hands

BOTH: tuple[Mode, ...] = ("http", "socket")
WHO = "Who leads Field Engineering?"


@pytest.fixture
def room(tmp_path: Path) -> Room:
    prepared = {answer.question.text: answer for answer in (answers.clarify(), answers.one_thing())}
    return Room(tmp_path, core=PreparedCore({**prepared, "boom": ValueError("a secret in a stack trace")}))


@asynccontextmanager
async def open_for_work(
    room: Room, slack: LocalSlack, mode: Mode = "http", *, follow_up: bool = False
) -> AsyncIterator[People]:
    """A platform with the real desk; opened again, it is another process after a restart."""
    platform = connect(slack, mode, follow_up=follow_up)
    async with (
        room.desk(platforms=[platform]) as desk,
        serving(platform, slack, desk, mode) as people,
    ):
        yield people


@pytest.mark.slow
@pytest.mark.parametrize("mode", BOTH)
async def test_a_mention_is_answered_in_its_thread_with_query_and_trace(room: Room, mode: Mode) -> None:
    async with installed(mode) as slack, open_for_work(room, slack, mode) as people:
        ts, _ = people.mention(WHO)
        assert await people.deliver() == [True]
        (answer,) = await slack.wait_for(1)
        assert answer["thread_ts"] == ts
        assert answer["text"].startswith("Ada Njoroge leads Field Engineering.")
        (line,) = [block for block in answer["blocks"] if block["type"] == "container"]
        for part in ("SELECT ?person", "names: 1 name found"):
            assert part in words(line["child_blocks"])


async def test_a_redelivered_event_is_answered_once(room: Room) -> None:
    async with installed("http") as slack, open_for_work(room, slack) as people:
        _, (event,) = people.mention("Who?")
        await people.deliver()
        assert await people.redeliver(event)
        await slack.wait_for(1)
        assert await people.redeliver(event)
        people.mention("And who else?")
        await people.deliver()
        assert [m["text"].split("\n")[0] for m in await slack.wait_for(2)] == ["Who?", "And who else?"]


@pytest.mark.slow
async def test_what_was_acknowledged_is_answered_after_a_restart_and_once(room: Room) -> None:
    async with installed("http") as slack:
        room.core.gate.clear()
        async with open_for_work(room, slack) as people:
            _, (event,) = people.mention("Who?")
            assert await people.deliver() == [True]
            await room.core.wait_for(1)
        assert slack.workspace.answers() == []
        room.core.gate.set()
        async with open_for_work(room, slack) as people:
            await slack.wait_for(1)
            assert await people.redeliver(event)
            people.mention("And who else?")
            await people.deliver()
            assert len(await slack.wait_for(2)) == 2


async def test_a_follow_up_in_the_thread_knows_what_was_said(room: Room) -> None:
    async with (
        installed("http", follow_up=True) as slack,
        open_for_work(room, slack, follow_up=True) as people,
    ):
        ts, _ = people.mention("Which plants make valves?")
        await people.deliver()
        await slack.wait_for(1)
        people.say("and in Germany?", thread=ts)
        await people.deliver()
        last = (await slack.wait_for(2))[-1]
        assert last["thread_ts"] == ts
        assert last["text"].startswith("and in Germany? after Which plants make valves?")


async def test_a_pressed_choice_asks_the_question_with_its_pin(room: Room) -> None:
    async with installed("http") as slack, open_for_work(room, slack) as people:
        people.mention("When did Okafor join?")
        await people.deliver()
        (asked,) = await slack.wait_for(1)
        assert await people.press(asked, "querist.choice.1")
        await slack.wait_for(2)
        assert [pin.term for pin in room.core.asked[-1].pins] == ["https://company.example/id/nneka"]


@pytest.mark.parametrize(("follow_up", "posted"), [(True, 1), (False, 2)])
async def test_a_lost_answer_to_a_post_never_posts_the_same_twice(
    room: Room, follow_up: bool, posted: int
) -> None:
    # with the right to look it is adopted; without, a pointer stands below it
    async with (
        installed("http", follow_up=follow_up) as slack,
        open_for_work(room, slack, follow_up=follow_up) as people,
    ):
        slack.fail("chat.postMessage", Fault(lost="after"))
        people.mention(WHO)
        await people.deliver()
        await slack.wait_for(posted)
        texts = [m["text"] for m in slack.workspace.answers()]
        assert len(texts) == posted
        assert sum("Ada Njoroge" in text for text in texts) == 1
        assert all("I was interrupted" in text for text in texts[1:])


async def test_a_defect_shows_a_reference_and_no_stack_trace(room: Room) -> None:
    async with installed("http") as slack, open_for_work(room, slack) as people:
        people.mention("boom")
        await people.deliver()
        (answer,) = await slack.wait_for(1)
        assert "Something went wrong on my side" in answer["text"]
        assert "secret" not in str(slack.workspace.messages)


async def test_what_failed_is_tried_again_by_a_button(room: Room) -> None:
    room.core = PreparedCore(during=Once(GraphTimeout("The graph did not answer in 30 seconds.")))
    async with installed("http") as slack, open_for_work(room, slack) as people:
        ts, _ = people.mention("Who?")
        await people.deliver()
        (failed,) = await slack.wait_for(1)
        assert failed["text"].startswith("The graph did not answer in 30 seconds.")
        assert await people.press(failed, "querist.again.0")
        answer = (await slack.wait_for(2))[-1]
        assert answer["thread_ts"] == ts
        assert answer["text"].startswith("Who?")


@pytest.mark.slow
async def test_the_answer_to_an_edited_question_says_where_that_of_the_new_one_stands(room: Room) -> None:
    async with installed("http") as slack, open_for_work(room, slack) as people:
        ts, _ = people.say(WHO, channel="D1")
        await people.deliver()
        (old,) = await slack.wait_for(1)
        await Hands(people).press(old, "Get the files")
        await slack.wait_for(1, files=5)
        reference = old["metadata"]["event_payload"]["reference"]

        async def noted() -> bool:
            return bool(await room.record.notes(reference, "added"))

        await until(noted)
        Hands(people).edit(ts, "Who leads Sales &lt;&amp;&gt;?")
        await people.deliver()
        new = (await slack.wait_for(2))[-1]

        async def is_changed() -> bool:
            return "blocks" in old and len(old["blocks"]) == 1

        await until(is_changed)
        first, second = old["blocks"][0]["elements"][0]["elements"]
        assert first["text"] == "The question was edited. "
        assert second["text"] == "The answer to “Who leads Sales <&>?” stands below."
        assert second["url"].endswith(f"p{new['ts'].replace('.', '')}?thread_ts={ts}&cid=D1")

        async def are_gone() -> bool:
            return not [f for f in slack.workspace.files() if f["name"].startswith(reference)]

        await until(are_gone)


async def test_ten_thousand_characters_get_one_plain_sentence(room: Room) -> None:
    async with installed("http") as slack, open_for_work(room, slack) as people:
        people.mention("who " * 2_500)
        await people.deliver()
        (answer,) = await slack.wait_for(1)
        assert "I read up to 2,000" in answer["text"]
        assert room.core.asked == []
