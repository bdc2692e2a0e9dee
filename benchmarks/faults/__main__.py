"""A real `querist serve` is hurt while people ask it in Slack: is each acknowledged message answered once?

Run: `python -m benchmarks.faults [--kills 200] [--seconds 60] [--rate 2] [--only NAME …] [--postgres]`.

For each fault a service of its own is started, on SQLite or on the embedded PostgreSQL, with a graph and a
local Slack that delivers by signed HTTP. People ask all the time, the fault comes and goes, and in the end
all that was acknowledged must be answered in its thread. Out: a table, one line a fault. An answer may say
that it failed; lost and answered twice must be 0, and the chain of the record must verify. The exit code is 1
where it is otherwise.

"disk full" mounts a small file system and needs root; "clock moved" needs libfaketime (`apt install
faketime`).
What cannot run here is left out, and the table says so.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.faults.breaking import FAULTS
from benchmarks.faults.trial import CannotRun, Tried, tried


def row(name: str, one: Tried) -> tuple[str, ...]:
    counts = (
        one.asked,
        one.refused,
        one.acknowledged,
        one.once,
        one.failed,
        one.interrupted,
        one.lost,
        one.twice,
    )
    return (name, one.done, *(f"{count:,}" for count in counts), one.chain)


async def run(given: argparse.Namespace) -> bool:
    """Tries all; whether each went well."""
    store = "PostgreSQL" if given.postgres else "SQLite"
    heads = (
        "asked",
        "refused at first",
        "acknowledged",
        "answered once",
        "told that it failed",
        "told of an interruption",
        "lost",
        "twice",
    )
    table = Table("fault", "done", *heads, "chain", title=f"{store}, {given.rate:g} questions a second")
    is_well, console = True, Console(width=150)
    for name in given.only or FAULTS:
        with tempfile.TemporaryDirectory(prefix="faults-") as folder:
            try:
                one = await tried(
                    name,
                    Path(folder),
                    kills=given.kills,
                    seconds=given.seconds,
                    rate=given.rate,
                    postgres=given.postgres,
                )
            except CannotRun as why:
                table.add_row(name, f"not run: {why}")
                continue
        console.print(name, one)
        is_well = is_well and one.is_well
        table.add_row(*row(name, one))
    console.print(table)
    return is_well


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--kills", type=int, default=200, help="processes that are killed")
    arguments.add_argument("--seconds", type=float, default=60.0, help="how long each other fault lasts")
    arguments.add_argument("--rate", type=float, default=2.0, help="questions a second")
    arguments.add_argument("--only", nargs="*", choices=list(FAULTS), help="these faults alone")
    arguments.add_argument("--postgres", action="store_true", help="on the embedded PostgreSQL")
    sys.exit(0 if asyncio.run(run(arguments.parse_args())) else 1)


if __name__ == "__main__":
    main()
