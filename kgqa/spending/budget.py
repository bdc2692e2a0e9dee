"""One budget: what is allowed, what is spent of it, and the sentence for when it is used up."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from math import inf

from kgqa.spending.amount import Amount, Prices
from kgqa.wording.said import number, say

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
            return 0, say("{count} calls of a model", count=number(self.allowed.calls))
        if self.allowed.tokens:
            room = self.allowed.tokens - gone.tokens - asked
            bound = say("{count} model tokens", count=number(self.allowed.tokens))
        if self.allowed.money:
            left = self.allowed.money - gone.money - prices.of(asked, 0) + _DUST
            tokens = inf if left >= 0 and not prices.output else left / (prices.of(0, 1) or 1)
            if tokens < room:
                room, bound = tokens, f"{_shown(self.allowed.money)} {prices.currency}".strip()
        return max(room, 0), bound

    def used_up(self, bound: str) -> str:
        """The sentence: whose budget, how much, and when it opens again."""
        again = f"{self.day + timedelta(days=1):%Y-%m-%d}"
        match self.whose:
            case Whose.QUESTION:
                return say(
                    "The budget of one question, {bound}, is used up. The next question has its own.",
                    bound=bound,
                )
            case Whose.PERSON:
                return say(
                    "Your budget for today, {bound}, is used up. It opens again on {day} at 00:00 UTC.",
                    bound=bound,
                    day=again,
                )
            case Whose.EVERYONE:
                return say(
                    "The budget of all for today, {bound}, is used up. It opens again on {day} at 00:00 UTC.",
                    bound=bound,
                    day=again,
                )


def _shown(money: float) -> str:
    return f"{money:,.2f}" if money >= 0.01 else f"{money:g}"  # noqa: PLR2004  # a cent
