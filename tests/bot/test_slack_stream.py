"""An answer that takes a while grows before people's eyes, and is one message in the end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from bot.message import NotPosted, Reply
from bot.platforms.slack.pace import Tempo
from kgqa.types import Stage
from tests.bot.slack_bot import Bot, connect, installed, running, serving
from tests.doubles import answers
from tests.doubles.reception import PaperReception
from tests.doubles.slack import Fault
from tests.doubles.slack.blocks import words

SOON = Tempo(at_once=0, grows=0, interval=0)


@asynccontextmanager
async def asked(channel: str = "C1", **more: Any) -> AsyncIterator[Bot]:
    async with running(tempo=SOON, **more) as bot:
        ask = bot.people.say if channel == "D1" else bot.people.mention
        ask("Who leads Field Engineering?", channel=channel)
        await bot.people.deliver()
        yield bot


async def show(bot: Bot, *stages: Stage) -> None:
    for stage in stages or (Stage.LINKING, Stage.CHECKING):
        await bot.platform.progress(bot.desk.received[0], stage, f"step of {stage.value}")


def posts(bot: Bot) -> int:
    return [method for method, _ in bot.slack.workspace.calls].count("chat.postMessage")


@pytest.mark.parametrize("channel", ["C1", "G1", "M1", "D1"])
async def test_steps_tick_off_in_a_message_that_becomes_the_answer(channel: str) -> None:
    async with asked(channel) as bot:
        await show(bot, Stage.LINKING, Stage.CHECKING)
        (growing,) = bot.slack.workspace.growing()
        assert growing["plan"] == "Working on it"
        assert {name: task["status"] for name, task in growing["tasks"].items()} == {
            "linking": "complete",
            "checking": "in_progress",
        }
        posted = await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        (answer,) = bot.slack.workspace.answers()
        assert posted.ids[0] == growing["ts"] == answer["ts"]
        assert "Ada Njoroge" in words(answer["blocks"])
        assert answer["metadata"]["event_payload"] == {"reference": "7f3a-21"}
        assert posts(bot) == 0


async def test_the_answer_stands_first_and_the_steps_are_gone_from_above_it() -> None:
    async with asked() as bot:
        await show(bot)
        await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        (answer,) = bot.slack.workspace.answers()
        assert answer["tasks"] == {}
        assert answer["plan"] == ""
        assert words(answer["blocks"][:1]).startswith("Ada Njoroge")


async def test_an_answer_whose_steps_stay_above_it_is_an_answer_all_the_same() -> None:
    async with asked() as bot:
        await show(bot)
        bot.slack.fail("chat.update", Fault(error="update_failed"))
        await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        (answer,) = bot.slack.workspace.answers()
        assert {task["status"] for task in answer["tasks"].values()} == {"complete"}
        assert "Ada Njoroge" in words(answer["blocks"])
        assert posts(bot) == 0


async def test_a_quick_answer_is_posted_and_nothing_grows() -> None:
    async with running(tempo=Tempo(at_once=0, grows=3_600, interval=0)) as bot:
        bot.people.mention("Who leads Field Engineering?")
        await bot.people.deliver()
        await show(bot)
        await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        assert posts(bot) == 1
        assert len(bot.slack.workspace.statuses) == 2
        assert not bot.slack.workspace.growing()


async def test_nothing_grows_once_the_answer_stands() -> None:
    async with asked() as bot:
        await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        await show(bot)
        assert len(bot.slack.workspace.answers()) == 1
        assert not bot.slack.workspace.growing()


async def test_a_step_holds_names_of_the_graph_as_plain_words() -> None:
    async with asked() as bot:
        message = bot.desk.received[0]
        await bot.platform.progress(message, Stage.EXPLORING, "looks for <!channel> \u202e& “Acme”")
        (growing,) = bot.slack.workspace.growing()
        assert growing["tasks"]["exploring"]["details"] == "looks for &lt;!channel&gt; &amp; “Acme”"


@pytest.mark.parametrize(
    "word", ["unknown_method", "missing_scope", "channel_type_not_supported", "a_word_of_tomorrow"]
)
async def test_where_slack_takes_no_stream_a_status_is_shown_and_the_answer_posted(word: str) -> None:
    async with asked() as bot:
        bot.slack.fail("chat.startStream", Fault(error=word))
        await show(bot)
        assert "is finding names" in bot.slack.workspace.statuses[0]["status"]
        await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        assert posts(bot) == 1
        assert len(bot.slack.workspace.answers()) == 1


async def test_a_workspace_without_streams_is_asked_once() -> None:
    async with asked() as bot:
        bot.slack.workspace.has_streams = False
        await show(bot)
        bot.people.mention("And who else?")
        await bot.people.deliver()
        await bot.platform.progress(bot.desk.received[-1], Stage.LINKING)
        assert [method for method, _ in bot.slack.workspace.calls].count("chat.startStream") == 1


@pytest.mark.parametrize("word", ["message_not_in_streaming_state", "stopped_by_user"])
async def test_a_stream_that_has_ended_is_put_right_in_its_place(word: str) -> None:
    async with asked() as bot:
        await show(bot)
        (growing,) = bot.slack.workspace.growing()
        bot.slack.workspace.end_streams(word)
        await show(bot, Stage.RUNNING, Stage.WORDING)
        posted = await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        (answer,) = bot.slack.workspace.answers()
        assert posted.ids[0] == growing["ts"] == answer["ts"]
        assert answer["metadata"]["event_payload"] == {"reference": "7f3a-21"}
        assert posts(bot) == 0


async def test_a_stream_that_somebody_has_deleted_leaves_an_answer_of_its_own() -> None:
    async with asked() as bot:
        await show(bot)
        bot.slack.workspace.messages.remove(bot.slack.workspace.growing()[0])
        await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        assert len(bot.slack.workspace.answers()) == 1


@pytest.mark.parametrize("lost", ["before", "after"])
async def test_a_lost_end_of_a_stream_is_ended_again_and_never_answered_twice(lost: Any) -> None:
    async with asked() as bot:
        await show(bot)
        bot.slack.fail("chat.stopStream", Fault(lost=lost))
        reply = bot.reply(answers.one_thing())
        with pytest.raises(Exception) as caught:  # noqa: PT011  # any but NotPosted leaves it open
            await bot.platform.send(reply, again=False)
        assert not isinstance(caught.value, NotPosted)
        await bot.platform.send(reply, again=True)
        (answer,) = bot.slack.workspace.answers()
        assert "Ada Njoroge" in words(answer["blocks"])
        assert not bot.slack.workspace.growing()
        assert posts(bot) == 0


async def test_an_answer_that_was_streamed_is_found_by_another_process() -> None:
    async with asked(follow_up=True) as bot:
        await show(bot)
        reply = bot.reply(answers.one_thing())
        await bot.platform.send(reply, again=False)
        await bot.platform.send(reply, again=True)  # what was known of the stream is gone by now
        assert len(bot.slack.workspace.answers()) == 1


async def test_a_drawing_that_slack_refuses_is_drawn_more_simply_in_the_stream() -> None:
    async with asked() as bot:
        bot.slack.workspace.has_containers = False
        await show(bot)
        await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        (answer,) = bot.slack.workspace.answers()
        assert "Query and steps" in words(answer["blocks"])


async def test_an_answer_for_the_asker_alone_never_grows_in_the_channel() -> None:
    async with asked() as bot:
        message = replace(bot.desk.received[0], to_asker=True)
        await bot.platform.progress(message, Stage.LINKING)
        await bot.platform.send(replace(bot.reply(answers.one_thing()), message=message), again=False)
        assert [m for m in bot.slack.workspace.messages if m.get("bot_id")] == []
        assert len(bot.slack.workspace.ephemerals) == 1


async def test_an_answer_that_comes_while_its_stream_begins_goes_into_it() -> None:
    async with asked() as bot:
        begun = asyncio.Event()
        bot.slack.meanwhile("chat.startStream", begun.set)
        showing = asyncio.create_task(bot.platform.progress(bot.desk.received[0], Stage.LINKING))
        await begun.wait()
        showing.cancel()  # as the desk does when the answer is there
        await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        assert len(bot.slack.workspace.answers()) == 1
        assert not bot.slack.workspace.growing()


async def test_while_slack_wants_a_pause_no_step_is_shown_and_the_answer_comes() -> None:
    async with asked() as bot:
        await show(bot, Stage.LINKING)
        bot.slack.fail("chat.appendStream", Fault(error="ratelimited", status=429, retry_after=60))
        await show(bot, Stage.CHECKING, Stage.RUNNING, Stage.WORDING)
        assert [method for method, _ in bot.slack.workspace.calls].count("chat.appendStream") == 1
        await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        assert len(bot.slack.workspace.answers()) == 1


async def test_when_the_process_ends_what_has_grown_goes_and_another_answers() -> None:
    async with installed("http") as slack:
        desk = PaperReception()
        async with serving(first := connect(slack, "http", tempo=SOON), slack, desk, "http") as people:
            people.mention("Who leads Field Engineering?")
            await people.deliver()
            await first.progress(desk.received[0], Stage.LINKING)
            assert len(slack.workspace.growing()) == 1
        assert slack.workspace.growing() == []
        async with serving(second := connect(slack, "http", tempo=SOON), slack, desk, "http"):
            reply = Reply(message=desk.received[0], answer=answers.one_thing(), reference="7f3a-21")
            await second.send(reply, again=False)
        assert len(slack.workspace.answers()) == 1


@asynccontextmanager
async def begun_by_one_that_died(*, follow_up: bool = False) -> AsyncIterator[Bot]:
    """A process has begun to show its work and is gone; the one that is given has its records alone."""
    async with installed("http", follow_up=follow_up) as slack:
        desk = PaperReception()
        dead = connect(slack, "http", tempo=SOON)
        async with serving(dead, slack, desk, "http") as people:
            people.mention("Who leads Field Engineering?")
            await people.deliver()
            await dead.progress(desk.received[0], Stage.LINKING)
            next_one = connect(slack, "http", tempo=SOON, follow_up=follow_up)
            async with serving(next_one, slack, desk, "http"):
                yield Bot(slack, people, desk, next_one)


async def test_what_a_dead_process_began_goes_on_to_grow_and_becomes_the_answer() -> None:
    async with begun_by_one_that_died() as bot:
        (growing,) = bot.slack.workspace.growing()
        await show(bot, Stage.CHECKING)
        assert growing["tasks"]["checking"]["status"] == "in_progress"
        await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        (answer,) = bot.slack.workspace.answers()
        assert answer["ts"] == growing["ts"]
        assert not bot.slack.workspace.growing()
        assert posts(bot) == 0


@pytest.mark.parametrize("is_over", [True, False])
async def test_an_answer_that_is_ready_at_once_goes_into_what_a_dead_process_began(*, is_over: bool) -> None:
    async with begun_by_one_that_died() as bot:
        (growing,) = bot.slack.workspace.growing()
        if is_over:
            bot.slack.workspace.end_streams()
        await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        (answer,) = bot.slack.workspace.answers()
        assert answer["ts"] == growing["ts"]
        assert posts(bot) == 0


@pytest.mark.parametrize("follow_up", [True, False])
async def test_one_that_died_while_it_ended_its_message_leaves_one_answer(*, follow_up: bool) -> None:
    async with begun_by_one_that_died(follow_up=follow_up) as bot:
        await bot.platform.send(bot.reply(answers.one_thing()), again=True)
        (answer,) = bot.slack.workspace.answers()
        assert "Ada Njoroge" in words(answer["blocks"])
        assert posts(bot) == 0


async def test_where_it_cannot_look_and_what_had_begun_is_gone_it_points_and_answers_no_second_time() -> None:
    async with begun_by_one_that_died() as bot:
        bot.slack.workspace.messages.remove(bot.slack.workspace.growing()[0])
        await bot.platform.send(bot.reply(answers.one_thing()), again=True)
        (answer,) = bot.slack.workspace.answers()
        assert "Ada Njoroge" not in answer["text"]
