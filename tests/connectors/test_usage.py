"""How much was answered and judged, day by day: as many as the record holds, whatever was counted before."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from statistics import median_low

import pytest
from sqlalchemy import select, update

from connectors.database.audit import AuditTrail
from connectors.database.database import Database
from connectors.database.record import Record
from connectors.database.tables import AnswerRow, JudgementRow, UsedRow
from kgqa.audit import UsedDay
from kgqa.types import Outcome
from tests.connectors.recorded import ADA, BOB, answered
from tests.doubles import answers
from tests.postgres import migrated_postgres
from tests.sqlite import with_database

__all__ = ["migrated_postgres"]  # a fixture

LAST = datetime.now(UTC).date()
FIRST = LAST - timedelta(days=6)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    if request.param == "sqlite":
        opened = Database.open(with_database(tmp_path / "querist.db"))
    else:
        opened = Database.open(str(request.getfixturevalue("migrated_postgres")))
    yield opened
    opened.close()


def at(day: date, second: int = 43_200) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(seconds=second)


async def closed(database: Database, day: date, *, outcome: Outcome, seconds: float = 1.0) -> str:
    """An answer whose transaction ends just now, and which says that it was closed on this day."""
    event = f"e{random.random()}"  # noqa: S311  # nothing secret
    answer = replace(answers.one_thing(), outcome=outcome, seconds=seconds)
    reference = await answered(Record(database), event, answer, ADA)
    when = at(day, random.randrange(86_400))  # noqa: S311
    of_it = update(AnswerRow).where(AnswerRow.reference == reference)
    await database.run(lambda session: session.execute(of_it.values(closed_at=when)))
    return reference


async def as_it_is(database: Database) -> list[tuple[date, dict[Outcome, int], float, int, int]]:
    """What stands in the record, one by one."""
    rows = await database.read(
        lambda s: list(s.execute(select(AnswerRow.closed_at, AnswerRow.outcome, AnswerRow.seconds)))
    )
    said = await database.read(lambda s: list(s.execute(select(JudgementRow.at, JudgementRow.verdict))))
    found = []
    for day in (FIRST + timedelta(days=n) for n in range((LAST - FIRST).days + 1)):
        mine = [row for row in rows if row.closed_at.date() == day]
        verdicts = Counter(verdict for moment, verdict in said if moment.date() == day)
        found.append(
            (
                day,
                dict(Counter(Outcome(row.outcome) for row in mine)),
                median_low([row.seconds for row in mine]) if mine else 0.0,
                verdicts["up"],
                verdicts["down"],
            )
        )
    return found


async def used(database: Database) -> list[tuple[date, dict[Outcome, int], float, int, int]]:
    found = await AuditTrail(database).used(FIRST, LAST)
    return [(day.day, dict(day.outcomes), day.seconds, day.up, day.down) for day in found]


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
async def test_the_counts_are_those_of_the_record_whatever_comes_later(database: Database, seed: int) -> None:
    other = Database.open(database.engine.url.render_as_string(hide_password=False))
    chance = random.Random(seed)  # noqa: S311  # nothing secret
    there: list[str] = []
    for step in range(25):
        deed = chance.choice(("close", "close", "judge", "judge earlier", "look", "forget"))
        if deed == "close" or not there:
            outcome, seconds = chance.choice((Outcome.ANSWERED, Outcome.UNKNOWN)), chance.randrange(900) / 4
            day = FIRST + timedelta(days=chance.randrange(7))
            there.append(await closed(database, day, outcome=outcome, seconds=seconds))
        elif deed.startswith("judge"):
            reference, verdict = chance.choice(there), chance.choice(("up", "down"))
            await Record(database).judged(reference, by=BOB, verdict=verdict, reason=f"{step}")
            if deed == "judge earlier":
                when = at(FIRST + timedelta(days=chance.randrange(7)))
                of_it = update(JudgementRow).where(JudgementRow.reference == reference).values(at=when)
                await database.run(lambda session, of_it=of_it: session.execute(of_it))  # type: ignore[misc]
        elif deed == "forget":
            await AuditTrail(database).forget(BOB, by="carol", why="")
        assert await used(chance.choice((database, other))) == await as_it_is(database), (step, deed)
    other.close()


async def test_a_day_that_is_over_is_counted_once_until_an_answer_of_it_comes_late(
    database: Database,
) -> None:
    await closed(database, FIRST, outcome=Outcome.ANSWERED)
    await closed(database, LAST, outcome=Outcome.ANSWERED)
    await used(database)
    kept = await database.read(lambda s: list(s.scalars(select(UsedRow.day).order_by(UsedRow.day))))
    assert kept[:6] == [f"{FIRST + timedelta(days=n)}" for n in range(6)]
    assert f"{datetime.now(UTC).date()}" not in kept
    await database.run(lambda s: s.execute(update(UsedRow).values(seconds=99.0)))
    assert (await used(database))[0][2] == 99.0
    await closed(database, FIRST, outcome=Outcome.UNKNOWN)
    assert await used(database) == await as_it_is(database)
    assert (await used(database))[0][1] == {Outcome.ANSWERED: 1, Outcome.UNKNOWN: 1}


async def test_two_who_look_at_once_are_told_the_same(database: Database) -> None:
    await closed(database, FIRST, outcome=Outcome.ANSWERED)
    told = await asyncio.gather(*(AuditTrail(database).used(FIRST, LAST) for _ in range(8)))
    assert set(map(repr, told)) == {repr(told[0])}
    assert told[0][0] == UsedDay(day=FIRST, outcomes={Outcome.ANSWERED: 1}, seconds=1.0)
