"""Rows -> what a person reads: one or two sentences from the rows alone, and a table with labels and units.

In: a result, its labels, the restatement. Out: text and a DisplayTable. Nothing is said that no row says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from kgqa.declared import NUMERIC, TEMPORAL
from kgqa.ontology import XSD, spaced
from kgqa.types import Cell, DisplayColumn, DisplayTable, ResultTable, Term
from kgqa.wording import Words

NAMED = 3  # things that a sentence names before it counts the rest


def display(
    table: ResultTable, labels: Mapping[str, str], columns: Mapping[str, DisplayColumn]
) -> DisplayTable | None:
    """The table as it is shown; None for a yes or no."""
    if table.boolean is not None:
        return None
    shown = tuple(columns.get(name) or guessed(name, n, table) for n, name in enumerate(table.columns))
    rows = tuple(tuple(_cell(term, labels) for term in row) for row in table.rows)
    return DisplayTable(columns=shown, rows=rows)


def guessed(name: str, number: int, table: ResultTable) -> DisplayColumn:
    """How to show a column that nobody described: by its name and its first value."""
    first = next((row[number] for row in table.rows if row[number] is not None), None)
    return DisplayColumn(title=spaced(name).capitalize(), kind=_kind(first))


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


def _cell(term: Term | None, labels: Mapping[str, str]) -> Cell:
    if term is None or term.kind == "literal":
        return Cell(term=term)
    return Cell(term=term, label=labels.get(term.value, term.value))


def sentence(table: ResultTable, shown: DisplayTable | None, restatement: str, words: Words) -> str:
    """What the rows say, in a sentence: yes or no, a number with what it counts, names."""
    if table.boolean is not None:
        return words.yes_no(restatement, yes=table.boolean)
    if shown is None or not shown.rows:
        return words.nothing(restatement)
    if len(shown.rows) == 1 and len(shown.columns) == 1 and shown.columns[0].kind == "number":
        return words.number(restatement, value=_text(shown.rows[0][0], shown.columns[0], words))
    if len(shown.rows) == 1:
        pairs = zip(shown.rows[0], shown.columns, strict=True)
        return words.one([(column.title, _text(cell, column, words)) for cell, column in pairs])
    names = [_text(row[0], shown.columns[0], words) for row in shown.rows[:NAMED]]
    return words.many(names, total=len(shown.rows), more=table.truncated, columns=len(shown.columns))


def _text(cell: Cell, column: DisplayColumn, words: Words) -> str:
    if cell.term is None:
        return words.none
    value = cell.label or cell.term.value
    if column.kind in ("number", "date"):
        value = words.value(value, column.kind)
    return f"{value} {column.unit}".strip()
