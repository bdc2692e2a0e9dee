"""What stands in the tables beside the chain: nothing may be there that no link tells of.

In: a session, and the judgements that the links tell of. Out: the first place that does not fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sqlalchemy import and_, exists, select, tuple_
from sqlalchemy.orm import Session

from connectors.database.covered import PAGE
from connectors.database.tables import ActRow, AnswerRow, EntryRow, JudgementRow, LinkRow, RecordRow
from kgqa.audit import Broken

Judged = Mapping[tuple[str, str], tuple[str, str]]  # by record and person: verdict and reason


def beside(session: Session, judged: Judged) -> Broken | None:
    """What stands in the tables, and in no link; and judgements that are not the last that the chain tells
    of, each by record and person.
    """
    return _without_link(session) or _judged_otherwise(session, judged)


def _without_link(session: Session) -> Broken | None:
    of_entry_ = and_(LinkRow.reference == EntryRow.reference, LinkRow.entry == EntryRow.number)
    entry = session.execute(
        select(EntryRow.reference, EntryRow.number, EntryRow.kind).where(~exists().where(of_entry_)).limit(1)
    ).first()
    if entry is not None:
        return _past(f"Entry {entry.number} ({entry.kind}) of record {entry.reference}", entry.reference)
    for row, kind, noun in ((RecordRow, "opened", "Record"), (AnswerRow, "closed", "The answer of record")):
        of_it = and_(EntryRow.reference == row.reference, EntryRow.kind == kind)
        reference = session.scalar(select(row.reference).where(~exists().where(of_it)).limit(1))
        if reference is not None:
            return _past(f"{noun} {reference}", reference)
    of_act_ = and_(LinkRow.reference == "", LinkRow.entry == ActRow.number)
    act = session.scalar(select(ActRow.number).where(~exists().where(of_act_)).limit(1))
    return None if act is None else _past(f"Act {act}", "")


def _past(what: str, reference: str) -> Broken:
    return Broken(
        link=0, what=f"{what} stands in the table and in no link of the chain.", reference=reference
    )


def _judged_otherwise(session: Session, judged: Judged) -> Broken | None:
    """The first judgement that is not what the entries say."""
    left = dict(judged)
    doubtful = [key for key, said in _kept(session) if left.pop(key, None) != said]
    for reference, by in (*doubtful, *left):  # somebody may have judged, or been forgotten, meanwhile
        if _last_said(session, reference, by) != _stands(session, reference, by):
            said = f"What somebody thinks of record {reference} is not what the chain says was said last."
            return Broken(link=0, what=said, reference=reference)
    return None


def _kept(session: Session) -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
    """All judgements as they stand."""
    place = tuple_(JudgementRow.reference, JudgementRow.by)
    rows = select(JudgementRow.reference, JudgementRow.by, JudgementRow.verdict, JudgementRow.reason)
    rows = rows.order_by(JudgementRow.reference, JudgementRow.by)
    after = ("", "")
    while page := session.execute(rows.where(place > after).limit(PAGE)).all():
        for row in page:
            yield (row.reference, row.by), (row.verdict, row.reason)
        after = (page[-1].reference, page[-1].by)


def _stands(session: Session, reference: str, by: str) -> tuple[str, str] | None:
    row = session.get(JudgementRow, (reference, by))
    return None if row is None else (row.verdict, row.reason)


def _last_said(session: Session, reference: str, by: str) -> tuple[str, str] | None:
    told = select(EntryRow.details).where(EntryRow.reference == reference, EntryRow.kind == "judged")
    last = None
    for details in session.scalars(told.order_by(EntryRow.number)):
        if details.get("by") == by:
            last = (details["verdict"], details["reason"])
    return last
