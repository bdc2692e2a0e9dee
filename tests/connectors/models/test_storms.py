"""Whatever a service does, over real HTTP: the asker gets a sentence, and the budget holds."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from connectors.models import ChatModel, Patience
from kgqa.errors import BudgetSpent, ModelUnavailable
from kgqa.spending import Allowance, Amount, MemoryLedger, Prices, Purse
from tests.doubles.model_service import Fails, ModelService, served
from tests.kgqa.spending.test_budgets import NOON, TODAY

ASK = (("system", "You count."), ("user", "How many?"))
SCHEMA: dict[str, Any] = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
ALLOWED = Allowance(
    question=Amount(calls=6, tokens=2_000), person=Amount(tokens=3_000), everyone=Amount(money=0.01)
)
PRICES = Prices(input=1.0, output=2.0, currency="EUR")


async def unhurried(_: float) -> None:
    """Waits not at all."""


def squares(_: dict[str, Any]) -> str:
    return " ".join(str(number * number) for number in range(3_000))


def prose(_: dict[str, Any]) -> str:
    return "There are three of them, I would think."


STORMS = {
    "429": ModelService(prose, always=Fails(429, {"message": "slow down"})),
    "500": ModelService(prose, always=Fails(500, {"message": "out of memory"})),
    "a hung stream": ModelService(prose, hangs=3),
    "a service that never begins": ModelService(prose, hangs=0),
    "a broken stream": ModelService(prose, breaks=3),
    "a wrong key": ModelService(prose, always=Fails(401, {"message": "no"})),
    "prose": ModelService(prose),
    "prose without a mode for JSON": ModelService(prose, forms=()),
    "half JSON": ModelService(lambda _: '{"n": 3, "m": '),
    "JSON that was cut": ModelService(lambda _: '{"n": 3, "m": ', ends="length"),
    "the same words for ever": ModelService(lambda _: '{"n": ' + "3, " * 100_000, piece=20),
    "more and more words": ModelService(squares),
    "nothing": ModelService(lambda _: ""),
    "a page": ModelService(prose, body="<html>login</html>"),
}


@pytest.mark.slow
@pytest.mark.parametrize("storm", STORMS)
async def test_the_budget_holds(storm: str) -> None:
    ledger = MemoryLedger()
    async with served(STORMS[storm]) as at:
        inner = ChatModel(
            "counter", url=at.url, key="k-1", patience=Patience(first=0.05, between=0.05), sleep=unhurried
        )
        async with Purse(inner, ledger, ALLOWED, PRICES).open("p", NOON) as model:
            told = await until_refused(model)
        await inner.close()
    assert told
    assert "k-1" not in " ".join(told)
    assert model.spent.input_tokens + model.spent.output_tokens <= 2_000
    assert len(at.asked) <= 6 * 3  # a call is tried thrice, or put in three ways
    assert await ledger.spent("p", TODAY) == (model.spent, model.spent)


async def until_refused(model: Any) -> list[str]:
    """What a caller hears who asks again and again, several times at once."""
    told: list[str] = []
    for _ in range(10):
        ended: Sequence[Any] = await asyncio.gather(
            *(model.complete(ASK, schema=SCHEMA, most=200) for _ in range(3)), return_exceptions=True
        )
        for one in ended:
            assert isinstance(one, ModelUnavailable | BudgetSpent), one
        told += [str(one) for one in ended if isinstance(one, ModelUnavailable)]
        if all(isinstance(one, BudgetSpent) for one in ended):
            return told
    raise AssertionError("The budget never ended.")
