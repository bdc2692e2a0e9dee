"""A ledger that lasts as long as the process: for one question at the terminal, and for measuring."""

from __future__ import annotations

from collections import defaultdict
from datetime import date

from kgqa.types import Spent


class MemoryLedger:
    """A `Ledger`."""

    def __init__(self) -> None:
        self._by_person: defaultdict[tuple[str, date], Spent] = defaultdict(Spent)
        self._by_day: defaultdict[date, Spent] = defaultdict(Spent)

    async def spent(self, asker: str, day: date) -> tuple[Spent, Spent]:
        return self._by_person.get((asker, day), Spent()), self._by_day.get(day, Spent())

    async def spend(self, asker: str, day: date, spent: Spent) -> None:
        self._by_person[asker, day] += spent
        self._by_day[day] += spent
