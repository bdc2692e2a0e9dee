"""How the record behaves when it is long: the auditors' pages, usage, exports, verification, and recording.

    python -m benchmarks.record --questions 10000000 [--chained 16384] [--database sqlite:////tmp/record.db]

In: nothing. It makes up questions of as many people and channels as a company has. The first `--chained` of
them are written with their chain, question by question. The rest are copies of the first day on later days,
written by the database itself: a copy is as large and as searchable as a record, but its links do not verify.
Out: a table of seconds. The database must be empty, or one that this wrote before.
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
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from rich.console import Console
from rich.table import Table
from sqlalchemy import Connection, String, func, insert, literal, select, text, type_coerce

from bot.audit.exports import csv_lines
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
DAY = 2**14  # questions of a day
EXPORTED = 200_000  # records that are exported: each page of an export costs the same
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
        strategy="parse",
        seconds=0.2,
    )


def reference_of(number: int) -> str:
    """The reference of a question: its day, and its place in the day."""
    return "{:04x}{:04x}".format(*divmod(number, DAY))


def rows_of(
    number: int, chance: random.Random
) -> tuple[dict[str, Any], dict[str, Any], list[dict[str, Any]]]:
    """A record with its answer and its entries."""
    day, of_day = divmod(number, DAY)
    at, answer = START + timedelta(days=day, seconds=of_day * 86_400 / DAY), answer_of(number, chance)
    reference = reference_of(number)
    record = {
        "reference": reference,
        "event": f"slack:T1:{reference}",
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
        "strategy": "parse",
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


def lengthen(database: Database, questions: int, seen: Callable[[int], None] = lambda _: None) -> None:
    """Makes the record as long as it is to be by copies of its first day, which is there. Of what happened to
    a copy only the first entry and its link are there: the list reads no other.
    """
    indexes = [index for table in _COPIED for index in table.__table__.indexes]  # type: ignore[attr-defined]
    with _hurried(database) as connection:
        there = connection.scalar(select(func.count()).select_from(RecordRow)) or 0
        days = range(-(-there // DAY), -(-questions // DAY))
        for index in indexes if days else ():  # made anew in the end: that is much faster
            index.drop(connection, checkfirst=True)
        connection.commit()
        for day in days:
            _copy(connection, day)
            connection.commit()
            seen(day * DAY)
        for index in indexes:
            index.create(connection, checkfirst=True)
        connection.commit()


@contextmanager
def _hurried(database: Database) -> Iterator[Connection]:
    """The only connection. SQLite neither waits for the disk with it, nor writes each page twice, nor checks
    foreign keys: who stops it in the middle begins anew.
    """
    database.engine.dispose()
    with database.engine.connect() as connection:
        for pragma in _HURRY * database.is_sqlite:
            connection.connection.cursor().execute(f"PRAGMA {pragma}")
        yield connection
    database.engine.dispose()


_HURRY = ("journal_mode = OFF", "synchronous = OFF", "cache_size = -1000000", "foreign_keys = OFF")
_COPIED = (RecordRow, AnswerRow, EntryRow, LinkRow)


def _copy(connection: Connection, day: int) -> None:
    """Writes the first day once more, as another one."""
    prefix, date, more = f"{day:04x}", f"{START + timedelta(days=day):%Y-%m-%d}", 5 * day * DAY
    moved: dict[str, Callable[[Any], Any]] = {
        "reference": lambda c: literal(prefix) + func.substr(c, 5),
        "event": lambda c: func.substr(c, 1, 9) + prefix + func.substr(c, 14),
        "number": lambda c: c + more,
    }
    for name in ("at", "asked_at", "opened_at", "closed_at"):
        moved[name] = lambda c: literal(date) + func.substr(type_coerce(c, String), 11)
    for table in _COPIED:
        columns = table.__table__.c
        keep = {"number"} if table is EntryRow else set()
        values = [moved[c.name](c) if c.name in moved and c.name not in keep else c for c in columns]
        first = select(*values).where(columns.reference < "0001")
        if table is EntryRow:
            first = first.where(EntryRow.number == 1)
        if table is LinkRow:
            first = first.where(LinkRow.entry == 1, LinkRow.number <= 5 * DAY)
        connection.execute(
            insert(table).from_select([c.name for c in columns], first.order_by(columns.reference))
        )
    for statement in (_WORDS, _POSTINGS):
        connection.execute(text(statement), {"more": more, "end": 5 * DAY})


_WORDS = """
    INSERT INTO record_words(rowid, words) SELECT rowid + :more, words FROM record_words WHERE rowid <= :end
"""
_POSTINGS = """
    INSERT INTO search_postings(term, number) SELECT term, number + :more FROM search_postings
    WHERE number <= :end AND term IN (SELECT id FROM search_terms)
"""  # with its terms, it is found by its key


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


def deep() -> Iterator[tuple[str, Wanted]]:
    """The same from the middle of the record on, as somebody sees who turns page after page."""
    yield "all", Wanted()
    yield "of a person", Wanted(who="slack:T1:U77")
    yield "refused", Wanted(outcomes=("refused",))
    yield "with words that all have", Wanted(text="which things")
    yield "touching a class", Wanted(touching="https://e.example/C7")


async def measure(database: Database, questions: int, *, is_chained: bool) -> Table:
    """All figures, as a table. Of a record that is not chained as a whole the links are not verified."""
    audit, record = AuditTrail(database), Record(database)
    table = Table("what", "seconds", title=f"{questions:,} questions, {database.engine.dialect.name}")

    def add(what: str, seconds: float) -> None:
        table.add_row(what, f"{seconds:.4f}")

    for what, wanted in looks():
        add(f"a page: {what}", await timed(lambda w=wanted: audit.find(w, most=50)))  # type: ignore[misc]
    middle = reference_of(questions // 2)
    for what, wanted in deep():
        find = partial(audit.find, wanted, most=50, before=middle)
        add(f"a page from the middle: {what}", await timed(find))
    add("a record as a story", await timed(lambda: audit.whole(middle)))
    last = (START + timedelta(days=(questions - 1) // DAY)).date()
    for what, days in (("30 days", 30), ("a year", 365)):
        used = partial(audit.used, last - timedelta(days=days - 1), last)
        add(f"usage of {what}, for the first time", await timed(used, 1))
        add(f"usage of {what}, again", await timed(used))
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

    if is_chained:
        start = time.perf_counter()
        proof = await audit.verify()
        add(f"verifying {proof.links:,} links of {proof.records:,} questions", time.perf_counter() - start)
        if proof.broken:
            raise SystemExit(proof.broken.what)
    add("recording a question, five entries", await timed(recorded, 101))
    start, lines = time.perf_counter(), 0
    async for text_ in csv_lines(audit, Wanted()):
        lines += text_.count("\r\n")
        if lines > EXPORTED:
            break
    add(f"exporting {lines - 1:,} records as CSV; {_peak()}", time.perf_counter() - start)
    return table


async def run(url: str, questions: int, chained: int) -> None:
    """Fills and measures."""
    console, database = Console(width=100), Database.open(url)
    try:
        start = time.perf_counter()
        await fill(database, min(questions, chained))
        if questions > chained:
            lengthen(database, questions, lambda there: console.print(f"{there:,} questions"))
        console.print(f"filled in {time.perf_counter() - start:.0f} s; {_peak()}")
        console.print(await measure(database, questions, is_chained=questions <= chained))
    finally:
        database.close()
    console.print(f"{_peak()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


def _peak() -> str:
    return f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024:,} MB"


def main() -> None:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.record", description=__doc__)
    parser.add_argument("--questions", type=int, default=100_000)
    parser.add_argument(
        "--chained",
        type=int,
        default=100_000,
        help="how many are written with their chain; at least 16,384",
    )
    parser.add_argument("--database", default="", help="a URL; otherwise a new SQLite file that goes again")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = options.database or f"sqlite:///{folder}/record.db"
        asyncio.run(run(url, options.questions, max(DAY, options.chained)))


if __name__ == "__main__":
    main()
