"""What was said in a thread: `kgqa.ports.Conversations`.

In: turns, each with the reference of its record. Out: the last turns of a thread, oldest first.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from connectors.database.codec import storable, turn_from_json, turn_to_json
from connectors.database.database import Database
from connectors.database.tables import TurnRow
from kgqa.errors import OurMove
from kgqa.types import Turn


class Turns:
    """Both methods raise DatabaseUnavailable when the database cannot be used."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def recall(self, thread: str, *, limit: int = 20) -> tuple[Turn, ...]:
        """The last turns of the thread, oldest first, each with the reference of its record."""

        def work(session: Session) -> tuple[Turn, ...]:
            newest = select(TurnRow).where(TurnRow.thread == thread).order_by(TurnRow.id.desc()).limit(limit)
            rows = session.scalars(newest).all()
            return tuple(replace(turn_from_json(row.turn), reference=row.reference) for row in reversed(rows))

        return await self._database.run(work)

    async def keep(self, thread: str, reference: str, turn: Turn) -> None:
        """Adds a turn; keeping the same reference twice keeps it once."""

        def work(session: Session) -> None:
            if session.scalar(select(TurnRow.id).where(TurnRow.reference == reference)) is None:
                text = storable(turn_to_json(turn))
                session.add(TurnRow(thread=thread, reference=reference, at=datetime.now(UTC), turn=text))

        try:
            await self._database.run(work)
        except OurMove as error:
            if not isinstance(error.__cause__, IntegrityError):
                raise  # otherwise another process kept it between our look and our write
