"""What is personal in the record is kept for so long: what is older is emptied, and the chain still holds.

In: a moment, and the work that is not done. Out: records written before it without words, names and rows,
links without their salt, and an act that says which were emptied and why. Queries, outcomes, counts and
hashes stay, as where a person is forgotten (`forgetting.py`). What is flagged is held.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import and_, delete, exists, literal, select, update
from sqlalchemy.orm import Session

from connectors.database import searching
from connectors.database.chain import chain_act, erasing
from connectors.database.contents import EMPTIED, moment
from connectors.database.forgetting import NOBODY, parts, ranges, unjudged
from connectors.database.tables import (
    ActRow,
    AnswerRow,
    ChannelRow,
    EntryRow,
    LibraryRow,
    LinkRow,
    PostRow,
    RecordRow,
    SpendingRow,
    TurnRow,
)
from kgqa.audit import Retained

Links = dict[int, tuple[str, str]]  # by their numbers: of which record ("" for an act), and of which kind
_BLIND = {"synchronize_session": False}  # no row of the statement is in the session
PAGE = 500  # links that are looked at in one transaction


@dataclass(frozen=True, slots=True)
class Due:
    """Records and acts that something personal is older of than wanted; `last` is the link up to which that
    was looked at, `held` are records that are flagged.
    """

    last: int
    references: tuple[str, ...]
    acts: tuple[int, ...]
    held: frozenset[str]

    @property
    def is_empty(self) -> bool:
        return not self.references and not self.acts


def due(session: Session, until: datetime, busy: Collection[str], after: int) -> Due | None:
    """The next records and acts with something personal from before a moment; None where there are no more.
    What is `busy`, by its event, is being worked on, and is left for the next time.
    """
    older = (LinkRow.number > after, LinkRow.salt.is_not(None), LinkRow.at < until)
    links = select(LinkRow.number, LinkRow.reference, LinkRow.entry).where(*older)
    found = session.execute(links.order_by(LinkRow.number).limit(PAGE)).all()
    if not found:
        return None
    references = sorted({link.reference for link in found if link.reference})
    held = _flagged(session, references)
    events = select(RecordRow.reference, RecordRow.event).where(RecordRow.reference.in_(references))
    working = {reference for reference, event in session.execute(events) if event in busy}
    done = {link.entry for link in found if not link.reference}
    acts = session.execute(select(ActRow.number, ActRow.details).where(ActRow.number.in_(done)))
    return Due(
        last=found[-1].number,
        references=tuple(each for each in references if each not in held | working),
        acts=tuple(sorted(number for number, details in acts if details)),  # most name nobody
        held=held,
    )


def counted(links: Links, held: Collection[str]) -> Retained:
    """How much that is."""
    opened = sum(kind == "opened" and bool(of) for of, kind in links.values())
    return Retained(records=opened, links=len(links), held=len(held))


def empty(session: Session, what: Due, until: datetime, *, days: int, by: str) -> Retained:
    """Empties these, in one transaction with the act that tells of it. What another process has emptied, or
    somebody has flagged meanwhile, is left. The act comes last, since it takes the lock of the chain: who
    holds that waits for nobody.
    """
    erasing(session)
    flagged = _flagged(session, what.references)
    what = Due(what.last, tuple(r for r in what.references if r not in flagged), what.acts, what.held)
    links = links_of(session, what)
    told = counted(links, what.held | flagged)
    if not links:
        return told
    opened = sorted(of for of, kind in links.values() if kind == "opened" and of)
    closed = sorted(of for of, kind in links.values() if kind == "closed" and of)
    judged = _unjudged(session, links)
    session.execute(
        update(RecordRow)
        .where(RecordRow.reference.in_(opened))
        .values(
            event=literal(EMPTIED) + RecordRow.reference,
            channel="",
            thread="",
            person="",
            message="",
            question="",
            pins=[],
        )
    )
    session.execute(
        update(AnswerRow).where(AnswerRow.reference.in_(closed)).values(trace=[], issues=[], answer="")
    )
    for gone in (PostRow, TurnRow):
        session.execute(delete(gone).where(gone.reference.in_(what.references)))
    for some in parts(sorted(links)):
        of_entry = and_(LinkRow.reference == EntryRow.reference, LinkRow.entry == EntryRow.number)
        these = (
            EntryRow.reference.in_({links[number][0] for number in some}),
            exists().where(of_entry, LinkRow.number.in_(some)),
        )
        session.execute(update(EntryRow).where(*these).values(details={}), execution_options=_BLIND)
        session.execute(update(LinkRow).where(LinkRow.number.in_(some)).values(salt=None))
    session.execute(update(ActRow).where(ActRow.number.in_(what.acts)).values(details={}))
    searching.forgotten(session, opened)
    for reference in judged:
        searching.judged(session, reference)
    facts = {"links": ranges(links), "records": told.records, "days": days, "before": moment(until)}
    chain_act(session, "forget", by, facts, {})
    return told


def unnamed(session: Session, until: datetime) -> None:
    """Takes names out of what stands beside the record: who verified a question, set a channel, or asked what
    a model was paid for.
    """
    last_day = (until - timedelta(days=1)).date().isoformat()
    spent = and_(SpendingRow.day <= last_day, SpendingRow.asker != "")
    session.execute(update(SpendingRow).where(spent).values(asker=""))
    for row in (ChannelRow, LibraryRow):
        named = and_(row.at < until, row.by != NOBODY)
        session.execute(update(row).where(named).values(by=NOBODY))


def links_of(session: Session, what: Due) -> Links:
    """The links of these with a salt, each with its record and kind."""
    found: Links = {}
    for some in parts(what.references):
        of_them = select(LinkRow.number, LinkRow.reference, LinkRow.kind)
        rows = session.execute(of_them.where(LinkRow.reference.in_(some), LinkRow.salt.is_not(None)))
        found |= {row.number: (row.reference, row.kind) for row in rows}
    acts = select(LinkRow.number, LinkRow.kind).where(
        LinkRow.reference == "", LinkRow.entry.in_(what.acts), LinkRow.salt.is_not(None)
    )
    return found | {row.number: ("", row.kind) for row in session.execute(acts)}


def _flagged(session: Session, references: Collection[str]) -> frozenset[str]:
    """Those of them that are flagged now: a flag may be taken back."""
    said = select(EntryRow.reference, EntryRow.kind).where(
        EntryRow.reference.in_(references), EntryRow.kind.in_(("flagged", "unflagged"))
    )
    last = {row.reference: row.kind for row in session.execute(said.order_by(EntryRow.number))}
    return frozenset(reference for reference, kind in last.items() if kind == "flagged")


def _unjudged(session: Session, links: Links) -> list[str]:
    """Takes out the judgements that these links tell of; the records that they were of."""
    judged = sorted({of for of, kind in links.values() if kind == "judged" and of})
    last: dict[tuple[str, str], tuple[str, str]] = {}
    for some in parts(judged):
        said = select(EntryRow.reference, EntryRow.details).where(
            EntryRow.reference.in_(some), EntryRow.kind == "judged"
        )
        for reference, told in session.execute(said.order_by(EntryRow.reference, EntryRow.number)):
            if told:
                last[reference, told["by"]] = (told["verdict"], told["reason"])
    unjudged(session, last)
    return judged
