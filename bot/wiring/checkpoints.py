"""Settings -> checkpoints of the record that a service signs by itself."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from bot.settings import Settings
from bot.wiring.app import Background
from bot.wiring.audit import keep_checkpoint, sign
from connectors.database.database import Database
from connectors.database.signings import Signings
from kgqa.audit import Checkpoint
from kgqa.errors import AskersMove, OperatorsMove

LOOK = 60.0  # seconds between two looks at the clock
START = datetime(2026, 1, 1, tzinfo=UTC)  # all processes count from the same moment

_LOG = logging.getLogger(__name__)


def open_checkpoints(settings: Settings, database: Database) -> Background | None:
    """What signs in the background of a service; None where no file is set. Raises BadSetting for a key that
    cannot be used.
    """
    path = settings.audit_checkpoints
    if path is None:
        return None
    sign(settings, 0, "", settings.audit_key)
    signing = partial(sign, settings, key=settings.audit_key)
    every = timedelta(minutes=settings.audit_checkpoint_minutes)
    return partial(keep_signing, Signings(database), path, signing, every)


async def keep_signing(
    signings: Signings,
    path: Path,
    signing: Callable[[int, str], Checkpoint],
    every: timedelta,
    *,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    rest: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Signs once in each span of time, whichever of several processes does it, until it is cancelled."""
    while True:
        due = START + (now() - START) // every * every
        try:
            if end := await signings.claim(due, str(path)):
                await asyncio.to_thread(keep_checkpoint, path, signing(*end))
        except (AskersMove, OperatorsMove) as error:
            _LOG.error("The record's checkpoint of %s was not written: %s", due.isoformat(), error)
        await rest(LOOK)
