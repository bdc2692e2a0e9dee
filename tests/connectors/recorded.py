"""A record with everything in it that a record can hold, for tests of its chain."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from connectors.database.audit import AuditTrail
from connectors.database.database import Database
from connectors.database.record import Record
from kgqa.types import Answer, Outcome, Turn
from tests.doubles import answers
from tests.shared import made_once
from tests.sqlite import with_database

BEFORE_SEARCH = (  # what takes a database back to how it was before records were searched
    *(
        f"DROP TABLE {t}"
        for t in ("record_words", "search_postings", "search_terms", "audit_sessions", "usage_days")
    ),
    "DROP INDEX record_answers_by_time",
    "DROP INDEX judgements_by_time",
)
ADA, BOB = "slack:T1:U-ADA", "slack:T1:U-BOB"


def place(person: str, thread: str = "1.0") -> dict[str, str]:
    platform, tenant, identity = person.split(":")
    return {
        "platform": platform,
        "tenant": tenant,
        "channel": "C1",
        "thread": thread,
        "person": identity,
        "message": "E",
    }


async def answered(record: Record, event: str, answer: Answer, person: str, thread: str = "1.0") -> str:
    """A question that was asked, answered and posted; its reference."""
    reference = await record.opened(event, answer.question, context=place(person, thread))
    await record.begun(reference)
    await record.closed(reference, answer)
    await record.sending(reference)
    await record.posted(reference, (f"m-{event}",), f"https://slack.example/{event}")
    return reference


async def lived(database: Database) -> list[str]:
    """Questions of two people, in one thread and in two, that were judged, shared, shown and read."""
    record, audit = Record(database), AuditTrail(database)
    first = await answered(record, "e1", asked("Who leads the secret lab?"), ADA)
    turn = Turn(question="Who leads the secret lab?", outcome=Outcome.ANSWERED, text="Ada.", reference=first)
    after = asked("And who is her deputy?")
    after = replace(after, question=replace(after.question, history=(turn,)))
    second = await answered(record, "e2", after, BOB)
    third = await answered(record, "e3", answers.many_rows(3), BOB, "2.0")
    await record.judged(first, by=BOB, verdict="up", reason="so it is")
    await record.judged(third, by=ADA, verdict="up", reason="")
    await record.judged(third, by=ADA, verdict="down", reason="another unit")
    await record.noted(third, "shown", by=ADA, way="chart")
    await record.verified(second, by=BOB, pair="abc")
    fourth = await record.opened("e4", answers.question("Never answered?"), context=place(BOB))
    await audit.note("list", by="carol", facts={"records": [first]}, details={"who": ADA})
    await audit.note("verify", by="carol", facts={"holds": True})
    return [first, second, third, fourth]


def with_lived(file: Path) -> list[str]:
    """`lived` in a file whose tables are empty; it is recorded once for all tests, and copied."""
    made = made_once("lived", _make_lived)
    with closing(sqlite3.connect(made / "querist.db")) as recorded, closing(sqlite3.connect(file)) as empty:
        recorded.backup(empty)
    return (made / "references").read_text("utf-8").split()


def _make_lived(folder: Path) -> None:
    database = Database.open(with_database(folder / "querist.db"))
    with ThreadPoolExecutor(1) as apart:  # the caller may be in an event loop
        references = apart.submit(lambda: asyncio.run(lived(database))).result()
    database.close()
    (folder / "references").write_text("\n".join(references), "utf-8")


def asked(text: str) -> Answer:
    """An answer to a question in these words."""
    answer = answers.one_thing()
    return replace(answer, question=replace(answer.question, text=text))
