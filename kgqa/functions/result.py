"""What a function gives back: rows with their columns, and what is said of them.

In: whatever a callable returned. Out: a Result within the limits, or NoResult with a sentence.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from itertools import islice
from typing import Any

from kgqa.ontology import XSD
from kgqa.types import DisplayColumn, Term

LONGEST = 20_000  # characters of one value
MOST_COLUMNS = 60
_IRI = re.compile(r"(?:https?://|urn:)[^<>\"{}|^`\\\x00-\x20]+")

Row = tuple[Term | None, ...]


class NoResult(Exception):  # noqa: N818 - an outcome: the function has nothing to give, and says why
    """There is no result; the text is a sentence for the asker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """`columns` are the names, `shown` says how some of them are shown. `says` is the first sentence of the
    answer, "" where the rows speak for themselves, `notes` are further ones. Of the rows the first
    `answering` are the answer, the others are shown beside them; None is all. `cut` says that there were more
    rows.
    """

    columns: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    shown: Mapping[str, DisplayColumn] | None = None
    says: str = ""
    notes: tuple[str, ...] = ()
    answering: int | None = None
    cut: bool = False


def result_of(given: Any, most: int) -> Result:
    """What a callable returned as a Result of at most so many rows: a Result, rows as mappings or sequences,
    one value, or a sentence. What comes one by one is not taken to its end. Raises NoResult.
    """
    if given is None:
        raise NoResult("")
    if isinstance(given, Result):
        if len(given.rows) <= most:
            return given
        return Result(
            columns=given.columns, rows=given.rows[:most], shown=given.shown, says=given.says,
            notes=given.notes, answering=given.answering, cut=True,
        )  # fmt: skip
    if isinstance(given, str) and not _IRI.fullmatch(given):
        return Result(columns=("text",), rows=((term_of(given),),), says=given[:LONGEST])
    if isinstance(given, Mapping):
        return _of_rows([given], most)
    if isinstance(given, Iterable) and not isinstance(given, str | bytes):
        return _of_rows(given, most)
    return Result(columns=("value",), rows=((term_of(given),),))


def _of_rows(given: Iterable[Any], most: int) -> Result:
    taken = list(islice(given, most + 1))
    cut, taken = len(taken) > most, taken[:most]
    if not taken:
        raise NoResult("")
    columns: dict[str, None] = {}
    for row in taken:
        if isinstance(row, Mapping):
            columns |= dict.fromkeys(map(str, row))
    names = tuple(columns)[:MOST_COLUMNS]
    if not names:
        width = max(len(row) if isinstance(row, tuple | list) else 1 for row in taken)
        names = tuple(f"value {n}" if width > 1 else "value" for n in range(1, width + 1))[:MOST_COLUMNS]
    rows = []
    for row in taken:
        if isinstance(row, Mapping):
            told = {str(name): value for name, value in row.items()}
            rows.append(tuple(term_of(told.get(name)) for name in names))
        else:
            values = list(row) if isinstance(row, tuple | list) else [row]
            rows.append(tuple(term_of(v) for v in [*values, *[None] * len(names)][: len(names)]))
    return Result(columns=names, rows=tuple(rows), cut=cut)


def term_of(value: Any) -> Term | None:
    """A value of Python as a term; a text that is an IRI is that thing."""
    match value:
        case None:
            return None
        case Term():
            return value
        case bool():
            return Term(kind="literal", value=str(value).lower(), datatype=XSD + "boolean")
        case int():
            return Term(kind="literal", value=str(value), datatype=XSD + "integer")
        case float() if math.isfinite(value):
            return Term(kind="literal", value=repr(value), datatype=XSD + "double")
        case Decimal() if value.is_finite():
            return Term(kind="literal", value=f"{value:f}", datatype=XSD + "decimal")
        case float() | Decimal():
            return None
        case datetime():
            return Term(kind="literal", value=value.isoformat(), datatype=XSD + "dateTime")
        case date():
            return Term(kind="literal", value=value.isoformat(), datatype=XSD + "date")
        case _:
            text = str(value)[:LONGEST]
            kind = "iri" if _IRI.fullmatch(text) else "literal"
            return Term(kind="iri", value=text) if kind == "iri" else Term(kind="literal", value=text)
