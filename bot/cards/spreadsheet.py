"""The rows of an answer as an Excel file: Answer -> XLSX, written by XlsxWriter (the extra `spreadsheets`).

Numbers are numbers and dates are dates. All else is text, also what looks like a formula or a link: a
spreadsheet runs nothing of it.
"""

from __future__ import annotations

import io
from datetime import date, datetime
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from bot.cards.plain import clean, short
from bot.cards.rows import headed
from bot.cards.values import number_of
from kgqa.types import Answer, Cell, DisplayColumn

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
MOST_ROWS = 1_048_000  # a sheet of Excel has some more, one of them for the heads
LONGEST = 32_000  # characters of a cell; Excel takes some more
_EXACT = 15  # digits of a number that Excel keeps
_FIRST_YEAR = 1900  # of Excel's calendar
_NARROW, _WIDE = 8, 60  # characters of a column
_LOOKED_AT = 200  # rows by which a column gets its width
_NAME = 31  # characters of the name of a sheet
_FORBIDDEN = str.maketrans("", "", "[]:*?/\\'")


def can_write() -> bool:
    """Whether the extra `spreadsheets` is installed."""
    return find_spec("xlsxwriter") is not None


def spreadsheet(answer: Answer, language: str) -> bytes:
    """The rows with what people read in the columns, and in the last columns the IRIs of the things. Needs
    `can_write()`.
    """
    import xlsxwriter

    out = io.BytesIO()
    # What is given as text stays text: it is no formula, no link and no number.
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(out, options | {"strings_to_numbers": False}) as book:
        made = answer.question.asked_at.replace(tzinfo=None)
        book.set_properties({"title": short(clean(answer.question.text), 200), "created": made})
        head = book.add_format({"bold": True, "bottom": 1})
        formats = {
            date: book.add_format({"num_format": "yyyy-mm-dd", "align": "left"}),
            datetime: book.add_format({"num_format": "yyyy-mm-dd hh:mm", "align": "left"}),
        }
        _fill(book.add_worksheet(_sheet(answer)), answer, language, head, formats)
    return out.getvalue()


def _fill(sheet: Worksheet, answer: Answer, language: str, head: Any, formats: dict[type[date], Any]) -> None:
    display = answer.display
    if display is None:
        return
    rows = display.rows[:MOST_ROWS]
    of_things = [n for n, _ in enumerate(display.columns) if any(_iri(row[n]) for row in rows)]
    heads = [clean(headed(column, language)) for column in display.columns]
    heads += [f"{heads[n]} (IRI)" for n in of_things]
    for n, name in enumerate(heads):
        sheet.write_string(0, n, short(name, LONGEST), head)
    for number, row in enumerate(rows, 1):
        values = [_value(cell, column) for cell, column in zip(row, display.columns, strict=True)]
        for n, value in enumerate([*values, *(_iri(row[n]) for n in of_things)]):
            if isinstance(value, bool):
                sheet.write_boolean(number, n, value)
            elif isinstance(value, float):
                sheet.write_number(number, n, value)
            elif isinstance(value, date):
                sheet.write_datetime(number, n, value, formats[type(value)])
            elif value:
                sheet.write_string(number, n, short(clean(value), LONGEST))
    for n, name in enumerate(heads):
        shown = [row[n] for row in rows[:_LOOKED_AT]] if n < len(display.columns) else []
        longest = max((len(_read(cell)) for cell in shown), default=_NARROW)
        sheet.set_column(n, n, min(max(longest, len(name), _NARROW) + 2, _WIDE))
    sheet.freeze_panes(1, 0)
    sheet.autofilter(0, 0, len(rows), max(len(heads) - 1, 0))


def _value(cell: Cell, column: DisplayColumn) -> str | float | bool | date:
    """A cell as Excel keeps it; text where Excel would lose something of it."""
    read = _read(cell)
    if column.kind in ("number", "year") and (number := number_of(read)) is not None:
        return float(number) if len(number.as_tuple().digits) <= _EXACT else read
    if column.kind == "date":
        return _moment(read)
    if column.kind == "boolean" and read in ("true", "false"):
        return read == "true"
    return read


def _moment(read: str) -> str | date:
    """A date, or a moment as its own zone tells it."""
    try:
        found = datetime.fromisoformat(read).replace(tzinfo=None) if "T" in read else date.fromisoformat(read)
    except ValueError:
        return read
    return found if found.year > _FIRST_YEAR else read


def _sheet(answer: Answer) -> str:
    name = clean(answer.graph.name if answer.graph else "").translate(_FORBIDDEN).strip()
    return name[:_NAME].strip() or "Querist"


def _read(cell: Cell) -> str:
    return (cell.label or cell.term.value) if cell.term else ""


def _iri(cell: Cell) -> str:
    return cell.term.value if cell.term and cell.term.kind == "iri" else ""
