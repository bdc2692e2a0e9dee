"""What every ledger does, wherever it keeps what was spent."""

from __future__ import annotations

import asyncio
from datetime import date

from kgqa.ports import Ledger
from kgqa.types import Spent

TODAY, TOMORROW = date(2026, 11, 22), date(2026, 11, 23)
ONE = Spent(calls=2, cached=1, input_tokens=300, output_tokens=40, seconds=1.5, money=0.25)


class LedgerSuite:
    async def test_who_spent_nothing_has_spent_nothing(self, ledger: Ledger) -> None:
        assert await ledger.spent("slack:T1:U1", TODAY) == (Spent(), Spent())

    async def test_what_a_person_spends_adds_up(self, ledger: Ledger) -> None:
        await ledger.spend("slack:T1:U1", TODAY, ONE)
        await ledger.spend("slack:T1:U1", TODAY, ONE)
        assert await ledger.spent("slack:T1:U1", TODAY) == (ONE + ONE, ONE + ONE)

    async def test_persons_and_days_are_kept_apart_and_all_of_a_day_together(self, ledger: Ledger) -> None:
        await ledger.spend("slack:T1:U1", TODAY, ONE)
        await ledger.spend("", TODAY, ONE)
        await ledger.spend("slack:T1:U1", TOMORROW, ONE + ONE)
        assert await ledger.spent("slack:T1:U1", TODAY) == (ONE, ONE + ONE)
        assert await ledger.spent("", TODAY) == (ONE, ONE + ONE)
        assert await ledger.spent("slack:T1:U1", TOMORROW) == (ONE + ONE, ONE + ONE)

    async def test_names_are_taken_as_they_are(self, ledger: Ledger) -> None:
        strange = "teams:'; DROP TABLE x; --\0é"
        await ledger.spend(strange, TODAY, ONE)
        assert (await ledger.spent(strange, TODAY))[0] == ONE
        assert (await ledger.spent("teams", TODAY))[0] == Spent()

    async def test_many_that_spend_at_once_are_all_counted(self, ledger: Ledger) -> None:
        await asyncio.gather(*(ledger.spend(f"p{n % 2}", TODAY, Spent(calls=1)) for n in range(20)))
        assert await ledger.spent("p1", TODAY) == (Spent(calls=10), Spent(calls=20))
