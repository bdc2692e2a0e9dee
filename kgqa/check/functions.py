"""What SPARQL's functions ask of their arguments and what they give back.

In: nothing. Out: for each built-in function the kinds of its arguments and of its result; the same for the
casts of XML Schema. Where stores accept more than the specification asks for, the wider of both stands here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kgqa.check.kinds import ANY, CALENDAR, LITERALS, NUMBERS, TEXTS, Kind, Kinds, of_datatype
from kgqa.ontology import XSD
from kgqa.sparql.model import NUMERIC


class How(StrEnum):
    """What is done with a value, as the end of "but here it is …"."""

    COMPARED = "compared with"
    ORDERED = "put in order with"
    SEARCHED = "used as a text"
    CALCULATED = "calculated with"
    ADDED_UP = "added up"
    AVERAGED = "averaged"
    DATED = "asked for its date"
    TIMED = "asked for its time of day"
    SPOKEN = "asked for its language"
    TYPED = "asked for its datatype"
    LINKED = "made into an address"
    JUDGED = "taken for true or false"
    READ = "read as"


@dataclass(frozen=True, slots=True)
class Signature:
    """The kinds that each argument may be of (the last stands for all further ones), what the function does
    with them, and the kinds of its result (none: those of its first argument that are texts).
    """

    arguments: tuple[Kinds, ...]
    how: How
    result: Kinds = frozenset()


def _is(*kinds: Kind) -> Kinds:
    return frozenset(kinds)


NUMBER = _is(Kind.NUMBER)
YES_NO = _is(Kind.YES_NO)
TEXT = _is(Kind.TEXT)
JUDGED: Kinds = TEXTS | NUMBERS | YES_NO
SUMMED: Kinds = NUMBERS | {Kind.DURATION}

_SEARCHED = Signature((TEXTS,), How.SEARCHED, YES_NO)
_TEXT_OF = Signature((TEXTS,), How.SEARCHED)
_ROUNDED = Signature((NUMBERS,), How.CALCULATED, NUMBER)
_CLOCK = Signature((_is(Kind.MOMENT, Kind.TIME, Kind.OTHER),), How.TIMED, NUMBER)
_ZONE = Signature((CALENDAR,), How.TIMED, TEXT)
_HASH = Signature((TEXTS,), How.SEARCHED, TEXT)
_ASKED = Signature((ANY,), How.JUDGED, YES_NO)
_OF_TRIPLES = Signature((ANY,), How.JUDGED, ANY)
_DAYS = _is(Kind.DATE, Kind.MOMENT, Kind.OTHER)
_NOTHING: tuple[Kinds, ...] = ()

SIGNATURES: dict[str, Signature] = {
    **dict.fromkeys(("CONTAINS", "STRSTARTS", "STRENDS", "REGEX", "LANGMATCHES"), _SEARCHED),
    **dict.fromkeys(("UCASE", "LCASE", "STRBEFORE", "STRAFTER", "REPLACE", "CONCAT"), _TEXT_OF),
    **dict.fromkeys(("ABS", "CEIL", "FLOOR", "ROUND"), _ROUNDED),
    **dict.fromkeys(("HOURS", "MINUTES", "SECONDS"), _CLOCK),
    **dict.fromkeys(("MD5", "SHA1", "SHA256", "SHA384", "SHA512", "ENCODE_FOR_URI"), _HASH),
    **dict.fromkeys(("ISIRI", "ISURI", "ISBLANK", "ISLITERAL", "ISNUMERIC", "BOUND", "SAMETERM"), _ASKED),
    **dict.fromkeys(("ISTRIPLE", "HASLANG", "HASLANGDIR"), _ASKED),
    **dict.fromkeys(("TRIPLE", "SUBJECT", "OBJECT"), _OF_TRIPLES),
    "PREDICATE": Signature((ANY,), How.JUDGED, _is(Kind.THING)),
    "LANGDIR": Signature((LITERALS,), How.SPOKEN, TEXT),
    "STRLANGDIR": Signature((TEXTS,), How.SEARCHED, _is(Kind.TAGGED)),
    "SUBSTR": Signature((TEXTS, NUMBERS), How.SEARCHED),
    "STRLEN": Signature((TEXTS,), How.SEARCHED, NUMBER),
    "STRLANG": Signature((TEXTS,), How.SEARCHED, _is(Kind.TAGGED)),
    "STRDT": Signature((TEXTS, ANY), How.SEARCHED, LITERALS),
    "YEAR": Signature((_DAYS | {Kind.YEAR, Kind.MONTH},), How.DATED, NUMBER),
    "MONTH": Signature((_DAYS | {Kind.MONTH},), How.DATED, NUMBER),
    "DAY": Signature((_DAYS,), How.DATED, NUMBER),
    "TZ": _ZONE,
    "TIMEZONE": Signature((CALENDAR,), How.TIMED, _is(Kind.DURATION)),
    "STR": Signature((ANY,), How.SEARCHED, TEXT),
    "LANG": Signature((LITERALS,), How.SPOKEN, TEXT),
    "DATATYPE": Signature((LITERALS,), How.TYPED, _is(Kind.THING)),
    "IRI": Signature((TEXTS | {Kind.THING},), How.LINKED, _is(Kind.THING)),
    "URI": Signature((TEXTS | {Kind.THING},), How.LINKED, _is(Kind.THING)),
    "BNODE": Signature((ANY,), How.SEARCHED, _is(Kind.THING)),
    "UUID": Signature(_NOTHING, How.SEARCHED, _is(Kind.THING)),
    "STRUUID": Signature(_NOTHING, How.SEARCHED, TEXT),
    "RAND": Signature(_NOTHING, How.CALCULATED, NUMBER),
    "NOW": Signature(_NOTHING, How.DATED, _is(Kind.MOMENT)),
}

_READ_FROM: dict[str, Kinds] = {
    **dict.fromkeys(NUMERIC, TEXTS | NUMBERS | YES_NO),
    XSD + "boolean": TEXTS | NUMBERS | YES_NO,
    **dict.fromkeys((XSD + "date", XSD + "dateTime"), TEXTS | CALENDAR),
}


def cast(datatype: str) -> Signature | None:
    """The function that makes a value of a datatype, by the datatype's IRI; None for another function."""
    if not datatype.startswith(XSD):
        return None
    return Signature((_READ_FROM.get(datatype, ANY),), How.READ, _is(of_datatype(datatype)))
