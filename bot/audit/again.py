"""A recorded query run again: what its result has become.

In: two results. Out: the rows that came, that went and that changed, as values, in words and as plain data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any

from bot.audit.plain import counted
from bot.cards.view import clean
from kgqa.asked import Asked
from kgqa.audit import Whole
from kgqa.sparql import ParsedQuery, parse
from kgqa.trace import bound
from kgqa.types import Answer, ResultTable, Term

MOST_GUESSES = 30  # of columns, for each number of them

Row = tuple[Term | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """What a query found then and finds now; rows with how often they came or went. `changed` are pairs of
    the same things with other values. `then` is None where it was forgotten: only the hashes tell.
    """

    again: str
    then: ResultTable | None
    now: ResultTable
    hash_then: str
    hash_now: str
    came: tuple[tuple[Row, int], ...] = ()
    went: tuple[tuple[Row, int], ...] = ()
    changed: tuple[tuple[Row, Row], ...] = ()
    graph_then: str = ""
    graph_now: str = ""
    name_then: str = ""
    name_now: str = ""

    @property
    def is_same(self) -> bool:
        return self.hash_then == self.hash_now


def beside(
    whole: Whole, answer: Answer, again: str, table: ResultTable, hashed: Callable[[ResultTable], str]
) -> Compared:
    """The result of a record, beside the `table` that its query found when it ran `again`."""
    now = asked_for(whole, table, hashed)
    then = whole.answer.table if whole.answer else None
    came, went, changed = differing(then, now) if then is not None else ((), (), ())
    return Compared(
        again=again,
        then=then,
        now=now,
        hash_then=whole.listed.result_sha256,
        hash_now=hashed(now),
        came=came,
        went=went,
        changed=changed,
        graph_then=whole.fingerprint,
        graph_now=answer.graph.fingerprint if answer.graph else "",
        name_then=whole.listed.graph,
        name_now=answer.graph.name if answer.graph else "",
    )


def asked_for(whole: Whole, table: ResultTable, hashed: Callable[[ResultTable], str]) -> ResultTable:
    """Of what the query found now, the columns that were the answer then: it may fetch others beside them.
    Where nobody knows any more which they were, those whose rows have the same hash, if any have.
    """
    parsed = parse(whole.listed.query)
    if not isinstance(parsed, ParsedQuery):
        return table
    if whole.answer and whole.answer.table:
        return _part(table, whole.answer.table.columns, parsed)
    for count in range(len(table.columns), 0, -1):
        for columns in islice(combinations(table.columns, count), MOST_GUESSES):
            part = _part(table, columns, parsed)
            if hashed(part) == whole.listed.result_sha256:
                return part
    return table


def _part(table: ResultTable, columns: Sequence[str], query: ParsedQuery) -> ResultTable:
    asked = Asked.of(query, columns) if set(columns) < set(table.columns) else None
    return (asked.part(table) if asked else None) or table


def differing(
    then: ResultTable, now: ResultTable
) -> tuple[tuple[tuple[Row, int], ...], tuple[tuple[Row, int], ...], tuple[tuple[Row, Row], ...]]:
    """The rows that came, that went, and those of the same things whose values changed."""
    if then.boolean is not None or now.boolean is not None:
        return (), (), ()
    before, after = Counter(_rows(then)), Counter(_rows(now, then.columns))
    came, went = after - before, before - after
    changed = _changed(went, came)
    for old, new in changed:
        del went[old], came[new]
    return tuple(came.items()), tuple(went.items()), changed


def _rows(table: ResultTable, columns: Sequence[str] = ()) -> Iterable[Row]:
    """The rows, their columns in the order of those given where they are the same; blank nodes are alike."""
    order = list(range(len(table.columns)))
    if columns and set(columns) == set(table.columns):
        order = [table.columns.index(name) for name in columns]
    blank = Term(kind="bnode", value="")
    for row in table.rows:
        yield tuple(blank if (t := row[n]) is not None and t.kind == "bnode" else t for n in order)


def _changed(went: Counter[Row], came: Counter[Row]) -> tuple[tuple[Row, Row], ...]:
    """Rows that are told apart by the things in them, and have other values now."""
    old, new = _by_things(went), _by_things(came)
    return tuple((old[key], new[key]) for key in old if key in new and len(old[key]) == len(new[key]))


def _by_things(rows: Counter[Row]) -> dict[tuple[str | None, ...], Row]:
    """Rows by their things, those that no other row has."""
    keys = Counter(map(_things, rows))
    return {_things(row): row for row, count in rows.items() if keys[_things(row)] == 1 and count == 1}


def _things(row: Row) -> tuple[str | None, ...]:
    return tuple(t.value if t is not None and t.kind == "iri" else None for t in row)


# ── in words, and as plain data ──────────────────────────────────────────────────────────────────


def difference(done: Compared) -> str:
    """What became of the result, in a sentence."""
    if done.then is not None and (done.then.boolean is not None or done.now.boolean is not None):
        return f"It was {_yes(done.then.boolean)}, and is {_yes(done.now.boolean)} now."
    parts = [
        f"{counted(sum(count for _, count in rows), 'row')} {verb}"
        for rows, verb in ((done.came, "came"), (done.went, "went"))
        if rows
    ]
    parts += [f"{counted(len(done.changed), 'row')} changed"] if done.changed else []
    then = f"{size(done.then)} then, " if done.then is not None else ""
    return f"{then}{size(done.now)} now{': ' if parts else ''}{', '.join(parts)}."


def _yes(boolean: bool | None) -> str:
    return (
        {True: "true", False: "false"}.get(boolean, "no yes or no") if boolean is not None else "no yes or no"
    )


def size(table: ResultTable) -> str:
    """How many rows, or yes or no."""
    return (
        f"{'true' if table.boolean else 'false'}"
        if table.boolean is not None
        else counted(len(table.rows), "row")
    )


def cell(term: Term | None, labels: Mapping[str, str]) -> str:
    """A value as people read it."""
    if term is None:
        return "-"
    return clean(labels.get(term.value, term.value) if term.kind == "iri" else term.value or "a blank node")


def labels_of(*answers: Answer | None) -> Mapping[str, str]:
    """What the things of these answers are called."""
    return {
        shown.term.value: shown.label
        for answer in answers
        if answer and answer.display
        for row in answer.display.rows
        for shown in row
        if shown.term is not None and shown.label
    }


def plain_compared(reference: str, done: Compared) -> Mapping[str, Any]:
    """What became of the result, as plain data."""
    columns = list((done.then or done.now).columns)
    return {
        "record": reference,
        "again": done.again,
        "same": done.is_same,
        "columns": columns,
        "came": _plain(done.came),
        "went": _plain(done.went),
        "changed": [{"then": _values(old), "now": _values(new)} for old, new in done.changed],
        "rows_then": None if done.then is None else len(bound(done.then)),
        "rows_now": len(bound(done.now)),
        "result_sha256_then": done.hash_then,
        "result_sha256_now": done.hash_now,
        "graph_then": {"name": done.name_then, "fingerprint": done.graph_then},
        "graph_now": {"name": done.name_now, "fingerprint": done.graph_now},
    }


def _plain(rows: Iterable[tuple[Row, int]]) -> list[dict[str, Any]]:
    return [{"row": _values(row), "count": count} for row, count in rows]


def _values(row: Row) -> list[str | None]:
    return [term.value if term else None for term in row]
