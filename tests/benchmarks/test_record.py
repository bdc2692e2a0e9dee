"""The record that the benchmark makes up is one that verifies, and goes on where it ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import record
from benchmarks.record import fill, lengthen, looks
from connectors.database.audit import AuditTrail
from connectors.database.database import Database


async def test_a_record_that_is_made_up_holds(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path}/record.db")
    audit = AuditTrail(database)
    for questions in (20, 30):
        await fill(database, questions)
        proof = await audit.verify()
        assert (proof.broken, proof.records) == (None, questions)
    found = {what: len(await audit.find(wanted, most=50)) for what, wanted in looks()}
    assert found["the newest 50"] == 30
    assert found["with words that none has"] == 0
    database.close()


async def test_copies_of_the_first_day_are_found_as_records_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record, "DAY", 8)
    database = Database.open(f"sqlite:///{tmp_path}/record.db")
    audit = AuditTrail(database)
    await fill(database, 8)
    first = {what: len(await audit.find(wanted, most=50)) for what, wanted in looks()}
    for questions in (16, 24):
        lengthen(database, questions)
    found = {what: len(await audit.find(wanted, most=50)) for what, wanted in looks()}
    assert found == {what: count if "first day" in what else 3 * count for what, count in first.items()}
    assert first["the newest 50"] == 8
    database.close()
