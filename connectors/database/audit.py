"""The record as auditors use it: found, told whole, verified, exported, forgotten. `bot.desk.ports.Audit`.

In: what is wanted. Out: values of `kgqa.audit`. Reading is an act of its own, and a link of the chain.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy import Row, Select, select
from sqlalchemy.orm import Session

from connectors.database import covered, forgetting, proving, retaining, searching, usage
from connectors.database.chain import Head, chain_act, head, link_hash
from connectors.database.codec import answer_from_json
from connectors.database.contents import emptied_event, moment
from connectors.database.database import Database
from connectors.database.entries import plain
from connectors.database.proving import Seen
from connectors.database.tables import (
    ActRow,
    AnswerRow,
    EntryRow,
    JudgementRow,
    LinkRow,
    RecordRow,
    SearchTermRow,
)
from kgqa.audit import (
    Act,
    ActKind,
    Checkpoint,
    Forgotten,
    Happened,
    Judgement,
    Listed,
    Proof,
    Retained,
    UsedDay,
    Wanted,
    Whole,
)
from kgqa.errors import DatabaseUnavailable, OurMove
from kgqa.types import Outcome

T = TypeVar("T")
_PAGE = 200
_COLUMNS = (
    RecordRow.reference,
    RecordRow.asked_at,
    RecordRow.opened_at,
    RecordRow.platform,
    RecordRow.tenant,
    RecordRow.channel,
    RecordRow.person,
    RecordRow.question,
    RecordRow.event,
    AnswerRow.outcome,
    AnswerRow.graph,
    AnswerRow.strategy,
    AnswerRow.rows,
    AnswerRow.truncated,
    AnswerRow.seconds,
    AnswerRow.query,
    AnswerRow.sha256,
    AnswerRow.result_sha256,
)


class AuditTrail:
    """Every method raises DatabaseUnavailable when the database cannot be used."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, wanted: Wanted, *, most: int, before: str = "") -> tuple[Listed, ...]:
        """Records, the newest first; those older than the record `before`."""

        def work(session: Session) -> tuple[Listed, ...]:
            find = searching.narrowed if searching.is_narrow(wanted) else _by_time
            some = find(session, wanted, _wanted(wanted), before)
            return () if some is None else tuple(_listed(row) for row in session.execute(some.limit(most)))

        return await self._read(work)

    async def whole(self, reference: str) -> Whole | None:
        """All of one record; None where there is none of this reference."""

        def work(session: Session) -> Whole | None:
            row = session.execute(_all().where(RecordRow.reference == reference)).one_or_none()
            record = session.get(RecordRow, reference)
            if row is None or record is None:
                return None
            answer = session.get(AnswerRow, reference)
            links = covered.of_record(session, reference)
            return Whole(
                listed=_listed(row),
                event=record.event,
                thread=record.thread,
                message=record.message,
                language=record.language,
                fingerprint=(answer.fingerprint or "") if answer else "",
                closed_at=answer.closed_at if answer else None,
                history=tuple(filter(None, answer.history)) if answer else (),
                answer=answer_from_json(answer.answer) if answer and answer.answer else None,
                happened=_happened(session, reference, links),
                broken=next(filter(None, map(_fault, links)), ""),
            )

        return await self._read(work)

    async def references(self, beginning: str, *, most: int = 5) -> tuple[str, ...]:
        """The records whose reference begins so."""
        after = beginning[:-1] + chr(ord(beginning[-1]) + 1) if beginning else "\x7f"
        like = select(RecordRow.reference).where(
            RecordRow.reference >= beginning, RecordRow.reference < after
        )
        found = like.order_by(RecordRow.reference).limit(most)
        return tuple(await self._read(lambda session: session.scalars(found).all()))

    async def note(
        self, kind: ActKind, *, by: str, facts: Mapping[str, Any], details: Mapping[str, Any] | None = None
    ) -> None:
        """Notes what somebody does with the record; `details` are what may name a person."""
        told, named = plain(dict(facts)), plain(dict(details or {}))
        await self._database.run(lambda session: chain_act(session, kind, by, told, named))

    async def acts(self, *, most: int, before: int = 0) -> tuple[Act, ...]:
        """What was done with the record, the newest first; before the act of a number."""
        found = select(ActRow).order_by(ActRow.number.desc()).limit(most)
        if before:
            found = found.where(ActRow.number < before)

        def work(session: Session) -> tuple[Act, ...]:
            return tuple(
                Act(
                    number=row.number,
                    at=row.at,
                    kind=row.kind,
                    by=row.by,
                    facts=dict(row.facts),
                    details=dict(row.details),
                )
                for row in session.scalars(found)
            )

        return await self._read(work)

    async def verify(self, checkpoints: Sequence[Checkpoint] = (), seen: Seen = lambda *_: None) -> Proof:
        """Verifies the chain and the tables beside it; `seen` hears how many links of how many."""
        return await proving.prove(self._database, checkpoints, seen)

    async def head(self) -> tuple[int, str]:
        """How many links the chain has, and the hash of the last."""
        end: Head = await self._read(head)
        return end.size, end.hash

    async def links_of(self, reference: str) -> tuple[dict[str, Any], ...]:
        """The links of one record, as they are exported."""
        return tuple(map(_exported, await self._read(lambda s: covered.of_record(s, reference))))

    async def graphs(self) -> tuple[str, ...]:
        """The names of the graphs that answers came from."""
        names = select(SearchTermRow.value).where(SearchTermRow.kind == "graph")
        return tuple(await self._read(lambda s: s.scalars(names.order_by(SearchTermRow.value)).all()))

    async def used(self, first: date, last: date) -> tuple[UsedDay, ...]:
        """The days from one to another, both of them."""
        days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
        kept: list[UsedDay] = []
        with suppress(DatabaseUnavailable):  # an account may be kept from this table; then all is counted
            kept = await self._read(lambda session: usage.kept(session, days))
        rest = days[len(kept) :]
        anew = await self._read(lambda session: usage.counted(session, rest)) if rest else []
        if over := [each for each in anew if each.day < datetime.now(UTC).date()]:
            with suppress(DatabaseUnavailable, OurMove):  # as above; or another process keeps them just now
                await self._database.run(lambda session: usage.keep(session, over))
        return await self._read(lambda session: usage.judged(session, [*kept, *anew]))

    async def judgements(self, reference: str) -> tuple[Judgement, ...]:
        """What people think of an answer now, the oldest first."""
        of_it = select(JudgementRow).where(JudgementRow.reference == reference).order_by(JudgementRow.at)
        return await self._read(
            lambda s: tuple(
                Judgement(by=row.by, verdict=row.verdict, reason=row.reason, at=row.at)
                for row in s.scalars(of_it)
            )
        )

    async def links(self, *, after: int = 0) -> AsyncIterator[dict[str, Any]]:
        """The links after a number with what they cover, as they are exported. What is gone from the tables
        has neither facts nor details.
        """
        while True:
            page = await self._read(lambda s, a=after: covered.page(s, a, _PAGE))  # type: ignore[misc]
            for each in page:
                yield _exported(each)
            if not page:
                return
            after = page[-1].link["number"]

    async def link_since(self, moment_: datetime) -> int:
        """The number of the last link before a moment; 0 where there is none."""
        last = select(LinkRow.number).where(LinkRow.at < moment_).order_by(LinkRow.number.desc()).limit(1)
        return await self._read(lambda session: session.scalar(last)) or 0

    async def people(self, who: str) -> tuple[str, ...]:
        """Whom of the record an id means: platform, tenant and person."""
        return tuple(await self._read(lambda session: forgetting.whole_names(session, who)))

    async def extent(self, person: str) -> Forgotten:
        """What forgetting a person would empty."""
        return await self._read(lambda session: forgetting.extent(session, person))

    async def forget(self, person: str, *, by: str, why: str) -> Forgotten:
        """Forgets a person, once and for all."""
        return await self._database.erase(lambda s: forgetting.forget(s, person, by=by, why=why))

    async def ageing(self, until: datetime, *, busy: Collection[str] = ()) -> Retained:
        """What `retain` would empty."""
        told, later = Retained(), set[str]()  # the records that are met again
        async for page in self._due(until, busy):
            links = await self._read(lambda s, p=page: retaining.links_of(s, p))  # type: ignore[misc]
            new = {number: link for number, link in links.items() if link[0] not in later}
            told += retaining.counted(new, page.held)
            later |= {of for number, (of, _) in links.items() if of and number > page.last}
        return told

    async def retain(self, until: datetime, *, days: int, by: str, busy: Collection[str] = ()) -> Retained:
        """Empties what is personal and was written before a moment, once and for all; an act says that it was
        kept for so many `days`. What is `busy`, by its event, is being worked on and stays.
        """
        told = Retained()
        async for page in self._due(until, busy):
            if page.is_empty:
                told += Retained(held=len(page.held))
                continue
            told += await self._database.erase(
                lambda s, p=page: retaining.empty(s, p, until, days=days, by=by)  # type: ignore[misc]
            )
        if told.links:
            await self._database.erase(searching.overwritten)
        await self._database.erase(lambda s: retaining.unnamed(s, until))
        return told

    async def _due(self, until: datetime, busy: Collection[str]) -> AsyncIterator[retaining.Due]:
        held: set[str] = set()  # each is told once
        after = 0
        while page := await self._read(lambda s, a=after: retaining.due(s, until, busy, a)):  # type: ignore[misc]
            yield replace(page, held=page.held - held)
            held |= page.held
            after = page.last

    async def _read(self, work: Callable[[Session], T]) -> T:
        try:
            return await self._database.read(work)
        except covered.UNREADABLE as error:
            raise DatabaseUnavailable(
                "The record holds what Querist did not write, and cannot be shown. "
                "The first such place is told by: querist audit verify"
            ) from error


# ── rows as values ───────────────────────────────────────────────────────────────────────────────


def _all() -> Select[*tuple[Any, ...]]:
    return select(*_COLUMNS).outerjoin(AnswerRow, AnswerRow.reference == RecordRow.reference)


def _wanted(wanted: Wanted) -> Select[*tuple[Any, ...]]:
    """Those of a person, a channel and a time; words and terms are searched for, see `searching.py`."""
    found = _all()
    found = found.where(*searching.of_place(wanted))
    if wanted.since:
        found = found.where(RecordRow.opened_at >= wanted.since)
    if wanted.until:
        found = found.where(RecordRow.opened_at < wanted.until)
    return found


def _by_time(session: Session, _: Wanted, found: Select[Any], before: str) -> Select[Any] | None:
    return searching.newest(session, found, before)


def _listed(row: Row[Any]) -> Listed:
    return Listed(
        reference=row.reference,
        asked_at=row.asked_at,
        opened_at=row.opened_at,
        platform=row.platform,
        tenant=row.tenant,
        channel=row.channel,
        person=row.person,
        question=row.question,
        outcome=Outcome(row.outcome) if row.outcome else None,
        graph=row.graph or "",
        strategy=row.strategy or "",
        rows=row.rows,
        truncated=bool(row.truncated),
        seconds=row.seconds or 0.0,
        query=row.query or "",
        sha256=row.sha256 or "",
        result_sha256=row.result_sha256 or "",
        is_forgotten=row.event == emptied_event(row.reference),
    )


def _happened(session: Session, reference: str, links: Sequence[covered.Loaded]) -> tuple[Happened, ...]:
    entries = select(EntryRow).where(EntryRow.reference == reference).order_by(EntryRow.number)
    numbers = {each.link["entry"]: each.link["number"] for each in links}
    return tuple(
        Happened(
            number=entry.number,
            kind=entry.kind,
            at=entry.at,
            details=dict(entry.details),
            link=numbers.get(entry.number, 0),
        )
        for entry in session.scalars(entries)
    )


def _fault(each: covered.Loaded) -> str:
    try:
        is_own = link_hash(each.link) == each.link["hash"]
    except OurMove:
        is_own = False
    if not is_own:
        return f"Link {each.link['number']} ({each.where}) was changed."
    return proving.differs(each)


def _exported(each: covered.Loaded) -> dict[str, Any]:
    """A link as a line: `link` is what its hash is of, the rest what the hashes in it are of."""
    link = dict(each.link)
    salt, digest = link.pop("salt"), link.pop("hash")
    content = each.content
    return {
        "at": moment(link["at"]),
        "kind": link["kind"],
        "record": link["reference"],
        "facts": content.facts if content else None,
        "personal": content.personal if content and salt else None,
        "salt": salt,
        "link": link,
        "hash": digest,
    }
