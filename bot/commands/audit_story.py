"""`querist audit show`: a record as a story, from the question to what people did with the answer.

In: all that is known of a record. Out: a renderable for a terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from bot.audit.names import Names
from bot.audit.plain import (
    executed_text,
    executed_words,
    happened_words,
    held,
    reply_of,
    rights_words,
    rows,
    version,
)
from bot.cards.look import Look
from bot.cards.terminal import RowsShown, query_text, trace_text
from bot.cards.view import View, clean, view
from bot.cards.view import visible as seen
from bot.commands.audit_shown import BOLD, DIM, asked, outcome, room, who
from kgqa.audit import Happened, Whole
from kgqa.types import EffectiveRights, Executed

BEGINNING = 160  # characters of a query that are shown where its text is folded


def story(whole: Whole, look: Look, names: Names, *, queries: bool = False) -> RenderableType:
    """The record from its question to its end; with the text of all `queries` that were sent."""
    shown = view(reply_of(whole), look) if whole.answer else None
    return Group(*_spaced(_parts(whole, shown, names, queries=queries)))


def _spaced(parts: Iterator[RenderableType]) -> Iterator[RenderableType]:
    for number, part in enumerate(parts):
        if number:
            yield Text()
        yield part


def _parts(whole: Whole, shown: View | None, names: Names, *, queries: bool) -> Iterator[RenderableType]:
    one = whole.listed
    yield Text.assemble((one.reference, BOLD), "  ", outcome(one))
    yield Group(asked(one), _facts(whole, names))
    if whole.answer and whole.answer.rights:
        yield _part("Rights", _rights(whole.answer.rights))
    if shown and shown.steps:
        yield Group(Text("Steps", style=BOLD), trace_text(shown))
    if one.query:
        query = shown.query if shown else seen(one.query)
        yield _part("Query", Group(query_text(query), *_checked(whole)))
    if whole.answer and whole.answer.executed:
        yield _part("Queries sent", _executed(whole.answer.executed, whole.listed.reference, whole=queries))
    if one.rows is not None:
        yield _part("Result", Group(*_result(whole, shown)))
    if shown:
        said = [Text(shown.lead)]
        said += [Text(f"Read as: {shown.restatement}", style=DIM)] if shown.restatement else []
        yield _part("Answer", Group(*said, *_beside(shown)))
    elif whole.closed_at is not None:
        yield _part("Answer", Text("Its words, rows and steps were forgotten.", style=DIM))
    yield _part("What happened", _timeline(whole.happened))
    yield _chain(whole)


def _facts(whole: Whole, names: Names) -> RenderableType:
    one = whole.listed
    local = one.asked_at.astimezone()
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style=DIM)
    grid.add_column(overflow="fold")
    grid.add_row("asked", Text(f"{local:%A}, {local.day} {local:%B %Y}, {local:%H:%M:%S %Z}"))
    grid.add_row("by", who(one, names))
    thread = f", thread {whole.thread}" if whole.thread else ""
    grid.add_row("in", Text(clean(f"{room(one, names)}, tenant {one.tenant}{thread}")))
    if whole.history:
        grid.add_row("after", Text(", ".join(whole.history)))
    return Padding(grid, (1, 0, 0, 0))


def _beside(shown: View) -> Iterator[Text]:
    for line in (shown.put_right and f"Put right before it ran: {shown.put_right}", shown.written):
        if line:
            yield Text(line, style=DIM)
    for warning in shown.warnings:
        yield Text.assemble(("Note: ", "yellow"), warning)
    for button in shown.buttons:
        detail = f"  {button.detail}" if button.detail else ""
        yield Text.assemble(("offered  ", DIM), button.label, (detail, DIM))


def _checked(whole: Whole) -> Iterator[Text]:
    one, answer = whole.listed, whole.answer
    yield Text()
    if answer and answer.query:
        passed, warned = len(answer.query.passed), len(answer.query.warnings)
        said = f"passed the check: {passed} rules" + (f", {warned} warnings" if warned else "")
        yield Text(said, style=DIM)
    yield Text(
        f"ran on {clean(one.graph)} @ {version(whole.fingerprint)}, proposed by {one.strategy}", style=DIM
    )
    if answer and answer.models:
        yield Text(clean(f"models {', '.join(answer.models)}"), style=DIM)
    yield Text(f"sha256 {one.sha256}", style=DIM)


def _rights(rights: EffectiveRights) -> RenderableType:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style=DIM)
    grid.add_column(overflow="fold")
    for name, said in rights_words(rights):
        grid.add_row(name, Text(said))
    return grid


def _executed(executed: tuple[Executed, ...], reference: str, *, whole: bool) -> RenderableType:
    """What came of each query, with its beginning or the whole of it."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", style=DIM)
    grid.add_column(overflow="fold")
    for number, each in enumerate(executed, 1):
        grid.add_row(str(number), Text.assemble(executed_words(each), (f"  sha256 {each.sha256[:12]}", DIM)))
        text = executed_text(each)
        if whole:
            grid.add_row("", Padding(query_text(text), (0, 0, 1, 2)))
        else:
            grid.add_row("", Text(_beginning(text), style=DIM))
    if whole:
        return grid
    return Group(grid, Text(f"Their whole texts: querist audit show {reference} --queries", style=DIM))


def _beginning(query: str) -> str:
    """A query in a line, from its verb on."""
    line = " ".join(query.split())
    verb = re.search(r"\b(SELECT|ASK|CONSTRUCT|DESCRIBE)\b", line)
    told = line[verb.start() :] if verb else line
    return told if len(told) <= BEGINNING else f"{told[:BEGINNING]}…"


def _result(whole: Whole, shown: View | None) -> Iterator[RenderableType]:
    one = whole.listed
    if shown and shown.rows:
        yield RowsShown(shown, "all with --json")
        yield Text()
    taken = whole.answer.table.seconds if whole.answer and whole.answer.table else 0.0
    yield Text(f"{rows(one)}{f' in {taken * 1000:,.0f} ms' if taken else ''}", style=DIM)
    yield Text(f"sha256 {one.result_sha256}", style=DIM)


def _timeline(happened: tuple[Happened, ...]) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style=DIM)
    grid.add_column(style=DIM, justify="right")
    grid.add_column(overflow="fold")
    for each in happened:
        local = each.at.astimezone()
        grid.add_row(
            f"{local:%Y-%m-%d %H:%M:%S}.{local.microsecond // 1000:03}", f"link {each.link}", _event(each)
        )
    return grid


def _event(each: Happened) -> Text:
    said, told = happened_words(each)
    return Text.assemble(said, (f"  {told}" if told else "", DIM))


def _chain(whole: Whole) -> Text:
    holds, said = held(whole)
    if holds:
        return Text.assemble(("It holds. ", "bold green"), said)
    return Text.assemble(("This record does not hold. ", "bold red"), said)


def _part(title: str, content: RenderableType) -> RenderableType:
    return Group(Text(title, style=BOLD), Padding(content, (0, 0, 0, 2), expand=False))
