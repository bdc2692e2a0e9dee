"""A SELECT at an endpoint -> all its rows in parts, whatever the server cuts, refuses or breaks off.

In: an address, a checked query, limits of one part, how many rows to leave out. Out: what was found, part by
part, each row once; or an error, and then the parts that came stand. It blocks, so it belongs into a thread.

All rows are asked for at once and read as they come, so that the server sorts once; only where a reply breaks
off or is cut, the rest is asked for from there. The order is total, so that no row is missed or comes twice.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass

from connectors import paging, replies, transport
from connectors.refusals import passing
from connectors.results import Found, Row, weight
from connectors.retrying import TRIES, pause_after
from connectors.transport import Address
from kgqa.errors import GraphRejected, GraphTimeout, GraphUnavailable, OperatorsMove
from kgqa.sparql import ParsedQuery
from kgqa.types import CheckedQuery, Limits

_TIMES_LATE = 5  # in a row, with next to nothing
_LEAST = 100  # rows that are more than next to nothing, and worth a request
_CHUNK = 1 << 16


@dataclass(slots=True)
class AllRows:
    """One reading of all rows. `given` are the rows that the asker has had or leaves out.

    `limits.seconds` are for one attempt at one part, and no pause is longer. `pause` waits so many seconds
    for a server that is busy. `answered` says that the endpoint has, to this reading or another.
    """

    address: Address
    query: CheckedQuery
    parsed: ParsedQuery
    limits: Limits
    given: int
    pause: Callable[[float], None]
    answered: threading.Event
    _page: int | None = None  # rows to ask for at once, None for all
    _inside: bool = False
    _in_order: bool = True
    _tries: int = 0
    _refusal: OperatorsMove | None = None  # what is told where nothing else helped
    _deadline: float = 0.0
    _last: Row | None = None

    def parts(self) -> Generator[Found, None, None]:
        """Raises as `Graph.run` does."""
        more = self._left() != 0
        while more:
            if self.given and self._refusal and not self._in_order:
                raise self._refusal  # what came in no order is not all, and nothing can be joined to it
            before = self.given
            try:
                asked = self._asked()
                yield from self._reply(asked)
                more = self._is_more(self.given - before, asked)
                if self._in_order:
                    self._tries, self._refusal = 0, None
            except GraphTimeout as error:
                self._ask_for_less(error, self.given - before)
            except GraphRejected as error:
                self._ask_otherwise(error)
            except GraphUnavailable as error:
                self._wait(error, self.given - before)

    def _left(self) -> int | None:
        """Rows that the query's own limit still allows, if it has one."""
        limit = self.parsed.select.limit
        return None if limit is None else max(limit - self.given, 0)

    def _asked(self) -> int | None:
        bounds = [bound for bound in (self._page, self._left()) if bound is not None]
        return min(bounds, default=None)

    # ── one reply ────────────────────────────────────────────────────────────────────────────────

    def _reply(self, asked: int | None) -> Iterator[Found]:
        """The rows of one reply; what came before it broke off comes too."""
        taken: list[Row] = []
        size = 0
        columns: tuple[str, ...] = ()
        broken: OperatorsMove | None = None
        try:
            for columns, row in self._rows(asked):
                taken.append(row)
                size += weight(row)
                if len(taken) >= self.limits.rows or size >= self.limits.bytes:
                    yield self._part(columns, taken)
                    taken, size = [], 0
                    self._deadline = time.monotonic() + self.limits.seconds  # the asker's time is not ours
        except (GraphUnavailable, GraphTimeout) as error:
            broken = error
        if taken:
            yield self._part(columns, taken)
        if broken:
            raise broken

    def _part(self, columns: tuple[str, ...], taken: list[Row]) -> Found:
        self.given += len(taken)
        self._last = taken[-1]
        return Found(columns, tuple(taken))

    def _rows(self, asked: int | None) -> Iterator[tuple[tuple[str, ...], Row]]:
        """The rows of a reply. The last row that was given is asked for again, and must be the same."""
        self._deadline = time.monotonic() + self.limits.seconds
        again = 0 if self._last is None else 1
        limit = None if asked is None else asked + again
        text = (
            paging.part(self.parsed, limit=limit, offset=self.given - again, inside=self._inside)
            if self._in_order
            else self.parsed.text
        )
        incoming = transport.ask(self.address, self.query, text, limits=self.limits, deadline=self._deadline)
        self.answered.set()
        size = replies.most_bytes(self.limits.bytes)
        with contextlib.closing(incoming):
            rows = replies.rows(incoming.kind, lambda: incoming.read(_CHUNK, self._deadline), size=size)
            try:
                for place, (columns, row) in enumerate(rows):
                    if place >= again:
                        yield columns, row
                    elif not _same(row, self._last):
                        raise GraphUnavailable(
                            f"{self.address.shown} does not keep its order from one request to the next, or "
                            "its data has changed meanwhile. Read it again, or load the graph from files."
                        )
            except replies.Unreadable as error:
                raise replies.no_result(self.address.shown, incoming.kind, error) from error

    # ── after a reply ────────────────────────────────────────────────────────────────────────────

    def _is_more(self, came: int, asked: int | None) -> bool:
        """Whether the server has more rows than it gave; it is asked, since not all say where they cut."""
        if self._left() == 0:
            return False
        if asked is not None and came >= asked:
            return True
        text = paging.any_row_after(self.parsed, self.given)
        deadline = time.monotonic() + self.limits.seconds
        if not replies.ask(self.address, self.query, text, self.limits, deadline)[0].rows:
            return False
        if not came:
            raise GraphUnavailable(
                f"{self.address.shown} has more than {self.given:,} rows for this query and does not send "
                "them. Ask its operator to raise its limit of rows, or load the graph from files."
            )
        self._page = max(came, _LEAST)
        return True

    def _ask_for_less(self, error: GraphTimeout, came: int) -> None:
        try:
            self._try_again(error, came, _TIMES_LATE)
        except GraphTimeout:
            self._ask_in_no_order(error)
            return
        self._page = max((self._page or 2 * self.limits.rows) // 2, _LEAST)

    def _ask_otherwise(self, refusal: GraphRejected) -> None:
        """Not all at once; then not all at once and sorted inside; then in no order; what was refused first
        is told.
        """
        self._refusal = self._refusal or refusal
        if not self._in_order:
            raise self._refusal
        if self._page is None:
            self._page = self.limits.rows
        elif not self._inside:
            self._inside = True
        else:
            self._ask_in_no_order(self._refusal)

    def _ask_in_no_order(self, error: OperatorsMove) -> None:
        """What comes whole in one reply needs no order: a store that will not sort it may still give it."""
        if self.given or not self._in_order:
            raise error
        self._refusal, self._in_order, self._page = error, False, None

    def _wait(self, error: GraphUnavailable, came: int) -> None:
        """As connectors/retrying.py does for a single read, but that what came is kept."""
        asked = passing(error, known=self.answered.is_set())
        if asked is None:
            raise error
        self._try_again(error, came, TRIES)
        seconds = pause_after(self._tries, asked)
        if seconds > self.limits.seconds:
            raise error
        self.pause(seconds)

    def _try_again(self, error: OperatorsMove, came: int, most: int) -> None:
        self._tries = 1 if came >= min(_LEAST, self.limits.rows) else self._tries + 1
        if self._tries >= most:
            raise error


def _same(row: Row, other: Row | None) -> bool:
    """Whether two rows are equal, up to the names of blank nodes, which a server may give anew each time."""
    return other is not None and all(
        mine == its or (mine is not None and its is not None and mine[0] == its[0] == "bnode")
        for mine, its in zip(row, other, strict=True)
    )
