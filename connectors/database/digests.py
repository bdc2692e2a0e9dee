"""Which digests were sent, as acts of the record: reading it for them is told there anyway.

In: the moment at which a digest was due, and who reads it. Out: whether it is ours to send. The lock of the
chain lets one look and write at a time, over all processes.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from connectors.database.chain import chain_act, hold
from connectors.database.contents import moment
from connectors.database.database import Database
from connectors.database.tables import ActRow

BY = "querist"
_KIND = "digest"


class DigestLedger:
    """Every method raises DatabaseUnavailable when the database cannot be used."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, due: datetime, to: str, *, pause: timedelta) -> bool:
        """Whether the digest is ours to send: True for one alone, and again `pause` after it was certainly
        not posted.
        """

        def work(session: Session) -> bool:
            hold(session)
            now = datetime.now(UTC)
            told = select(ActRow).where(ActRow.kind == _KIND, ActRow.at >= due).order_by(ActRow.number)
            before = [
                act
                for act in session.scalars(told)
                if act.facts.get("due") == moment(due) and act.details.get("to") == to
            ]
            if before and (before[-1].facts["stage"] != "not posted" or now - before[-1].at < pause):
                return False
            _tell(session, due, to, "sending")
            return True

        return await self._database.run(work)

    async def ended(self, due: datetime, to: str, how: str) -> None:
        """What came of it."""
        await self._database.run(lambda session: _tell(session, due, to, how))


def _tell(session: Session, due: datetime, to: str, stage: str) -> None:
    chain_act(session, _KIND, BY, {"due": moment(due), "stage": stage}, {"to": to})
