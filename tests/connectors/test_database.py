"""The record and the turns keep what they are given, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import select, text

from connectors.database import migrations
from connectors.database.codec import result_sha256
from connectors.database.database import Database
from connectors.database.migrations import VERSION_TABLE
from connectors.database.record import Record
from connectors.database.tables import AnswerRow, EntryRow, RecordRow, Table
from connectors.database.turns import Turns
from kgqa.errors import BadSetting, DatabaseUnavailable, OurMove
from kgqa.types import Answer, Outcome, ResultTable, Term, Turn
from tests.doubles import answers
from tests.mortal import end_of, started
from tests.postgres import migrated_postgres, postgres
from tests.sqlite import with_database

__all__ = ["migrated_postgres", "postgres"]  # fixtures

PLACE = {
    "platform": "slack",
    "tenant": "T1",
    "channel": "C1",
    "thread": "1.0",
    "person": "U1",
    "message": "Ev1",
}


async def test_what_models_cost_survives_the_record(record: Record) -> None:
    answer = answers.by_model()
    reference = await record.opened("Ev-cost", answer.question, context=PLACE)
    await record.closed(reference, answer)
    kept = await record.answer_of(reference)
    assert kept is not None
    assert (kept.spent, kept.models, kept.fixes) == (answer.spent, answer.models, answer.fixes)
    assert kept == answer


async def test_a_wish_to_stop_is_noted_once_and_not_after_the_answer(record: Record) -> None:
    open_, closed = answers.question("one"), answers.one_thing()
    first = await record.opened("Ev-open", open_, context=PLACE)
    second = await record.opened("Ev-closed", closed.question, context=PLACE)
    await record.closed(second, closed)
    assert [await record.stopped(first), await record.stopped(first)] == [True, True]
    assert await record.is_stopped(first)
    assert await record.stage(first) == "opened"
    assert not await record.stopped(second)
    assert not await record.is_stopped(second)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Of a database with no tables yet."""
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgres"))
    return f"sqlite:///{tmp_path}/a folder/querist.db"


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    on_server = request.param == "postgresql"
    url = request.getfixturevalue("migrated_postgres") if on_server else with_database(tmp_path / "q.db")
    opened = Database.open(url)
    yield opened
    opened.close()


@pytest.fixture
def record(database: Database) -> Record:
    return Record(database)


async def opened(record: Record, event: str = "slack:T1:Ev1", answer: Answer | None = None) -> str:
    return await record.opened(event, (answer or answers.one_thing()).question, context=PLACE)


# ── the schema ───────────────────────────────────────────────────────────────────────────────────


def _is_ours(name: str | None, kind: str, _: object) -> bool:
    """All but the words that are searched, which each database keeps in a way of its own."""
    return kind != "table" or not str(name).startswith("record_words")


def test_the_migrations_make_exactly_the_tables_that_the_code_uses(url: str) -> None:
    database = Database.open(url)
    with database.engine.connect() as connection:
        opts = {"version_table": VERSION_TABLE, "include_name": _is_ours}
        context = MigrationContext.configure(connection, opts=opts)
        assert compare_metadata(context, Table.metadata) == []
    database.close()


def test_the_version_that_is_called_the_newest_is_that_of_the_last_migration() -> None:
    files = sorted(Path(migrations.__file__).parent.glob("versions/r0*.py"))
    assert files[-1].name[1:5] == migrations.NEWEST


def test_opening_again_finds_what_is_there(url: str) -> None:
    first = Database.open(url)
    reference = asyncio.run(opened(Record(first)))
    first.close()
    second = Database.open(url)
    assert asyncio.run(opened(Record(second))) == reference
    second.close()


def open_and_close(url: str) -> None:
    """What a process of its own does."""
    Database.open(url).close()


def test_two_processes_that_start_at_once_both_find_their_tables(url: str) -> None:
    processes = [started(open_and_close, url) for _ in range(2)]
    assert [end_of(one) for one in processes] == [0] * 2


def test_sqlite_writes_ahead_and_checks_references(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path}/q.db")
    with database.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
    database.close()


# ── the record ───────────────────────────────────────────────────────────────────────────────────


async def test_a_record_has_a_short_reference(record: Record) -> None:
    assert re.fullmatch(r"[0-9a-f]{4}-[0-9a-f]{2}", await opened(record))


async def test_the_same_event_is_one_record(record: Record) -> None:
    first = await opened(record)
    assert await opened(record) == first
    assert await opened(record, "slack:T1:Ev2") != first


async def test_the_same_event_opened_by_many_at_once_is_one_record(record: Record) -> None:
    references = await asyncio.gather(*(opened(record) for _ in range(8)))
    assert len(set(references)) == 1


async def test_references_that_are_taken_are_passed_over(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []

    def hardly_random(size: int) -> str:
        drawn.append(size)
        return "ab" * size

    monkeypatch.setattr("connectors.database.record.secrets.token_hex", hardly_random)
    first, second = await opened(record, "e1"), await opened(record, "e2")
    assert first == "abab-ab"
    assert second.startswith("abab-ab")
    assert len(second) > len(first)
    assert drawn == [3, 3, 3, 3, 4]


@pytest.mark.parametrize("answer", answers.all_outcomes(), ids=lambda answer: answer.text[:20])
async def test_an_answer_comes_back_as_it_was(record: Record, answer: Answer) -> None:
    reference = await opened(record, answer=answer)
    assert await record.answer_of(reference) is None
    await record.closed(reference, answer)
    assert await record.answer_of(reference) == answer


async def test_a_record_holds_what_an_auditor_asks_for(record: Record, database: Database) -> None:
    history = (Turn(question="Before?", outcome=Outcome.ANSWERED, text="This.", reference="aaaa-01"),)
    answer = replace(answers.one_thing(), question=replace(answers.one_thing().question, history=history))
    reference = await opened(record)
    await record.begun(reference)
    await record.closed(reference, answer)
    await record.sending(reference)
    await record.posted(reference, ("171.1", "F1"), "https://slack.example/p171")

    def work(session: Any) -> tuple[Any, ...]:
        entries = session.scalars(select(EntryRow).order_by(EntryRow.number)).all()
        return session.get(RecordRow, reference), session.get(AnswerRow, reference), entries

    question, closed, entries = await database.run(work)
    assert (question.event, question.person, question.question) == (
        "slack:T1:Ev1",
        "U1",
        "Who leads Field Engineering?",
    )
    assert answer.query is not None
    assert (closed.query, closed.sha256) == (answer.query.text, answer.query.sha256)
    assert (closed.graph, closed.fingerprint) == ("company graph", "7c1e5a90b2d4")
    assert (closed.outcome, closed.strategy, closed.rows, closed.truncated) == (
        "answered",
        "parse",
        1,
        False,
    )
    assert closed.history == ["aaaa-01"]
    assert closed.trace[0]["details"] == ['"Field Engineering" is the unit (exact)']
    assert [entry.kind for entry in entries] == ["opened", "begun", "closed", "sending", "posted"]
    assert entries[-1].details == {"ids": ["171.1", "F1"], "permalink": "https://slack.example/p171"}
    assert entries[0].at <= entries[-1].at
    assert entries[0].at.tzinfo is not None


async def test_the_first_answer_stands(record: Record) -> None:
    reference = await opened(record)
    await record.closed(reference, answers.one_thing())
    await record.closed(reference, answers.unknown())
    assert await record.answer_of(reference) == answers.one_thing()


async def test_sending_knows_whether_an_earlier_try_may_have_posted(record: Record) -> None:
    reference = await opened(record)
    await record.closed(reference, answers.one_thing())
    assert await record.sending(reference) == ("first", 1)
    await record.not_posted(reference, "ratelimited")
    assert await record.sending(reference) == ("first", 2)
    assert await record.sending(reference) == ("again", 3)
    await record.posted(reference, ("1",), "")
    assert await record.sending(reference) == ("done", 3)


async def test_of_two_that_send_at_once_only_one_is_first(record: Record) -> None:
    reference = await opened(record)
    await record.closed(reference, answers.one_thing())
    ways = [how for how, _ in await asyncio.gather(*(record.sending(reference) for _ in range(6)))]
    assert sorted(ways) == ["again"] * 5 + ["first"]


async def test_what_was_given_up_is_done(record: Record) -> None:
    reference = await opened(record)
    await record.closed(reference, answers.one_thing())
    await record.sending(reference)
    await record.given_up(reference, "channel_not_found")
    assert (await record.sending(reference))[0] == "done"


async def test_beginnings_are_counted(record: Record) -> None:
    reference = await opened(record)
    assert [await record.begun(reference) for _ in range(3)] == [1, 2, 3]


async def test_a_record_knows_where_it_was_asked(record: Record) -> None:
    assert await record.context_of(await opened(record)) == PLACE
    assert await record.context_of("0000-00") == {}


async def test_text_that_databases_refuse_is_kept_all_the_same(record: Record, database: Database) -> None:
    question = replace(answers.one_thing().question, text="null \0 byte")
    answer = replace(answers.hostile(), text="null \0 byte", question=question)
    reference = await record.opened("e", question, context=PLACE)
    await record.closed(reference, answer)
    assert await record.answer_of(reference) == answer
    kept = await database.run(lambda session: session.scalar(select(RecordRow.question)))
    assert kept == "null \N{REPLACEMENT CHARACTER} byte"


async def test_an_answer_that_is_no_text_is_our_defect(record: Record) -> None:
    reference = await opened(record)
    with pytest.raises(OurMove, match=reference):
        await record.closed(reference, replace(answers.one_thing(), text="\ud800"))


async def test_an_entry_for_a_record_that_is_not_there_is_our_defect(record: Record) -> None:
    with pytest.raises(OurMove):
        await record.sending("0000-00")


# ── the hash of a result ─────────────────────────────────────────────────────────────────────────


def literal(value: str, language: str | None = None) -> Term:
    return Term(kind="literal", value=value, language=language)


def test_the_hash_of_a_result_does_not_depend_on_the_order_of_rows_or_columns() -> None:
    one = ResultTable(columns=("a", "b"), rows=((literal("1"), literal("2")), (literal("3"), None)))
    two = ResultTable(columns=("b", "a"), rows=((None, literal("3")), (literal("2"), literal("1"))))
    assert result_sha256(one) == result_sha256(two)


@pytest.mark.parametrize(
    "other",
    [
        ResultTable(columns=("a",), rows=((literal("1"),), (literal("1"),))),
        ResultTable(columns=("a",), rows=((literal("1", "en"),),)),
        ResultTable(columns=("a",), rows=((Term(kind="iri", value="1"),),)),
        ResultTable(columns=("b",), rows=((literal("1"),),)),
        ResultTable(columns=("a",), rows=((None,),)),
        ResultTable(columns=("a",)),
        ResultTable(boolean=True),
    ],
)
def test_the_hash_of_another_result_is_another(other: ResultTable) -> None:
    assert result_sha256(ResultTable(columns=("a",), rows=((literal("1"),),))) != result_sha256(other)


# ── the turns ────────────────────────────────────────────────────────────────────────────────────


def turn(question: str) -> Turn:
    answer = answers.clarify()
    return Turn(question=question, outcome=answer.outcome, text=answer.text, choices=answer.choices)


async def test_turns_come_back_oldest_first_with_their_references(database: Database) -> None:
    turns = Turns(database)
    for number in range(4):
        await turns.keep("slack:T1:C1:1.0", f"ref-{number}", turn(f"q{number}"))
    await turns.keep("slack:T1:C1:2.0", "other", turn("elsewhere"))
    recalled = await turns.recall("slack:T1:C1:1.0", limit=3)
    assert recalled == tuple(replace(turn(f"q{n}"), reference=f"ref-{n}") for n in (1, 2, 3))


async def test_a_turn_that_is_kept_twice_is_kept_once(database: Database) -> None:
    turns = Turns(database)
    await asyncio.gather(*(turns.keep("thread", "ref", turn("q")) for _ in range(6)))
    assert len(await turns.recall("thread")) == 1


async def test_a_thread_that_nobody_spoke_in_has_no_turns(database: Database) -> None:
    assert await Turns(database).recall("nowhere") == ()


# ── what goes wrong ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "bad", ["mysql://x/y", "not a url", "sqlite://", "sqlite:///:memory:", "oracle+x://y"]
)
def test_a_url_that_cannot_be_used_is_named_with_the_remedy(bad: str) -> None:
    with pytest.raises(BadSetting, match="QUERIST_DATABASE"):
        Database.open(bad)


def test_a_server_that_is_not_there_is_one_sentence_without_the_password() -> None:
    with pytest.raises(DatabaseUnavailable, match=r"^The database at 127\.0\.0\.1 cannot be used: ") as told:
        Database.open("postgresql://querist:hunter2@127.0.0.1:1/querist")
    assert "hunter2" not in str(told.value)


def test_a_file_that_is_no_database_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "q.db"
    file.write_text("This is a letter, not a database. " * 100)
    with pytest.raises(DatabaseUnavailable, match=r"q\.db cannot be used: file is not a database"):
        Database.open(f"sqlite:///{file}")


async def test_a_database_that_goes_away_and_comes_back(postgres: str) -> None:
    database = Database.open(postgres)
    record = Record(database)
    await opened(record, "e1")
    with database.engine.connect() as connection:
        others = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        connection.execute(others)
    await opened(record, "e2")  # a connection that the server closed is replaced
    database.close()


async def test_many_writers_of_one_file_wait_for_each_other(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/q.db"
    databases = [Database.open(url) for _ in range(2)]
    records = [Record(database) for database in databases]
    references = await asyncio.gather(*(opened(records[n % 2], f"e{n}") for n in range(20)))
    assert len(set(references)) == 20
    for database in databases:
        database.close()


def test_a_locked_file_is_unavailable_and_not_a_defect(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from connectors.database import database as module

    monkeypatch.setattr(module, "BUSY_SECONDS", 0)
    database = Database.open(f"sqlite:///{tmp_path}/q.db")
    other = sqlite3.connect(tmp_path / "q.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with ThreadPoolExecutor(1) as threads, pytest.raises(DatabaseUnavailable, match="locked"):
        threads.submit(lambda: asyncio.run(opened(Record(database)))).result()
    other.execute("ROLLBACK")
    other.close()
    database.close()
