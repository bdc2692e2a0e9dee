"""Whose a button is: each press is authorised anew, however old the card on which it stands.

In: a press. Out: the answer that it names, or the name of the sentence that says why it may not be pressed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.access import Rights
from bot.buttons import Pressed
from bot.desk.places import is_here
from bot.desk.ports import Records
from bot.message import Message
from bot.people import People
from kgqa.types import Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The answer on whose card the button stands, and the press as one in the thread where it was asked:
    what stands with its asker alone may do so elsewhere. `is_own` says that who pressed had asked, `alone`
    that it stands with the asker alone still.
    """

    answer: Answer
    message: Message
    is_own: bool
    alone: bool


@dataclass(frozen=True, slots=True)
class Pressing:
    """`admins` may delete what they cannot see otherwise. Where `rights` tell people apart, nobody is shown
    an answer that was made with more of them than those who read it have.
    """

    records: Records
    admins: People
    rights: Rights | None = None

    async def found(self, message: Message, pressed: Pressed) -> Found | str:
        """The answer of a record of this thread that is not deleted, if who pressed may see it; an answer to
        its asker alone may also stand in their own conversation with the bot. A sentence's name otherwise.
        Raises OperatorsMove.
        """
        reference = pressed.reference
        place = await self.records.context_of(reference)
        answer = await self.records.answer_of(reference)
        if answer is not None and answer.to_asker:
            place["to_asker"] = "yes"
        if place and not (is_here(message, place) or _is_with_asker(message, place)):
            return "desk-elsewhere"
        if not place or answer is None:
            return "desk-unknown"
        is_own = message.person == place["person"]
        if await self.records.notes(reference, "removed"):
            return "desk-removed-before" if pressed.kind == "remove" else "desk-deleted"
        alone = bool(place.get("to_asker")) and not await self._is_shared(reference)
        if alone and not is_own and not (pressed.kind == "remove" and self.admins.has(message)):
            return "desk-alone"
        if pressed.kind != "remove" and (why := await self._why_closed(message, answer, alone=alone)):
            return why
        there = message
        if not is_here(message, place):
            there = replace(message, channel=place["channel"], thread=place["thread"], private=False)
        return Found(answer=answer, message=there, is_own=is_own, alone=alone)

    async def on_posted(self, message: Message, identity: str) -> Message | None:
        """A press that names only the message below which the button stands, as one on the answer that was
        posted there; None where none was. Raises OperatorsMove.
        """
        where = (message.platform, message.tenant, message.channel)
        reference = await self.records.reference_of_posted(*where, identity)
        if reference is None or message.pressed is None:
            return None
        place = await self.records.context_of(reference)
        thread = place["thread"] if place["channel"] == message.channel else message.thread
        return replace(message, thread=thread, pressed=replace(message.pressed, reference=reference))

    async def is_open_to_all(self, found: Found) -> bool:
        """Whether all who read along where an answer was asked may see it. Raises OperatorsMove."""
        there = replace(found.message, to_asker=False)
        return not await self._why_closed(there, found.answer, alone=False)

    async def _why_closed(self, message: Message, answer: Answer, *, alone: bool) -> str:
        """The name of the sentence that says why an answer may not be seen, by its asker alone or here; ""
        where it may.
        """
        if self.rights is None:
            return ""
        held = await self.rights.of(message)
        if held.refused:
            return held.why_refused
        is_open = held.covers(answer.question.closed_by or (), alone=alone)
        return "" if is_open else "desk-closed-to-you"

    async def _is_shared(self, reference: str) -> bool:
        return any("done" in note for note in await self.records.notes(reference, "shared"))


def _is_with_asker(message: Message, place: Mapping[str, str]) -> bool:
    """Whether a press comes from who asked, in private, on an answer that they got in private."""
    here = (message.platform, message.tenant, message.person)
    asker = (place["platform"], place["tenant"], place["person"])
    return message.private and bool(place.get("to_asker")) and here == asker
