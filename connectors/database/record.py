"""The record of each question: `kgqa.ports.AuditLog`, and what the desk needs to send an answer once.

In: the desk's facts, as they happen. Out: references, and how far each record has come.
A record is a row that names the question, one that holds the answer, and numbered entries along the way:

    opened -> begun (each try) -> closed -> sending -> posted
                                     ^         | not_posted (certainly; try later)
                                     +---------+
                                               | given_up (certainly, and no use trying)

Beside these there are entries of what people do: `stopped` before it is closed, after it `verified`,
`shared`, `removed`, `edited`, `shown`, `added`, `judged`. Each entry is a link of the chain (`chain.py`).
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import Literal, get_args

from sqlalchemy import select
from sqlalchemy.orm import Session

from connectors.database import searching
from connectors.database.chain import chain_entry
from connectors.database.codec import answer_to_json, result_sha256, storable
from connectors.database.deeds import Deeds
from connectors.database.entries import Aside, count, enter, last, plain
from connectors.database.judgements import Judgements
from connectors.database.looks import Looks
from connectors.database.posts import Posts, stands
from connectors.database.tables import AnswerRow, EntryRow, RecordRow
from kgqa.errors import OurMove
from kgqa.trace import as_json
from kgqa.types import Answer, Question


class Record(Deeds, Judgements, Looks, Posts):
    """What the product itself does to a record is here; beside it, what people do, and looking back. Every
    method raises DatabaseUnavailable when the database cannot be used.
    """

    async def opened(self, event: str, question: Question, *, context: dict[str, str]) -> str:
        """Opens the record of `event` and returns its reference, the same one for the same event.

        `context` holds platform, tenant, channel, thread, person and message, as far as they are known, and
        "to_asker" where the answer goes to the asker alone, "among_others" where others read along.
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
            read_by = {name: "yes" for name in ("to_asker", "among_others") if context.get(name)}
            first = EntryRow(reference=reference, number=1, kind="opened", at=now, details=read_by)
            session.add(first)
            searching.ready(session)
            searching.asked(session, chain_entry(session, first), storable(question.text))
            return reference

        return await self._write(work)

    async def begun(self, reference: str) -> int:
        """Notes that answering begins, and says which try this is, from 1."""

        def work(session: Session) -> int:
            enter(session, reference, "begun")
            return count(session, reference, "begun")

        return await self._write(work)

    async def closed(self, reference: str, answer: Answer) -> None:
        """Keeps the answer and its evidence; the first answer stands if it is closed again.

        Raises OurMove for an answer that cannot be kept.
        """

        def work(session: Session) -> None:
            if session.get(AnswerRow, reference) is None:
                session.add(_answer_row(reference, answer))
                session.flush()
                searching.answered(session, reference)
                enter(session, reference, "closed")

        await self._write(work)

    async def sending(self, reference: str) -> tuple[Literal["first", "again", "done"], int]:
        """Notes that the answer is about to be posted, and says what is known of earlier tries.

        "first": it is certain that nothing is posted. "again": an earlier try may have posted it.
        "done": nothing is left to do. The number counts the tries, this one included.
        """

        def work(session: Session) -> tuple[Literal["first", "again", "done"], int]:
            end = last(session, reference)
            own = end if end.kind not in get_args(Aside) else last(session, reference, aside=False)
            if own.kind in ("posted", "given_up"):
                return "done", count(session, reference, "sending")
            enter(session, reference, "sending", after=end)
            return "again" if own.kind == "sending" else "first", count(session, reference, "sending")

        return await self._write(work)

    async def not_posted(self, reference: str, reason: str) -> None:
        """The platform certainly posted nothing; it will be tried again."""
        await self._write(lambda session: enter(session, reference, "not_posted", reason=reason))

    async def given_up(self, reference: str, reason: str) -> None:
        """The platform will not take the answer."""
        await self._write(lambda session: enter(session, reference, "given_up", reason=reason))

    async def posted(self, reference: str, ids: tuple[str, ...], permalink: str) -> None:
        """The answer stands in the thread, as the platform's messages `ids`."""

        def work(session: Session) -> None:
            enter(session, reference, "posted", ids=list(ids), permalink=permalink)
            stands(session, reference, list(ids))

        await self._write(work)


def _reference(session: Session) -> str:
    """A short reference that nobody has, such as "7f3a-21"; longer ones when the short ones get rare."""
    for extra in (0, 0, 0, 1, 2, 4, 8):
        digits = secrets.token_hex(3 + extra)
        reference = f"{digits[:4]}-{digits[4:]}"
        if session.get(RecordRow, reference) is None:
            return reference
    raise OurMove("No free reference was found for a new record.")


def _answer_row(reference: str, answer: Answer) -> AnswerRow:
    whole_trace = as_json(answer)
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
        rows=len(whole_trace["rows"]) if table else None,
        truncated=table.truncated if table else None,
        result_sha256=result_sha256(table) if table else None,
        seconds=answer.seconds,
        history=[turn.reference for turn in answer.question.history],
        trace=plain(whole_trace["trace"]),
        issues=plain(whole_trace["issues"]),
        answer=whole,
    )
