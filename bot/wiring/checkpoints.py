"""Settings -> checkpoints of the record that a service signs by itself, into a file and into channels."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from bot.audit.ports import Notifying
from bot.cards.notice import of_checkpoint
from bot.digest.schedule import Reader, readers
from bot.message import Platform
from bot.settings import Settings, name_of
from bot.wiring.app import Background
from bot.wiring.audit import checkpoint_line, keep_checkpoint, sign
from bot.wiring.platforms import look_of
from connectors.database.database import Database
from connectors.database.signings import Signings
from kgqa.audit import Checkpoint
from kgqa.errors import AskersMove, BadSetting, OperatorsMove

LOOK = 60.0  # seconds between two looks at the clock
START = datetime(2026, 1, 1, tzinfo=UTC)  # all processes count from the same moment

_LOG = logging.getLogger(__name__)
Posting = Callable[[Checkpoint], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Places:
    """Where each checkpoint goes: a file, and channels by their names."""

    file: Path | None = None
    channels: Mapping[str, Posting] = field(default_factory=dict)

    @property
    def told(self) -> Mapping[str, Any]:
        """What the act says that notes a checkpoint."""
        file = {"file": str(self.file)} if self.file else {}
        return {**file, "to": list(self.channels)} if self.channels else file

    async def keep(self, checkpoint: Checkpoint) -> Places:
        """Brings a checkpoint to all of them; those that lack it, as the log says. Raises nothing."""
        file, lacking = None, dict(self.channels)
        if self.file is not None:
            try:
                await asyncio.to_thread(keep_checkpoint, self.file, checkpoint)
            except AskersMove as error:
                file = self.file
                _LOG.error("A checkpoint of the record was not written: %s", error)
        for name, post in self.channels.items():
            try:
                await post(checkpoint)
                del lacking[name]
            except Exception as error:  # noqa: BLE001  # whatever it is, the other places get theirs
                why = str(error) or type(error).__name__
                _LOG.error("A checkpoint of the record was not posted to %s: %s", name, why)
        return Places(file, lacking)


def open_checkpoints(
    settings: Settings, database: Database, platforms: Sequence[Platform] = ()
) -> Background | None:
    """What signs in the background of a service; None where no place is set. Raises BadSetting for a key that
    cannot be used, and for a channel of a platform that is not set up.
    """
    places = Places(settings.audit_checkpoints, dict(_channels(settings, platforms)))
    if not places.told:
        return None
    sign(settings, 0, "", settings.audit_key)
    signing = partial(sign, settings, key=settings.audit_key)
    every = timedelta(minutes=settings.audit_checkpoint_minutes)
    return partial(keep_signing, Signings(database), places, signing, every)


def _channels(settings: Settings, platforms: Sequence[Platform]) -> list[tuple[str, Posting]]:
    notifying = {each.name: each for each in platforms if isinstance(each, Notifying)}
    look = look_of(settings)

    def posting(to: Reader) -> Posting:
        def post(checkpoint: Checkpoint) -> Awaitable[None]:
            notice = of_checkpoint(checkpoint, checkpoint_line(checkpoint), look)
            return notifying[to.platform].notify(to, notice)

        return post

    to = readers(settings.audit_checkpoint_to)
    for reader in to:
        if reader.platform not in notifying:
            raise BadSetting(
                f"{name_of('audit_checkpoint_to')} names {reader}, and nothing can be posted to "
                f"{reader.platform} here. It can be posted to: {', '.join(notifying) or 'no platform yet'}."
            )
    return [(str(reader), posting(reader)) for reader in to]


async def keep_signing(
    signings: Signings,
    places: Places,
    signing: Callable[[int, str], Checkpoint],
    every: timedelta,
    *,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    rest: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Signs once in each span of time, whichever of several processes does it, until it is cancelled."""
    newest: Checkpoint | None = None
    tried: datetime | None = None
    lacking = places
    while True:
        due = START + (now() - START) // every * every
        try:
            if end := await signings.claim(due, places.told):
                newest, lacking, tried = signing(*end), places, None
            # Where nothing more is recorded, no later one would stand for one that did not arrive.
            if newest and lacking.told and tried != due:
                lacking, tried = await lacking.keep(newest), due
        except (AskersMove, OperatorsMove) as error:
            _LOG.error("The record's checkpoint of %s was not signed: %s", due.isoformat(), error)
        await rest(LOOK)
