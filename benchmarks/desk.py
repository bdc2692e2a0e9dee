"""What the desk costs: the time to take a message over, and from there to the post, around a core that costs
nothing. Run: `python -m benchmarks.desk [--postgres URL] [--questions N] [--history N]`

`--history` fills the queue's table first, as weeks of use would. Everything is real but core and platform.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import statistics
import tempfile
import time
from pathlib import Path

from bot.desk import Limits
from tests.bot.desks import Room, message, until


async def measure(folder: Path, postgres: str, questions: int, history: int) -> dict[str, float]:
    """Seconds, but for the counts and the share of one processor."""
    room = Room(folder, postgres=postgres)
    room.limits = Limits(grace=0, person_questions=10**6, channel_questions=10**6)
    async with room.desk() as desk:

        async def is_done() -> bool:
            return await desk.waiting() == 0

        for start in range(0, history, 200):
            for number in range(start, min(start + 200, history)):
                await desk.receive(message(f"old {number}", thread=f"old-{number % 50}"))
            await until(is_done)
        posted = history

        taken, answered = [], []
        for number in range(questions):
            begin = time.perf_counter()
            await desk.receive(message(f"one {number}", thread=f"one-{number}"))
            taken.append(time.perf_counter() - begin)
            posted += 1
            await room.platform.wait_for(posted)
            answered.append(time.perf_counter() - begin)

        begin = time.perf_counter()
        for number in range(questions):
            await desk.receive(message(f"many {number}", thread=f"many-{number}"))
        await room.platform.wait_for(posted + questions)
        many = time.perf_counter() - begin

        await until(is_done)
        idle = _processor()
        await asyncio.sleep(5)
        idle = (_processor() - idle) / 5
    return {
        "questions": questions,
        "history": history,
        "taken over, median": statistics.median(taken),
        "taken over, 95 of 100": statistics.quantiles(taken, n=20)[-1],
        "answered, median": statistics.median(answered),
        "answered, 95 of 100": statistics.quantiles(answered, n=20)[-1],
        "answered per second, all at once": questions / many,
        "share of a processor when idle": idle,
    }


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--postgres", default="", help="a PostgreSQL URL instead of SQLite")
    arguments.add_argument("--questions", type=int, default=50)
    arguments.add_argument("--history", type=int, default=0)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(measure(Path(folder), given.postgres, given.questions, given.history))
    print(json.dumps({name: round(value, 4) for name, value in found.items()}, indent=2))


if __name__ == "__main__":
    main()
