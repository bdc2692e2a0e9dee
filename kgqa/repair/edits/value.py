"""*Value*: a literal of the wrong kind becomes the same value of the right one.

In: a case. Out: the query with `20` for `"20"` and with a date for a text that is one, where a property is
declared (or seen) to have numbers or dates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime

from kgqa.check.claims import Side, is_datatype
from kgqa.check.rule import Case
from kgqa.check.words import quoted
from kgqa.ontology import XSD, Union
from kgqa.repair.edit import Edit, EditKind, Tier
from kgqa.repair.places import place_of, places, put, with_part
from kgqa.sparql.model import NUMERIC, Compare, Expr, Filter, Lit, Node, OneOfList, Triple, Var
from kgqa.sparql.walk import all_elements, parts
from kgqa.wording.said import say

NAME = "value"
_BROKEN = frozenset(XSD + n for n in ("decimal", "double", "float"))  # numbers that need not be whole
_INTEGER = re.compile(r"[+-]?\d+", re.ASCII)
_DECIMAL = re.compile(r"[+-]?\d+\.\d+", re.ASCII)


def propose(case: Case) -> Iterator[Edit]:
    found = places(case)
    for node, claims in case.claims.by_node.items():
        for claim in claims:
            place = place_of(claim.fact, found)
            if not isinstance(node, Lit) or claim.side is not Side.RANGE or place is None:
                continue
            new = of_kind(node, claim.observed or claim.classes)
            if new is not None and place.leads_to(node):
                triple = Triple(place.triple.subject, place.triple.predicate, new)
                yield _edit(case, place.triple, triple, node)
    for element in all_elements(case.query):
        if isinstance(element, Filter):
            yield from _compared(case, element)


def _compared(case: Case, element: Filter) -> Iterator[Edit]:
    for part in parts(element.condition):
        for variable, literal in _pairs(part):
            ends = [c for c in case.claims.by_node.get(variable, ()) if c.side is Side.RANGE]
            for claim in ends:
                new = of_kind(literal, claim.observed or claim.classes, compared=True)
                if new is not None and any(is_datatype(c, case.ontology) for c in claim.classes):
                    changed = with_part(element, literal, new)
                    yield _edit(case, element, changed, literal)


def _pairs(part: Expr) -> Iterator[tuple[Node, Lit]]:
    match part:
        case Compare(_, Var() as one, Lit() as other) | Compare(_, Lit() as other, Var() as one):
            yield one, other
        case OneOfList(Var() as one, items, _):
            yield from ((one, item) for item in items if isinstance(item, Lit))


def _edit(case: Case, old: Triple | Filter, new: Triple | Filter, literal: Lit) -> Edit:
    return Edit(
        kind=NAME,
        query=put(case.query, old, new),
        what=say(
            "{value} is written as a value of the kind that the property has.", value=quoted(literal.value)
        ),
        tier=Tier.SPELLING,
    )


def of_kind(literal: Lit, datatypes: Union, *, compared: bool = False) -> Lit | None:
    """The same value as a literal of one of these datatypes; None where it is one already, or none. Numbers
    that are only `compared` may be of any datatype; those of patterns are found by the one that they have.
    """
    if literal.language or literal.datatype not in (None, XSD + "string"):
        return None
    text = literal.value.strip()
    if datatypes and datatypes <= NUMERIC:
        return _number(text, datatypes if not compared else frozenset())
    if datatypes == {XSD + "date"} and _reads(date, text):
        return Lit(text, XSD + "date")
    if datatypes == {XSD + "dateTime"} and "T" in text and _reads(datetime, text):
        return Lit(text, XSD + "dateTime")
    if datatypes == {XSD + "boolean"} and text.casefold() in ("true", "false"):
        return Lit(text.casefold(), XSD + "boolean")
    return None


def _number(text: str, datatypes: Union) -> Lit | None:
    """The number, of the one datatype that it can have here; else as it would be written without marks."""
    whole = _INTEGER.fullmatch(text) is not None
    if not whole and not _DECIMAL.fullmatch(text):
        return None
    if len(datatypes) == 1 and (whole or datatypes <= _BROKEN):
        return Lit(text, min(datatypes))
    return Lit(text, XSD + ("integer" if whole else "decimal"))


def _reads(kind: type[date], text: str) -> bool:
    try:
        kind.fromisoformat(text)
    except ValueError:
        return False
    return True


KIND = EditKind(
    name=NAME,
    why="Models put quotation marks around numbers and leave out that a date is a date.",
    propose=propose,
)
