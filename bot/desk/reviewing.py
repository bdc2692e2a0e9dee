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
from bot.words import FALLBACK, words


@dataclass(frozen=True, slots=True)
class Reviewing:
    """`library` is where pairs go, None where there is none; `reviewers` may send them there."""

    records: Records
    library: Verified | None = None
    reviewers: People = field(default_factory=People)

    async def press(self, message: Message, language: str = FALLBACK) -> str:
        """What was kept, or why not, for who pressed, in this language. Raises OperatorsMove."""
        say = words(language)
        pressed = message.pressed
        if self.library is None or pressed is None or pressed.kind != "verify":
            return say("desk-no-library")
        if not self.reviewers.has(message):
            return say("desk-reviewers-only")
        place = await self.records.context_of(pressed.reference)
        if place and not is_here(message, place):
            return say("desk-elsewhere")
        answer = await self.records.answer_of(pressed.reference)
        if answer is None:
            return say("desk-unknown")
        by = person_of(message)
        pair = pair_of(answer, by=by, at=datetime.now(UTC), reference=pressed.reference, language=language)
        if isinstance(pair, str):
            return pair
        kept = await self.library.keep(pair)
        if kept == "broken":
            return say("desk-query-refused")
        await self.records.verified(pressed.reference, by=by, pair=pair.id)
        if kept == "known":
            return say("desk-verified-before")
        return say("desk-verified")
