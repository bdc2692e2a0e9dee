"""Counts and sums as parts of a whole: the table that is shown, with the share of each row in per cent.

In: the table of an answer. Out: the same with a column of shares, where its numbers add up.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from kgqa.numbers import readable
from kgqa.ontology import XSD
from kgqa.types import Cell, DisplayColumn, DisplayTable, Term
from kgqa.wording import Words

_DIGITS = 1  # of a share behind the point


def with_shares(display: DisplayTable, words: Words, *, is_whole: bool) -> DisplayTable:
    """Each row's part of all, where the rows are the whole; the table as it is where they are not, or where
    its numbers are no parts.
    """
    places = [n for n, column in enumerate(display.columns) if column.role == "part"]
    if not is_whole or len(places) != 1 or not any(column.role == "key" for column in display.columns):
        return display
    terms = [row[places[0]].term for row in display.rows]
    numbers = [readable(term.value) if term is not None else Decimal(0) for term in terms]
    known = [number for number in numbers if number is not None and number >= 0]
    total = sum(known, Decimal(0))
    if len(known) < len(numbers) or not total:
        return display
    title = words.say("share")
    column = DisplayColumn(title=title, kind="number", unit="%", digits=_DIGITS, role="share")
    shares = (Term(kind="literal", value=f"{100 * n / total:.6g}", datatype=XSD + "decimal") for n in known)
    rows = tuple((*row, Cell(term=share)) for row, share in zip(display.rows, shares, strict=True))
    return replace(display, columns=(*display.columns, column), rows=rows)
