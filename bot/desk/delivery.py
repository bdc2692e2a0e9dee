"""An answer on its way into the thread: sent until it is posted, or until it is clear that it never will be.

In: a Reply. Out: entries in its record: sending, then posted, not_posted or given_up.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

from bot.desk.instead import plain
from bot.desk.kept import kept
from bot.desk.observer import Ended, Observer
from bot.desk.ports import Records
from bot.message import NotPosted, Platform, Reply

SENDINGS = 6  # tries whose outcome is not certain; then the answer is sent as a plain sentence, once
REFUSALS = 300  # tries that the platform certainly refused: about a day of the longest pauses
LONGEST_PAUSE = 300.0  # seconds between two tries, even if a platform asks for more

_LOG = logging.getLogger(__name__)


class Delivery:
    """`pause` are the seconds before an answer is sent again, doubled each time."""

    def __init__(
        self,
        records: Records,
        platforms: Mapping[str, Platform],
        pause: float,
        language: str,
        observer: Observer,
    ) -> None:
        self._records = records
        self._platforms = platforms
        self._pause = pause
        self._language = language
        self._observer = observer

    async def deliver(self, reply: Reply) -> Ended:
        """Sends until there is nothing left to do."""
        while True:
            how, tries = await kept(lambda: self._records.sending(reply.reference))
            if how == "done":
                return "posted"
            pause = await self._send(reply, again=how == "again", tries=tries)
            if not isinstance(pause, float):
                return pause
            await asyncio.sleep(min(pause, LONGEST_PAUSE))

    async def _send(self, reply: Reply, *, again: bool, tries: int) -> float | Ended:
        """One try, written down: the seconds until the next one, or how it ended."""
        reference, name = reply.reference, reply.message.platform
        last = again and tries > SENDINGS  # it cannot be drawn or taken as it is: a sentence may go through
        try:
            platform = self._platforms[name]
            posted = await platform.send(plain(reply, self._language) if last else reply, again=again)
        except NotPosted as refusal:
            reason, wait = str(refusal), refusal.retry_after
            if wait is None or tries >= REFUSALS:
                return await self._give_up(reference, name, reason)
            self._observer.delivered(name, "put_off")
            _LOG.info("The answer %s could not be posted yet: %s", reference, reason)
            await kept(lambda: self._records.not_posted(reference, reason))
            return max(float(wait), self._back_off(tries))
        except Exception as error:  # noqa: BLE001  # a platform's defect leaves open whether it posted
            _LOG.exception("It is not certain whether the answer %s was posted.", reference)
            self._observer.delivered(name, "uncertain")
            if last:
                return await self._give_up(reference, name, f"{type(error).__name__} at every try")
            return self._back_off(tries)
        self._observer.delivered(name, "posted")
        await kept(lambda: self._records.posted(reference, posted.ids, posted.permalink))
        return "posted"

    async def _give_up(self, reference: str, platform: str, reason: str) -> Ended:
        self._observer.delivered(platform, "given_up")
        _LOG.error("The answer %s was not posted and will not be: %s", reference, reason)
        await kept(lambda: self._records.given_up(reference, reason))
        return "given_up"

    def _back_off(self, tries: int) -> float:
        return self._pause * float(2 ** min(tries - 1, 10))
