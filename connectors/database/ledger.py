"""What was spent on models: `kgqa.ports.Ledger`.

In: what each question cost, a row of its own. Out: the sums of a person's day, and of everybody's.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from connectors.database.codec import storable
from connectors.database.database import Database
from connectors.database.tables import SpendingRow
from kgqa.types import Spent

_COLUMNS = (
    SpendingRow.calls,
    SpendingRow.cached,
    SpendingRow.input_tokens,
    SpendingRow.output_tokens,
    SpendingRow.seconds,
    SpendingRow.money,
)


class SpendingLedger:
    """Both methods raise DatabaseUnavailable when the database cannot be used. Persons are kept as the
    record keeps them: as the platform names them.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def spent(self, asker: str, day: date) -> tuple[Spent, Spent]:
        """What this person spent on that day, and what all did."""

        def work(session: Session) -> tuple[Spent, Spent]:
            of_day = SpendingRow.day == day.isoformat()
            of_person = SpendingRow.asker == storable(asker)
            return _sum(session, of_day, of_person), _sum(session, of_day)

        return await self._database.run(work)

    async def spend(self, asker: str, day: date, spent: Spent) -> None:
        """Adds to both."""

        def work(session: Session) -> None:
            session.add(
                SpendingRow(
                    asker=storable(asker),
                    day=day.isoformat(),
                    at=datetime.now(UTC),
                    calls=spent.calls,
                    cached=spent.cached,
                    input_tokens=spent.input_tokens,
                    output_tokens=spent.output_tokens,
                    seconds=spent.seconds,
                    money=spent.money,
                )
            )

        await self._database.run(work)


def _sum(session: Session, *where: ColumnElement[bool]) -> Spent:
    sums = [func.coalesce(func.sum(column), 0) for column in _COLUMNS]
    row: Sequence[Any] = session.execute(select(*sums).where(*where)).one()
    calls, cached, sent, came, seconds, money = row
    return Spent(
        calls=int(calls),
        cached=int(cached),
        input_tokens=int(sent),
        output_tokens=int(came),
        seconds=float(seconds),
        money=float(money),
    )
