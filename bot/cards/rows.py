"""The rows of an answer in finished words: values in the reader's locale, things by their label."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

from babel import Locale

from bot.cards.look import locale_of
from bot.cards.plain import clean, short
from bot.cards.values import shown_value
from bot.words import words
from kgqa.numbers import ELAPSED, counted, is_even, measured, unit_name
from kgqa.places import is_wkt, read
from kgqa.restate.wording import wording
from kgqa.types import Answer, Cell, DisplayColumn

MAX_CELL = 2_000  # characters of one cell that any card shows; the whole stands in the CSV
LONGEST_SHAPE = 200_000  # characters of a shape that is read
MAX_ROWS = 500  # rows that any card shows
MAX_CELLS = 20_000  # values that are put into words for one, which takes some tens of microseconds each


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownCell:
    text: str
    link: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownColumn:
    title: str
    align: Literal["left", "right"]


Rows = tuple[tuple[ShownCell, ...], ...]


def rows_of(answer: Answer, locale: Locale, link: str) -> tuple[tuple[ShownColumn, ...], Rows]:
    """Columns and first rows of an answer, as many as any card shows; () for none. `link` is the template of
    `bot.cards.look.Look`.
    """
    if answer.display is None:
        return (), ()
    columns = tuple(
        ShownColumn(
            title=clean(c.title) if c.unit == ELAPSED else headed(c, locale.language),
            align="right" if c.kind == "number" else "left",
        )
        for c in answer.display.columns
    )
    most = min(MAX_ROWS, max(MAX_CELLS // max(len(columns), 1), 1))
    rows = tuple(
        tuple(
            _cell(cell, column, locale, link)
            for cell, column in zip(row, answer.display.columns, strict=True)
        )
        for row in answer.display.rows[:most]
    )
    return columns, rows


def headed(column: DisplayColumn, language: str) -> str:
    """What a column is called, with its unit as a language writes it; "weekly hours" have said it."""
    unit = unit_name(column.unit, locale_of(language).language)
    is_said = not unit or column.title.casefold().endswith(unit.casefold())
    return clean(column.title if is_said else f"{column.title} ({unit})")


def said(answer: Answer, rows: Rows) -> bool:
    """Whether the sentence names every value of the rows, as the reader writes it or as the sentence's own
    language does. A table that links what the sentence only lists still adds something.
    """
    if answer.display is None or not rows or len(rows) != len(answer.display.rows):
        return False
    if len(rows) > 1 and (len(rows[0]) > 1 or any(cell.link for row in rows for cell in row)):
        return False
    own = locale_of(answer.question.language)
    return all(
        _names(answer.text, {shown.text, *_spoken(cell, column, own)})
        for row, cells in zip(rows, answer.display.rows, strict=True)
        for shown, cell, column in zip(row, cells, answer.display.columns, strict=True)
    )


def _spoken(cell: Cell, column: DisplayColumn, locale: Locale) -> tuple[str, ...]:
    """A value as a sentence has it: the month of a date in full, a small number as a word. A large amount
    of money counts only where the sentence does not round it.
    """
    if cell.term is None or cell.term.kind == "iri":
        return ()
    value = cell.label or cell.term.value
    if column.kind == "date":
        return (wording(locale.language).date(value),)
    if column.kind == "number":
        count = counted(value)
        told = "" if count is None else wording(locale.language).amount(count)
        exact = measured(value, column.unit, locale.language, brief=is_even(value))
        return (measured(value, column.unit, locale.language), exact, told, told.capitalize())
    return (shown_value(value, column.kind, locale, column.digits),)


def _names(sentence: str, spellings: set[str]) -> bool:
    return any(s.strip() and re.search(rf"(?<!\w){re.escape(s)}(?!\w)", sentence) for s in spellings)


def _cell(cell: Cell, column: DisplayColumn, locale: Locale, link: str) -> ShownCell:
    if cell.term is None:
        return ShownCell(text="\N{EN DASH}")
    if cell.term.kind == "iri":
        text = cell.label or cell.term.value
        return ShownCell(text=_readable(text), link=_link(cell.term.value, link))
    if is_wkt(cell.term.value, cell.term.datatype):
        return ShownCell(text=_place(cell.term.value, locale))
    value = cell.label or cell.term.value
    if column.unit == ELAPSED:
        return ShownCell(text=measured(value, ELAPSED, locale.language))
    return ShownCell(text=_readable(shown_value(value, column.kind, locale, column.digits)))


def _place(text: str, locale: Locale) -> str:
    """A shape as people read it: a point by latitude and longitude, an outline by its corners."""
    shape = read(text[:LONGEST_SHAPE])
    if shape is None:
        return _readable(text)
    if shape.points and not (shape.areas or shape.lines) and len(shape.points) == 1:
        x, y = shape.points[0]
        first, second = (x, y) if shape.is_flat else (y, x)
        return ", ".join(shown_value(f"{value:.5f}", "number", locale) for value in (first, second))
    return words(locale.language)("map-shape", count=shape.corners)


def _link(iri: str, template: str) -> str:
    if not template or not iri.startswith(("http://", "https://")):
        return ""
    return iri if template == "{iri}" else template.replace("{iri}", quote(iri, safe=""))


def _readable(text: str) -> str:
    return short(clean(text[: 4 * MAX_CELL]), MAX_CELL)  # of a whole book, only its beginning is looked at
