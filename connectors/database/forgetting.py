"""A person is forgotten: what is personal of the record is emptied, and the chain still holds.

In: a person. Out: rows without their words and names, links without the salt that would tell a guess from
the truth, and an act that says which links were emptied. Queries, outcomes, counts and hashes stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, and_, delete, or_, select, update
from sqlalchemy.orm import Session

from connectors.database import searching
from connectors.database.chain import chain_act, erasing
from connectors.database.contents import emptied_event
from connectors.database.tables import (
    ActRow,
    AnswerRow,
    ChannelRow,
    EntryRow,
    JudgementRow,
    LibraryRow,
    LinkRow,
    PostRow,
    RecordRow,
    SpendingRow,
    TurnRow,
)
from kgqa.audit import Forgotten

T = TypeVar("T")

NOBODY = "forgotten"  # who stands where somebody has to
_SOME = 500  # rows that one statement names


def whole_names(session: Session, who: str) -> list[str]:
    """The people of the record whom an id means: platform, tenant and person."""
    people = select(RecordRow.platform, RecordRow.tenant, RecordRow.person).distinct()
    found = {
        f"{p}:{t}:{n}"
        for p, t, n in session.execute(people.where(RecordRow.person != "", searching.is_who(who)))
    }
    if who.count(":") > 1 and _has_done(session, who):
        found.add(who)
    return sorted(found)


def extent(session: Session, person: str) -> Forgotten:
    """What forgetting a person would empty."""
    own = _own(session, person)
    return Forgotten(
        person=person,
        records=len(own),
        deeds=len(_deeds(session, person, own)),
        others=len(_holding(session, own)),
        events=tuple(own.values()),
    )


def forget(session: Session, person: str, *, by: str, why: str) -> Forgotten:
    """Empties all that is personal of a person, in one transaction. The act comes last, since it takes the
    lock of the chain: who holds that waits for nobody.
    """
    erasing(session)
    own = _own(session, person)
    holding, deeds = _holding(session, own), _deeds(session, person, own)
    told = Forgotten(
        person=person, records=len(own), deeds=len(deeds), others=len(holding), events=tuple(own.values())
    )
    judged = _judged(session, person)
    keys: set[tuple[str, int]] = {*deeds, *judged}
    for some in parts(sorted(own)):
        for reference in some:
            session.execute(
                update(RecordRow)
                .where(RecordRow.reference == reference)
                .values(
                    event=emptied_event(reference),
                    channel="",
                    thread="",
                    person="",
                    message="",
                    question="",
                    pins=[],
                )
            )
        entries = select(EntryRow.reference, EntryRow.number, EntryRow.kind, EntryRow.details)
        for entry in session.execute(entries.where(EntryRow.reference.in_(some))):
            is_new = entry.kind == "judged" and (entry.reference, entry.number) not in judged
            if _by(entry.details) in ("", person) and not is_new:
                keys.add((entry.reference, entry.number))
        for gone in (PostRow, TurnRow):
            session.execute(delete(gone).where(gone.reference.in_(some)))
    for some in parts(sorted({*own, *holding})):
        session.execute(
            update(AnswerRow).where(AnswerRow.reference.in_(some)).values(trace=[], issues=[], answer="")
        )
        closed = select(EntryRow.reference, EntryRow.number)
        found = session.execute(closed.where(EntryRow.reference.in_(some), EntryRow.kind == "closed"))
        keys |= {(reference, number) for reference, number in found}
    for reference, number in keys:
        this = and_(EntryRow.reference == reference, EntryRow.number == number)
        session.execute(update(EntryRow).where(this).values(details={}))
    entered = select(EntryRow.reference).where(EntryRow.kind == "judged")
    untold = JudgementRow.reference.not_in(entered)  # from before judgements had entries
    session.execute(delete(JudgementRow).where(JudgementRow.by == person, untold))
    last = {(reference, person): said for (reference, _), said in judged.items()}
    unjudged(session, last)
    for reference, _ in last:
        searching.judged(session, reference)
    searching.forgotten(session, own)
    searching.overwritten(session)
    session.execute(update(SpendingRow).where(SpendingRow.asker == person).values(asker=""))
    for row in (ChannelRow, LibraryRow):
        session.execute(update(row).where(row.by == person).values(by=NOBODY))
    acts = _telling(session, person)
    for number in acts:
        session.execute(update(ActRow).where(ActRow.number == number).values(details={}))
    links = _unsalted(session, keys | {("", number) for number in acts})
    facts = {"links": ranges(links), "records": told.records, "deeds": told.deeds, "others": told.others}
    chain_act(session, "forget", by, facts, {"why": why} if why else {})
    return told


def ranges(numbers: Iterable[int]) -> list[list[int]]:
    """Numbers as ranges, from and to: [3, 4, 5, 9] is [[3, 5], [9, 9]]."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return found


def _own(session: Session, person: str) -> dict[str, str]:
    """The records that a person asked for, each with its event."""
    found = session.execute(
        select(RecordRow.reference, RecordRow.event).where(RecordRow.person != "", searching.is_who(person))
    )
    return {row.reference: row.event for row in found}


def _deeds(session: Session, person: str, own: Iterable[str]) -> list[tuple[str, int]]:
    """The entries of what a person did to the answers of others."""
    told = select(EntryRow.reference, EntryRow.number).where(_is_by(person))
    mine = set(own)
    return [(reference, number) for reference, number in session.execute(told) if reference not in mine]


def _judged(session: Session, person: str) -> dict[tuple[str, int], tuple[str, str]]:
    """The entries of what a person thought of answers, in their order. What they think only now, while they
    are forgotten, stays with the entry that tells of it.
    """
    told = select(EntryRow.reference, EntryRow.number, EntryRow.details).where(
        EntryRow.kind == "judged", _is_by(person)
    )
    found = session.execute(told.order_by(EntryRow.reference, EntryRow.number))
    return {(row.reference, row.number): (row.details["verdict"], row.details["reason"]) for row in found}


def _holding(session: Session, own: Iterable[str]) -> list[str]:
    """The records of others whose answers hold these questions, as what was said before in the thread."""
    mine = set(own)
    threads = [
        row
        for some in parts(sorted(mine))
        for row in session.execute(
            select(RecordRow.platform, RecordRow.tenant, RecordRow.channel, RecordRow.thread)
            .where(RecordRow.reference.in_(some))
            .distinct()
        )
    ]
    found: set[str] = set()
    for some in parts(sorted({tuple(thread) for thread in threads}), 50):
        here = or_(
            *(
                and_(
                    RecordRow.platform == platform,
                    RecordRow.tenant == tenant,
                    RecordRow.channel == channel,
                    RecordRow.thread == thread,
                )
                for platform, tenant, channel, thread in some
            )
        )
        told = select(AnswerRow.reference, AnswerRow.history).join(
            RecordRow, RecordRow.reference == AnswerRow.reference
        )
        for reference, history in session.execute(told.where(here)):
            if reference not in mine and mine.intersection(history):
                found.add(reference)
    return sorted(found)


def _telling(session: Session, person: str) -> list[int]:
    """The acts whose details name a person."""
    short = person.split(":", 2)[2]
    acts = session.execute(select(ActRow.number, ActRow.details))
    return [number for number, details in acts if {person, short} & set(map(str, details.values()))]


def _unsalted(session: Session, keys: Iterable[tuple[str, int]]) -> list[int]:
    """Takes the salt out of the links of these entries; the numbers of the links."""
    numbers = []
    for reference, entry in sorted(keys):
        this = and_(LinkRow.reference == reference, LinkRow.entry == entry)
        number = session.scalar(select(LinkRow.number).where(this))
        if number is not None:
            session.execute(update(LinkRow).where(LinkRow.number == number).values(salt=None))
            numbers.append(number)
    return numbers


def _has_done(session: Session, person: str) -> bool:
    return session.scalar(select(EntryRow.number).where(_is_by(person)).limit(1)) is not None


def _is_by(person: str) -> ColumnElement[bool]:
    by: ColumnElement[str] = EntryRow.details["by"].as_string()
    return by == person


def _by(details: dict[str, Any]) -> str:
    return str(details.get("by", ""))


def unjudged(session: Session, last: Mapping[tuple[str, str], tuple[str, str]]) -> None:
    """Takes out judgements: by record and person, the verdict and the reason that were said last. One that
    was changed in this moment stays, with the link that tells of it.
    """
    kept = [
        and_(
            JudgementRow.reference == reference,
            JudgementRow.by == by,
            JudgementRow.verdict == verdict,
            JudgementRow.reason == reason,
        )
        for (reference, by), (verdict, reason) in last.items()
    ]
    for each in parts(kept, 50):
        session.execute(delete(JudgementRow).where(or_(*each)))


def parts(values: Sequence[T], size: int = _SOME) -> Iterable[Sequence[T]]:
    """Values in parts that one statement takes."""
    return (values[start : start + size] for start in range(0, len(values), size))
