"""A pressed "Verify": an answer that somebody calls right becomes a verified pair.

In: the press. Out: the pair in the library, a line in the record, and a sentence for who pressed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime

from bot.desk.places import is_here, person_of
from bot.desk.ports import Records, Verified
from bot.message import Message
from bot.people import People
from bot.reviewers import pair_of


@dataclass(frozen=True, slots=True)
class Reviewing:
    """`library` is where pairs go, None where there is none; `reviewers` may send them there."""

    records: Records
    library: Verified | None = None
    reviewers: People = field(default_factory=People)

    async def press(self, message: Message) -> str:
        """What was kept, or why not, for who pressed. Raises OperatorsMove."""
        pressed = message.pressed
        if self.library is None or pressed is None or pressed.kind != "verify":
            return "There is no library here in which this could be kept."
        if not self.reviewers.has(message):
            return "Only reviewers can verify answers. Whoever looks after me can name you as one."
        place = await self.records.context_of(pressed.reference)
        if place and not is_here(message, place):
            return "This button belongs to another conversation."
        answer = await self.records.answer_of(pressed.reference)
        if answer is None:
            return "I no longer know which answer this button meant."
        by = person_of(message)
        pair = pair_of(answer, by=by, at=datetime.now(UTC), reference=pressed.reference)
        if isinstance(pair, str):
            return pair
        kept = await self.library.keep(pair)
        if kept == "broken":
            return "The query of this answer no longer passes the check, so it was not kept. Ask again."
        await self.records.verified(pressed.reference, by=by, pair=pair.id)
        if kept == "known":
            return "This was verified before; it is kept once."
        return "Thank you. The question is kept with its query, and answers others like it from now on."
