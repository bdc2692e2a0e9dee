"""The numbered entries of a record: what all that write and read them share.

In: a database. Out: entries in their order, whoever writes at the same time.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Literal, TypeVar, get_args

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from connectors.database.chain import chain_entry
from connectors.database.codec import storable
from connectors.database.database import Database
from connectors.database.tables import EntryRow
from kgqa.errors import OurMove

T = TypeVar("T")

Stage = Literal["opened", "begun", "closed", "sending", "not_posted", "posted", "given_up"]
Reviewed = Literal["commented", "flagged", "unflagged", "approved"]
Noted = Literal["shared", "removed", "edited", "shown", "added", Reviewed]
# what people do meanwhile: it changes nothing of how far a record is ("feedback" was kept so once)
Aside = Literal["stopped", "verified", "judged", "feedback", Noted]

_TRIES = 12  # of a write that another process may win


class Entries:
    """Every method raises DatabaseUnavailable when the database cannot be used."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def _write(self, work: Callable[[Session], T]) -> T:
        """Runs `work`; when another process wrote the same thing first, looks again."""
        for _ in range(_TRIES):
            try:
                return await self._database.run(work)
            except OurMove as error:
                if not isinstance(error.__cause__, IntegrityError):
                    raise
                lost = error
        raise lost


def last(session: Session, reference: str, *, aside: bool = True) -> EntryRow:
    """The last entry; without those `aside`, the last of what the product itself did."""
    entries = select(EntryRow).where(EntryRow.reference == reference).order_by(EntryRow.number.desc())
    if not aside:
        entries = entries.where(EntryRow.kind.not_in(get_args(Aside)))
    last = session.scalar(entries.limit(1))
    if last is None:
        raise OurMove(f"There is no record {reference}.")
    return last


def enter(
    session: Session, reference: str, kind: Stage | Aside, *, after: EntryRow | None = None, **details: Any
) -> None:
    """Adds an entry right after `after`, or after the last one, and its link of the chain. Who decided by
    an entry that is not the last any more finds the number taken, and decides again.
    """
    after = after or last(session, reference)
    entry = EntryRow(
        reference=reference,
        number=after.number + 1,
        kind=kind,
        at=datetime.now(UTC),
        details=plain(details),
    )
    session.add(entry)
    chain_entry(session, entry)


def count(session: Session, reference: str, kind: Stage | Aside) -> int:
    same = select(func.count()).where(EntryRow.reference == reference, EntryRow.kind == kind)
    return session.scalar(same) or 0


def plain(value: Any) -> Any:
    """Plain data whose every text a database takes."""
    return json.loads(storable(json.dumps(value, ensure_ascii=False)).replace("\\u0000", "\\ufffd"))
