"""How much was asked, how it went and what people thought of it, day by day.

In: days in UTC, without gaps. Out: their counts. Answers are many, and counted once: the counts of a day that
is over are kept beside the record. They are no part of it, and who may not write them does without. An answer
is never changed or taken out, so counts hold while a day has as many answers as when they were made, however
late one comes. Judgements are few and do change: they are always counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime

from sqlalchemy import ColumnElement, Integer, String, cast, func, select, type_coerce
from sqlalchemy.orm import InstrumentedAttribute, Session

from connectors.database.tables import AnswerRow, JudgementRow, UsedRow
from kgqa.audit import UsedDay
from kgqa.types import Outcome

_FINE = 100  # parts of a second that a median is exact to


def kept(session: Session, days: Sequence[date]) -> list[UsedDay]:
    """The first of these days: those whose counts were kept and still hold, up to one of which not."""
    at, day = _text(AnswerRow.closed_at), UsedRow.day
    there = select(func.count()).where(at >= day + "T00", at < day + "T24").scalar_subquery()
    rows = select(UsedRow).where(day >= f"{days[0]}", day <= f"{days[-1]}", UsedRow.answers == there)
    return [
        UsedDay(day=each, outcomes=_outcomes(row.outcomes), seconds=row.seconds)
        for each, row in zip(days, session.scalars(rows.order_by(day)), strict=False)
        if row.day == f"{each}"
    ]


def counted(session: Session, days: Sequence[date]) -> list[UsedDay]:
    """These days, counted anew."""
    took = cast(AnswerRow.seconds * _FINE, Integer)
    groups = (_day(AnswerRow.closed_at), AnswerRow.outcome, took)
    closed = select(*groups, func.count()).where(*_within(AnswerRow.closed_at, days)).group_by(*groups)
    outcomes: dict[str, Counter[str]] = {f"{each}": Counter() for each in days}
    seconds: dict[str, Counter[int]] = {f"{each}": Counter() for each in days}
    for on, outcome, hundredths, count in session.execute(closed):
        outcomes[on][outcome] += count
        seconds[on][hundredths] += count
    return [
        UsedDay(
            day=each, outcomes=_outcomes(outcomes[f"{each}"]), seconds=_median(seconds[f"{each}"]) / _FINE
        )
        for each in days
    ]


def keep(session: Session, days: Iterable[UsedDay]) -> None:
    """Keeps the counts of days, in the place of those that do not hold any more."""
    for each in days:
        outcomes = {outcome.value: count for outcome, count in each.outcomes.items()}
        row = UsedRow(day=f"{each.day}", answers=each.answers, outcomes=outcomes, seconds=each.seconds)
        session.merge(row)


def judged(session: Session, days: Sequence[UsedDay]) -> tuple[UsedDay, ...]:
    """These days with their judgements."""
    groups = (_day(JudgementRow.at), JudgementRow.verdict)
    thumbs = select(*groups, func.count()).where(*_within(JudgementRow.at, [each.day for each in days]))
    said = {(on, verdict): count for on, verdict, count in session.execute(thumbs.group_by(*groups))}
    return tuple(
        replace(each, up=said.get((f"{each.day}", "up"), 0), down=said.get((f"{each.day}", "down"), 0))
        for each in days
    )


def _text(moment: InstrumentedAttribute[datetime]) -> ColumnElement[str]:
    """A moment as it is kept; its first ten characters are its day."""
    return type_coerce(moment, String)


def _day(moment: InstrumentedAttribute[datetime]) -> ColumnElement[str]:
    return func.substr(_text(moment), 1, 10)


def _within(moment: InstrumentedAttribute[datetime], days: Sequence[date]) -> tuple[ColumnElement[bool], ...]:
    return _text(moment) >= f"{days[0]}T00", _text(moment) < f"{days[-1]}T24"


def _outcomes(counts: dict[str, int]) -> dict[Outcome, int]:
    return {Outcome(outcome): count for outcome, count in counts.items()}


def _median(counted: Counter[int]) -> int:
    half = (counted.total() + 1) // 2
    for value in sorted(counted):
        half -= counted[value]
        if half <= 0:
            return value
    return 0
