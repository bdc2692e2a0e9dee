"""What people do to a question and its answer, as entries of its record: `stopped` before it is closed, after
it `verified`, `shared`, `removed`, `edited`, `shown`; and what the platform `added` to it.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Literal, get_args

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from connectors.database import searching
from connectors.database.codec import storable
from connectors.database.entries import Aside, Entries, Noted, Reviewed, count, enter, last, plain
from connectors.database.posts import stands
from connectors.database.tables import AnswerRow, EntryRow

HELD = timedelta(minutes=2)  # for which one process shares an answer, before another may think that it died

Sharing = Literal["first", "again", "busy", "done"]


class Deeds(Entries):
    """Each may come twice, from several people, and years later."""

    async def stopped(self, reference: str) -> bool:
        """Notes that who asked wants no answer any more; False for a record that is closed already."""

        def work(session: Session) -> bool:
            end = last(session, reference)
            if session.get(AnswerRow, reference) is not None:
                return False
            if not count(session, reference, "stopped"):
                enter(session, reference, "stopped", after=end)
            return True

        return await self._write(work)

    async def is_stopped(self, reference: str) -> bool:
        """Whether that was noted."""
        return await self._database.run(lambda session: count(session, reference, "stopped") > 0)

    async def verified(self, reference: str, *, by: str, pair: str) -> None:
        """Notes who called the answer right, and the id of the pair that was made of it; each person once."""

        def work(session: Session) -> None:
            end = last(session, reference)
            same = session.scalars(_of(reference, "verified"))
            if not any(entry.details.get("by") == storable(by) for entry in same):
                enter(session, reference, "verified", after=end, by=by, pair=pair)

        await self._write(work)

    async def sharing(self, reference: str, *, by: str) -> Sharing:
        """Notes that the answer is about to be shared, unless that is done, or another is at it ("busy").
        "again": an earlier try may have posted it.
        """

        def work(session: Session) -> Sharing:
            end, told = last(session, reference), session.scalars(_of(reference, "shared")).all()
            if any("done" in entry.details for entry in told):
                return "done"
            before = told[-1] if told else None
            is_open = before is not None and not {"failed", "open"} & before.details.keys()
            if before is not None and is_open and datetime.now(UTC) - before.at < HELD:
                return "busy"
            enter(session, reference, "shared", after=end, by=by)
            return "again" if before is not None and "failed" not in before.details else "first"

        return await self._write(work)

    async def noted(self, reference: str, what: Noted, *, by: str, **details: str) -> None:
        """Notes what somebody did to the answer; in which ways they had it shown, each once."""
        told: dict[str, Any] = plain({"by": by, **details})

        def work(session: Session) -> None:
            end = last(session, reference)
            if what == "shown" and told in [entry.details for entry in session.scalars(_of(reference, what))]:
                return
            enter(session, reference, what, after=end, **told)
            if what in get_args(Reviewed):
                searching.reviewed(session, reference)
            if what in ("shared", "added"):
                stands(session, reference, details.get("ids", "").split())

        await self._write(work)

    async def notes(self, reference: str, what: Noted) -> tuple[dict[str, str], ...]:
        """What was noted of one sort, oldest first: by whom, and the details."""

        def work(session: Session) -> tuple[dict[str, str], ...]:
            return tuple(dict(entry.details) for entry in session.scalars(_of(reference, what)))

        return await self._database.run(work)

    async def dropped(self, reference: str) -> bool:
        """Whether an answer that is not posted yet is not wanted any more: its question was taken back, or
        corrected.
        """
        kinds = EntryRow.kind.in_(("removed", "edited"))
        found = select(EntryRow.number).where(EntryRow.reference == reference, kinds).limit(1)

        def work(session: Session) -> bool:
            is_waiting = last(session, reference, aside=False).kind in ("closed", "not_posted")
            return is_waiting and session.scalar(found) is not None

        return await self._database.run(work)


def _of(reference: str, kind: Aside) -> Select[EntryRow]:
    """The entries of one sort, oldest first."""
    same = select(EntryRow).where(EntryRow.reference == reference, EntryRow.kind == kind)
    return same.order_by(EntryRow.number)
