"""How the record bears being long: what a question costs to record, a page of the list, and verifying all.

    python -m benchmarks.record --questions 1000000 [--database sqlite:////folder/record.db]

In: nothing; questions of as many people and channels as a company has are made up, with their chain. Out: a
table of seconds. The database must be empty, or one that this made before.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import resource
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from rich.console import Console
from rich.table import Table
from sqlalchemy import func, insert, select

from connectors.database import contents, searching
from connectors.database.audit import AuditTrail
from connectors.database.chain import NOTHING, Head, linked
from connectors.database.codec import answer_to_json, result_sha256
from connectors.database.database import Database
from connectors.database.record import Record
from connectors.database.tables import AnswerRow, EntryRow, LinkRow, PostingRow, RecordRow
from kgqa.audit import Wanted
from kgqa.check import admit
from kgqa.trace import as_json
from kgqa.types import (
    Answer,
    GraphDescription,
    Outcome,
    Question,
    ResultTable,
    Term,
)

PEOPLE, CHANNELS = 2_000, 300
AT_ONCE = 2_000
START = datetime(2024, 1, 1, tzinfo=UTC)
OUTCOMES = (Outcome.ANSWERED,) * 80 + (Outcome.UNKNOWN,) * 19 + (Outcome.REFUSED,)


def answer_of(number: int, chance: random.Random) -> Answer:
    """An answer of a few rows, as most are."""
    text = f"SELECT ?x WHERE {{ ?x a <https://e.example/C{number % 97}> }}"
    query = admit(text)
    rows = tuple((Term(kind="iri", value=f"https://e.example/{n}"),) for n in range(number % 9))
    return Answer(
        question=Question(text=f"Which things of sort {number % 9_973} are there?", asked_at=START),
        outcome=chance.choice(OUTCOMES),
        text=f"{len(rows)} found.",
        query=query,
        table=ResultTable(columns=("x",), rows=rows),
        graph=GraphDescription(name=f"graph {number % 3}", fingerprint="7c1e5a90b2d4"),
        strategy="interpret",
        seconds=0.2,
    )


def rows_of(
    number: int, chance: random.Random
) -> tuple[dict[str, Any], dict[str, Any], list[dict[str, Any]]]:
    """A record with its answer and its entries."""
    at, answer = START + timedelta(seconds=7 * number), answer_of(number, chance)
    reference = f"{number:08x}"
    record = {
        "reference": reference,
        "event": f"slack:T1:Ev{number}",
        "platform": "slack",
        "tenant": "T1",
        "channel": f"C{chance.randrange(CHANNELS)}",
        "thread": f"{number}.0",
        "person": f"U{chance.randrange(PEOPLE)}",
        "message": f"Ev{number}",
        "question": answer.question.text,
        "language": "en",
        "pins": [],
        "asked_at": at,
        "opened_at": at,
    }
    told = as_json(answer)
    closed = {
        "reference": reference,
        "closed_at": at,
        "outcome": answer.outcome.value,
        "move": None,
        "query": answer.query.text if answer.query else None,
        "canonical": answer.query.canonical if answer.query else None,
        "sha256": answer.query.sha256 if answer.query else None,
        "graph": answer.graph.name if answer.graph else None,
        "fingerprint": "7c1e5a90b2d4",
        "strategy": "interpret",
        "rows": len(told["rows"]),
        "truncated": False,
        "result_sha256": result_sha256(answer.table) if answer.table else None,
        "seconds": answer.seconds,
        "history": [],
        "trace": told["trace"],
        "issues": told["issues"],
        "answer": answer_to_json(answer),
    }
    kinds = ("opened", "begun", "closed", "sending", "posted")
    entries = [
        {"reference": reference, "number": n, "kind": kind, "at": at, "details": {}}
        for n, kind in enumerate(kinds, 1)
    ]
    return record, closed, entries


def made(first: int, count: int, end: Head) -> tuple[Head, dict[type[Any], list[dict[str, Any]]]]:
    """Rows of many questions, with their links."""
    chance = random.Random(first)  # noqa: S311  # nothing secret
    rows: dict[type[Any], list[dict[str, Any]]] = {RecordRow: [], AnswerRow: [], EntryRow: [], LinkRow: []}
    for number in range(first, first + count):
        record, closed, entries = rows_of(number, chance)
        rows[RecordRow].append(record)
        rows[AnswerRow].append(closed)
        rows[EntryRow] += entries
        for entry in entries:
            content = contents.of_entry(
                entry,
                record if entry["kind"] == "opened" else None,
                closed if entry["kind"] == "closed" else None,
            )
            link = linked(end, content, entry["at"], record["reference"], entry["number"], entry["kind"])
            end = Head(link["number"], link["hash"])
            rows[LinkRow].append(link | {"at": entry["at"]})
    return end, rows


async def fill(database: Database, questions: int) -> None:
    """Makes the record as long as it is to be."""
    audit = AuditTrail(database)
    there = await database.read(lambda s: s.scalar(select(func.count()).select_from(RecordRow)) or 0)
    end = Head(*await audit.head()) if there else NOTHING
    for first in range(there, questions, AT_ONCE):
        end, rows = made(first, min(AT_ONCE, questions - first), end)

        def write(session: Any, rows: dict[type[Any], list[dict[str, Any]]] = rows) -> None:
            for table, values in rows.items():
                session.execute(insert(table), values)

        await database.run(write)
    newest = await database.read(lambda s: s.scalar(select(func.max(PostingRow.number))) or 0)
    await database.run(lambda s: searching.fill(s.connection(), after=newest))


async def timed(call: Callable[[], Awaitable[Any]], times: int = 5) -> float:
    """The median seconds of a call."""
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        await call()
        seconds.append(time.perf_counter() - start)
    return sorted(seconds)[times // 2]


def looks() -> Iterator[tuple[str, Wanted]]:
    """What auditors ask a list for."""
    yield "the newest 50", Wanted()
    yield "of a person", Wanted(who="slack:T1:U77")
    yield "of a person, by id alone", Wanted(who="U77")
    yield "of a channel", Wanted(channel="slack:T1:C7")
    yield "of an hour of the first day", Wanted(since=START, until=START + timedelta(hours=1))
    yield "refused (1 of 100)", Wanted(outcomes=("refused",))
    yield "of a graph", Wanted(graph="graph 1")
    yield "with words that one of 10,000 has", Wanted(text="sort 4711")
    yield "with words that all have", Wanted(text="which things")
    yield "with words that all have, of the first day", Wanted(text="which", until=START + timedelta(days=1))
    yield "with words that none has", Wanted(text="nobody asked this")
    yield "with words, of a person", Wanted(text="which things", who="slack:T1:U77")
    yield "touching a class (1 of 97)", Wanted(touching="https://e.example/C7")
    yield "touching a class, by its name, refused", Wanted(touching="C7", outcomes=("refused",))
    yield "unknown or refused", Wanted(outcomes=("unknown", "refused"))
    yield "judged down: none", Wanted(judged="down")


async def measure(database: Database, questions: int) -> Table:
    """All figures, as a table."""
    audit, record = AuditTrail(database), Record(database)
    table = Table("what", "seconds", title=f"{questions:,} questions, {database.engine.dialect.name}")

    def add(what: str, seconds: float) -> None:
        table.add_row(what, f"{seconds:.4f}")

    for what, wanted in looks():
        add(f"a page: {what}", await timed(lambda w=wanted: audit.find(w, most=50)))  # type: ignore[misc]
    middle = f"{questions // 2:08x}"
    add("a page from the middle", await timed(lambda: audit.find(Wanted(), most=50, before=middle)))
    add("a record as a story", await timed(lambda: audit.whole(middle)))
    stamp, numbers = time.time_ns(), iter(range(1_000))

    async def recorded() -> None:
        answer = answer_of(7, random.Random(7))  # noqa: S311  # nothing secret
        place = {"platform": "slack", "tenant": "T1", "channel": "C1", "person": "U1"}
        event = f"slack:T1:{stamp}-{next(numbers)}"
        reference = await record.opened(event, answer.question, context=place)
        await record.begun(reference)
        await record.closed(reference, answer)
        await record.sending(reference)
        await record.posted(reference, ("1",), "")

    add("recording a question, five entries", await timed(recorded, 101))
    start = time.perf_counter()
    proof = await audit.verify()
    add(f"verifying {proof.links:,} links", time.perf_counter() - start)
    if proof.broken:
        raise SystemExit(proof.broken.what)
    return table


async def run(url: str, questions: int) -> None:
    """Fills and measures."""
    console, database = Console(width=100), Database.open(url)
    try:
        start = time.perf_counter()
        await fill(database, questions)
        console.print(f"filled in {time.perf_counter() - start:.0f} s")
        console.print(await measure(database, questions))
    finally:
        database.close()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    console.print(f"peak memory {peak:,} MB, {os.cpu_count()} cores")


def main() -> None:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.record", description=__doc__)
    parser.add_argument("--questions", type=int, default=100_000)
    parser.add_argument("--database", default="", help="a URL; otherwise a new SQLite file that goes again")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(options.database or f"sqlite:///{folder}/record.db", options.questions))


if __name__ == "__main__":
    main()
