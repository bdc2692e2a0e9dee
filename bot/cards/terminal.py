"""A reply as the terminal shows it: View -> a renderable for rich, a pure function.

Colours, links and widths are the console's own business: on a pipe the same renderable is plain text.
All text is put in as `Text`, never as rich's markup, so that a name such as "[red]" stays a name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.style import Style
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from bot.cards.rows import ShownCell
from bot.cards.view import SQL_SHOWN, View
from bot.words import words
from kgqa.types import Outcome

ROWS = 20
CELL = 200  # characters of one cell
ROOMY = 12  # characters that a column needs on average; with less, each row becomes a block of lines

_FIRST_WORD = {Outcome.REFUSED: "yellow", Outcome.FAILED: "red"}
_DIM = Style(dim=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What is unfolded: the query, the trace. `rest` says where all rows are."""

    query: bool = False
    trace: bool = False
    rest: str = "all with --json"


def draw(view: View, shown: Shown | None = None) -> RenderableType:
    """The reply in the order in which it is read; parts that are empty are left out."""
    return Group(*_spaced(_parts(view, shown or Shown())))


def _spaced(parts: Iterator[RenderableType]) -> Iterator[RenderableType]:
    for number, part in enumerate(parts):
        if number:
            yield Text()
        yield part


def _parts(view: View, shown: Shown) -> Iterator[RenderableType]:
    say = words(view.language)
    yield Text(view.lead, style=Style(bold=True, color=_FIRST_WORD.get(view.outcome)))
    if view.table_adds:
        yield RowsShown(view, shown.rest)
    if view.restatement:
        yield Text.assemble((f"{say('read-as')} ", _DIM), view.restatement)
    if view.put_right:
        yield Text.assemble((f"{say('put-right')} ", _DIM), view.put_right)
    if view.written:
        yield Text(view.written, style=_DIM)
    if view.sources:
        yield Group(_heading(say("sources")), *(Text(source, overflow="fold") for source in view.sources))
    if view.warnings:
        yield Group(*(_warning(say("note"), warning) for warning in view.warnings))
    if view.buttons:
        yield _buttons(view)
    if shown.query and view.query:
        yield Group(_heading(say("query")), Padding(query_text(view.query), (0, 0, 0, 2), expand=False))
    if shown.trace and view.steps:
        yield Group(_heading(say("trace")), trace_text(view))
    if view.footer:
        yield Text(view.footer, style=_DIM)


def query_text(query: str) -> RenderableType:
    """The query with its words coloured; long lines wrap, nothing is cut."""
    lexer = "sql" if query.startswith(SQL_SHOWN) else "sparql"
    text = Syntax("", lexer, theme="ansi_dark", background_color="default").highlight(query)
    text.overflow, text.no_wrap = "fold", False
    text.rstrip()
    return text


def trace_text(view: View) -> RenderableType:
    """The steps, numbered, with their details under them."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", style=_DIM)
    grid.add_column(overflow="fold")
    for number, step in enumerate(view.steps, 1):
        duration = f"  {step.duration}" if step.duration else ""
        grid.add_row(str(number), Text.assemble(step.summary, (duration, _DIM)))
        for detail in step.details:
            grid.add_row("", Text(detail, style=_DIM))
    return Padding(grid, (0, 0, 0, 1), expand=False)


def _heading(words: str) -> Text:
    return Text(words, style=Style(bold=True))


def _warning(note: str, warning: str) -> RenderableType:
    return Text.assemble((f"{note} ", Style(color="yellow", bold=True)), warning)


def _buttons(view: View) -> RenderableType:
    """Choices and suggestions in one numbering, which is also what a person types to pick one."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", style=Style(color="cyan", bold=True))
    grid.add_column(overflow="fold")
    for number, button in enumerate(view.buttons, 1):
        detail = f"  {button.detail}" if button.detail else ""
        grid.add_row(str(number), Text.assemble(button.label, (detail, _DIM)))
    return Padding(grid, (0, 0, 0, 1), expand=False)


class RowsShown:
    """The rows, laid out for the width they get: a table where it fits, else a block of lines a row."""

    def __init__(self, view: View, rest: str) -> None:
        self._view = view
        self._rest = rest

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        roomy = options.max_width >= ROOMY * len(self._view.columns)
        yield self._table() if roomy else self._blocks()
        if notice := self._notice():
            yield Text(notice, style=_DIM)

    def _table(self) -> Table:
        table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style=Style(bold=True))
        for column in self._view.columns:
            table.add_column(Text(column.title), justify=column.align, overflow="fold")
        for row in self._view.rows[:ROWS]:
            table.add_row(*(_cell(cell) for cell in row))
        return table

    def _blocks(self) -> RenderableType:
        blocks: list[RenderableType] = []
        for row in self._view.rows[:ROWS]:
            grid = Table.grid(padding=(0, 1))
            grid.add_column(style=_DIM, overflow="fold", ratio=1)
            grid.add_column(overflow="fold", ratio=2)
            for column, cell in zip(self._view.columns, row, strict=True):
                grid.add_row(Text(column.title), _cell(cell))
            blocks += [grid, Text()]
        return Group(*blocks[:-1])

    def _notice(self) -> str:
        """What is not shown, and where it is: "20 of 312 rows; all with --json"; "" when all is shown."""
        rows, say, missing = self._view.rows, words(self._view.language), []
        if len(rows) > ROWS or self._view.total_rows > len(rows):
            of = "rows-of-or-more" if self._view.more_rows else "rows-of"
            missing.append(say(of, shown=min(len(rows), ROWS), total=self._view.total_rows))
        if any(len(cell.text) > CELL for row in rows[:ROWS] for cell in row):
            missing.append(say("values-cut"))
        return "; ".join([*missing, self._rest]) if missing else ""


def _cell(cell: ShownCell) -> Text:
    text = cell.text if len(cell.text) <= CELL else cell.text[: CELL - 1] + "…"
    return Text.assemble((" ".join(text.split()), Style(link=cell.link or None)))
