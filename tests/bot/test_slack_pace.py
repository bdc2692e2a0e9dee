"""Slack is spoken to as fast as it likes: channel by channel, and not while it asks for a pause."""

from __future__ import annotations

import asyncio

import pytest

from bot.message import NotPosted
from bot.platforms.slack.pace import BURST, WAITING, Pace, Tempo
from tests.bot.slack_bot import running
from tests.doubles import answers
from tests.doubles.slack import Fault


async def test_a_channel_takes_a_burst_and_then_one_after_the_other() -> None:
    now, moments = 100.0, []

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds

    pace = Pace(interval=1.0, clock=lambda: now, sleep=sleep)
    for _ in range(BURST + 3):
        async with pace.turn("C1"):
            moments.append(now)
    assert moments == [100.0] * BURST + [101.0, 102.0, 103.0]


async def test_channels_do_not_wait_for_each_other() -> None:
    pace = Pace(interval=3_600)
    for channel in range(50):
        async with pace.turn(f"C{channel}"):
            pass


async def test_turns_come_in_their_order() -> None:
    pace, order = Pace(interval=0), []

    async def speak(n: int) -> None:
        async with pace.turn("C1"):
            order.append(n)

    await asyncio.gather(*(speak(n) for n in range(WAITING)))
    assert order == list(range(WAITING))


async def test_more_than_may_wait_are_told_when_to_come_again() -> None:
    pace, free = Pace(interval=1), asyncio.Event()

    async def speak() -> None:
        async with pace.turn("C1"):
            await free.wait()

    waiting = [asyncio.create_task(speak()) for _ in range(WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(NotPosted) as caught:
        await speak()
    assert caught.value.retry_after == WAITING
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    async with pace.turn("C1"):  # who was called off waits no more
        pass


async def test_while_slack_wants_a_pause_nothing_is_posted_there() -> None:
    async with running(tempo=Tempo(at_once=0, grows=3_600, interval=0)) as bot:
        bot.people.mention("Who leads Field Engineering?")
        await bot.people.deliver()
        bot.slack.fail("chat.postMessage", Fault(error="ratelimited", status=429, retry_after=30))
        for _ in range(3):
            with pytest.raises(NotPosted) as caught:
                await bot.platform.send(bot.reply(answers.one_thing()), again=False)
            assert caught.value.retry_after is not None
            assert 1 <= caught.value.retry_after <= 30
        assert [method for method, _ in bot.slack.workspace.calls].count("chat.postMessage") == 1
