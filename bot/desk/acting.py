"""Pressed buttons that ask nothing: who may, what it leads to, and the sentence for who pressed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.buttons import ACTS, Pressed
from bot.channel import Channel
from bot.desk.channels import as_set, may_ask
from bot.desk.places import person_of
from bot.desk.ports import Records
from bot.desk.pressing import Found, Pressing
from bot.desk.reviewing import Reviewing
from bot.desk.standing import Standing
from bot.desk.tongue import tongue
from bot.message import Heard, Message, Reply
from bot.people import People
from bot.pictures import picture_of
from bot.words import Words, words
from kgqa.asked import is_sparql

LONGEST_REASON = 4_000  # characters that are kept of it

# What takes no more than that one may ask here.
_FOR_ASKERS = ("up", "down", "meant", "table", "chart", "evidence", "files")


@dataclass(frozen=True, slots=True, kw_only=True)
class Acting:
    """One for a desk. `language` is that of the bot's own words where nothing else tells one."""

    records: Records
    pressing: Pressing
    reviewing: Reviewing
    standing: Standing
    editors: People
    admins: People
    language: str

    async def press(self, message: Message, channel: Channel) -> Heard:
        """As `bot.message.Reception.press`, in a channel that is set so."""
        message, is_asker = as_set(message, channel), may_ask(message, channel)
        pressed = message.pressed
        say = words(message.language or self.language)
        if pressed is None or pressed.kind not in ACTS:
            return Heard(words=say("desk-unknown"))
        found = await self.pressing.found(message, pressed)
        if isinstance(found, str):
            return Heard(words=say(found))
        said_in = tongue(message, found.answer.question, self.language)
        say = words(said_in)
        if pressed.kind in _FOR_ASKERS and not is_asker:
            return Heard(words=say("desk-may-not-ask"))
        reply = Reply(
            message=replace(found.message, to_asker=found.alone),
            answer=found.answer,
            reference=pressed.reference,
        )
        match pressed.kind:
            case "up" | "down":
                return Heard(words=await self._judged(message, pressed, say))
            case "verify":
                return Heard(words=await self.reviewing.press(message, said_in))
            case "share":
                return Heard(words=await self._shared(reply, found, say))
            case "remove":
                return Heard(words=await self._removed(reply, found, say))
            case _:
                return await self._shown(reply, pressed, say)

    async def _judged(self, message: Message, pressed: Pressed, say: Words) -> str:
        """A thumb, and the reason where one was given. The last one of a person counts."""
        by, reason = person_of(message), message.note.strip()[:LONGEST_REASON]
        await self.records.judged(pressed.reference, by=by, verdict=pressed.kind, reason=reason)
        return say("desk-thanks" if pressed.kind == "up" else "desk-thanks-down")

    async def _shown(self, reply: Reply, pressed: Pressed, say: Words) -> Heard:
        """The answer, to be shown another way, where there is something to show."""
        answer = reply.answer
        if pressed.kind == "edit" and not self.editors.has(reply.message):
            return Heard(words=say("desk-editors-only"))
        if pressed.kind == "edit" and not is_sparql(answer):
            return Heard(words=say("desk-no-query"))
        if pressed.kind == "table" and (answer.display is None or not answer.display.rows):
            return Heard(words=say("desk-no-table"))
        if pressed.kind == "chart" and picture_of(answer) is None:
            return Heard(words=say("desk-no-chart"))
        await self.records.noted(reply.reference, "shown", by=person_of(reply.message), way=pressed.kind)
        return Heard(reply=reply)

    async def _shared(self, reply: Reply, found: Found, say: Words) -> str:
        if not (found.is_own or self.admins.has(reply.message)):
            return say("desk-share-not-yours")
        if not found.alone:
            return say("desk-shared-before")
        if not await self.pressing.is_open_to_all(found):
            return say("desk-share-closed")
        return await self.standing.share(reply, say)

    async def _removed(self, reply: Reply, found: Found, say: Words) -> str:
        if not (found.is_own or self.admins.has(reply.message)):
            return say("desk-remove-not-yours")
        return await self.standing.remove(reply, say)
