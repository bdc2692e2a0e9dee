"""Messages into the HTTP edges, half signed as Slack, half with tokens as Teams, and the real desk behind.

Run: `python -m benchmarks.edges [--seconds 60] [--rate 200] [--draining 90] [--postgres URL] [--json OUT]`.
For ours, and for an empty Bolt app with an empty CloudAdapter bot in the same run: the seconds to an
acknowledgement, and the processor's time a message; for ours also what was lost or answered twice. The load
is made in a process of its own, the bot is another, and the platforms that it answers to are this one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any

from aiohttp import ClientSession, web

from benchmarks.edges.world import World
from benchmarks.measured import percentile


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
                    found[name]["processor"] = (processor(pid) - begin) / (given.rate * given.seconds)
                    found[name]["load average"] = os.getloadavg()[0]
                    if name == "ours":
                        begin = processor(pid)
                        early = sum(bool(world.answers[number]) for number in found[name]["taken"])
                        after = await answered(world, found[name]["taken"], given.draining)
                        waiting = await left(bot)
                        found["answered"] = became(world.answers, found[name]["taken"], waiting) | after
                        later = found["answered"]["answered"] - early
                        found["processor of an answer"] = (processor(pid) - begin) / max(1, later)
    finally:
        await runner.cleanup()
    return found


async def answered(world: World, taken: list[int], draining: float) -> dict[str, float]:
    """Waits until all that was taken over is answered, `draining` seconds at most."""
    begin = time.monotonic()
    until = begin + draining
    while not all(world.answers[n] for n in taken) and time.monotonic() < until:  # noqa: ASYNC110
        await asyncio.sleep(0.5)  # seldom, so that it costs nothing
    drained = time.monotonic() - begin
    await asyncio.sleep(2)  # for one that comes twice
    return {"seconds after the last": drained}


async def left(bot: str) -> int:
    """How many messages the bot itself says are still to be answered."""
    async with ClientSession() as session, session.get(f"{bot}/healthz") as said:
        return int((await said.json())["waiting"])


def became(answers: Counter[int], taken: list[int], waiting: int) -> dict[str, float]:
    """What became of the questions that were taken over: lost are those neither answered nor waiting."""
    missing = sum(not answers[number] for number in taken)
    return {
        "taken over": len(taken),
        "answered": len(taken) - missing,
        "waiting": min(waiting, missing),
        "lost": max(0, missing - waiting),
        "twice": sum(count > 1 for count in answers.values()),
    }


def processor(pid: int) -> float:
    """The processor's seconds that a process has used. Linux tells them."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def figures(took: list[float]) -> dict[str, float]:
    return {"median": median(took), "p99": percentile(took, 99), "most": max(took)}


def show(found: Mapping[str, Any]) -> None:
    """One table: ours, the empty ones, and the ratio."""
    print(f"{'':40}{'ours':>12}{'empty':>12}{'ratio':>8}")
    ours, empty = found["ours"], found["empty"]
    for platform in ("Slack", "Teams"):
        own, bare = (figures(one["took"][platform]) for one in (ours, empty))
        for name in own:
            row(f"{platform}, acknowledged, {name}, ms", own[name] * 1000, bare[name] * 1000)
        within = [share_within(one["took"][platform], 1.0) for one in (ours, empty)]
        row(f"{platform}, within a second, of 100", within[0] * 100, within[1] * 100)
    row("processor to acknowledge one, ms", ours["processor"] * 1000, empty["processor"] * 1000)
    row("latest message after its time, ms", ours["late"] * 1000, empty["late"] * 1000)
    row("load average at the end", ours["load average"], empty["load average"])
    for platform in ("Slack", "Teams"):
        for name in ("ours", "empty"):
            print(f"{platform}, said to {name}: {dict(found[name]['said'].get(platform, {}))}")
    told = found["answered"]
    print(
        f"of {told['taken over']:,} questions taken over {told['answered']:,} answered, {told['waiting']:,} "
        f"wait, {told['lost']:,} lost, {told['twice']:,} answered twice; looked at "
        f"{told['seconds after the last']:.0f} s after the last question"
    )
    print(f"processor of an answer: {found['processor of an answer'] * 1000:.0f} ms")
    print(f"load average before: {found['load average before']:.1f} on {os.cpu_count()} cores")


def row(name: str, own: float, bare: float) -> None:
    ratio = f"{own / bare:8.1f}" if bare else f"{'':>8}"
    print(f"{name:40}{own:12.1f}{bare:12.1f}{ratio}")


def share_within(took: list[float], seconds: float) -> float:
    """How many of all took no longer."""
    return sum(t <= seconds for t in took) / len(took)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=60.0)
    arguments.add_argument("--rate", type=float, default=200.0, help="messages a second, of both together")
    arguments.add_argument(
        "--draining", type=float, default=90.0, help="seconds in which answers are waited for after the load"
    )
    arguments.add_argument("--postgres", default="", help="a PostgreSQL URL instead of SQLite")
    arguments.add_argument("--json", type=Path, help="write everything here")
    given = arguments.parse_args()
    found = asyncio.run(measure(given))
    show(found)
    if given.json:
        given.json.write_text(json.dumps(found), "utf-8")


if __name__ == "__main__":
    main()
