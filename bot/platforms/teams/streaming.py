"""A message of Teams that grows: what is being done, shown where the answer then appears.

In: lines while the work goes on, then the message that ends it. Out: typing activities that carry Teams'
`streaminfo`, and the message with the last of them. Streams are of one-to-one chats alone, last two minutes
at most and take an update each second and a half; where one is refused, the answer is a plain message.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.message import NotPosted
from bot.platforms.teams.activities import Address
from bot.platforms.teams.refusals import StoppedByReader
from kgqa.errors import OperatorsMove

log = logging.getLogger(__name__)

PACE = 1.5  # seconds between two updates
LONGEST = 105.0  # seconds after which a stream is ended by us, before Teams does at 120
_UPDATE_SECONDS = 3.0
_REMEMBERED = 2_000

Post = Callable[[Address, Mapping[str, Any]], Awaitable[str]]


@dataclass(slots=True)
class _Stream:
    """`id` is "" until Teams took the first update; `refused` says that it takes none, `stopped` that this is
    the reader's wish.
    """

    began: float
    last: float = float("-inf")
    id: str = ""
    sequence: int = 0
    refused: bool = False
    stopped: bool = False
    ended: bool = False
    update: asyncio.Task[None] | None = field(default=None)


class Streams:
    """The open streams, one a piece of work, which `event` names. `now` and `sleep` are the clock."""

    def __init__(
        self,
        post: Post,
        *,
        pace: float = PACE,
        longest: float = LONGEST,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._post, self._pace, self._longest = post, pace, longest
        self._now, self._sleep = now, sleep
        self._open: OrderedDict[str, _Stream] = OrderedDict()

    async def inform(self, event: str, address: Address, words: str, *, parting: str) -> bool:
        """Shows what is going on; False where no stream can show it. A stream that grows too old ends
        with the `parting` words.
        """
        stream = self._of(event)
        if stream.refused:
            return False
        await self._rest(stream)
        if stream.ended or (stream.update and not stream.update.done()):
            return True
        if stream.id and self._now() - stream.began > self._longest:
            stream.refused = True
            await self._part(stream, address, parting)
            return False
        # It goes on when who tells is cancelled by the answer: the answer needs the stream's id.
        stream.update = asyncio.create_task(self._update(stream, address, words))
        await asyncio.shield(stream.update)
        return not stream.refused

    def is_stopped(self, event: str) -> bool:
        """Whether who reads the stream has pressed Teams' own button that stops it."""
        stream = self._open.get(event)
        return stream is not None and stream.stopped

    async def leave(self, event: str, address: Address, words: str) -> None:
        """Ends the stream of work that is not wanted any more with some words; best effort. Nothing grows
        for it from now on.
        """
        stream = self._open.get(event)
        if stream is None or stream.ended:
            return
        stream.ended = stream.refused = True
        if stream.update is not None:
            await asyncio.wait((stream.update,), timeout=_UPDATE_SECONDS)
        if stream.id:
            await self._rest(stream)
            await self._part(stream, address, words)

    async def end(self, event: str, address: Address, activity: Mapping[str, Any]) -> str:
        """Posts the message that ends the work, in its stream if there is one; returns its id, as
        `Channel.post`.
        """
        stream = self._open.get(event)
        if stream is None:
            return await self._post(address, activity)
        stream.ended = True
        if stream.update is not None:
            await asyncio.wait((stream.update,), timeout=_UPDATE_SECONDS)
        if stream.id:
            await self._rest(stream)
            try:
                posted = await self._post(address, _final(stream, activity)) or stream.id
            except NotPosted as refusal:
                if refusal.retry_after is not None:
                    raise  # it is tried again, and the stream is still there
                log.info("Teams did not take the end of a stream: %s", refusal)
            else:
                del self._open[event]
                return posted
        del self._open[event]
        return await self._post(address, activity)

    def _of(self, event: str) -> _Stream:
        stream = self._open.setdefault(event, _Stream(began=self._now()))
        while len(self._open) > _REMEMBERED:
            self._open.popitem(last=False)
        return stream

    async def _rest(self, stream: _Stream) -> None:
        if (left := stream.last + self._pace - self._now()) > 0:
            await self._sleep(left)

    async def _update(self, stream: _Stream, address: Address, words: str) -> None:
        stream.sequence += 1
        try:
            async with asyncio.timeout(_UPDATE_SECONDS):
                taken = await self._post(address, _informative(stream, words))
        except StoppedByReader:
            stream.refused = stream.stopped = True
            stream.id = ""  # what is still said is a message of its own
        except NotPosted as refusal:
            stream.refused = refusal.retry_after is None or not stream.id
            log.debug("Teams did not take an update: %s", refusal)
        except (OperatorsMove, TimeoutError) as error:
            stream.refused = not stream.id
            log.debug("Whether Teams took an update is not known: %s", error)
        else:
            stream.id = stream.id or taken
            stream.refused = not stream.id
        stream.last = self._now()

    async def _part(self, stream: _Stream, address: Address, words: str) -> None:
        note = {"type": "message", "textFormat": "plain", "text": words}
        try:
            await self._post(address, _final(stream, note))
        except (NotPosted, OperatorsMove) as error:
            log.debug("An old stream was not ended: %s", error)
        stream.id = ""  # the answer is a message of its own


def _informative(stream: _Stream, words: str) -> Mapping[str, Any]:
    known = {"streamId": stream.id} if stream.id else {}
    info = {"type": "streaminfo", "streamType": "informative", "streamSequence": stream.sequence, **known}
    return {"type": "typing", "text": words, "entities": [info]} | ({"id": stream.id} if stream.id else {})


def _final(stream: _Stream, activity: Mapping[str, Any]) -> Mapping[str, Any]:
    info = {"type": "streaminfo", "streamType": "final", "streamId": stream.id}
    return {**activity, "id": stream.id, "entities": [info, *activity.get("entities", ())]}
