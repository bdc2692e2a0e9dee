"""What results say, whatever the order of their rows and columns and the types of their numbers.

In: result tables. Out: whether two of them say the same, and whether one says anything at all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from decimal import Decimal
from itertools import combinations

from kgqa.declared import NUMERIC
from kgqa.induced.spelled import written
from kgqa.numbers import readable
from kgqa.ontology import XSD
from kgqa.types import ResultTable, Term

_STRING = XSD + "string"
_SURE = 12  # digits of a fraction that every store works out alike
_FACTS = 3  # values beside a thing that describe it
_WIDEST = 6  # columns of a result of which parts are compared with another one


def same_rows(one: ResultTable, other: ResultTable) -> bool:
    """Whether two results say the same: the same rows in any order, and columns in any order."""
    if one.boolean is not None or other.boolean is not None:
        return one.boolean == other.boolean
    mine, theirs = _rows(one), _rows(other)
    if mine == theirs:
        return True
    return len(mine) == len(theirs) and (_written_out(one, theirs) or _written_out(other, mine))


def without(table: ResultTable, columns: Collection[str]) -> ResultTable:
    """The rows without some columns, each once."""
    kept = [n for n, name in enumerate(table.columns) if name not in columns]
    rows = dict.fromkeys(tuple(row[n] for n in kept) for row in table.rows)
    return replace(table, columns=tuple(table.columns[n] for n in kept), rows=tuple(rows))


def say_alike(one: ResultTable, other: ResultTable) -> bool:
    """Whether two results say the same, a share as a fraction (0.25) or in per cent (25)."""
    if same_rows(one, other):
        return True
    if one.boolean is not None or other.boolean is not None or len(one.rows) != len(other.rows):
        return False
    return _in_percent(one, other) or _in_percent(other, one)


def tell_alike(one: ResultTable, other: ResultTable) -> bool:
    """Whether two results say the same, or one of them says more of the same: a thing beside its value."""
    if same_rows(one, other):
        return True
    if one.boolean is not None or other.boolean is not None:
        return False
    narrow, wide = sorted((one, other), key=lambda table: len(table.columns))
    wanted = {tuple(sorted(row)) for row in map(_values, narrow.rows)}
    if len(narrow.columns) == len(wide.columns) or not wanted or len(wide.columns) > _WIDEST:
        return False
    places = combinations(range(len(wide.columns)), len(narrow.columns))
    rows = [_values(row) for row in wide.rows]
    return any({tuple(sorted(row[n] for n in kept)) for row in rows} == wanted for kept in places)


def describe_the_same(one: ResultTable, other: ResultTable) -> bool:
    """Whether two results tell several facts of the same things each, whichever facts they chose."""
    mine, theirs = (sorted(map(_things, table.rows)) for table in (one, other))
    return bool(mine) and mine == theirs and all(map(_describes, (one, other)))


def _things(row: Iterable[Term | None]) -> list[str]:
    return sorted(t.value for t in row if t and t.kind == "iri")


def _describes(table: ResultTable) -> bool:
    """Whether each row tells several facts of its things."""
    return all(len(things := _things(row)) > 0 and len(row) - len(things) >= _FACTS for row in table.rows)


def _written_out(table: ResultTable, numbers: list[list[tuple[str, str]]]) -> bool:
    """Whether some columns of a result have as texts ("4,953 mm") what the other has as numbers (4953), as
    tables read them.
    """
    columns = [
        n
        for n in range(len(table.columns))
        if all(_is_plain(row[n]) for row in table.rows) and any(_spells(row[n]) for row in table.rows[:1])
    ]
    if not table.rows or not 0 < len(columns) <= _WIDEST:
        return False
    some = (kept for size in range(1, len(columns) + 1) for kept in combinations(columns, size))
    return any(
        sorted(
            sorted(_read(t, mark) if n in kept else _value(t) if t else ("", "") for n, t in enumerate(row))
            for row in table.rows
        )
        == numbers
        for kept in some
        for mark in ".,"
    )


def _is_plain(term: Term | None) -> bool:
    if term is None:
        return True
    return term.kind == "literal" and not term.language and (term.datatype or _STRING) == _STRING


def _spells(term: Term | None) -> bool:
    """Whether a text may spell a number: most texts do not, and are not looked at twice."""
    return term is None or any(readable(written(term.value, mark)) is not None for mark in ".,")


def _read(term: Term | None, mark: str) -> tuple[str, str]:
    number = readable(written(term.value, mark)) if term else None
    if term is None or number is None:
        return _value(term) if term else ("", "")
    return "literal", str(number.normalize())


def _in_percent(fractions: ResultTable, other: ResultTable) -> bool:
    """Whether the other has the same rows, one of their columns times a hundred."""
    theirs = sorted(sorted(map(_rounded, row)) for row in other.rows)
    for column in range(len(fractions.columns)):
        shares = [_share(row[column]) for row in fractions.rows]
        if shares and None not in shares:
            mine = (
                [("literal", _digits(100 * share)) if n == column else _rounded(t) for n, t in enumerate(row)]
                for row, share in zip(fractions.rows, shares, strict=True)
                if share is not None
            )
            if sorted(map(sorted, mine)) == theirs:
                return True
    return False


def _share(term: Term | None) -> Decimal | None:
    """The number of a term that may be a fraction of a whole."""
    number = readable(term.value) if term and term.datatype in NUMERIC else None
    return number if number is not None and 0 <= number <= 1 else None


def _rounded(term: Term | None) -> tuple[str, str]:
    number = readable(term.value) if term and term.datatype in NUMERIC else None
    return ("literal", _digits(number)) if number is not None else _value(term) if term else ("", "")


def _digits(number: Decimal) -> str:
    return str(Decimal(f"{number:.9g}").normalize())


def _rows(table: ResultTable) -> list[list[tuple[str, str]]]:
    """Each row as its values in an order of their own; what they are called and of which number type they
    are tells nothing.
    """
    return sorted(sorted(_values(row)) for row in table.rows)


def _values(row: Iterable[Term | None]) -> list[tuple[str, str]]:
    return [_value(t) if t else ("", "") for t in row]


def _value(term: Term) -> tuple[str, str]:
    """A term, numbers in one spelling: 5 and 5.0 are the same, and so is a third that is written with more or
    fewer digits behind the point.
    """
    number = readable(term.value) if term.datatype in NUMERIC else None
    if number is None:
        return term.kind, term.value
    if len(number.as_tuple().digits) > _SURE and number.is_finite() and number % 1:
        number = Decimal(f"{number:.{_SURE}g}")
    return term.kind, str(number.normalize())


def is_empty(table: ResultTable) -> bool:
    """Whether a result says nothing: no rows, or only unbound ones. A count of zero and a no are answers;
    what was cut off has rows, even where none fits.
    """
    if table.boolean is not None or table.truncated:
        return False
    return not any(term is not None for row in table.rows for term in row)
