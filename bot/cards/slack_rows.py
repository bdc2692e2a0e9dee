"""The rows of a reply in Slack: a list, a native table, or nothing when the sentence has said it all.

In: a View. Out: blocks, and notes in words on everything that is not shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.cards import slack_text
from bot.cards.look import FIRST
from bot.cards.thing import ShownThing
from bot.cards.view import ShownCell, View
from bot.words import words

Block = dict[str, Any]

TABLE_ROWS = 100  # Slack's limits for a table, the head included
TABLE_COLUMNS = 20
TABLE_CHARACTERS = 9_500  # Slack: 10,000
CELL = 250


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    blocks: tuple[Block, ...] = ()
    notes: tuple[str, ...] = ()


def draw(view: View, most: int = FIRST) -> Rows:
    """At most so many rows; few of one column are a list."""
    if not view.columns or not view.table_adds:
        return Rows()
    if view.thing:
        return _thing(view.thing, view.language)
    return _list(view, most) if len(view.columns) == 1 and most == FIRST else _table(view, most)


def _thing(thing: ShownThing, language: str) -> Rows:
    """A thing's facts, a line each in one piece of text: what ends a piece need not end a line."""
    lines = []
    if not thing.is_said:
        name = slack_text.text(_cut(thing.name), thing.link, bold=True)
        lines.append([name, slack_text.text(f" · {_cut(thing.kind)}")])
    for fact in thing.facts:
        title = slack_text.text(f"{_cut(fact.title)}: ", bold=True)
        lines.append([title, slack_text.text(_cut(fact.text), fact.link)])
    whole = [element for line in lines for element in (slack_text.text("\n"), *line)][1:]
    cells = [ShownCell(text=fact.text) for fact in thing.facts]
    return Rows(blocks=(slack_text.rich(slack_text.section(whole)),), notes=_long(cells, language))


def _list(view: View, most: int) -> Rows:
    cells = [row[0] for row in view.rows[:most]]
    items = [[slack_text.text(_cut(cell.text), cell.link)] for cell in cells]
    notes = (_count(len(cells), view), *_long(cells, view.language))
    drawn = slack_text.rich(slack_text.listing(items, ordered=False))
    return Rows(blocks=(drawn,), notes=tuple(note for note in notes if note))


def _table(view: View, most: int) -> Rows:
    width = min(len(view.columns), TABLE_COLUMNS)
    head = [_cut(column.title) for column in view.columns[:width]]
    room = TABLE_CHARACTERS - sum(len(title) for title in head)
    shown: list[tuple[ShownCell, ...]] = []
    for row in view.rows[:most]:
        room -= sum(max(len(_cut(cell.text)), 1) for cell in row[:width])
        if room < 0:
            break
        shown.append(row[:width])
    table = {
        "type": "table",
        "column_settings": [
            {"align": column.align, "is_wrapped": column.align == "left"} for column in view.columns[:width]
        ],
        "rows": [
            [_raw(title) for title in head],
            *([_cell(cell) for cell in row] for row in shown),
        ],
    }
    notes = [_count(len(shown), view)]
    if width < len(view.columns):
        say = words(view.language)
        notes.append(say("slack-columns-of", shown=width, total=len(view.columns)))
    notes += _long([cell for row in shown for cell in row], view.language)
    return Rows(blocks=(table,), notes=tuple(note for note in notes if note))


def _count(shown: int, view: View) -> str:
    """How many of the rows these are; "" where all are there, or a button says how many more there are."""
    total = max(view.total_rows, shown)
    more = view.act("table")
    if (shown == total or (more and str(total) in more.label)) and not view.more_rows:
        return ""
    say = words(view.language)
    rows = say("slack-rows-of-first" if view.more_rows else "rows-of", shown=shown, total=total)
    return f"{rows}; {say('slack-graph-has-more')}" if view.more_rows else rows


def _long(cells: list[ShownCell], language: str) -> tuple[str, ...]:
    if all(len(cell.text) <= CELL for cell in cells):
        return ()
    return (words(language)("slack-values-shortened"),)


def _cut(text: str) -> str:
    return slack_text.shorten(text, CELL) if text.strip() else "\N{EN DASH}"  # Slack refuses an empty cell


def _cell(cell: ShownCell) -> Block:
    if cell.link:
        return slack_text.rich(slack_text.section([slack_text.text(_cut(cell.text), cell.link)]))
    return _raw(_cut(cell.text))


def _raw(text: str) -> Block:
    return {"type": "raw_text", "text": _cut(text)}
