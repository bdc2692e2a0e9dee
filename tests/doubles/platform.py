"""A small honest chat platform: what is posted is a line in a file, so that it can be counted after a kill.

In: replies. Out: lines {"thread", "reference", "text", "outcome", "pointer"} in `posts.jsonl`, on disk.
`lookable` says whether the platform lets us look for what an earlier try posted (Teams does not).
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from aiohttp import web

from bot.message import Message, Posted, Reception, Reply
from kgqa.types import Stage
from tests.patience import LONG


class PaperPlatform:
    """`before` and `after` are called around each post: they may raise, or end the process."""

    def __init__(
        self,
        folder: Path,
        *,
        name: str = "paper",
        lookable: bool = True,
        before: Callable[[Reply], None] = lambda _: None,
        after: Callable[[Reply], None] = lambda _: None,
    ) -> None:
        self.name = name
        self.stages: list[tuple[str, Stage]] = []
        self.steps: list[str] = []
        self.removed: list[str] = []
        self.superseded: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
        self._file = folder / "posts.jsonl"
        self._lookable = lookable
        self._before = before
        self._after = after
        self._news = asyncio.Condition()

    def mount(self, app: web.Application, desk: Reception) -> None:
        """It has no routes."""

    async def progress(self, message: Message, stage: Stage, step: str = "") -> None:
        self.stages.append((message.text, stage))
        self.steps += [step] if step else []

    async def send(self, reply: Reply, *, again: bool) -> Posted:
        self._before(reply)
        if again and self._lookable:
            for number, post in enumerate(self.posts):
                if post["reference"] == reply.reference:
                    return Posted(ids=(str(number),))
        await asyncio.sleep(0)
        number = self._post(reply, pointer=again and not self._lookable)
        self._after(reply)
        async with self._news:
            self._news.notify_all()
        return Posted(ids=(str(number),), permalink=f"paper://{number}")

    async def remove(self, message: Message, ids: tuple[str, ...]) -> None:
        self.removed += ids

    async def supersede(self, reply: Reply, posted: tuple[str, ...], ids: tuple[str, ...]) -> None:
        self.superseded.append((ids, posted))

    @property
    def posts(self) -> list[dict[str, Any]]:
        """Everything that was posted, by this process and by those before it."""
        if not self._file.exists():
            return []
        return [json.loads(line) for line in self._file.read_text().splitlines()]

    @property
    def count(self) -> int:
        """How many there are, without reading them."""
        return self._file.read_bytes().count(b"\n") if self._file.exists() else 0

    @property
    def texts(self) -> list[str]:
        return [post["text"] for post in self.posts]

    async def wait_for(self, count: int) -> list[dict[str, Any]]:
        """The posts, once there are `count` of them; fails after a long while rather than hang."""
        async with asyncio.timeout(LONG), self._news:
            await self._news.wait_for(lambda: self.count >= count)
        return self.posts

    def _post(self, reply: Reply, *, pointer: bool) -> int:
        line = {
            "thread": reply.message.thread,
            "event": reply.message.event,
            "reference": reply.reference,
            "text": f"See above: {reply.reference}" if pointer else reply.answer.text,
            "outcome": reply.answer.outcome.value,
            "pointer": pointer,
            "to_asker": reply.message.to_asker,
        }
        with self._file.open("a") as file:
            file.write(json.dumps(line) + "\n")
            file.flush()
            os.fsync(file.fileno())
        return self.count - 1
