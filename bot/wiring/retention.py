"""Settings -> what is personal goes after so many days: from the record, threads, the inbox and the queue.

In: QUERIST_RETENTION_DAYS, a database. Out: it is emptied. Each service does so when a day begins, and
what one has emptied the others do not find.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

from bot.desk.engine import forget_jobs
from bot.settings import Settings
from bot.wiring.desks import open_database, work_url
from connectors.database.audit import AuditTrail
from connectors.database.database import Database
from connectors.database.inbox import InboxTable, inbox_file
from kgqa.audit import Retained
from kgqa.errors import OperatorsMove

BY = "retention"  # who stands in the acts of the service
LOOK = 600.0  # seconds between two looks at the clock

_LOG = logging.getLogger(__name__)


def oldest(days: int, now: datetime) -> datetime:
    """The moment from which on all is kept: the beginning of a day in UTC."""
    day = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return day - timedelta(days=days)


async def retained(database: Database, until: datetime, *, days: int, by: str, dry: bool = False) -> Retained:
    """Empties what was written before a moment; with `dry`, says what that would be. Raises
    DatabaseUnavailable.
    """
    audit, busy = AuditTrail(database), frozenset[str]()
    if database.is_sqlite and not inbox_file(database).exists():
        return await _of_record(audit, until, busy, days=days, by=by, dry=dry)
    inbox = InboxTable(database)
    await inbox.open()
    try:
        busy = await inbox.unfinished()
        if not dry:
            # What the engine keeps goes first: the inbox knows which that is.
            await asyncio.to_thread(forget_jobs, work_url(database), await inbox.older(until))
            await inbox.forget_older(until)
    finally:
        await inbox.close()
    return await _of_record(audit, until, busy, days=days, by=by, dry=dry)


async def _of_record(
    audit: AuditTrail, until: datetime, busy: frozenset[str], *, days: int, by: str, dry: bool
) -> Retained:
    if dry:
        return await audit.ageing(until, busy=busy)
    return await audit.retain(until, days=days, by=by, busy=busy)


async def retain(settings: Settings, until: datetime, *, days: int, by: str, dry: bool) -> Retained:
    """As `retained`, on the database of the settings."""
    database = open_database(settings)
    try:
        return await retained(database, until, days=days, by=by, dry=dry)
    finally:
        database.close()


async def keep_for(
    database: Database,
    days: int,
    *,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    rest: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """In the background of a service: once a day, empties what is older."""
    done: datetime | None = None
    while True:
        until = oldest(days, now())
        if until != done:
            try:
                told = await retained(database, until, days=days, by=BY)
            except OperatorsMove as error:
                _LOG.warning("What is older than %d days could not be emptied, and will be: %s", days, error)
            else:
                done = until
                if told.links:
                    _LOG.info("Kept for %d days: the texts of %d questions were emptied.", days, told.records)
        await rest(LOOK)
