"""Which checkpoints a service has signed, as acts of the record: of several processes one signs each.

In: the moment at which a checkpoint was due. Out: the end of the chain to be signed, where that is ours.
The lock of the chain lets one look and write at a time, over all processes.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from connectors.database.chain import chain_act, head, hold
from connectors.database.contents import moment
from connectors.database.database import Database
from connectors.database.tables import ActRow, LinkRow

BY = "querist"
_KIND = "checkpoint"


class Signings:
    """Its method raises DatabaseUnavailable when the database cannot be used."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, due: datetime, places: Mapping[str, Any]) -> tuple[int, str] | None:
        """How long the chain is and how it ends, the act included that says so, and to which `places` the
        checkpoint goes; None where a process has signed since this one was due, or nothing has been added
        since the last one.
        """

        def work(session: Session) -> tuple[int, str] | None:
            hold(session)
            last = session.scalar(select(LinkRow).order_by(LinkRow.number.desc()).limit(1))
            if last is None or (last.kind == _KIND and not last.reference):
                return None
            mine = select(ActRow).where(ActRow.kind == _KIND, ActRow.by == BY, ActRow.at >= due)
            if any("due" in act.facts for act in session.scalars(mine)):
                return None
            chain_act(session, _KIND, BY, {"due": moment(due), **places}, {})
            end = head(session)
            return end.size, end.hash

        return await self._database.run(work)
