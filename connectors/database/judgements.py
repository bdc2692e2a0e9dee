"""What people think of an answer: of each person the last judgement, in the place of the one before.

In: thumbs, each with its reason. Out: one judgement a person, however often they press.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from connectors.database.codec import storable
from connectors.database.entries import Entries
from connectors.database.tables import JudgementRow


class Judgements(Entries):
    """Every method raises DatabaseUnavailable when the database cannot be used."""

    async def judged(self, reference: str, *, by: str, verdict: str, reason: str) -> None:
        """Keeps what somebody thinks of the answer now."""

        def work(session: Session) -> None:
            row = session.get(JudgementRow, (reference, storable(by)))
            if row is None:
                row = JudgementRow(reference=reference, by=storable(by))
                session.add(row)
            row.verdict, row.reason, row.at = verdict, storable(reason), datetime.now(UTC)
            session.flush()

        await self._write(work)

    async def judgements(self, reference: str) -> tuple[dict[str, str], ...]:
        """What people think of it, by whom, the oldest first."""
        of_it = select(JudgementRow).where(JudgementRow.reference == reference)

        def work(session: Session) -> tuple[dict[str, str], ...]:
            rows = session.scalars(of_it.order_by(JudgementRow.at))
            return tuple({"by": row.by, "verdict": row.verdict, "reason": row.reason} for row in rows)

        return await self._database.run(work)
