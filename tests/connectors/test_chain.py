"""Each thing that is recorded is a link of a chain, on SQLite and on PostgreSQL, whoever writes meanwhile."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import func, select, text

from connectors.database.audit import AuditTrail
from connectors.database.database import Database
from connectors.database.migrations import VERSION_TABLE
from connectors.database.record import Record
from connectors.database.tables import EntryRow, LinkRow
from kgqa.audit import Checkpoint, Wanted
from kgqa.types import Outcome
from tests.connectors.recorded import ADA, BEFORE_SEARCH, BOB, answered, asked, lived
from tests.doubles import answers
from tests.mortal import end_of, started
from tests.postgres import migrated_postgres
from tests.sqlite import with_database

__all__ = ["migrated_postgres"]  # a fixture


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgresql":
        return str(request.getfixturevalue("migrated_postgres"))
    return with_database(tmp_path / "querist.db")


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    opened = Database.open(url)
    yield opened
    opened.close()


@pytest.fixture
def audit(database: Database) -> AuditTrail:
    return AuditTrail(database)


async def test_everything_that_is_recorded_is_a_link_and_the_chain_holds(
    database: Database, audit: AuditTrail
) -> None:
    await lived(database)
    entries = await database.run(lambda s: s.scalar(select(func.count()).select_from(EntryRow)) or 0)
    proof = await audit.verify()
    assert proof.broken is None
    assert (proof.links, proof.records) == (entries + 2, 4)  # and two acts
    assert await audit.head() == (proof.links, proof.head)


async def test_an_empty_record_holds(audit: AuditTrail) -> None:
    proof = await audit.verify()
    assert (proof.links, proof.broken) == (0, None)


@pytest.mark.parametrize("answer", answers.all_outcomes(), ids=lambda answer: answer.text[:20])
async def test_every_sort_of_answer_holds(database: Database, audit: AuditTrail, answer: object) -> None:
    assert isinstance(answer, type(answers.one_thing()))
    await answered(Record(database), "e", answer, ADA)
    assert (await audit.verify()).broken is None


def write(url: str, writer: int) -> None:
    """What a process of its own records."""

    async def six() -> None:
        database = Database.open(url)
        record = Record(database)
        events = (f"{writer}-{n}" for n in range(6))
        await asyncio.gather(*(answered(record, event, asked("Why?"), ADA) for event in events))
        database.close()

    asyncio.run(six())


@pytest.mark.slow
def test_processes_that_write_at_once_make_one_chain(url: str) -> None:
    Database.open(url).close()
    writers = [started(write, url, number) for number in range(3)]
    assert [end_of(one) for one in writers] == [0] * 3
    database = Database.open(url)
    proof = asyncio.run(AuditTrail(database).verify())
    database.close()
    assert (proof.broken, proof.records, proof.links) == (None, 18, 90)


async def test_auditors_who_read_at_once_are_all_recorded(audit: AuditTrail) -> None:
    await asyncio.gather(*(audit.note("show", by=f"auditor {n}", facts={"record": "x"}) for n in range(12)))
    acts = await audit.acts(most=20)
    assert [act.number for act in acts] == list(range(12, 0, -1))
    assert len({act.by for act in acts}) == 12
    assert (await audit.verify()).broken is None


async def test_who_reads_sees_one_state_while_others_write(database: Database) -> None:
    record = Record(database)
    loop = asyncio.get_running_loop()

    def look(session: object) -> tuple[int, int]:
        count = select(func.count()).select_from(LinkRow)
        before = session.scalar(count)  # type: ignore[attr-defined]
        asyncio.run_coroutine_threadsafe(
            answered(record, "meanwhile", answers.one_thing(), ADA), loop
        ).result(60)
        return before, session.scalar(count)  # type: ignore[attr-defined]

    assert await database.read(look) == (0, 0)
    assert await database.read(lambda s: s.scalar(select(func.count()).select_from(LinkRow))) == 5


@pytest.mark.slow
async def test_what_was_recorded_before_there_was_a_chain_is_chained_as_it_stands(url: str) -> None:
    database = Database.open(url)
    await lived(database)
    await database.run(
        lambda s: [
            s.execute(text(statement))
            for statement in (
                *BEFORE_SEARCH,
                "DROP TABLE record_chain",
                "DROP TABLE audit_acts",
                "DROP INDEX records_by_channel",
                "DELETE FROM record_entries WHERE kind = 'judged'",
                f"UPDATE {VERSION_TABLE} SET version_num = '0007'",
            )
        ]
    )
    database.close()
    database = Database.open(url)
    proof = await AuditTrail(database).verify()
    assert (proof.broken, proof.records) == (None, 4)
    kinds = await database.run(lambda s: list(s.scalars(select(LinkRow.kind).order_by(LinkRow.number))))
    assert kinds[0] == "opened"
    assert kinds.count("judged") == 2  # the last word of each
    await answered(Record(database), "later", answers.one_thing(), ADA)
    assert (await AuditTrail(database).verify()).broken is None
    database.close()


# ── looking ──────────────────────────────────────────────────────────────────────────────────────


async def test_records_are_found_by_who_when_where_how_and_words(
    database: Database, audit: AuditTrail
) -> None:
    first, second, third, fourth = await lived(database)
    now = datetime.now(UTC)

    async def found(**wanted: object) -> set[str]:
        records = await audit.find(Wanted(**wanted), most=10)  # type: ignore[arg-type]
        return {one.reference for one in records}

    assert await found() == {first, second, third, fourth}
    assert await found(who="U-ADA") == await found(who=ADA) == {first}
    assert await found(who="slack:T2:U-ADA") == set()
    assert await found(channel="slack:T1:C1", text="DEPUTY") == {second}
    assert await found(text="%") == set()
    assert await found(outcomes=("open",)) == {fourth}
    assert await found(outcomes=("open", "answered")) == {first, second, third, fourth}
    assert await found(graph="company graph", judged="down") == {third}
    assert await found(since=now) == await found(until=datetime(2020, 1, 1, tzinfo=UTC)) == set()


async def test_pages_hold_each_record_once(database: Database, audit: AuditTrail) -> None:
    references = await lived(database)
    seen: list[str] = []
    while page := await audit.find(Wanted(), most=3, before=seen[-1] if seen else ""):
        seen += [one.reference for one in page]
    assert seen == references[::-1]


async def test_a_whole_record_tells_its_story(database: Database, audit: AuditTrail) -> None:
    _, second, third, _ = await lived(database)
    whole = await audit.whole(third)
    assert whole is not None
    assert (whole.listed.outcome, whole.listed.rows, whole.listed.who) == (Outcome.ANSWERED, 3, BOB)
    told = [each.kind for each in whole.happened]
    assert told == ["opened", "begun", "closed", "sending", "posted", "judged", "judged", "shown"]
    assert all(each.link for each in whole.happened)
    assert (whole.answer, whole.broken) == (answers.many_rows(3), "")
    follow_up = await audit.whole(second)
    assert follow_up is not None
    assert len(follow_up.history) == 1
    assert await audit.whole("0000-00") is None


async def test_a_judgement_that_says_the_same_again_is_recorded_once(
    database: Database, audit: AuditTrail
) -> None:
    record = Record(database)
    reference = await answered(record, "e", answers.one_thing(), ADA)
    for verdict in ("up", "up", "down", "down", "up"):
        await record.judged(reference, by=BOB, verdict=verdict, reason="")
    whole = await audit.whole(reference)
    assert whole is not None
    verdicts = [each.details["verdict"] for each in whole.happened if each.kind == "judged"]
    assert verdicts == ["up", "down", "up"]
    assert len(await record.judgements(reference)) == 1


@pytest.mark.slow
async def test_who_judges_or_is_forgotten_while_somebody_verifies_is_no_fault(
    database: Database, audit: AuditTrail
) -> None:
    references = await lived(database)
    record = Record(database)
    meanwhile: list[asyncio.Task[object]] = []

    def seen(done: int, of: int) -> None:
        if not meanwhile:  # after the links were read, before the judgements are
            meanwhile.append(asyncio.create_task(act()))

    async def act() -> None:
        await record.judged(references[2], by=BOB, verdict="down", reason="now")
        await record.judged(references[0], by=BOB, verdict="down", reason="on second thoughts")
        await audit.forget(ADA, by="carol", why="")

    for _ in range(3):
        assert (await audit.verify(seen=seen)).broken is None
        await asyncio.gather(*meanwhile)


# ── forgetting ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
async def test_a_person_is_forgotten_and_the_chain_holds(database: Database, audit: AuditTrail) -> None:
    first, second, third, _ = await lived(database)
    assert await audit.people("U-ADA") == (ADA,)
    assert await audit.people("nobody") == ()
    extent = await audit.extent(ADA)
    assert (extent.records, extent.deeds, extent.others, extent.events) == (1, 3, 1, ("e1",))
    assert await audit.forget(ADA, by="carol", why="asked for it") == extent

    proof = await audit.verify()
    assert proof.broken is None
    assert (
        proof.forgotten == 10
    )  # five entries, three deeds, an answer with her words in it, an act that names her
    assert await audit.people("U-ADA") == ()
    whole, theirs, other = await audit.whole(first), await audit.whole(second), await audit.whole(third)
    assert whole is not None
    assert theirs is not None
    assert other is not None
    assert (whole.listed.is_forgotten, whole.listed.question, whole.answer, whole.broken) == (
        True,
        "",
        None,
        "",
    )
    assert whole.listed.query.startswith("PREFIX")
    assert (theirs.listed.question, theirs.answer) == ("And who is her deputy?", None)
    assert other.answer == answers.many_rows(3)
    assert await Record(database).judgements(third) == ()
    assert await Record(database).answer_of(first) is None
    act, *_ = await audit.acts(most=1)
    assert (act.kind, act.by, act.facts["records"], act.details) == (
        "forget",
        "carol",
        1,
        {"why": "asked for it"},
    )


def test_nothing_of_a_forgotten_person_stays_in_the_file(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path}/querist.db")
    asyncio.run(lived(database))
    held = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"secret lab" in held
    assert b"U-ADA" in held
    asyncio.run(AuditTrail(database).forget(ADA, by="carol", why=""))
    left = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    database.close()
    assert b"secret lab" not in left
    assert b"U-ADA" not in left
    assert b"U-BOB" in left


@pytest.mark.slow
async def test_a_question_that_is_recorded_while_somebody_is_forgotten_holds(
    database: Database, audit: AuditTrail
) -> None:
    record = Record(database)
    for n in range(5):
        await answered(record, f"before {n}", answers.one_thing(), ADA)
    await asyncio.gather(
        audit.forget(ADA, by="carol", why=""),
        *(answered(record, f"meanwhile {n}", answers.one_thing(), ADA if n % 2 else BOB) for n in range(6)),
    )
    proof = await audit.verify()
    assert (proof.broken, proof.records) == (None, 11)


def test_text_that_is_only_emptied_is_not_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "querist.db"
    database = Database.open(f"sqlite:///{file}")
    asyncio.run(lived(database))
    with sqlite3.connect(file) as raw:
        raw.execute("UPDATE record_chain SET salt = NULL WHERE number = 5")
        (reference,) = raw.execute("SELECT reference FROM record_chain WHERE number = 5").fetchone()
        raw.execute(
            "UPDATE record_entries SET details = '{}' WHERE number = 5 AND reference = ?", (reference,)
        )
    raw.close()
    proof = asyncio.run(AuditTrail(database).verify())
    database.close()
    assert proof.broken is not None
    assert "lost its personal text, and no act tells of forgetting it" in proof.broken.what


# ── checkpoints ──────────────────────────────────────────────────────────────────────────────────


async def test_a_cut_end_shows_at_a_checkpoint_and_nowhere_else(tmp_path: Path) -> None:
    file = tmp_path / "querist.db"
    database = Database.open(f"sqlite:///{file}")
    await lived(database)
    audit = AuditTrail(database)
    size, head = await audit.head()
    checkpoint = Checkpoint(size=size, head=head, at=datetime.now(UTC), key="", signature="")
    assert (await audit.verify([checkpoint])).checkpoints == 1
    with sqlite3.connect(file) as raw:
        raw.execute("DELETE FROM audit_acts WHERE number = 2")
        raw.execute(f"DELETE FROM record_chain WHERE number = {size}")
    raw.close()
    assert (await audit.verify()).broken is None
    broken = (await audit.verify([checkpoint])).broken
    database.close()
    assert broken is not None
    assert f"ends with link {size - 1}" in broken.what
    assert "its end was cut off" in broken.what
