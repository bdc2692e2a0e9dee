"""The digest goes out once a week to each of its readers, whichever of several processes sends it.

In: the hour, the readers, and the record. Out: messages by the platforms. Who is about to send writes that
into the record first, where one alone can be the first. What certainly was not posted is tried again for a
day; where that is open it is not, since nobody wants to read it twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal, Protocol, runtime_checkable

from bot.digest.counted import Digest
from bot.digest.schedule import Reader, Weekly
from bot.message import NotPosted
from kgqa.errors import OperatorsMove

LATE = timedelta(days=1)  # after which a digest is not sent any more: a service may have been down
LOOK = 60.0  # seconds between two looks at the clock
PAUSE = timedelta(hours=1)  # between two tries

_LOG = logging.getLogger(__name__)

Ended = Literal["posted", "not posted", "open"]


class Ledger(Protocol):
    """Which digests were sent; both raise OperatorsMove."""

    async def claim(self, due: datetime, to: str, *, pause: timedelta) -> bool:
        """Whether the digest that is due at a moment is ours to send: nobody has begun to, or what they sent
        was certainly not posted, longer ago than `pause`. True for one alone.
        """
        ...

    async def ended(self, due: datetime, to: str, how: Ended) -> None:
        """What came of a digest that was ours to send."""
        ...


@runtime_checkable
class Announcing(Protocol):
    """A chat platform that says what nobody asked for."""

    name: str

    def is_person(self, to: Reader) -> bool:
        """Whether that is somebody who reads alone, and no channel."""
        ...

    async def announce(self, to: Reader, digest: Digest) -> None:
        """Posts the digest for a channel or a person. Raises NotPosted when it is certain that it was not;
        any other exception leaves that open.
        """
        ...


class Sending:
    """`read` makes the digest of a time for a reader: people have different rights."""

    def __init__(
        self,
        when: Weekly,
        readers: Sequence[Reader],
        platforms: Mapping[str, Announcing],
        ledger: Ledger,
        read: Callable[[Reader, datetime, datetime], Awaitable[Digest]],
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._when, self._readers, self._platforms = when, tuple(readers), platforms
        self._ledger, self._read, self._clock = ledger, read, clock

    async def run(self) -> None:
        """In the background of a service, until it is cancelled."""
        while True:
            await self.send_due()
            await asyncio.sleep(LOOK)

    async def send_due(self) -> None:
        """Sends what is due and was not sent yet, to each reader; trouble with one is written down."""
        due = self._when.last(self._clock())
        if self._clock() - due >= LATE:
            return
        for reader in self._readers:
            try:
                if await self._ledger.claim(due, str(reader), pause=PAUSE):
                    await self._ledger.ended(due, str(reader), await self._sent(due, reader))
            except OperatorsMove as error:
                _LOG.warning("The digest for %s has to wait: %s", reader, error)

    async def _sent(self, due: datetime, reader: Reader) -> Ended:
        try:
            digest = await self._read(reader, self._when.before(due), due)
        except OperatorsMove as error:
            _LOG.warning(
                "The digest for %s could not be read; it is tried again in an hour: %s", reader, error
            )
            return "not posted"
        except Exception:  # noqa: BLE001  # a defect with one reader is no news for the others
            _LOG.exception("A defect met the digest for %s.", reader)
            return "open"
        try:
            await self._platforms[reader.platform].announce(reader, digest)
        except NotPosted as refusal:
            _LOG.warning("The digest was not posted to %s; it is tried again in an hour: %s", reader, refusal)
            return "not posted"
        except Exception as error:  # noqa: BLE001  # whatever it is, it leaves open whether it stands there
            _LOG.warning(
                "It is not certain whether the digest was posted to %s (%s), so it is not posted again. "
                "It can be read with: querist digest",
                reader,
                type(error).__name__,
            )
            return "open"
        return "posted"
