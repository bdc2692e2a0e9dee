"""Who pays for a question: its own budget, that of the person who asks, that of all.

In: a model, a ledger, what may be spent, prices. Out: for each question a `Metered` model.

Days are those of UTC. Questions that one process works at share the budgets of their person and day, call by
call; what other processes spend is known as soon as they write it, when a question of theirs is done.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

from kgqa.errors import OperatorsMove
from kgqa.ports import LanguageModel, Ledger
from kgqa.spending.amount import Allowance, Amount, Prices
from kgqa.spending.budget import Budget, Whose
from kgqa.spending.metered import Metered
from kgqa.types import Spent

_LOG = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class _Account:
    """The budget of one person for one day. `owed` is what the ledger would not take; `open` counts the
    questions at work.
    """

    budget: Budget
    owed: Spent = field(default_factory=Spent)
    open: int = 0


class Purse:
    """Gives each question a model that is paid for. It belongs to one event loop."""

    def __init__(
        self,
        model: LanguageModel,
        ledger: Ledger,
        allowance: Allowance | None = None,
        prices: Prices | None = None,
    ) -> None:
        self.model = model
        self._ledger = ledger
        self._allowance = allowance or Allowance()
        self._prices = prices or Prices()
        self._people: dict[tuple[str, date], _Account] = {}
        self._days: dict[date, Budget] = {}
        self._writing: set[asyncio.Task[None]] = set()

    def open(self, asker: str, asked_at: datetime) -> Metered:
        """The model for one question of this person. Nothing is read before it is first asked."""
        day = asked_at.astimezone(UTC).date()
        self._forget(day)
        everyone = self._days.setdefault(
            day, Budget(whose=Whose.EVERYONE, allowed=self._allowance.everyone, day=day)
        )
        account = self._people.setdefault(
            (asker, day), _Account(Budget(whose=Whose.PERSON, allowed=self._allowance.person, day=day))
        )
        account.open += 1

        async def read() -> None:
            await self._read(asker, day, account, everyone)

        async def write(spent: Spent, held: Amount) -> None:
            task = asyncio.create_task(self._close(asker, day, account, everyone, spent, held))
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)
            await asyncio.shield(task)

        question = Budget(whose=Whose.QUESTION, allowed=self._allowance.question, day=day)
        budgets = (question, account.budget, everyone)
        return Metered(self.model, budgets, self._prices, read=read, write=write)

    async def _read(self, asker: str, day: date, account: _Account, everyone: Budget) -> None:
        """What the ledger says now. A day's sums only grow, so of two that overtake each other the larger
        one is the later.
        """
        if self._allowance.is_by_day:
            person, all_ = await self._ledger.spent(asker, day)
            account.budget.written = account.budget.written.at_least(Amount.of(person))
            everyone.written = everyone.written.at_least(Amount.of(all_))

    async def _close(
        self, asker: str, day: date, account: _Account, everyone: Budget, spent: Spent, held: Amount
    ) -> None:
        """Writes what a question spent; what the ledger does not take stays held, and is written with the
        next question of that person.
        """
        due, account.owed = account.owed + spent, Spent()
        account.open -= 1
        if due == Spent():
            return
        try:
            await self._ledger.spend(asker, day, due)
        except OperatorsMove as error:
            account.owed += due
            _LOG.warning("What a question cost could not be written, and is kept till the next. %s", error)
            return
        try:
            await self._read(asker, day, account, everyone)
        except OperatorsMove:
            return  # it stays held, which is as good in this process
        paid = held + Amount.of(due) - Amount.of(spent)
        account.budget.held -= paid
        everyone.held -= paid

    def _forget(self, day: date) -> None:
        """Lets go of other days on which nobody is at work."""
        for key in [k for k, a in self._people.items() if k[1] < day and not a.open and a.owed == Spent()]:
            del self._people[key]
        days = {key[1] for key in self._people} | {day}
        self._days = {d: budget for d, budget in self._days.items() if d in days}
