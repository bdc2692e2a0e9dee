"""What is personal goes when it was kept for long enough, and the chain holds, on SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select

from connectors.database.audit import AuditTrail
from connectors.database.channels import ChannelBook
from connectors.database.database import Database
from connectors.database.record import Record
from connectors.database.tables import LinkRow, PostRow, TurnRow
from connectors.database.turns import Turns
from connectors.verify_export import verify
from kgqa.audit import Retained, Wanted
from kgqa.types import Outcome, Turn
from tests.connectors.recorded import ADA, BOB, answered, asked, lived
from tests.mortal import end_of, started
from tests.postgres import migrated_postgres
from tests.sqlite import with_database

pytestmark = pytest.mark.slow

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


def now() -> datetime:
    return datetime.now(UTC)


async def test_what_is_older_is_emptied_and_what_is_younger_stays(
    database: Database, audit: AuditTrail
) -> None:
    record = Record(database)
    old = await answered(record, "old", asked("Who leads the secret lab?"), ADA)
    await record.judged(old, by=BOB, verdict="up", reason="so it is")
    between = now()
    young = await answered(record, "young", asked("Who leads the open lab?"), ADA)

    extent = await audit.ageing(between)
    assert extent == Retained(records=1, links=6)
    assert await audit.retain(between, days=90, by="retention") == extent
    proof = await audit.verify()
    assert (proof.broken, proof.forgotten) == (None, 6)
    whole, other = await audit.whole(old), await audit.whole(young)
    assert whole is not None
    assert other is not None
    assert (whole.listed.is_forgotten, whole.listed.question, whole.listed.who, whole.answer) == (
        True,
        "",
        "",
        None,
    )
    assert (whole.broken, whole.listed.outcome, whole.listed.rows) == ("", Outcome.ANSWERED, 1)
    assert whole.listed.query.startswith("PREFIX")
    assert all(not each.details for each in whole.happened)
    assert (other.listed.question, other.answer is None) == ("Who leads the open lab?", False)
    assert await record.judgements(old) == ()
    assert await audit.find(Wanted(text="secret"), most=5) == ()
    assert await audit.find(Wanted(judged="up"), most=5) == ()
    assert len(await audit.find(Wanted(text="open"), most=5)) == 1


async def test_the_act_says_what_was_emptied_and_why(database: Database, audit: AuditTrail) -> None:
    await lived(database)
    until = now()
    await audit.retain(until, days=90, by="retention")
    act, *_ = await audit.acts(most=1)
    assert (act.kind, act.by, act.details) == ("forget", "retention", {})
    assert (act.facts["days"], act.facts["records"]) == (90, 4)
    assert act.facts["before"] == until.isoformat(timespec="microseconds")
    size, _ = await audit.head()
    assert act.facts["links"] == [[1, size - 2]]  # all but an act that named nobody, and its own
    lines = [line async for line in audit.links()]
    assert verify(iter(lines), {}) == (1, size, size - 2)  # so does the program that auditors have


async def test_what_was_emptied_is_not_emptied_again(database: Database, audit: AuditTrail) -> None:
    await lived(database)
    until = now()
    await audit.retain(until, days=90, by="retention")
    size, _ = await audit.head()
    assert await audit.retain(until, days=90, by="retention") == Retained()
    assert (await audit.head())[0] == size  # nor is there an act


async def test_a_dry_run_changes_nothing(database: Database, audit: AuditTrail) -> None:
    await lived(database)
    head = await audit.head()
    assert (await audit.ageing(now())).records == 4
    assert await audit.head() == head
    assert (await audit.verify()).forgotten == 0


async def test_a_flagged_record_is_held_until_the_flag_is_taken_back(
    database: Database, audit: AuditTrail
) -> None:
    first, _, third, _ = await lived(database)
    record = Record(database)
    await record.noted(third, "flagged", by="page:grace")
    told = await audit.retain(now(), days=90, by="retention")
    assert (told.records, told.held) == (3, 1)
    held, gone = await audit.whole(third), await audit.whole(first)
    assert held is not None
    assert gone is not None
    assert (held.answer is None, gone.answer is None) == (False, True)
    assert len(await record.judgements(third)) == 1
    assert (await audit.verify()).broken is None
    await record.noted(third, "unflagged", by="page:grace")
    assert (await audit.retain(now(), days=90, by="retention")).records == 1
    assert (await audit.verify()).broken is None


async def test_what_is_being_worked_on_stays(database: Database, audit: AuditTrail) -> None:
    record = Record(database)
    done = await answered(record, "done", asked("Who?"), ADA)
    waiting = await record.opened("waiting", asked("Where?").question, context={"person": "U-ADA"})
    assert (await audit.retain(now(), days=1, by="retention", busy={"waiting"})).records == 1
    assert await record.reference_of("waiting") == waiting
    assert await record.reference_of("done") is None
    assert await record.answer_of(done) is None
    await record.closed(waiting, asked("Where?"))
    assert (await audit.verify()).broken is None


async def test_what_is_said_of_an_emptied_record_later_goes_when_it_is_old_itself(
    database: Database, audit: AuditTrail
) -> None:
    record = Record(database)
    reference = await answered(record, "e", asked("Who?"), ADA)
    await audit.retain(now(), days=90, by="retention")
    before = now()
    await record.noted(reference, "commented", by="page:grace", text="Ada should know better")
    assert await audit.retain(before, days=90, by="retention") == Retained()
    assert await audit.retain(now(), days=90, by="retention") == Retained(links=1)
    whole = await audit.whole(reference)
    assert whole is not None
    assert (whole.broken, whole.happened[-1].kind, dict(whole.happened[-1].details)) == (
        "",
        "commented",
        {},
    )
    assert (await audit.verify()).broken is None


async def test_threads_posts_and_names_beside_the_record_go_too(
    database: Database, audit: AuditTrail
) -> None:
    record, turns, channels = Record(database), Turns(database), ChannelBook(database)
    reference = await answered(record, "e", asked("Who leads the secret lab?"), ADA)
    turn = Turn(question="Who leads the secret lab?", outcome=Outcome.ANSWERED, text="Ada.")
    await turns.keep("slack:T1:C1:1.0", reference, turn)
    await channels.put("slack:T1:C1", "{}", by=ADA)
    await audit.retain(now(), days=90, by="retention")
    assert await turns.recall("slack:T1:C1:1.0") == ()
    assert await channels.settings() == {"slack:T1:C1": "{}"}
    for row in (PostRow, TurnRow):
        count = select(func.count()).select_from(row)
        assert await database.read(lambda s, c=count: s.scalar(c)) == 0  # type: ignore[misc]


async def test_more_than_one_transaction_takes_is_emptied_in_several_each_with_its_act(
    database: Database, audit: AuditTrail, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("connectors.database.retaining.PAGE", 7)
    record = Record(database)
    for n in range(4):
        await answered(record, f"e{n}", asked("Who?"), ADA)
    until = now()
    extent = await audit.ageing(until)
    assert extent == Retained(records=4, links=20)
    assert await audit.retain(until, days=90, by="retention") == extent
    assert len(await audit.acts(most=9)) > 1
    assert (await audit.verify()).broken is None


def test_nothing_that_was_emptied_stays_in_the_file(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path}/querist.db")
    asyncio.run(lived(database))
    asyncio.run(AuditTrail(database).retain(now() + timedelta(seconds=1), days=90, by="retention"))
    left = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    database.close()
    for word in (b"secret lab", b"U-ADA", b"U-BOB", b"deputy", b"another unit"):
        assert word not in left


def empties(url: str) -> None:
    """What one process of several does when the day begins."""
    database = Database.open(url)
    asyncio.run(AuditTrail(database).retain(datetime.now(UTC), days=1, by="retention"))
    database.close()


def test_several_processes_empty_each_text_once(url: str) -> None:
    database = Database.open(url)
    record = Record(database)

    async def some() -> None:
        for n in range(40):
            await answered(record, f"e{n}", asked("Who?"), ADA)

    asyncio.run(some())
    replicas = [started(empties, url) for _ in range(3)]
    assert [end_of(one) for one in replicas] == [0] * 3
    audit = AuditTrail(database)
    proof = asyncio.run(audit.verify())
    told = [act.facts["links"] for act in asyncio.run(audit.acts(most=99))]
    database.close()
    emptied = [number for links in told for first, last in links for number in range(first, last + 1)]
    assert proof.broken is None
    assert sorted(n for n in emptied if n <= 200) == list(range(1, 201))


async def test_who_asks_judges_and_is_forgotten_meanwhile_leaves_the_chain_whole(
    database: Database, audit: AuditTrail
) -> None:
    record = Record(database)
    references = [await answered(record, f"e{n}", asked("Who?"), ADA if n % 2 else BOB) for n in range(12)]
    for each in references:
        await record.judged(each, by=BOB, verdict="up", reason="")
    await asyncio.gather(
        audit.retain(now(), days=1, by="retention"),
        audit.forget(ADA, by="carol", why=""),
        *(answered(record, f"later {n}", asked("Who?"), BOB) for n in range(4)),
        *(record.judged(each, by=ADA, verdict="down", reason="no") for each in references),
    )
    assert (await audit.verify()).broken is None
    salted = select(func.count()).select_from(LinkRow).where(LinkRow.salt.is_not(None))
    await audit.retain(now() + timedelta(minutes=1), days=1, by="retention")
    assert (await audit.verify()).broken is None
    assert await database.read(lambda s: s.scalar(salted)) == len(await audit.acts(most=99))
