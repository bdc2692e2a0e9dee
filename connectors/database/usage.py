"""How much was asked, how it went and what people thought of it, day by day.

In: a time. Out: days with their counts; they begin at midnight in UTC. It reads an index of the answers, and
no answer.
"""

from __future__ import annotations

from collections import Counter
from datetime import date, datetime

from sqlalchemy import Integer, String, cast, func, select, type_coerce
from sqlalchemy.orm import Session

from connectors.database.tables import AnswerRow, JudgementRow
from kgqa.audit import UsedDay
from kgqa.types import Outcome

_FINE = 100  # parts of a second that a median is exact to


def days(session: Session, since: datetime, until: datetime) -> tuple[UsedDay, ...]:
    """The days on which anything was answered or judged, the oldest first."""
    day = func.substr(type_coerce(AnswerRow.closed_at, String), 1, 10)
    took = cast(AnswerRow.seconds * _FINE, Integer)
    closed = select(day, AnswerRow.outcome, took, func.count())
    closed = closed.where(AnswerRow.closed_at >= since, AnswerRow.closed_at < until)
    outcomes: dict[str, Counter[Outcome]] = {}
    seconds: dict[str, Counter[int]] = {}
    for on, outcome, hundredths, count in session.execute(closed.group_by(day, AnswerRow.outcome, took)):
        outcomes.setdefault(on, Counter())[Outcome(outcome)] += count
        seconds.setdefault(on, Counter())[hundredths] += count
    judged: dict[str, Counter[str]] = {}
    day = func.substr(type_coerce(JudgementRow.at, String), 1, 10)
    thumbs = select(day, JudgementRow.verdict, func.count())
    thumbs = thumbs.where(JudgementRow.at >= since, JudgementRow.at < until)
    for on, verdict, count in session.execute(thumbs.group_by(day, JudgementRow.verdict)):
        judged.setdefault(on, Counter())[verdict] += count
    return tuple(
        UsedDay(
            day=date.fromisoformat(on),
            outcomes=dict(outcomes.get(on, {})),
            up=judged.get(on, Counter())["up"],
            down=judged.get(on, Counter())["down"],
            seconds=_median(seconds.get(on, Counter())) / _FINE,
        )
        for on in sorted({*outcomes, *judged})
    )


def _median(counted: Counter[int]) -> int:
    half = (counted.total() + 1) // 2
    for value in sorted(counted):
        half -= counted[value]
        if half <= 0:
            return value
    return 0
