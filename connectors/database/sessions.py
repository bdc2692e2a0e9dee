"""Who is signed in at the auditors' pages: `bot.audit.ports.Sessions`.

In: the hash of a token, never the token itself. Out: whose it is, as long as it is good.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete
from sqlalchemy.orm import Session

from connectors.database.database import Database
from connectors.database.tables import SessionRow
from kgqa.audit import SignedIn


class SessionBook:
    """Every method raises DatabaseUnavailable when the database cannot be used."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin(self, token: str, signed_in: SignedIn) -> None:
        """Keeps a session, and forgets those that are over."""

        def work(session: Session) -> None:
            session.execute(delete(SessionRow).where(SessionRow.until <= signed_in.at))
            session.add(
                SessionRow(
                    token=token,
                    account=signed_in.account,
                    way=signed_in.way,
                    stamp=signed_in.stamp,
                    at=signed_in.at,
                    until=signed_in.until,
                )
            )

        await self._database.run(work)

    async def of(self, token: str, now: datetime) -> SignedIn | None:
        """Whose session it is; None for one that is over or was never begun."""

        def work(session: Session) -> SignedIn | None:
            row = session.get(SessionRow, token)
            if row is None or row.until <= now:
                return None
            return SignedIn(account=row.account, way=row.way, stamp=row.stamp, at=row.at, until=row.until)

        return await self._database.read(work)

    async def end(self, token: str) -> None:
        """Ends a session."""

        def work(session: Session) -> None:
            session.execute(delete(SessionRow).where(SessionRow.token == token))

        await self._database.run(work)
