"""One budget: what is allowed, what is spent of it, and the sentence for when it is used up."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from math import inf

from kgqa.spending.amount import Amount, Prices

_DUST = 1e-9  # of money, which adding and taking away leaves behind


class Whose(StrEnum):
    QUESTION = "question"
    PERSON = "person"
    EVERYONE = "everyone"


@dataclass(eq=False, slots=True, kw_only=True)
class Budget:
    """`written` stands in the ledger; `held` is spent and not written yet, or set aside for calls that are
    under way. Questions at work at the same time share the budgets of their person and day.
    """

    whose: Whose
    allowed: Amount
    day: date
    written: Amount = field(default_factory=Amount)
    held: Amount = field(default_factory=Amount)

    def replies(self, asked: int, prices: Prices) -> tuple[float, str]:
        """How many tokens the reply to a call of `asked` tokens may have, and which bound that is: 0 where
        there may be no call.
        """
        gone = self.written + self.held
        room, bound = inf, ""
        if self.allowed.calls and gone.calls >= self.allowed.calls:
            return 0, f"{self.allowed.calls:,} calls of a model"
        if self.allowed.tokens:
            room, bound = self.allowed.tokens - gone.tokens - asked, f"{self.allowed.tokens:,} model tokens"
        if self.allowed.money:
            left = self.allowed.money - gone.money - prices.of(asked, 0) + _DUST
            tokens = inf if left >= 0 and not prices.output else left / (prices.of(0, 1) or 1)
            if tokens < room:
                room, bound = tokens, f"{_shown(self.allowed.money)} {prices.currency}".strip()
        return max(room, 0), bound

    def used_up(self, bound: str) -> str:
        """The sentence: whose budget, how much, and when it opens again."""
        again = f"It opens again on {self.day + timedelta(days=1):%Y-%m-%d} at 00:00 UTC."
        match self.whose:
            case Whose.QUESTION:
                return f"The budget of one question, {bound}, is used up. The next question has its own."
            case Whose.PERSON:
                return f"Your budget for today, {bound}, is used up. {again}"
            case Whose.EVERYONE:
                return f"The budget of all for today, {bound}, is used up. {again}"


def _shown(money: float) -> str:
    return f"{money:,.2f}" if money >= 0.01 else f"{money:g}"  # noqa: PLR2004  # a cent
