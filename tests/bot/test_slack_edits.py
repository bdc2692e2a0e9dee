"""Edits and deletions of what was asked in Slack."""

from __future__ import annotations

import pytest

from tests.bot.slack_bot import running
from tests.doubles.slack.hands import Hands


async def test_an_edited_question_takes_the_place_of_the_first() -> None:
    async with running() as bot:
        ts, _ = bot.people.say("Who leads Feild Engineering?", channel="D1")
        await bot.people.deliver()
        hands = Hands(bot.people)
        hands.edit(ts, "Who leads Field Engineering?")
        await bot.people.deliver()
        first, second = bot.desk.received
        assert second.text == "Who leads Field Engineering?"
        assert second.instead_of == first.event
        assert second.event != first.event
        assert (second.thread, second.person, second.address) == (first.thread, "UADA", first.address)
        hands.edit(ts, "Who leads Field Engineering today?")
        await bot.people.deliver()
        assert bot.desk.received[-1].instead_of == second.event


async def test_a_link_that_slack_unfolds_or_an_edit_told_twice_is_no_new_question() -> None:
    async with running() as bot:
        ts, _ = bot.people.say("Who leads https://a.example/unit?", channel="D1")
        hands = Hands(bot.people)
        (message,) = [m for m in bot.slack.workspace.messages if m["ts"] == ts]
        shown = message | {"attachments": [{"from_url": "https://a.example/unit"}]}
        hands._changed({"subtype": "message_changed", "message": shown, "previous_message": message}, message)
        await bot.people.deliver()
        assert len(bot.desk.received) == 1
        hands.edit(ts, "Who leads Field Engineering?")
        await bot.people.deliver()
        await bot.people.redeliver(bot.people.outbox[-1])
        assert len(bot.desk.received) == 2


async def test_an_edited_mention_in_a_channel_is_heard_where_the_app_may_read() -> None:
    async with running(follow_up=True) as bot:
        ts, _ = bot.people.mention("Who leads Feild Engineering?")
        await bot.people.deliver()
        Hands(bot.people).edit(ts, "<@UQUERIST> Who leads Field Engineering?")
        await bot.people.deliver()
        first, second = bot.desk.received
        assert (second.text, second.instead_of) == ("Who leads Field Engineering?", first.event)


async def test_an_edit_that_slack_tells_as_a_mention_too_is_heard_once() -> None:
    async with running(follow_up=True) as bot:
        ts, _ = bot.people.mention("Who leads Feild Engineering?")
        await bot.people.deliver()
        hands = Hands(bot.people)
        hands.edit(ts, "<@UQUERIST> Who leads Field Engineering?")
        (message,) = [m for m in bot.slack.workspace.messages if m["ts"] == ts]
        bot.people.event(message | {"type": "app_mention"})
        await bot.people.deliver()
        assert len(bot.desk.received) == 2


async def test_where_only_mentions_are_told_an_edit_takes_the_place_of_what_was_said_first() -> None:
    async with running() as bot:
        ts, _ = bot.people.mention("Who leads Feild Engineering?")
        await bot.people.deliver()
        Hands(bot.people).edit(ts, "<@UQUERIST> Who leads Field Engineering?")
        (message,) = [m for m in bot.slack.workspace.messages if m["ts"] == ts]
        bot.people.event(message | {"type": "app_mention"})
        await bot.people.deliver()
        first, second = bot.desk.received
        assert second.instead_of == first.event


@pytest.mark.parametrize("tombstone", [False, True])
async def test_a_deleted_question_is_withdrawn(tombstone: bool) -> None:
    async with running() as bot:
        ts, _ = bot.people.say("Who leads Field Engineering?", channel="D1")
        hands = Hands(bot.people)
        await bot.people.deliver()
        hands.delete(ts, tombstone=tombstone)
        await bot.people.deliver()
        (gone,) = bot.desk.withdrawn
        assert gone.instead_of == bot.desk.received[0].event
        assert (gone.person, gone.thread) == ("UADA", ts)
        assert len(bot.desk.received) == 1


async def test_a_question_deleted_after_an_edit_is_withdrawn_as_it_last_was() -> None:
    async with running() as bot:
        ts, _ = bot.people.say("Who leads Feild Engineering?", channel="D1")
        hands = Hands(bot.people)
        hands.edit(ts, "Who leads Field Engineering?")
        hands.delete(ts)
        await bot.people.deliver()
        assert bot.desk.withdrawn[0].instead_of == bot.desk.received[-1].event


async def test_a_mention_that_is_taken_out_withdraws_the_question() -> None:
    async with running(follow_up=True) as bot:
        ts, _ = bot.people.mention("Who leads Field Engineering?")
        await bot.people.deliver()
        Hands(bot.people).edit(ts, "<@UBOB> Who leads Field Engineering?")
        await bot.people.deliver()
        assert [m.instead_of for m in bot.desk.withdrawn] == [bot.desk.received[0].event]


async def test_what_the_bot_changes_and_deletes_itself_is_nobodys_question() -> None:
    async with running(follow_up=True) as bot:
        ts, _ = bot.people.say("An answer", channel="D1", user="UQUERIST", bot_id="BQUERIST")
        hands = Hands(bot.people)
        hands.edit(ts, "Another answer")
        hands.delete(ts)
        assert all(await bot.people.deliver())
        assert (bot.desk.received, bot.desk.withdrawn) == ([], [])


@pytest.mark.parametrize(
    "told",
    [
        {"subtype": "message_changed"},
        {"subtype": "message_changed", "message": None, "previous_message": None},
        {"subtype": "message_deleted", "deleted_ts": "1.1"},
        {"subtype": "message_changed", "message": {"type": "message", "text": "x"}},
    ],
)
async def test_a_change_that_tells_nothing_is_left_alone(told: dict[str, object]) -> None:
    async with running(follow_up=True) as bot:
        bot.people.event(
            {"type": "message", "channel": "D1", "channel_type": "im", "ts": "1.2", "event_ts": "1.2"} | told
        )
        assert await bot.people.deliver() == [True]
        assert (bot.desk.received, bot.desk.withdrawn) == ([], [])
