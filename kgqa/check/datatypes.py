"""Datatypes as a person thinks of them: numbers, text, dates, yes or no.

In: datatype IRIs. Out: their family, and words for it.
"""

from __future__ import annotations

from enum import StrEnum

from kgqa.ontology import RDF_LANG_STRING, RDFS_LITERAL, XSD
from kgqa.sparql.model import NUMERIC


class Family(StrEnum):
    NUMBER = "a number"
    TEXT = "a text"
    DATE = "a date"
    YES_NO = "yes or no"
    OTHER = "a value"


_DATES = frozenset(XSD + n for n in ("date", "dateTime", "dateTimeStamp", "gYear", "gYearMonth"))
_TEXTS = frozenset(XSD + n for n in ("string", "normalizedString", "token", "anyURI", "language", "Name"))


def family(datatype: str | None) -> Family | None:
    """The family of a datatype; None for an IRI that is none. A plain literal's datatype is None: text."""
    if datatype is None or datatype == RDF_LANG_STRING or datatype in _TEXTS:
        return Family.TEXT
    if datatype in NUMERIC:
        return Family.NUMBER
    if datatype in _DATES:
        return Family.DATE
    if datatype == XSD + "boolean":
        return Family.YES_NO
    return Family.OTHER if datatype.startswith(XSD) or datatype == RDFS_LITERAL else None
