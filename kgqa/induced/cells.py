"""RDF terms -> what stands in the cell of a table, and back.

In: a term and a column; a value of SQL and what is known of where it comes from. Out: the value, None where
the term does not fit the column; the term.
"""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from kgqa.declared.vocabulary import NUMERIC
from kgqa.induced.schema import Column, Kind
from kgqa.induced.spelled import number_in
from kgqa.ontology import XSD
from kgqa.types import Origin, Term

Cell = str | int | float
_LARGEST = 2**63
_DATE = re.compile(r"-?\d{4}-\d\d-\d\d(Z|[+-]\d\d:\d\d)?")
_MOMENT = re.compile(r"-?\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*")
_TRUE, _FALSE = ("true", "1"), ("false", "0")
_BLANK = "_:"
_DIGITS = 15  # of a double that are sure


def cell(term: Term, column: Column) -> Cell | None:
    """What stands in the column for the term; None where it does not fit."""
    if column.kind is Kind.THING:
        return {"iri": term.value, "bnode": _BLANK + term.value, "literal": None}[term.kind]
    if term.kind != "literal" or not _is_in(term.language, column.language):
        return None
    text = number_in(term.value, column.spelling) if column.spelling else term.value.strip()
    match column.kind:
        case Kind.INTEGER:
            return _integer(text)
        case Kind.NUMBER:
            return _number(text)
        case Kind.BOOLEAN:
            return 1 if text in _TRUE else 0 if text in _FALSE else None
        case Kind.DATE:
            return text[:10] if _DATE.fullmatch(text) and not text.startswith("-") else None
        case Kind.MOMENT:
            return text if _MOMENT.fullmatch(text) or _DATE.fullmatch(text) else None
    return term.value


def _is_in(language: str | None, wanted: str) -> bool:
    return not wanted or (language or "").lower().split("-")[0] in ("", wanted)


def _integer(text: str) -> int | None:
    try:
        value = int(text)
    except ValueError:
        return None
    return value if -_LARGEST <= value < _LARGEST else None


def _number(text: str) -> float | None:
    try:
        value = Decimal(text)
    except InvalidOperation:
        return None
    return float(value) if value.is_finite() and abs(value.adjusted()) < 300 else None  # noqa: PLR2004 - doubles


def term_of(value: object, origin: Origin) -> Term | None:
    """The term that a value of a result stands for."""
    if value is None:
        return None
    if origin.kind == Kind.THING.value and isinstance(value, str):
        blank = value.startswith(_BLANK)
        return Term(kind="bnode" if blank else "iri", value=value.removeprefix(_BLANK) if blank else value)
    if origin.kind == Kind.BOOLEAN.value and value in (0, 1):
        return _literal("true" if value else "false", "boolean")
    if isinstance(value, int):
        return _number_term(str(value), origin.datatype, "integer")
    if isinstance(value, float):
        return _number_term(_plain(value), origin.datatype, "decimal")
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
    return Term(kind="literal", value=text, datatype=origin.datatype or XSD + "string")


def _number_term(text: str, datatype: str, otherwise: str) -> Term:
    return Term(kind="literal", value=text, datatype=datatype if datatype in NUMERIC else XSD + otherwise)


def _literal(text: str, datatype: str) -> Term:
    return Term(kind="literal", value=text, datatype=XSD + datatype)


def _plain(value: float) -> str:
    """A number without an exponent, to the digits that are sure."""
    text = f"{Decimal(f'{value:.{_DIGITS}g}'):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
