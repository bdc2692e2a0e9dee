"""Small queries that wait for their turn at an endpoint -> few requests, in which several are asked together.

In: queries with their limits, each from whoever waits for it. Out: a table for each. Nobody knows of the
others: what does not work together is asked alone, and an error is told to those whom it concerns.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from connectors.result_tables import to_table
from connectors.results import Found
from connectors.together import apart, together
from connectors.transport import Address
from connectors.turns import Turns
from kgqa.check import admit, parsed_of
from kgqa.errors import GraphRejected, GraphTimeout, GraphUnavailable
from kgqa.sparql import ParsedQuery
from kgqa.types import CheckedQuery, Limits, ResultTable

TOGETHER = 48  # queries in one request, at most,
_ROWS = 50_000  # and rows that they may bring

Ask = Callable[[Address, CheckedQuery, Limits], Awaitable[Found]]  # raises as `Graph.run` does


class SmallQueries:
    """Those of one endpoint. It may be used from several event loops at once."""

    def __init__(self, turns: Turns, *, alone: Ask, at_once: Ask) -> None:
        """`alone` brings all that a query finds; `at_once` what one request brings, truncated
        where that may not be all.
        """
        self._turns, self._alone, self._at_once = turns, alone, at_once
        self._together = TOGETHER
        self._waiting: WeakKeyDictionary[asyncio.AbstractEventLoop, deque[_Small]] = WeakKeyDictionary()
        self._errands: set[asyncio.Task[None]] = set()

    async def run(self, query: CheckedQuery, limits: Limits, address: Address) -> ResultTable:
        """What a query finds: it is asked in one request with others that wait when its turn comes."""
        loop = asyncio.get_running_loop()
        parsed = parsed_of(query)
        select = parsed if parsed and parsed.form == "select" else None
        small = _Small(address, query, select, limits, loop.create_future())
        if select:
            waiting = self._waiting.setdefault(loop, deque())
            waiting.append(small)
            self._send_out(self._ask_some(waiting))
        else:
            self._send_out(self._ask_alone(small))
        return await small.answer

    def _send_out(self, errand: Coroutine[None, None, None]) -> None:
        """Goes on for the others when one of them is waited for no more."""
        task = asyncio.create_task(errand)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    async def _ask_some(self, waiting: deque[_Small]) -> None:
        """Takes a turn for as many as may be asked at once. Each has such an errand, so none is left."""
        async with self._turns:
            some = self._next(waiting)
            if len(some) < 2:  # noqa: PLR2004  # one alone is nothing to be put together
                for small in some:
                    await self._ask(small)
                return
            try:
                found = await self._found_together(some)
            except Exception as error:  # noqa: BLE001  # whoever waits is told
                for small in some:
                    small.failed(error)
                return
        for place, small in enumerate(some):
            if found is None:
                self._send_out(self._ask_alone(small))
            else:
                small.found(found[place])

    def _next(self, waiting: deque[_Small]) -> list[_Small]:
        """Takes those that are asked at once: of one address, and not too many."""
        some: list[_Small] = []
        rows = 0
        while waiting and len(some) < self._together and (not some or rows < _ROWS):
            if some and waiting[0].address != some[0].address:
                break
            small = waiting.popleft()
            if not small.answer.done():
                some.append(small)
                rows += small.limits.rows
        return some

    async def _found_together(self, some: Sequence[_Small]) -> list[Found] | None:
        """What each of them found; None where the endpoint does not take them together: then fewer are tried
        the next time.
        """
        rows = [small.limits.rows for small in some]
        parsed = [small.parsed for small in some if small.parsed]
        limits = Limits(
            seconds=max(small.limits.seconds for small in some),
            rows=sum(rows) + len(rows) + 1,
            bytes=sum(small.limits.bytes for small in some),
        )
        try:
            reply = await self._at_once(some[0].address, admit(together(parsed, rows)), limits)
            found = apart(reply, parsed, rows)
        except (GraphTimeout, GraphRejected, GraphUnavailable):  # one that is away says so to each alone
            found = None
        if found is None:
            self._together = max(self._together // 2, 1)
        return found

    async def _ask_alone(self, small: _Small) -> None:
        async with self._turns:
            await self._ask(small)

    async def _ask(self, small: _Small) -> None:
        try:
            small.found(await self._alone(small.address, small.query, small.limits))
        except Exception as error:  # noqa: BLE001  # whoever waits for it is told
            small.failed(error)


@dataclass(frozen=True, slots=True)
class _Small:
    """A query that waits for its answer."""

    address: Address  # at which it was to be asked when it came
    query: CheckedQuery
    parsed: ParsedQuery | None  # of one that may be asked together with others
    limits: Limits
    answer: asyncio.Future[ResultTable]

    def found(self, what: Found) -> None:
        if self.answer.done():
            return
        try:
            self.answer.set_result(to_table(what, seconds=0.0))
        except Exception as error:  # noqa: BLE001  # who waits is told, and the others get theirs
            self.answer.set_exception(error)

    def failed(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)
