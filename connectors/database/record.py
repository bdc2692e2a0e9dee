"""The record of each question: `kgqa.ports.AuditLog`, and what the desk needs to send an answer once.

In: the desk's facts, as they happen. Out: references, and how far each record has come.
A record is a row that names the question, one that holds the answer, and numbered entries along the way:

    opened -> begun (each try) -> closed -> sending -> posted
                                     ^         | not_posted (certainly; try later)
                                     +---------+
                                               | given_up (certainly, and no use trying)

Beside these there are entries of what people do: `stopped` before it is closed, after it `verified`,
`feedback`, `shared`, `removed`, `edited`, `shown`.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Literal, TypeVar, cast, get_args

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from connectors.database.codec import answer_from_json, answer_to_json, result_sha256, storable
from connectors.database.database import Database
from connectors.database.tables import AnswerRow, EntryRow, RecordRow
from kgqa.errors import OurMove
from kgqa.trace import as_json
from kgqa.types import Answer, Outcome, Pin, Question, Recent

T = TypeVar("T")

Stage = Literal["opened", "begun", "closed", "sending", "not_posted", "posted", "given_up"]
Noted = Literal["feedback", "shared", "removed", "edited", "shown"]
Aside = Literal[
    "stopped", "verified", Noted
]  # what people do meanwhile: it changes nothing of how far a record is

_TRIES = 12  # of a write that another process may win


class Record:
    """Every method raises DatabaseUnavailable when the database cannot be used."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def opened(self, event: str, question: Question, *, context: dict[str, str]) -> str:
        """Opens the record of `event` and returns its reference, the same one for the same event.

        `context` holds platform, tenant, channel, thread, person and message, as far as they are known.
        """

        def work(session: Session) -> str:
            known = session.scalar(select(RecordRow.reference).where(RecordRow.event == event))
            if known is not None:
                return known
            reference = _reference(session)
            now = datetime.now(UTC)
            session.add(
                RecordRow(
                    reference=reference,
                    event=event,
                    **{
                        name: storable(context.get(name, ""))
                        for name in ("platform", "tenant", "channel", "thread", "person", "message")
                    },
                    question=storable(question.text),
                    language=question.language[:35],
                    pins=[[pin.mention, pin.term] for pin in question.pins],
                    asked_at=question.asked_at,
                    opened_at=now,
                )
            )
            session.flush()
            session.add(EntryRow(reference=reference, number=1, kind="opened", at=now, details={}))
            return reference

        return await self._write(work)

    async def begun(self, reference: str) -> int:
        """Notes that answering begins, and says which try this is, from 1."""

        def work(session: Session) -> int:
            _enter(session, reference, "begun")
            return _count(session, reference, "begun")

        return await self._write(work)

    async def closed(self, reference: str, answer: Answer) -> None:
        """Keeps the answer and its evidence; the first answer stands if it is closed again.

        Raises OurMove for an answer that cannot be kept.
        """

        def work(session: Session) -> None:
            if session.get(AnswerRow, reference) is None:
                session.add(_answer_row(reference, answer))
                _enter(session, reference, "closed")

        await self._write(work)

    async def sending(self, reference: str) -> tuple[Literal["first", "again", "done"], int]:
        """Notes that the answer is about to be posted, and says what is known of earlier tries.

        "first": it is certain that nothing is posted. "again": an earlier try may have posted it.
        "done": nothing is left to do. The number counts the tries, this one included.
        """

        def work(session: Session) -> tuple[Literal["first", "again", "done"], int]:
            end = _last(session, reference)
            last = end if end.kind not in get_args(Aside) else _last(session, reference, aside=False)
            if last.kind in ("posted", "given_up"):
                return "done", _count(session, reference, "sending")
            _enter(session, reference, "sending", after=end)
            return "again" if last.kind == "sending" else "first", _count(session, reference, "sending")

        return await self._write(work)

    async def not_posted(self, reference: str, reason: str) -> None:
        """The platform certainly posted nothing; it will be tried again."""
        await self._write(lambda session: _enter(session, reference, "not_posted", reason=reason))

    async def given_up(self, reference: str, reason: str) -> None:
        """The platform will not take the answer."""
        await self._write(lambda session: _enter(session, reference, "given_up", reason=reason))

    async def posted(self, reference: str, ids: tuple[str, ...], permalink: str) -> None:
        """The answer stands in the thread, as the platform's messages `ids`."""
        await self._write(
            lambda session: _enter(session, reference, "posted", ids=list(ids), permalink=permalink)
        )

    async def stage(self, reference: str) -> Stage:
        """How far the record has come."""
        return await self._database.run(
            lambda session: cast("Stage", _last(session, reference, aside=False).kind)
        )

    async def stopped(self, reference: str) -> bool:
        """Notes that who asked wants no answer any more; False for a record that is closed already."""

        def work(session: Session) -> bool:
            end = _last(session, reference)
            if session.get(AnswerRow, reference) is not None:
                return False
            if not _count(session, reference, "stopped"):
                _enter(session, reference, "stopped", after=end)
            return True

        return await self._write(work)

    async def is_stopped(self, reference: str) -> bool:
        """Whether that was noted."""
        return await self._database.run(lambda session: _count(session, reference, "stopped") > 0)

    async def verified(self, reference: str, *, by: str, pair: str) -> None:
        """Notes who called the answer right, and the id of the pair that was made of it; each person once."""

        def work(session: Session) -> None:
            end = _last(session, reference)
            same = select(EntryRow).where(EntryRow.reference == reference, EntryRow.kind == "verified")
            if not any(entry.details.get("by") == storable(by) for entry in session.scalars(same)):
                _enter(session, reference, "verified", after=end, by=by, pair=pair)

        await self._write(work)

    async def answer_of(self, reference: str) -> Answer | None:
        """The answer as it was given; None for an unknown or an open record."""
        text = await self._database.run(
            lambda session: session.scalar(select(AnswerRow.answer).where(AnswerRow.reference == reference))
        )
        return None if text is None else answer_from_json(text)

    async def noted(self, reference: str, what: Noted, *, by: str, **details: str) -> None:
        """Notes what somebody did to the answer; the same of the same person is kept each time."""
        told: dict[str, Any] = {"by": by, **details}
        await self._write(lambda session: _enter(session, reference, what, **told))

    async def question_of(self, reference: str) -> Question | None:
        """The question as it was opened, without its history; None for an unknown record."""

        def work(session: Session) -> Question | None:
            row = session.get(RecordRow, reference)
            if row is None:
                return None
            pins = tuple(Pin(mention=mention, term=term) for mention, term in row.pins)
            return Question(text=row.question, asked_at=row.asked_at, language=row.language, pins=pins)

        return await self._database.run(work)

    async def reference_of(self, event: str) -> str | None:
        """The record of a piece of work, by its identity."""
        known = select(RecordRow.reference).where(RecordRow.event == event)
        return await self._database.run(lambda session: session.scalar(known))

    async def ids_of(self, reference: str) -> tuple[str, ...]:
        """All that was posted or shared of the answer and is not removed, in order."""
        told = (EntryRow.kind.in_(("posted", "shared", "removed")), EntryRow.reference == reference)
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

    async def context_of(self, reference: str) -> dict[str, str]:
        """Where the question was asked, as it was given to `opened`; empty for an unknown record."""

        def work(session: Session) -> dict[str, str]:
            row = session.get(RecordRow, reference)
            if row is None:
                return {}
            names = ("platform", "tenant", "channel", "thread", "person", "message")
            return {name: getattr(row, name) for name in names}

        return await self._database.run(work)

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


def _reference(session: Session) -> str:
    """A short reference that nobody has, such as "7f3a-21"; longer ones when the short ones get rare."""
    for extra in (0, 0, 0, 1, 2, 4, 8):
        digits = secrets.token_hex(3 + extra)
        reference = f"{digits[:4]}-{digits[4:]}"
        if session.get(RecordRow, reference) is None:
            return reference
    raise OurMove("No free reference was found for a new record.")


def _last(session: Session, reference: str, *, aside: bool = True) -> EntryRow:
    """The last entry; without those `aside`, the last of what the product itself did."""
    entries = select(EntryRow).where(EntryRow.reference == reference).order_by(EntryRow.number.desc())
    if not aside:
        entries = entries.where(EntryRow.kind.not_in(get_args(Aside)))
    last = session.scalar(entries.limit(1))
    if last is None:
        raise OurMove(f"There is no record {reference}.")
    return last


def _enter(
    session: Session, reference: str, kind: Stage | Aside, *, after: EntryRow | None = None, **details: Any
) -> None:
    """Adds an entry right after `after`, or after the last one. Who decided by an entry that is not the last
    any more finds the number taken, and decides again.
    """
    after = after or _last(session, reference)
    session.add(
        EntryRow(
            reference=reference,
            number=after.number + 1,
            kind=kind,
            at=datetime.now(UTC),
            details=_storable(details),
        )
    )
    session.flush()


def _ids(entry: EntryRow) -> list[str]:
    ids = entry.details.get("ids") or []
    return ids.split() if isinstance(ids, str) else [str(each) for each in ids]


def _permalink(session: Session, reference: str) -> str:
    posted = select(EntryRow).where(EntryRow.reference == reference, EntryRow.kind == "posted")
    entry = session.scalar(posted.order_by(EntryRow.number.desc()).limit(1))
    return str(entry.details.get("permalink") or "") if entry else ""


def _count(session: Session, reference: str, kind: Stage | Aside) -> int:
    same = select(func.count()).where(EntryRow.reference == reference, EntryRow.kind == kind)
    return session.scalar(same) or 0


def _answer_row(reference: str, answer: Answer) -> AnswerRow:
    plain = as_json(answer)
    query, table, graph = answer.query, answer.table, answer.graph
    try:
        whole = answer_to_json(answer)
    except ValueError as error:  # a lone surrogate, for one
        raise OurMove(f"The answer of record {reference} cannot be written as JSON.") from error
    return AnswerRow(
        reference=reference,
        closed_at=datetime.now(UTC),
        outcome=answer.outcome.value,
        move=answer.move.value if answer.move else None,
        query=storable(query.text) if query else None,
        canonical=storable(query.canonical) if query else None,
        sha256=query.sha256 if query else None,
        graph=storable(graph.name) if graph else None,
        fingerprint=storable(graph.fingerprint) if graph else None,
        strategy=answer.strategy,
        rows=len(plain["rows"]) if table else None,
        truncated=table.truncated if table else None,
        result_sha256=result_sha256(table) if table else None,
        seconds=answer.seconds,
        history=[turn.reference for turn in answer.question.history],
        trace=_storable(plain["trace"]),
        issues=_storable(plain["issues"]),
        answer=whole,
    )


def _storable(value: Any) -> Any:
    """Plain data whose every text a database takes."""
    return json.loads(storable(json.dumps(value, ensure_ascii=False)).replace("\\u0000", "\\ufffd"))
