"""Looking back: what was asked, answered, posted and done, out of the record of each question."""

from __future__ import annotations

from typing import cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from connectors.database.codec import answer_from_json
from connectors.database.entries import Entries, Stage, last
from connectors.database.tables import AnswerRow, EntryRow, RecordRow
from kgqa.types import Answer, Outcome, Pin, Question, Recent


class Looks(Entries):
    """Nothing is changed by looking."""

    async def stage(self, reference: str) -> Stage:
        """How far the record has come."""
        return await self._database.run(
            lambda session: cast("Stage", last(session, reference, aside=False).kind)
        )

    async def answer_of(self, reference: str) -> Answer | None:
        """The answer as it was given; None for an unknown or open record, and for a forgotten person's."""
        text = await self._database.run(
            lambda session: session.scalar(select(AnswerRow.answer).where(AnswerRow.reference == reference))
        )
        return answer_from_json(text) if text else None

    async def question_of(self, reference: str) -> Question | None:
        """The question as it was opened, without its history; None for an unknown record."""

        def work(session: Session) -> Question | None:
            row = session.get(RecordRow, reference)
            if row is None:
                return None
            pins = tuple(Pin(mention=mention, term=term) for mention, term in row.pins)
            return Question(text=row.question, asked_at=row.asked_at, language=row.language, pins=pins)

        return await self._database.run(work)

    async def context_of(self, reference: str) -> dict[str, str]:
        """Where the question was asked, as it was given to `opened`; empty for an unknown record."""

        def work(session: Session) -> dict[str, str]:
            row = session.get(RecordRow, reference)
            if row is None:
                return {}
            names = ("platform", "tenant", "channel", "thread", "person", "message")
            first = session.get(EntryRow, (reference, 1))
            return {name: getattr(row, name) for name in names} | (dict(first.details) if first else {})

        return await self._database.run(work)

    async def reference_of(self, event: str) -> str | None:
        """The record of a piece of work, by its identity."""
        known = select(RecordRow.reference).where(RecordRow.event == event)
        return await self._database.run(lambda session: session.scalar(known))

    async def ids_of(self, reference: str) -> tuple[str, ...]:
        """All that was posted, shared or added of the answer and is not removed, in order."""
        told = (EntryRow.kind.in_(("posted", "shared", "added", "removed")), EntryRow.reference == reference)
        entries = select(EntryRow).where(*told).order_by(EntryRow.number)

        def work(session: Session) -> tuple[str, ...]:
            ids: dict[str, None] = {}
            for entry in session.scalars(entries):
                for each in _ids(entry):
                    if entry.kind == "removed":
                        ids.pop(each, None)
                    else:
                        ids[each] = None
            return tuple(ids)

        return await self._database.run(work)

    async def recent(self, platform: str, tenant: str, person: str, limit: int) -> tuple[Recent, ...]:
        """The last questions of a person, newest first."""
        asked = (
            select(RecordRow, AnswerRow.outcome)
            .outerjoin(AnswerRow, AnswerRow.reference == RecordRow.reference)
            .where(RecordRow.platform == platform, RecordRow.tenant == tenant, RecordRow.person == person)
            .order_by(RecordRow.opened_at.desc())
            .limit(limit)
        )

        def work(session: Session) -> tuple[Recent, ...]:
            return tuple(
                Recent(
                    question=row.question,
                    asked_at=row.asked_at,
                    outcome=Outcome(outcome) if outcome else None,
                    reference=row.reference,
                    permalink=_permalink(session, row.reference),
                )
                for row, outcome in session.execute(asked)
            )

        return await self._database.run(work)


def _ids(entry: EntryRow) -> list[str]:
    ids = entry.details.get("ids") or []
    return ids.split() if isinstance(ids, str) else [str(each) for each in ids]


def _permalink(session: Session, reference: str) -> str:
    posted = select(EntryRow).where(EntryRow.reference == reference, EntryRow.kind == "posted")
    entry = session.scalar(posted.order_by(EntryRow.number.desc()).limit(1))
    return str(entry.details.get("permalink") or "") if entry else ""
