"""Messages into the HTTP edges, half signed as Slack, half with tokens as Teams, and the real desk behind.

Run: `python -m benchmarks.edges [--seconds 60] [--rate 200] [--postgres URL] [--json OUT]`. For ours, and for
an empty Bolt app with an empty CloudAdapter bot in the same run: the seconds to an acknowledgement, and the
processor's time a message; for ours also what was lost or answered twice. The load is made in a process of
its own, the bot is another, and the platforms that it answers to are this one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any

from aiohttp import web

from benchmarks.edges.world import World
from benchmarks.measured import percentile

DRAINING = 60.0  # seconds without any answer after which no more is expected


@asynccontextmanager
async def running(*arguments: str) -> AsyncIterator[tuple[str, int]]:
    """A bot as a process, ended afterwards; the address at which it listens, and its number."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "benchmarks.edges.bots", *arguments, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        address = (await process.stdout.readline()).decode().strip()
        if not address:
            raise SystemExit("The bot did not start; what it says stands above.")
        yield address, process.pid
    finally:
        with suppress(ProcessLookupError):  # it has ended by itself
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), 30)
        except TimeoutError:
            process.kill()


async def load(bot: str, world: World, given: argparse.Namespace) -> dict[str, Any]:
    """What the people saw."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.edges.people"),
        *("--bot", bot, "--world", world.url, "--bearer", world.bearer(given.seconds + 600)),
        *("--rate", str(given.rate), "--seconds", str(given.seconds)),
        stdout=asyncio.subprocess.PIPE,
    )
    said, _ = await process.communicate()
    return dict(json.loads(said))


async def measure(given: argparse.Namespace) -> dict[str, Any]:
    world = World()
    runner = web.AppRunner(world.application(), access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    world.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    found: dict[str, Any] = {"load average before": os.getloadavg()[0]}
    try:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("empty", "ours"):
                more = ("--postgres", given.postgres) if given.postgres and name == "ours" else ()
                async with running(name, "--world", world.url, "--folder", folder, *more) as (bot, pid):
                    begin = processor(pid)
                    found[name] = await load(bot, world, given)
                    if name == "ours":
                        found["answered"] = await answered(world, found[name]["taken"])
                    found[name]["processor"] = (processor(pid) - begin) / (given.rate * given.seconds)
    finally:
        await runner.cleanup()
    return found


async def answered(world: World, taken: list[int]) -> dict[str, float]:
    """What became of the questions that were taken over, once no more answers come."""
    begin = world.last = time.monotonic()
    while not all(world.answers[n] for n in taken):  # seldom, so that it costs nothing
        if time.monotonic() - world.last > DRAINING:
            break
        await asyncio.sleep(0.5)
    after = world.last - begin
    await asyncio.sleep(2)  # for one that comes twice
    counts = [world.answers[number] for number in taken]
    return {
        "taken over": len(taken),
        "lost": counts.count(0),
        "twice": sum(count > 1 for count in world.answers.values()),
        "seconds after the last": after,
    }


def processor(pid: int) -> float:
    """The processor's seconds that a process has used. Linux tells them."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def figures(took: list[float]) -> dict[str, float]:
    return {"median": median(took), "p99": percentile(took, 99), "most": max(took)}


def show(found: Mapping[str, Any]) -> None:
    """The figures in milliseconds, and ours as a ratio to the empty one's."""
    for platform in ("Slack", "Teams"):
        own, bare = (figures(found[name]["took"][platform]) for name in ("ours", "empty"))
        for name in own:
            print(
                f"{platform}, acknowledged, {name}: {own[name] * 1000:.0f} ms; "
                f"empty: {bare[name] * 1000:.0f} ms; ratio {own[name] / bare[name]:.1f}"
            )
        took = found["ours"]["took"][platform]
        print(f"{platform}, within a second: {sum(t <= 1 for t in took):,} of {len(took):,}")
        print(f"{platform}, said to ours: {dict(found['ours']['said'][platform])}")
        print(f"{platform}, said to the empty one: {dict(found['empty']['said'][platform])}")
    for name in ("empty", "ours"):
        print(f"processor of {name}: {found[name]['processor'] * 1000:.1f} ms a message")
        print(f"load of {name}, latest message: {found[name]['late'] * 1000:.0f} ms after its time")
    told = found["answered"]
    print(
        f"of {told['taken over']:,} questions taken over {told['lost']} lost, {told['twice']} answered twice"
    )
    print(f"the last answer came {told['seconds after the last']:.0f} s after the last question")
    print(f"load average before: {found['load average before']:.1f} on {os.cpu_count()} cores")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=60.0)
    arguments.add_argument("--rate", type=float, default=200.0, help="messages a second, of both together")
    arguments.add_argument("--postgres", default="", help="a PostgreSQL URL instead of SQLite")
    arguments.add_argument("--json", type=Path, help="write everything here")
    given = arguments.parse_args()
    found = asyncio.run(measure(given))
    show(found)
    if given.json:
        given.json.write_text(json.dumps(found), "utf-8")


if __name__ == "__main__":
    main()
