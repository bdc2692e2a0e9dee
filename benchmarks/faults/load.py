"""People who go on asking in a local Slack while things break, and what became of each of their questions.

In: a service that Slack reaches over HTTP. Out: which questions were acknowledged, and how often each was
answered in its thread. Slack delivers an event until it is acknowledged, and every fifth once more: the
acknowledgement may be lost on its way. Without the right to read a thread Querist cannot look whether an
answer stands in it: who asked is then told that it was interrupted, which is no second answer.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import aiohttp

from benchmarks.faults.service import Service
from bot.words import words
from tests.doubles.slack import LocalSlack, People
from tests.doubles.slack.people import Delivery

PATIENCE = 3.0  # seconds that Slack waits for an acknowledgement
PAUSE = 0.5  # seconds between two deliveries of an event; Slack takes longer
SETTLING = 180.0  # seconds without another answer after which the rest counts as lost
AGAIN = 5  # one event in so many is delivered once more
_INTERRUPTED = words("en")("slack-interrupted")


@dataclass
class Load:
    """`rate` questions a second, each by a person and in a thread of its own."""

    slack: LocalSlack
    service: Service
    questions: Sequence[str]
    rate: float
    acknowledged: list[str] = field(default_factory=list)  # the ts of the question's message
    refused: int = 0  # deliveries that were not acknowledged, and came again
    _asking: set[asyncio.Task[None]] = field(default_factory=set)
    _loop: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        self._people = People(self.slack, f"{self.service.url}/slack/events")
        self.asked = 0

    def begin(self) -> None:
        """People begin to ask."""
        self._loop = asyncio.create_task(self._ask_on())

    async def end(self) -> None:
        """Nobody asks any more. Comes back once all that was asked is acknowledged and answered, or nothing
        has been answered for long.
        """
        if self._loop:
            self._loop.cancel()
        await asyncio.gather(*self._asking)
        last, moved = -1, time.monotonic()
        while (missing := sum(not count for count in self.answers().values())) and (
            missing != last or time.monotonic() - moved < SETTLING
        ):
            if missing != last:
                last, moved = missing, time.monotonic()
            await asyncio.sleep(PAUSE)

    def answers(self) -> Counter[str]:
        """How many answers stand in the thread of each acknowledged question. Where there is none, being told
        of an interruption is one.
        """
        told = self.interrupted()
        said = Counter(ts for ts, text in self._said() if text != _INTERRUPTED)
        return Counter({ts: said[ts] or min(told[ts], 1) for ts in self.acknowledged})

    def interrupted(self) -> Counter[str]:
        """How often it was told in the thread of a question that answering it was interrupted."""
        return Counter(ts for ts, text in self._said() if text == _INTERRUPTED)

    def _said(self) -> list[tuple[str, str]]:
        posted = self.slack.workspace.answers()
        return [(str(m["thread_ts"]), str(m["text"])) for m in posted if m.get("thread_ts")]

    async def _ask_on(self) -> None:
        while True:
            task = asyncio.create_task(self._ask(self.asked))
            self._asking.add(task)
            self.asked += 1
            await asyncio.sleep(1 / self.rate)

    async def _ask(self, number: int) -> None:
        said = self.questions[number % len(self.questions)]
        ts, (event, *_) = self._people.mention(said, user=f"U{number}")
        while not await self._is_told(event):
            self.refused += 1
            await asyncio.sleep(PAUSE)
        self.acknowledged.append(ts)
        if number % AGAIN == 0:
            await self._is_told(event)

    async def _is_told(self, event: Delivery) -> bool:
        """Delivers an event; whether it is acknowledged now."""
        event.acknowledged = False
        with suppress(aiohttp.ClientError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self._people.redeliver(event)
        return event.acknowledged
