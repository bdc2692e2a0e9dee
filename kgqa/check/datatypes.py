"""Datatypes as a person thinks of them: numbers, text, dates, yes or no.

In: datatype IRIs. Out: their family, and words for it.
"""

from __future__ import annotations

from enum import StrEnum

from kgqa.declared import is_datatype
from kgqa.ontology import OWL, RDF, XSD
from kgqa.sparql.model import NUMERIC


class Family(StrEnum):
    NUMBER = "a number"
    TEXT = "a text"
    DATE = "a date"
    YES_NO = "yes or no"
    OTHER = "a value"


_DATES = frozenset(XSD + n for n in ("date", "dateTime", "dateTimeStamp", "gYear", "gYearMonth"))
_NUMBERS = NUMERIC | {OWL + "real", OWL + "rational"}
_XSD_TEXTS = ("string", "normalizedString", "token", "anyURI", "language", "Name", "NCName", "NMTOKEN")
_TEXTS = frozenset(
    (*(XSD + n for n in _XSD_TEXTS), *(RDF + n for n in ("langString", "dirLangString", "PlainLiteral")))
)


def family(datatype: str | None) -> Family | None:
    """The family of a datatype; None for an IRI that is none. A plain literal's datatype is None: text."""
    if datatype is None or datatype in _TEXTS:
        return Family.TEXT
    if datatype in _NUMBERS:
        return Family.NUMBER
    if datatype in _DATES:
        return Family.DATE
    if datatype == XSD + "boolean":
        return Family.YES_NO
    return Family.OTHER if is_datatype(datatype) else None
