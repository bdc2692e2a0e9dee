"""`querist audit rerun`: a recorded query run again, and what its result has become.

In: two results. Out: the rows that came, that went and that changed, for a terminal and as plain data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any

from rich.console import Console
from rich.text import Text

from bot.cards.view import clean
from bot.commands.audit_shown import DIM, counted, version
from kgqa.asked import Asked
from kgqa.audit import Whole
from kgqa.sparql import ParsedQuery, parse
from kgqa.trace import bound
from kgqa.types import Answer, ResultTable, Term

SHOWN = 20  # rows of each sort
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


def compared(whole: Whole, answer: Answer, again: str, now: ResultTable, hash_now: str) -> Compared:
    """The result of a record, beside that of now."""
    then = whole.answer.table if whole.answer else None
    came, went, changed = differing(then, now) if then is not None else ((), (), ())
    return Compared(
        again=again,
        then=then,
        now=now,
        hash_then=whole.listed.result_sha256,
        hash_now=hash_now,
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


# ── what is shown ────────────────────────────────────────────────────────────────────────────────


def show(done: Compared, labels: Mapping[str, str], console: Console) -> None:
    """What became of the result."""
    if done.is_same:
        console.print(
            Text.assemble(("The same result. ", "bold green"), f"{_size(done.now)}, the same hash.")
        )
    else:
        console.print(Text.assemble(("Another result. ", "bold yellow"), _difference(done)))
    for sign, style, rows in (("+", "green", done.came), ("-", "red", done.went)):
        for row, count in rows[:SHOWN]:
            times = f"  ({count} times)" if count > 1 else ""
            console.print(Text(f"  {sign} {_row(row, labels)}{times}", style=style))
        _rest(len(rows), console)
    for old, new in done.changed[:SHOWN]:
        line = Text("  ~ ", style="yellow")
        for number, (was, is_) in enumerate(zip(old, new, strict=True)):
            line.append("  " if number else "")
            line.append(_cell(was, labels) if was == is_ else f"{_cell(was, labels)} → {_cell(is_, labels)}")
        console.print(line)
    _rest(len(done.changed), console)
    if done.then is None and not done.is_same:
        console.print("Its rows were forgotten, so which came and which went cannot be told.")
    if done.now.truncated or (done.then and done.then.truncated):
        console.print("The store had more rows than were taken: which ones it gives is its own choice.")
    if done.name_then != done.name_now:
        names = f"“{done.name_then}” then, “{done.name_now}” now"
        console.print(Text.assemble(("Another graph was asked: ", "yellow"), clean(names), ". See --graph."))
    console.print()
    console.print(Text(f"then  {done.hash_then}  {_at(done.graph_then)}", style=DIM))
    console.print(Text(f"now   {done.hash_now}  {_at(done.graph_now)}  record {done.again}", style=DIM))


def _difference(done: Compared) -> str:
    if done.then is not None and (done.then.boolean is not None or done.now.boolean is not None):
        return f"It was {_yes(done.then.boolean)}, and is {_yes(done.now.boolean)} now."
    parts = [
        f"{counted(sum(count for _, count in rows), 'row')} {verb}"
        for rows, verb in ((done.came, "came"), (done.went, "went"))
        if rows
    ]
    parts += [f"{counted(len(done.changed), 'row')} changed"] if done.changed else []
    then = f"{_size(done.then)} then, " if done.then is not None else ""
    return f"{then}{_size(done.now)} now{': ' if parts else ''}{', '.join(parts)}."


def _yes(boolean: bool | None) -> str:
    return (
        {True: "true", False: "false"}.get(boolean, "no yes or no") if boolean is not None else "no yes or no"
    )


def _size(table: ResultTable) -> str:
    return (
        f"{'true' if table.boolean else 'false'}"
        if table.boolean is not None
        else counted(len(table.rows), "row")
    )


def _row(row: Row, labels: Mapping[str, str]) -> str:
    return "  ".join(_cell(term, labels) for term in row)


def _cell(term: Term | None, labels: Mapping[str, str]) -> str:
    if term is None:
        return "-"
    return clean(labels.get(term.value, term.value) if term.kind == "iri" else term.value or "a blank node")


def _rest(count: int, console: Console) -> None:
    if count > SHOWN:
        console.print(Text(f"    and {count - SHOWN:,} more, all with --json", style=DIM))


def _at(fingerprint: str) -> str:
    return f"graph @ {version(fingerprint)}" if fingerprint else ""


def labels_of(*answers: Answer | None) -> Mapping[str, str]:
    """What the things of these answers are called."""
    return {
        cell.term.value: cell.label
        for answer in answers
        if answer and answer.display
        for row in answer.display.rows
        for cell in row
        if cell.term is not None and cell.label
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
