"""What was spent on models, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select

from connectors.database.database import Database
from connectors.database.ledger import SpendingLedger
from connectors.database.tables import SpendingRow
from kgqa.errors import DatabaseUnavailable
from kgqa.ports import Ledger
from tests.kgqa.spending.ledger_suite import ONE, TODAY, LedgerSuite
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


class TestOnADatabase(LedgerSuite):
    @pytest.fixture
    def ledger(self, database: Database) -> Ledger:
        return SpendingLedger(database)

    async def test_each_question_is_a_row_of_its_own(self, ledger: Ledger, database: Database) -> None:
        await ledger.spend("p", TODAY, ONE)
        await ledger.spend("p", TODAY, ONE)
        assert await database.run(lambda s: s.scalar(select(func.count()).select_from(SpendingRow))) == 2

    async def test_it_is_there_after_a_restart(self, ledger: Ledger, url: str) -> None:
        await ledger.spend("p", TODAY, ONE)
        again = Database.open(url)
        assert await SpendingLedger(again).spent("p", TODAY) == (ONE, ONE)
        again.close()


def test_a_database_that_is_damaged_is_told_in_a_sentence(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path}/q.db")
    for file in tmp_path.iterdir():
        file.write_bytes(b"This is a letter. " * 1000)
    with pytest.raises(DatabaseUnavailable, match="QUERIST_DATABASE"):
        asyncio.run(SpendingLedger(database).spent("p", TODAY))
    database.close()
