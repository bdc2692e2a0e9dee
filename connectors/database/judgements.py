"""What people think of an answer: of each person the last judgement, in the place of the one before.

In: thumbs, each with its reason. Out: one judgement a person, however often they press; and an entry of the
record for each that says something else than the one before. Who changes their mind too often is not heard
any more, so that nobody can fill the record.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from connectors.database.codec import storable
from connectors.database.entries import Entries, enter, last
from connectors.database.searching import judged
from connectors.database.tables import EntryRow, JudgementRow

CHANGES = 30  # of a person's mind on one answer that are recorded


class Judgements(Entries):
    """Every method raises DatabaseUnavailable when the database cannot be used."""

    async def judged(self, reference: str, *, by: str, verdict: str, reason: str) -> None:
        """Keeps what somebody thinks of the answer now."""
        told = {"by": storable(by), "verdict": verdict, "reason": storable(reason)}

        def work(session: Session) -> None:
            end = last(session, reference)
            row = session.get(JudgementRow, (reference, told["by"]))
            if row is not None and (row.verdict, row.reason) == (verdict, told["reason"]):
                return
            entries = select(EntryRow.details).where(
                EntryRow.reference == reference, EntryRow.kind == "judged"
            )
            if sum(details.get("by") == told["by"] for details in session.scalars(entries)) >= CHANGES:
                return
            if row is None:
                row = JudgementRow(reference=reference, by=told["by"])
                session.add(row)
            row.verdict, row.reason, row.at = verdict, told["reason"], datetime.now(UTC)
            session.flush()
            judged(session, reference)
            enter(session, reference, "judged", after=end, **told)

        await self._write(work)

    async def judgements(self, reference: str) -> tuple[dict[str, str], ...]:
        """What people think of it, by whom, the oldest first."""
        of_it = select(JudgementRow).where(JudgementRow.reference == reference)

        def work(session: Session) -> tuple[dict[str, str], ...]:
            rows = session.scalars(of_it.order_by(JudgementRow.at))
            return tuple({"by": row.by, "verdict": row.verdict, "reason": row.reason} for row in rows)

        return await self._database.run(work)
