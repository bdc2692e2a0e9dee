"""The roles of `manifests/postgresql/roles.sql` on a real PostgreSQL: the service works with what the script
grants, and can change nothing of the record; forgetting and retention have what they need and no more.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from bot.wiring.retention import retained
from connectors.database.audit import AuditTrail
from connectors.database.contents import (
    ACT_FACTS,
    ACT_PERSONAL,
    ANSWER_FACTS,
    ANSWER_PERSONAL,
    ENTRY_FACTS,
    ENTRY_PERSONAL,
    RECORD_FACTS,
    RECORD_PERSONAL,
)
from connectors.database.database import Database
from connectors.database.inbox import InboxTable
from kgqa.errors import DatabaseUnavailable
from kgqa.types import Outcome
from tests.bot.desks import Room, message
from tests.connectors.recorded import ADA, lived
from tests.postgres import migrated_postgres

__all__ = ["migrated_postgres"]  # a fixture

SCRIPT = Path(__file__).parents[2] / "manifests" / "postgresql" / "roles.sql"
CHAINED = {
    "records": (*RECORD_FACTS, *RECORD_PERSONAL),
    "record_answers": ("reference", *ANSWER_FACTS, *ANSWER_PERSONAL),
    "record_entries": ("reference", *ENTRY_FACTS, *ENTRY_PERSONAL),
    "record_chain": (
        "number",
        "at",
        "reference",
        "entry",
        "kind",
        "facts",
        "personal",
        "previous",
        "salt",
        "hash",
    ),
    "audit_acts": (*ACT_FACTS, *ACT_PERSONAL),
}
EMPTIED = {
    "records": RECORD_PERSONAL,
    "record_answers": ANSWER_PERSONAL,
    "record_entries": ENTRY_PERSONAL,
    "record_chain": ("salt",),
    "audit_acts": ACT_PERSONAL,
}


def as_role(url: str, role: str) -> str:
    """The address of the database for who has this role alone."""
    return f"{url}&options=-crole%3D{role}"


@pytest.fixture
def owned(migrated_postgres: str) -> str:
    """A database that the owner has used, with the roles; the script is run twice, as after an upgrade."""
    database = Database.open(migrated_postgres)

    async def used() -> None:
        await InboxTable(database).open()
        await lived(database)

    asyncio.run(used())
    database.close()
    with psycopg.connect(migrated_postgres) as connection:
        for _ in range(2):
            connection.execute(SCRIPT.read_bytes())
    return migrated_postgres


def refused(url: str, role: str, statement: str) -> bool:
    """Whether the database lets nobody of this role do that."""
    with psycopg.connect(as_role(url, role)) as connection:
        try:
            connection.execute(statement.encode())
        except psycopg.errors.InsufficientPrivilege:
            return True
        connection.rollback()
        return False


def test_the_tables_of_the_chain_have_the_columns_that_the_script_speaks_of(owned: str) -> None:
    with psycopg.connect(owned) as connection:
        for table, columns in CHAINED.items():
            found = connection.execute(
                "SELECT column_name FROM information_schema.columns WHERE table_name = %s", (table,)
            )
            assert {str(name) for (name,) in found} == set(columns), table


@pytest.mark.parametrize("role", ["querist_service", "querist_keeper"])
def test_nobody_but_the_owner_changes_a_fact_or_deletes_a_row_of_the_record(owned: str, role: str) -> None:
    for table, columns in CHAINED.items():
        assert refused(owned, role, f"DELETE FROM {table}"), table
        assert refused(owned, role, f"TRUNCATE {table}"), table
        free = EMPTIED[table] if role == "querist_keeper" else ()
        for column in columns:
            statement = f"UPDATE {table} SET {column} = {column}"
            assert refused(owned, role, statement) == (column not in free), f"{table}.{column}"
    assert refused(owned, role, "CREATE TABLE other (x int)")
    assert refused(owned, role, "DROP TABLE record_chain")
    assert refused(owned, role, "ALTER TABLE record_chain DISABLE TRIGGER ALL")


@pytest.mark.slow
async def test_the_service_answers_and_auditors_read_with_its_rights(owned: str, tmp_path: Path) -> None:
    room = Room(tmp_path, postgres=as_role(owned, "querist_service"))
    async with room.desk() as desk:
        await desk.receive(message("Who?"))
        (post,) = await room.platform.wait_for(1)
    kept = await room.record.answer_of(post["reference"])
    assert kept
    assert kept.outcome is Outcome.ANSWERED
    await room.record.judged(post["reference"], by="slack:T1:U1", verdict="up", reason="")
    audit = AuditTrail(room.database)
    await audit.note("verify", by="ada", facts={})
    assert (await audit.verify()).broken is None
    room.database.close()


async def test_the_service_can_forget_nobody_and_that_is_told(owned: str) -> None:
    database = Database.open(as_role(owned, "querist_service"))
    with pytest.raises(DatabaseUnavailable, match="permission denied"):
        await AuditTrail(database).forget(ADA, by="root", why="")
    assert (await AuditTrail(database).verify()).forgotten == 0
    database.close()


async def test_usage_is_right_for_an_account_that_may_not_keep_counts(owned: str) -> None:
    today = datetime.now(UTC).date()
    days = (today - timedelta(days=2), today)
    database = Database.open(as_role(owned, "querist_service"))
    told = await AuditTrail(database).used(*days)
    for right in ("INSERT, UPDATE, DELETE", "SELECT"):
        with psycopg.connect(owned) as connection:
            counts = "SELECT count(*) FROM usage_days WHERE answers >= 0"
            assert connection.execute(counts.encode()).fetchone() == ((2,) if right != "SELECT" else (0,))
            connection.execute(b"DELETE FROM usage_days")
            connection.execute(f"REVOKE {right} ON usage_days FROM querist_service".encode())
        assert await AuditTrail(database).used(*days) == told
    database.close()
    assert sum(day.answers for day in told) == 3


@pytest.mark.slow
async def test_forgetting_and_retention_have_what_they_need(owned: str) -> None:
    database = Database.open(as_role(owned, "querist_keeper"))
    audit = AuditTrail(database)
    assert (await audit.forget(ADA, by="root", why="asked for")).records
    await retained(database, datetime.now(UTC) + timedelta(days=1), days=1, by="retention")
    proof = await audit.verify()
    assert proof.broken is None
    assert proof.forgotten
    database.close()
