"""Turns: so many at the same time over all event loops, and the others in the order in which they came."""

from __future__ import annotations

import asyncio
import gc
import threading

from connectors.turns import Turns


async def line_up(turns: Turns, names: str, came: list[str]) -> list[asyncio.Task[None]]:
    """Askers who wait in this order; each writes down that its turn has come."""

    async def ask(name: str) -> None:
        async with turns:
            came.append(name)
            await asyncio.sleep(0)

    tasks = [asyncio.create_task(ask(name)) for name in names]
    await asyncio.sleep(0)  # now each of them stands in the queue
    return tasks


async def test_turns_come_in_the_order_of_the_askers() -> None:
    turns, came = Turns(1), list[str]()
    async with turns:
        tasks = await line_up(turns, "abc", came)
        assert came == []
    async with turns:  # whoever comes now has to wait for those who were there
        assert came == ["a", "b", "c"]
    await asyncio.gather(*tasks)


async def test_no_more_have_a_turn_at_the_same_time_than_allowed() -> None:
    turns, inside, most = Turns(3), 0, 0

    async def ask() -> None:
        nonlocal inside, most
        async with turns:
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0)
            inside -= 1

    await asyncio.gather(*(ask() for _ in range(20)))
    assert most == 3


async def test_who_gives_up_in_the_queue_takes_no_turn_away() -> None:
    turns, came = Turns(1), list[str]()
    async with turns:
        first, second = await line_up(turns, "ab", came)
        first.cancel()
        await asyncio.sleep(0)
    await second
    assert came == ["b"]


async def test_who_gives_up_when_the_turn_has_just_come_passes_it_on() -> None:
    turns, came = Turns(1), list[str]()
    async with turns:
        first, second = await line_up(turns, "ab", came)
    first.cancel()  # its turn is on the way
    await second
    assert came == ["b"]
    async with turns:  # and none was lost
        pass


async def test_a_turn_passes_from_one_event_loop_to_the_next() -> None:
    turns, came = Turns(1), list[str]()
    waiting = threading.Event()

    async def elsewhere() -> None:
        tasks = await line_up(turns, "b", came)
        waiting.set()
        await asyncio.gather(*tasks)

    async with turns:
        there = asyncio.create_task(asyncio.to_thread(asyncio.run, elsewhere()))
        await asyncio.to_thread(waiting.wait)
        here = await line_up(turns, "c", came)
    await asyncio.gather(there, *here)
    assert came == ["b", "c"]


async def test_a_loop_that_was_closed_while_its_askers_waited_keeps_no_turn() -> None:
    turns, came = Turns(1), list[str]()
    loop = asyncio.new_event_loop()
    async with turns:
        tasks = await asyncio.to_thread(loop.run_until_complete, line_up(turns, "ab", came))
        loop.close()
    async with turns:
        del tasks  # what waited there comes to its end now, and gives no second turn away
        gc.collect()
        (late,) = await line_up(turns, "c", came)
        assert came == []
    await late
    assert came == ["c"]
