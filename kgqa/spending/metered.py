"""A model for one question, which counts what it costs and stops at the budget.

In: a model, the budgets that pay for it, the prices. Out: a `LanguageModel`. Before a call goes out its cost
is estimated and set aside in every budget, so that several at once cannot slip past a bound; afterwards what
it did cost takes that place. Where little is left the reply is kept as short as the rest allows.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from types import TracebackType
from typing import Any, Self

from kgqa.errors import BudgetSpent, OperatorsMove
from kgqa.ports import Completion, LanguageModel
from kgqa.spending.amount import Amount, Prices, tokens_of
from kgqa.spending.budget import Budget, Whose
from kgqa.spending.vain import SpentInVain
from kgqa.types import Spent

REPLY = 1_000  # tokens that are set aside for a reply of unbounded length
LEAST = 32  # tokens; a shorter reply is of no use


class Metered:
    """A `LanguageModel`; made by `Purse.open`, and closed when the question is done."""

    def __init__(
        self,
        model: LanguageModel,
        budgets: Sequence[Budget],
        prices: Prices,
        *,
        read: Callable[[], Awaitable[None]],
        write: Callable[[Spent, Amount], Awaitable[None]],
    ) -> None:
        """`read` brings the budgets up to date before the first call; `write` takes what was spent, and how
        much of the budgets this question holds, when it is over.
        """
        self.name = model.name
        self.spent = Spent()
        self.models: tuple[str, ...] = ()  # that replied, as they call themselves
        self._model = model
        self._budgets = tuple(budgets)
        self._prices = prices
        self._read, self._write = read, write
        self._holds = Amount()
        self._is_read = self._is_closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Writes what was spent into the ledger, once. Who waits may be cancelled: it is written anyway."""
        if not self._is_closed:
            self._is_closed = True
            await self._write(self.spent, self._holds)

    async def complete(
        self,
        messages: Sequence[tuple[str, str]],
        *,
        schema: dict[str, Any] | None = None,
        temperature: float = 0.0,
        most: int = 0,
    ) -> Completion:
        """As the model itself. Raises BudgetSpent before anything is sent where a budget is used up, and
        OperatorsMove where the ledger cannot be read.
        """
        if not self._is_read:
            await self._read()
            self._is_read = True
        asked = tokens_of((*(text for _, text in messages), json.dumps(schema) if schema else ""))
        expected, most = self._room(asked, most)
        aside = Amount(1, asked + expected, self._prices.of(asked, expected))
        spent = Spent(calls=1, input_tokens=asked, output_tokens=expected)  # if it is given up on midway
        is_refused = False
        self._hold(aside)
        try:
            reply = await self._model.complete(messages, schema=schema, temperature=temperature, most=most)
            spent = _cost(reply)
            if reply.model not in self.models:
                self.models = (*self.models, reply.model)
        except SpentInVain as error:
            spent = error.spent
            raise
        except OperatorsMove:
            spent, is_refused = Spent(), True
            raise
        finally:
            priced = Spent(money=self._prices.of(spent.input_tokens, spent.output_tokens))
            self.spent += spent if spent.cached else spent + priced
            self._hold((Amount() if spent.cached else Amount.of(spent + priced)) - aside)
            if is_refused:  # it cost nothing, but a question does not knock for ever at a closed door
                self._knocked()
        return reply

    def _room(self, asked: int, most: int) -> tuple[int, int]:
        """The tokens to set aside for a reply, and the `most` it may have."""
        expected = most or REPLY
        for budget in self._budgets:
            room, bound = budget.replies(asked, self._prices)
            if room < min(LEAST, expected):
                raise BudgetSpent(budget.used_up(bound))
            if room < expected:
                expected = most = int(room)
        return expected, most

    def _hold(self, more: Amount) -> None:
        self._holds += more
        for budget in self._budgets:
            budget.held += more

    def _knocked(self) -> None:
        for budget in self._budgets:
            if budget.whose is Whose.QUESTION:
                budget.held += Amount(calls=1)


def _cost(reply: Completion) -> Spent:
    if reply.cached:
        return Spent(cached=1)
    return Spent(
        calls=reply.calls,
        input_tokens=reply.input_tokens,
        output_tokens=reply.output_tokens,
        seconds=reply.seconds,
    )
