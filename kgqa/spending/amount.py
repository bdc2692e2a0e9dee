"""Calls, tokens and money: what was spent, what may be, and what tokens cost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kgqa.types import Spent

_BYTES = 4  # of a token, in English prose; fewer in queries and most other languages


def tokens_of(texts: Iterable[str]) -> int:
    """About how many tokens texts have, where nobody counted them."""
    return sum(1 + _size(text) // _BYTES for text in texts)


def _size(text: str) -> int:
    """Its bytes; a prompt is long, and most of them are ASCII, which need not be encoded."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))


@dataclass(frozen=True, slots=True)
class Amount:
    """Calls, tokens and money; of what may be spent, 0 is no bound."""

    calls: int = 0
    tokens: int = 0
    money: float = 0.0

    @classmethod
    def of(cls, spent: Spent) -> Amount:
        return cls(spent.calls, spent.input_tokens + spent.output_tokens, spent.money)

    def __add__(self, other: Amount) -> Amount:
        return Amount(self.calls + other.calls, self.tokens + other.tokens, self.money + other.money)

    def __sub__(self, other: Amount) -> Amount:
        return Amount(self.calls - other.calls, self.tokens - other.tokens, self.money - other.money)

    def at_least(self, other: Amount) -> Amount:
        """The larger of both, each for itself."""
        return Amount(
            max(self.calls, other.calls), max(self.tokens, other.tokens), max(self.money, other.money)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """What one question may cost, what one person may in a day, and what all may together in a day."""

    question: Amount = field(default_factory=Amount)
    person: Amount = field(default_factory=Amount)
    everyone: Amount = field(default_factory=Amount)

    @property
    def is_by_day(self) -> bool:
        """Whether anything is bounded that the ledger knows."""
        return self.person != Amount() or self.everyone != Amount()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """What a million tokens cost, those that are sent and those that come back."""

    input: float = 0.0
    output: float = 0.0
    currency: str = ""

    def of(self, input_tokens: int, output_tokens: int) -> float:
        return (input_tokens * self.input + output_tokens * self.output) / 1_000_000
