"""`querist audit rerun`: what became of a result, for a terminal."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.text import Text

from bot.audit.again import Compared, Row, cell, difference, size
from bot.audit.plain import version
from bot.cards.view import clean
from bot.commands.audit_shown import DIM

SHOWN = 20  # rows of each sort


def show(done: Compared, labels: Mapping[str, str], console: Console) -> None:
    """What became of the result."""
    if done.is_same:
        console.print(Text.assemble(("The same result. ", "bold green"), f"{size(done.now)}, the same hash."))
    else:
        console.print(Text.assemble(("Another result. ", "bold yellow"), difference(done)))
    for sign, style, rows in (("+", "green", done.came), ("-", "red", done.went)):
        for row, count in rows[:SHOWN]:
            times = f"  ({count} times)" if count > 1 else ""
            console.print(Text(f"  {sign} {_row(row, labels)}{times}", style=style))
        _rest(len(rows), console)
    for old, new in done.changed[:SHOWN]:
        line = Text("  ~ ", style="yellow")
        for number, (was, is_) in enumerate(zip(old, new, strict=True)):
            line.append("  " if number else "")
            line.append(cell(was, labels) if was == is_ else f"{cell(was, labels)} → {cell(is_, labels)}")
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


def _row(row: Row, labels: Mapping[str, str]) -> str:
    return "  ".join(cell(term, labels) for term in row)


def _rest(count: int, console: Console) -> None:
    if count > SHOWN:
        console.print(Text(f"    and {count - SHOWN:,} more, all with --json", style=DIM))


def _at(fingerprint: str) -> str:
    return f"graph @ {version(fingerprint)}" if fingerprint else ""
