"""An answer that grows: a message in which steps tick off during the work, and which becomes the answer.

Only for answers that take a while, and only where Slack takes it; else a status is shown. In: stages and
steps of one message. Out: the message of Slack that the answer is to be put into.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from slack_sdk.errors import SlackApiError

from bot.cards.look import Look
from bot.cards.slack_text import escape
from bot.cards.stages import MAX_STEP, stage_words
from bot.cards.view import clean
from bot.message import Message, Reception
from bot.platforms.slack import refusals
from bot.platforms.slack.events import Address
from bot.platforms.slack.workspaces import Workspace
from bot.words import words
from kgqa.errors import OperatorsMove
from kgqa.types import Stage

log = logging.getLogger(__name__)

Chunk = dict[str, Any]

REMEMBERED = 1_000  # streams whose answer has not come
TAKING = 3.0  # seconds for taking one of them away at the end
# Words after which no message of this workspace is tried as a stream again.
_NEVER = ("missing_scope", "unknown_method", "not_allowed", "feature_not_enabled", "method_deprecated")


@dataclass(slots=True)
class Stream:
    """`ts` is "" until Slack has begun it, and stays so where it does not; `open` says that it takes more,
    `found` that a process before this one began it.
    """

    language: str
    channel: str
    workspace: Workspace
    ts: str = ""
    open: bool = True
    found: bool = False
    seen: dict[Stage, str] = field(default_factory=dict)  # the stages so far, with their last step
    beginning: asyncio.Task[None] | None = None


class Streams:
    """The streams of all messages that are being worked at, by their events."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._desk: Reception | None = None
        self._streams: OrderedDict[str, Stream] = OrderedDict()
        self._since: OrderedDict[str, float] = OrderedDict()

    def kept_by(self, desk: Reception) -> None:
        """The desk notes what has begun, so that a process after this one finds it."""
        self._desk = desk

    def since(self, event: str) -> float:
        """The moment, on the process's own clock, at which something was first shown of a message."""
        moment = self._since.setdefault(event, time.monotonic())
        while len(self._since) > REMEMBERED:
            self._since.popitem(last=False)
        return moment

    async def show(self, message: Message, workspace: Workspace, stage: Stage, step: str) -> bool:
        """Shows a stage in the message's stream, and begins one if need be; False where there can be none."""
        stream = self._streams.get(message.event)
        if stream is None:
            if not can_stream(message, workspace):
                return False
            stream = self._streams[message.event] = self._new(message, workspace)
            while len(self._streams) > REMEMBERED:
                self._streams.popitem(last=False)
            stream.seen[stage] = step
            # It goes on when the answer comes meanwhile, and what shows progress is called off.
            stream.beginning = asyncio.create_task(self._begin(stream, message))
            await asyncio.shield(stream.beginning)
        elif stream.ts and stream.open:
            before = stream.seen.pop(stage, None)
            stream.seen[stage] = step
            if before != step:
                await self._append(stream)
        return bool(stream.ts)

    async def taken(self, message: Message, workspace: Workspace) -> Stream | None:
        """The stream that the answer goes into, begun here or by a process that is gone; None for none."""
        stream = self._streams.get(message.event)
        if stream is None:
            begun = await self._earlier(message) if can_stream(message, workspace) else None
            return self._new(message, workspace, "".join(begun)) if begun else None
        if stream.beginning is not None:
            await asyncio.wait([stream.beginning])
        return stream if stream.ts else None

    def done(self, event: str) -> None:
        """The answer stands."""
        self._streams.pop(event, None)
        self._since.pop(event, None)

    async def close(self) -> None:
        """The process ends: what has grown so far goes, since the answer will come from another."""
        left = [stream for stream in self._streams.values() if stream.ts]
        self._streams.clear()
        await asyncio.gather(*(take_away(stream) for stream in left))

    def _new(self, message: Message, workspace: Workspace, ts: str = "") -> Stream:
        language, channel = message.language or self._look.language, Address.of(message).channel
        return Stream(language, channel, workspace, ts=ts, found=bool(ts))

    async def _earlier(self, message: Message) -> tuple[str, ...] | None:
        """What a process before this one has begun for the message; None where nothing can be noted yet."""
        try:
            return await self._desk.begun_of(message) if self._desk else ()
        except OperatorsMove as error:
            log.warning("What has begun to grow may stay without an answer: %s", error)
            return None

    async def _keep(self, message: Message, stream: Stream) -> None:
        try:
            if self._desk and stream.ts:
                await self._desk.begun(message, (stream.ts,))
        except OperatorsMove as error:
            log.warning("What begins to grow is not noted: %s", error)

    async def _begin(self, stream: Stream, message: Message) -> None:
        begun = await self._earlier(message)
        if begun is None:
            self._streams.pop(message.event, None)  # if this process died, nobody would know of it
            return
        if begun:
            stream.ts, stream.found = "".join(begun), True
            await self._append(stream)
        if not stream.ts:
            stream.found = False
            await self._start(stream, message)
            await self._keep(message, stream)

    async def _start(self, stream: Stream, message: Message) -> None:
        where, workspace = Address.of(message), stream.workspace
        to = (
            {}
            if message.private
            else {"recipient_user_id": message.person, "recipient_team_id": message.tenant}
        )
        say = words(stream.language)
        try:
            answer = await workspace.client.chat_startStream(
                channel=where.channel,
                thread_ts=where.thread_ts,
                task_display_mode="plan",
                chunks=[{"type": "plan_update", "title": say("slack-plan-working")}, *tasks(stream)],
                **to,
            )
            stream.ts = str(answer.get("ts") or "")
        except SlackApiError as error:
            word = refusals.code(error)
            workspace.has_streams = workspace.has_streams and word not in _NEVER
            log.info("Slack does not stream here: %s", word or "no answer")
        except refusals.FAILS as error:
            log.info("Slack began no stream: %s", type(error).__name__)

    async def _append(self, stream: Stream) -> None:
        workspace = stream.workspace
        if workspace.pauses.left("chat.appendStream"):
            return
        try:
            await workspace.client.chat_appendStream(
                channel=stream.channel, ts=stream.ts, chunks=tasks(stream)
            )
        except SlackApiError as error:
            # Somebody has stopped it, or it was silent for too long: the answer is put into it all the same.
            stream.open = refusals.code(error) in ("ratelimited", "rate_limited")
            if refusals.of_gone(error):
                stream.ts = ""
        except refusals.FAILS as error:
            log.debug("Slack did not show a step: %s", type(error).__name__)


async def take_away(stream: Stream) -> None:
    """Deletes what has grown; best effort."""
    try:
        async with asyncio.timeout(TAKING):
            await stream.workspace.client.chat_delete(channel=stream.channel, ts=stream.ts)
    except refusals.FAILS as error:
        log.info("A message that had begun stays without an answer: %s", type(error).__name__)


def can_stream(message: Message, workspace: Workspace) -> bool:
    """Whether a message may be answered by a stream: where all may see it, in a thread, and people's own."""
    return (
        workspace.has_streams
        and not message.to_asker
        and bool(Address.of(message).thread_ts)
        and (message.private or message.person[:1] in ("U", "W"))
        and not workspace.pauses.left("chat.startStream")
    )


def tasks(stream: Stream, *, done: bool = False) -> list[Chunk]:
    """The stages so far as tasks: the last one is going on, unless all is done."""
    last = next(reversed(stream.seen), None)
    return [
        {
            "type": "task_update",
            "id": stage.value,
            "title": _title(stage, stream.language),
            "status": "in_progress" if stage is last and not done else "complete",
            **({"details": told} if (told := _line(step)) else {}),
        }
        for stage, step in stream.seen.items()
    ]


def ended(stream: Stream) -> list[Chunk]:
    """What a stream is told at its end: a task that is left open would stand there as an error."""
    title = words(stream.language)("slack-plan-done")
    return [{"type": "plan_update", "title": title}, *tasks(stream, done=True)]


def _line(step: str) -> str:
    return escape(" ".join(clean(step[: 4 * MAX_STEP]).split())[:MAX_STEP])


def _title(stage: Stage, language: str) -> str:
    title = stage_words(stage, language)
    return title[:1].upper() + title[1:]
