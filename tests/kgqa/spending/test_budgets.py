"""A question's model counts what it costs, and no budget is passed, whatever happens meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest

from kgqa.errors import BudgetSpent, DatabaseUnavailable, ModelUnavailable
from kgqa.ports import Completion
from kgqa.spending import Allowance, Amount, MemoryLedger, Prices, Purse, SpentInVain
from kgqa.types import Spent

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
TODAY = NOON.date()
ASK = (("user", "How many?"),)
EUROS = Prices(input=1.0, output=2.0, currency="EUR")


@dataclass
class Model:
    """Says 100 + 50 tokens each time, waits for `gate`, keeps how long replies might be."""

    outcome: Callable[[], Completion] = lambda: Completion(
        text="3", model="m-1", input_tokens=100, output_tokens=50, seconds=0.5
    )
    name: str = "m"
    gate: asyncio.Event | None = None
    mosts: list[int] = field(default_factory=list)
    asked: asyncio.Event = field(default_factory=asyncio.Event)

    async def complete(
        self,
        messages: Sequence[tuple[str, str]],
        *,
        schema: dict[str, Any] | None = None,
        temperature: float = 0.0,
        most: int = 0,
    ) -> Completion:
        self.mosts.append(most)
        self.asked.set()
        if self.gate:
            await self.gate.wait()
        return self.outcome()


def fails(error: Exception) -> Callable[[], Completion]:
    def outcome() -> Completion:
        raise error

    return outcome


class BrokenLedger(MemoryLedger):
    is_broken = True

    async def spend(self, asker: str, day: date, spent: Spent) -> None:
        if self.is_broken:
            raise DatabaseUnavailable("The database is away.")
        await super().spend(asker, day, spent)


async def test_what_a_question_costs_is_counted_and_written_once() -> None:
    ledger = MemoryLedger()
    async with Purse(Model(), ledger, prices=EUROS).open("p", NOON) as model:
        await model.complete(ASK)
        await model.complete(ASK)
    await model.close()
    expected = Spent(calls=2, input_tokens=200, output_tokens=100, seconds=1.0, money=0.0004)
    assert model.spent == expected
    assert model.models == ("m-1",)
    assert model.name == "m"
    assert await ledger.spent("p", TODAY) == (expected, expected)


async def test_a_question_that_asked_no_model_leaves_no_trace() -> None:
    class Untouched(MemoryLedger):
        async def spent(self, asker: str, day: date) -> tuple[Spent, Spent]:
            raise AssertionError

        async def spend(self, asker: str, day: date, spent: Spent) -> None:
            raise AssertionError

    async with Purse(Model(), Untouched(), Allowance(person=Amount(calls=1))).open("p", NOON):
        pass


@pytest.mark.parametrize(
    ("bound", "said"),
    [
        (Amount(calls=2), "2 calls of a model"),
        (Amount(tokens=320), "320 model tokens"),
        (Amount(money=0.00042), "0.00042 EUR"),
    ],
)
@pytest.mark.parametrize(
    ("whose", "sentence"),
    [
        ("question", "The budget of one question, {}, is used up. The next question has its own."),
        (
            "person",
            "Your budget for today, {}, is used up. It opens again on 2026-11-23 at 00:00 UTC.",
        ),
        (
            "everyone",
            "The budget of all for today, {}, is used up. It opens again on 2026-11-23 at 00:00 UTC.",
        ),
    ],
)
async def test_a_budget_that_is_used_up_is_told_before_anything_is_sent(
    bound: Amount, said: str, whose: str, sentence: str
) -> None:
    inner = Model()
    model = Purse(inner, MemoryLedger(), Allowance(**{whose: bound}), EUROS).open("p", NOON)
    await model.complete(ASK)
    await model.complete(ASK)
    with pytest.raises(BudgetSpent) as told:
        await model.complete(ASK)
    assert str(told.value) == sentence.format(said)
    assert len(inner.mosts) == 2


async def test_calls_at_the_same_time_do_not_slip_past_a_bound() -> None:
    inner = Model(gate=asyncio.Event())
    model = Purse(inner, MemoryLedger(), Allowance(question=Amount(calls=3))).open("p", NOON)
    calls = [asyncio.create_task(model.complete(ASK)) for _ in range(10)]
    await asyncio.wait(calls, return_when=asyncio.FIRST_COMPLETED)
    assert len(inner.mosts) == 3
    assert inner.gate
    inner.gate.set()
    ended = await asyncio.gather(*calls, return_exceptions=True)
    assert len(inner.mosts) == 3
    assert sum(isinstance(one, BudgetSpent) for one in ended) == 7
    assert model.spent.calls == 3


async def test_questions_of_one_person_at_the_same_time_share_the_day() -> None:
    ledger = MemoryLedger()
    purse = Purse(Model(), ledger, Allowance(person=Amount(calls=3), everyone=Amount(calls=4)))
    first, second, other = purse.open("p", NOON), purse.open("p", NOON), purse.open("q", NOON)
    await first.complete(ASK)
    await first.complete(ASK)
    await second.complete(ASK)
    with pytest.raises(BudgetSpent, match="Your budget"):
        await second.complete(ASK)
    await other.complete(ASK)
    with pytest.raises(BudgetSpent, match="of all"):
        await other.complete(ASK)
    for question in (first, second, other):
        await question.close()
    assert await ledger.spent("p", TODAY) == (
        Spent(calls=3, input_tokens=300, output_tokens=150, seconds=1.5),
        Spent(calls=4, input_tokens=400, output_tokens=200, seconds=2.0),
    )
    async with purse.open("p", NOON) as later:
        with pytest.raises(BudgetSpent):
            await later.complete(ASK)
    async with purse.open("p", NOON + timedelta(days=1)) as tomorrow:
        await tomorrow.complete(ASK)


async def test_what_another_process_wrote_counts() -> None:
    ledger = MemoryLedger()
    purse = Purse(Model(), ledger, Allowance(person=Amount(tokens=1_000)))
    async with purse.open("p", NOON) as model:
        await model.complete(ASK)
    await ledger.spend("p", TODAY, Spent(calls=9, input_tokens=900))
    with pytest.raises(BudgetSpent):
        await purse.open("p", NOON).complete(ASK)


async def test_the_day_is_that_of_utc() -> None:
    ledger = MemoryLedger()
    late = datetime(2026, 11, 22, 20, tzinfo=timezone(timedelta(hours=-8)))
    async with Purse(Model(), ledger).open("p", late) as model:
        await model.complete(ASK)
    assert (await ledger.spent("p", date(2026, 11, 23)))[0].calls == 1


async def test_the_reply_is_kept_as_short_as_what_is_left() -> None:
    inner = Model()
    model = Purse(inner, MemoryLedger(), Allowance(question=Amount(tokens=1_200))).open("p", NOON)
    await model.complete(ASK, most=500)
    await model.complete(ASK)
    await model.complete(ASK)
    assert inner.mosts[0] == 500
    assert inner.mosts[1] == 0
    assert 800 < inner.mosts[2] < 900


async def test_a_reply_from_the_cache_costs_nothing() -> None:
    reply = Completion(text="3", model="m-1", input_tokens=9, output_tokens=9, cached=True)
    model = Purse(Model(lambda: reply), MemoryLedger(), Allowance(question=Amount(calls=1))).open("p", NOON)
    for _ in range(3):
        await model.complete(ASK)
    assert model.spent == Spent(cached=3)


async def test_what_was_said_in_vain_is_paid_for() -> None:
    wasted = SpentInVain("It hung.", Spent(calls=2, input_tokens=700, output_tokens=300))
    ledger = MemoryLedger()
    allowance = Allowance(person=Amount(tokens=1_000))
    async with Purse(Model(fails(wasted)), ledger, allowance).open("p", NOON) as model:
        with pytest.raises(ModelUnavailable, match="It hung"):
            await model.complete(ASK)
        with pytest.raises(BudgetSpent):
            await model.complete(ASK)
    assert await ledger.spent("p", TODAY) == (wasted.spent, wasted.spent)


async def test_a_closed_door_costs_nothing_and_is_not_knocked_at_for_ever() -> None:
    inner = Model(fails(ModelUnavailable("It is down.")))
    allowance = Allowance(question=Amount(calls=3), person=Amount(calls=3))
    purse = Purse(inner, MemoryLedger(), allowance)
    async with purse.open("p", NOON) as model:
        for _ in range(3):
            with pytest.raises(ModelUnavailable):
                await model.complete(ASK)
        with pytest.raises(BudgetSpent, match="one question"):
            await model.complete(ASK)
    assert model.spent == Spent()
    inner.outcome = Model().outcome
    async with purse.open("p", NOON) as later:
        await later.complete(ASK)


async def test_who_gives_up_midway_pays_what_was_set_aside_and_it_is_written() -> None:
    inner, ledger = Model(gate=asyncio.Event()), MemoryLedger()

    async def question() -> None:
        async with Purse(inner, ledger, prices=EUROS).open("p", NOON) as model:
            await model.complete(ASK, most=200)

    task = asyncio.create_task(question())
    await inner.asked.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    spent, _ = await ledger.spent("p", TODAY)
    assert (spent.calls, spent.output_tokens) == (1, 200)
    assert spent.input_tokens > 0
    assert spent.money > 0.0004


async def test_what_the_ledger_does_not_take_still_counts_and_is_written_later(
    caplog: pytest.LogCaptureFixture,
) -> None:
    ledger = BrokenLedger()
    purse = Purse(Model(), ledger, Allowance(person=Amount(calls=2)))
    async with purse.open("p", NOON) as model:
        await model.complete(ASK)
    assert "The database is away." in caplog.text
    ledger.is_broken = False
    async with purse.open("p", NOON) as model:
        await model.complete(ASK)
        with pytest.raises(BudgetSpent):
            await model.complete(ASK)
    assert (await ledger.spent("p", TODAY))[0].calls == 2
    with pytest.raises(BudgetSpent):
        await purse.open("p", NOON).complete(ASK)


async def test_a_ledger_that_cannot_be_read_keeps_models_from_being_asked() -> None:
    class Unreadable(MemoryLedger):
        async def spent(self, asker: str, day: date) -> tuple[Spent, Spent]:
            raise DatabaseUnavailable("The database is away.")

    inner = Model()
    model = Purse(inner, Unreadable(), Allowance(everyone=Amount(calls=9))).open("p", NOON)
    with pytest.raises(DatabaseUnavailable):
        await model.complete(ASK)
    assert not inner.mosts
