"""The record that the benchmark makes up is one that verifies, and goes on where it ended."""

from __future__ import annotations

from pathlib import Path

from benchmarks.record import fill, looks
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
