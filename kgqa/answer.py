"""Rows -> what a person reads: a table with labels and units, in an order, and the rows in words.

In: a result, labels, what the columns of its query hold. Out: a DisplayTable, and what the first sentence is
made of (`kgqa.restate.opening`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Literal

from kgqa.declared import NUMERIC, TEMPORAL
from kgqa.language import everywhere, fold
from kgqa.numbers import CENTS, ELAPSED, digits, measured, readable, with_digits
from kgqa.ontology import XSD, spaced
from kgqa.places import is_wkt
from kgqa.restate import By, Found, Head
from kgqa.restate.wording import Wording, wording
from kgqa.types import Cell, DisplayColumn, DisplayTable, ResultTable, Term
from kgqa.values.units import is_currency

LONGEST = 80  # characters of a text in a sentence
DECIMALS = 2  # of a number that was worked out
_EVEN = 4  # digits behind the point up to which all numbers of a column get as many
_DIGITS = re.compile(r"([0-9]+)")
_YEAR = re.compile("[12][0-9]{3}")


def display(
    table: ResultTable,
    labels: Mapping[str, str],
    columns: Mapping[str, DisplayColumn],
    heads: Mapping[str, Head] | None = None,
    language: str = "en",
) -> DisplayTable | None:
    """The table as it is shown, its columns called by what they hold; None for a yes or no."""
    if table.boolean is not None:
        return None
    described = (columns.get(name) or guessed(name, n, table) for n, name in enumerate(table.columns))
    shown = tuple(
        _headed(c, (heads or {}).get(name)) for c, name in zip(described, table.columns, strict=True)
    )
    parts = [heads[name].calendar if heads and name in heads else "" for name in table.columns]
    shown = tuple(
        replace(c, kind="text") if part and c.kind == "number" else c
        for c, part in zip(shown, parts, strict=True)
    )
    shown = tuple(
        replace(c, kind="year") if _are_years(c, [row[n] for row in table.rows]) else c
        for n, c in enumerate(shown)
    )
    made = {name for name, head in (heads or {}).items() if head.is_made}
    shown = tuple(
        replace(c, digits=_digits(c, [row[n] for row in table.rows], is_made=name in made))
        for n, (c, name) in enumerate(zip(shown, table.columns, strict=True))
    )
    words = wording(language)
    rows = tuple(
        tuple(
            _cell(term, labels, part, words, is_mixed=column.kind == "text")
            for term, part, column in zip(row, parts, shown, strict=True)
        )
        for row in table.rows
    )
    return DisplayTable(columns=shown, rows=rows)


_YEARS = {XSD + "gYear"}


def _are_years(column: DisplayColumn, terms: Sequence[Term | None]) -> bool:
    """Whether the numbers of a column are years, as the graph says or by its title and all of them: nobody
    writes "1,990".
    """
    known = {term.datatype for term in terms if term}
    if column.kind != "number" or (column.unit and known != _YEARS):
        return False
    if known == _YEARS:
        return True
    words, years = fold(column.title).split(), tuple(everywhere("year_words"))
    return any(word.endswith(years) for word in words) and all(
        _YEAR.fullmatch(term.value) for term in terms if term
    )


def _digits(column: DisplayColumn, terms: Sequence[Term | None], *, is_made: bool) -> int | None:
    """The digits behind the point of all numbers of a column: as many as the one with the most, of amounts of
    money cents, of what was worked out a few. None where they are best left as they are.
    """
    if column.kind != "number":
        return None
    numbers = [number for term in terms if term and (number := readable(term.value)) is not None]
    if is_made:
        numbers = [_short(number) for number in numbers]
    most = max(map(digits, numbers), default=0)
    if most and is_currency(column.unit):
        most = max(most, CENTS)
    return most if most <= _EVEN else None


def guessed(name: str, number: int, table: ResultTable) -> DisplayColumn:
    """How to show a column that nobody described: by its name and its first value."""
    first = next((row[number] for row in table.rows if row[number] is not None), None)
    return DisplayColumn(title=spaced(name).capitalize(), kind=_kind(first))


def _headed(column: DisplayColumn, head: Head | None) -> DisplayColumn:
    if head is None:
        return column
    unit = column.unit or head.unit if column.kind == "number" else ""
    return replace(column, title=head.title, unit=unit, role=head.role)


def _kind(term: Term | None) -> Literal["thing", "text", "number", "date", "boolean"]:
    if term is None:
        return "text"
    if term.kind != "literal":
        return "thing"
    if term.datatype in NUMERIC:
        return "number"
    if term.datatype in TEMPORAL:
        return "date"
    return "boolean" if term.datatype == XSD + "boolean" else "text"


def _cell(term: Term | None, labels: Mapping[str, str], part: str, words: Wording, *, is_mixed: bool) -> Cell:
    """One value. In a column of texts, a number or a date is written out: no column says that it is one."""
    if term is None:
        return Cell(term=term)
    if term.kind == "literal":
        named = words.calendar(part, term.value)
        if is_mixed and not part and term.datatype in TEMPORAL:
            named = words.date(term.value)
        elif is_mixed and not part and term.datatype in NUMERIC:
            named = measured(term.value, "", words.language)
        return Cell(term=term, label=named) if named else Cell(term=term)
    return Cell(term=term, label=labels.get(term.value, term.value))


def found(
    table: ResultTable, shown: DisplayTable | None, words: Wording, made: Collection[str] = ()
) -> Found:
    """The rows in words, for the sentence that tells of them; `made` are the columns that are worked out."""
    if shown is None:
        return Found(yes=table.boolean)
    columns = [(column, name in made) for column, name in zip(shown.columns, table.columns, strict=True)]
    return Found(
        names=table.columns,
        titles=tuple(column.title for column, _ in columns),
        texts=tuple(
            tuple(_text(c, *of, words) for c, of in zip(row, columns, strict=True)) for row in shown.rows
        ),
        units=tuple(column.unit for column, _ in columns),
        terms=table.rows,
        amounts=tuple(
            tuple(_amount(c, of) for c, (of, _) in zip(row, columns, strict=True)) for row in shown.rows
        ),
        more=table.truncated,
    )


def _text(cell: Cell, column: DisplayColumn, is_made: bool, words: Wording) -> str:
    if cell.term is None:
        return ""
    value = cell.label or cell.term.value
    if is_wkt(cell.term.value, cell.term.datatype):
        value = _shape(value)
    if column.kind == "number":
        number = readable(value) if is_made and column.unit != ELAPSED else None
        told = value if number is None else f"{_short(number):f}"
        return measured(told, column.unit, words.language, brief=True)
    if column.kind == "date":
        return words.date(value)
    if column.kind == "year":
        return value
    return words.named(value if len(value) <= LONGEST else f"{value[: LONGEST - 1]}…")


def _shape(text: str) -> str:
    """What kind of shape a text is, without its corners."""
    return text if len(text) <= LONGEST else f"{text.partition('(')[0].split('>')[-1].strip()} (…)"


def _amount(cell: Cell, column: DisplayColumn) -> Decimal | str | None:
    """What a number, a year or a date is compared by; None for anything else."""
    if cell.term is None or column.kind not in ("number", "year", "date"):
        return None
    return cell.term.value if column.kind == "date" else readable(cell.term.value)


def _short(number: Decimal) -> Decimal:
    """A number that was worked out as people need it: a few digits behind the point."""
    if number == number.to_integral_value():
        return number
    behind = DECIMALS if abs(number) >= 1 else DECIMALS - number.adjusted() - 1
    return with_digits(number, behind).normalize()


# ── the order of rows ────────────────────────────────────────────────────────────────────────────


def like(table: ResultTable, rows: ResultTable) -> ResultTable:
    """The rows of some of the columns, in the order of those of all."""
    at = [rows.columns.index(name) for name in table.columns]
    places: dict[tuple[Term | None, ...], int] = {}
    for place, row in enumerate(rows.rows):
        places.setdefault(tuple(row[n] for n in at), place)
    return replace(table, rows=tuple(sorted(table.rows, key=lambda row: places.get(row, len(places)))))


def ordered(table: ResultTable, labels: Mapping[str, str], by: By | None) -> ResultTable:
    """The rows in the order in which they are read, where the query leaves it open."""
    if by is None or by.column not in table.columns:
        return table
    at = table.columns.index(by.column)
    rows = sorted(table.rows, key=lambda row: tuple(_key(term, labels) for term in row))
    known = [row for row in rows if row[at] is not None]
    known.sort(key=lambda row: _key(row[at], labels), reverse=by.descending)
    return replace(table, rows=(*known, *(row for row in rows if row[at] is None)))


def _key(term: Term | None, labels: Mapping[str, str]) -> tuple[int, Decimal, list[tuple[str, Decimal]]]:
    """Numbers by their value, names as people sort them: "Spar 3" before "Spar 10"."""
    if term is None:
        return 2, Decimal(0), []
    number = readable(term.value) if term.kind == "literal" and term.datatype in NUMERIC else None
    if number is not None:
        return 0, number, []
    text = labels.get(term.value, term.value) if term.kind != "literal" else term.value
    split = _DIGITS.split(fold(text))
    pairs = zip(split[::2], [*split[1::2], "0"], strict=True)
    return 1, Decimal(0), [(word, Decimal(digits)) for word, digits in pairs]
