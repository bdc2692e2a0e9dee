"""Whose a button is: each press is authorised anew, however old the card on which it stands.

In: a press. Out: the answer that it names, or the name of the sentence that says why it may not be pressed.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.buttons import Pressed
from bot.desk.places import is_here
from bot.desk.ports import Records
from bot.message import Message
from bot.people import People
from kgqa.types import Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The answer on whose card the button stands. `is_own` says that who pressed had asked, `alone` that it
    stands with the asker alone still.
    """

    answer: Answer
    is_own: bool
    alone: bool


@dataclass(frozen=True, slots=True)
class Pressing:
    """`admins` may delete what they cannot see otherwise."""

    records: Records
    admins: People

    async def found(self, message: Message, pressed: Pressed) -> Found | str:
        """The answer of a record of this thread that is not deleted, if who pressed may see it. A sentence's
        name otherwise. Raises OperatorsMove.
        """
        reference = pressed.reference
        place = await self.records.context_of(reference)
        if place and not is_here(message, place):
            return "desk-elsewhere"
        answer = await self.records.answer_of(reference)
        if not place or answer is None:
            return "desk-unknown"
        is_own = message.person == place["person"]
        if await self.records.notes(reference, "removed"):
            return "desk-removed-before" if pressed.kind == "remove" else "desk-deleted"
        alone = bool(place.get("to_asker")) and not await self._is_shared(reference)
        if alone and not is_own and not (pressed.kind == "remove" and self.admins.has(message)):
            return "desk-alone"
        return Found(answer=answer, is_own=is_own, alone=alone)

    async def _is_shared(self, reference: str) -> bool:
        return any("done" in note for note in await self.records.notes(reference, "shared"))
