"""What is done to answer a question, kept while it is done: it is still there when the work is cut off.

In: steps and queries, noted by whoever takes or sends them. Out: the trail of one question. It belongs to the
context of whoever called `followed`, and to all tasks that begin there, in other loops too; elsewhere
nothing is kept.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace

from kgqa.errors import OperatorsMove
from kgqa.types import Answer, CheckedQuery, EffectiveRights, Executed, Question, ResultTable, Step

LONGEST = 50_000  # characters of one query that are kept; its hash covers all of them

_TRAIL: ContextVar[Trail | None] = ContextVar("trail", default=None)


class Sending:
    """A query on its way to a store, and what has come of it so far."""

    def __init__(self, query: CheckedQuery, graph: str) -> None:
        text = _writable(query.text)
        self.told = Executed(
            text=text[:LONGEST],
            sha256=query.sha256,
            language=query.language,
            graph=graph,
            left_out=len(text[LONGEST:]),
        )
        self._begun = time.perf_counter()

    def found(self, table: ResultTable) -> ResultTable:
        """Notes the result, and gives it back."""
        rows = 1 if table.boolean is not None else len(table.rows)
        self.told = replace(self.told, rows=rows, truncated=table.truncated, seconds=self._taken)
        return table

    def failed(self, why: str) -> None:
        """Notes what the store said instead."""
        self.told = replace(self.told, error=_writable(why), seconds=self._taken)

    @property
    def _taken(self) -> float:
        return time.perf_counter() - self._begun


class Trail:
    """The steps and queries of one question. It is written in one thread and may be read in another."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.rights: EffectiveRights | None = None  # without the terms that are closed
        self.closed: dict[tuple[str, ...], set[str]] = {}  # by the rules that applied
        self._sent: list[Sending] = []

    def add(self, sending: Sending) -> None:
        self._sent.append(sending)

    @property
    def executed(self) -> tuple[Executed, ...]:
        """The queries in the order in which they were first sent: each text once for each graph, with what
        came of it the last time.
        """
        distinct: dict[tuple[str, str, str], Executed] = {}
        for sending in tuple(self._sent):
            told = sending.told
            key = (told.graph, told.sha256, told.text)
            before = distinct.get(key)
            distinct[key] = replace(told, times=before.times + 1) if before else told
        return tuple(distinct.values())

    def kept_in(self, answer: Answer) -> Answer:
        """The answer with what the record keeps beside it: all queries, the steps of work that came to no
        answer of its own, and the rights.
        """
        applied = tuple(answer.question.closed_by or ())
        closed = tuple(sorted(self.closed.get(applied, ())))
        rights = replace(self.rights or EffectiveRights(), applied=applied, closed=closed)
        return replace(
            answer,
            executed=self.executed,
            cut_off=() if answer.trace else tuple(self.steps),
            rights=rights,
        )


@contextmanager
def followed() -> Iterator[Trail]:
    """A new trail: of what is done meanwhile."""
    trail = Trail()
    token = _TRAIL.set(trail)
    try:
        yield trail
    finally:
        _TRAIL.reset(token)


@contextmanager
def unfollowed() -> Iterator[None]:
    """For what belongs to no question, though one waits for it: a graph is opened, a kit is made."""
    token = _TRAIL.set(None)
    try:
        yield
    finally:
        _TRAIL.reset(token)


def noted(step: Step) -> None:
    """Keeps a step, where somebody follows."""
    if trail := _TRAIL.get():
        trail.steps.append(step)


def by_rights(rights: EffectiveRights) -> None:
    """Keeps what the asker and the readers may see, where somebody follows."""
    if trail := _TRAIL.get():
        trail.rights = rights


def begun(question: Question, closed: Iterable[str]) -> None:
    """Keeps what of a graph is closed to a question as the work on it begins, where somebody follows."""
    if trail := _TRAIL.get():
        trail.closed.setdefault(tuple(question.closed_by or ()), set()).update(closed)


@contextmanager
def sending(query: CheckedQuery, graph: str) -> Iterator[Sending]:
    """Keeps a query that is sent to a store now, before anything comes of it."""
    sent = Sending(query, graph)
    if trail := _TRAIL.get():
        trail.add(sent)
    try:
        yield sent
    except OperatorsMove as error:
        sent.failed(str(error))
        raise


def _writable(text: str) -> str:
    """`text` without what no database takes: lone surrogates and NUL."""
    return text.encode("utf-8", "replace").decode().replace("\0", " ")
