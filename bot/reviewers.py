"""Who may call an answer right, so that it is kept: the people whom the settings name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from bot.message import Message
from kgqa.conversation import NAME as ABOUT_THE_LAST
from kgqa.library.pair import Pair, Source
from kgqa.library.verified import verified
from kgqa.types import Answer


@dataclass(frozen=True, slots=True)
class Reviewers:
    """`names` are the ids (or addresses) by which platforms call people; with platform and tenant before it
    ("slack:T0123:U0456") a name means nobody of another place.
    """

    names: frozenset[str] = frozenset()

    @classmethod
    def of(cls, names: Iterable[str]) -> Reviewers:
        return cls(frozenset(name.strip().casefold() for name in names if name.strip()))

    def __bool__(self) -> bool:
        return bool(self.names)

    def has(self, message: Message) -> bool:
        """Whether who sent this is one of them."""
        person = message.person.casefold()
        place = f"{message.platform}:{message.tenant}:".casefold()
        return bool(person) and (person in self.names or f"{place}{person}" in self.names)


def pair_of(answer: Answer, *, by: str, at: datetime, reference: str) -> Pair | str:
    """The pair that an answer in a thread makes, or in a sentence why it makes none."""
    if answer.strategy == ABOUT_THE_LAST:
        return "This only explains the answer before it. Verify that one."
    return verified(answer, by=by, at=at, source=Source.THREAD, reference=reference)


def can_be_verified(answer: Answer) -> bool:
    """Whether the answer would make a pair."""
    return isinstance(pair_of(answer, by="", at=answer.question.asked_at, reference=""), Pair)
