"""What results say, whatever the order of their rows and columns and the types of their numbers.

In: result tables. Out: whether two of them say the same, and whether one says anything at all.
"""

from __future__ import annotations

from kgqa.declared import NUMERIC
from kgqa.numbers import readable
from kgqa.types import ResultTable, Term


def same_rows(one: ResultTable, other: ResultTable) -> bool:
    """Whether two results say the same: the same rows in any order, and columns in any order."""
    if one.boolean is not None or other.boolean is not None:
        return one.boolean == other.boolean
    return _rows(one) == _rows(other)


def _rows(table: ResultTable) -> list[list[tuple[str, str]]]:
    """Each row as its values in an order of their own; what they are called and of which number type they
    are tells nothing.
    """
    return sorted(sorted(_value(t) if t else ("", "") for t in row) for row in table.rows)


def _value(term: Term) -> tuple[str, str]:
    """A term, numbers in one spelling: 5 and 5.0 are the same."""
    number = readable(term.value) if term.datatype in NUMERIC else None
    return term.kind, term.value if number is None else str(number.normalize())


def is_empty(table: ResultTable) -> bool:
    """Whether a result says nothing: no rows, or only unbound ones. A count of zero and a no are answers."""
    if table.boolean is not None:
        return False
    return not any(term is not None for row in table.rows for term in row)
