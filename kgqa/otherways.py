"""One notion that a graph holds in several ways: a country here and a country code there.

In: a query that passed the check, the ontology, and what runs a query. Out: for each property of the query
how many of the things in question have the like of it alone, and are left out. Two properties of the same
things are alike where their values are of one kind, and their names are the same but for a word, or one is
declared a kind of the other. Names that only end in the same word are taken for two notions, unless no thing
has both.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import cast

from kgqa.declared import NUMERIC
from kgqa.language import language
from kgqa.linking.names import KNOWN_NAMES
from kgqa.linking.tokens import folded_words
from kgqa.looks import Run, look
from kgqa.numbers import counted
from kgqa.ontology import RDF, RDFS, XSD, Ontology, Use
from kgqa.ontology.nearness import FILLERS
from kgqa.sampling import ORDERED
from kgqa.sparql import ParsedQuery
from kgqa.sparql.change import inside, variables_in
from kgqa.sparql.model import (
    Aggregate,
    Bind,
    Column,
    Element,
    Exists,
    Filter,
    Group,
    Iri,
    Key,
    Lit,
    Maybe,
    Select,
    Triple,
    Union,
    Var,
)
from kgqa.sparql.stepwise import stepwise
from kgqa.sparql.walk import reached
from kgqa.types import Limits
from kgqa.values.units import without_unit

MOST = 3  # properties of a query that are looked into
OTHERS = 3  # properties that are like one of them
_WAY, _THINGS, _HELD, _ALSO = (Var(name) for name in ("way", "things", "held", "also"))


@dataclass(frozen=True, slots=True)
class OtherWay:
    """`only` of the `total` things of a class (`kind`, "" where it is not known) that have a property or its
    like have the `other` alone.
    """

    kind: str
    property: str
    other: str
    only: int
    total: int


async def other_ways(
    query: ParsedQuery, ontology: Ontology, run: Run, seconds: float
) -> tuple[OtherWay, ...]:
    """What the properties of a query leave out. What cannot be told in time is not told."""
    if query.form not in ("select", "ask"):
        return ()
    select = stepwise(query.select)
    named = {part.value for part in inside(query.select) if isinstance(part, Iri)}
    wanted = [
        _Look(triple, prop, among, others)
        for triple, prop, among in _asked(select)
        if (others := [(o, how) for o, how in likes(prop, ontology) if o not in named][:OTHERS])
    ]
    limits = Limits(seconds=seconds, rows=3 * OTHERS + 1)
    found = await asyncio.gather(*(_counted(each, ontology, run, limits) for each in wanted[:MOST]))
    return tuple(dict.fromkeys(each for some in found for each in some))


# ── like properties ──────────────────────────────────────────────────────────────────────────────


class Likeness(Enum):
    """In which way two properties are like each other."""

    SAME = "they are called the same, but for a word"
    AKIN = "they end in the same word"


def likes(prop: str, ontology: Ontology) -> list[tuple[str, Likeness]]:
    """The properties that may hold the same of the same things, the likest first."""
    known: dict[str, list[tuple[str, Likeness]]] = ontology.worked_out.setdefault("likes", {})
    if prop not in known:
        known[prop] = _likes(prop, ontology)
    return known[prop]


def _likes(prop: str, ontology: Ontology) -> list[tuple[str, Likeness]]:
    subjects = {use.subject for use in ontology.uses_of(prop)}
    if prop in KNOWN_NAMES or not subjects:
        return []
    near = {use.property for use in ontology.uses if use.subject in subjects} - {prop}
    found = [
        (other, how)
        for other in sorted(near)
        if not other.startswith((RDF, RDFS)) and (how := _likeness(prop, other, ontology))
    ]
    return sorted(found, key=lambda pair: pair[1] is Likeness.AKIN)


def _likeness(one: str, other: str, ontology: Ontology) -> Likeness | None:
    mine, theirs = _words(one, ontology), _words(other, ontology)
    kinds, others = _kinds(one, ontology), _kinds(other, ontology)
    if one in ontology.superproperties(other) or other in ontology.superproperties(one):
        return Likeness.SAME
    few, many = sorted((set(mine), set(theirs)), key=len)
    is_called_alike = bool(few) and few <= many and len(many) - len(few) <= 1
    small, others_small = _small_words(one, ontology), _small_words(other, ontology)
    if small and others_small and small != others_small:
        return None  # "used from" and "used until"
    if few <= _owners(one, ontology):
        is_called_alike = False  # "order total" and "order number" of an order: the word says whose they are
    if is_called_alike and (kinds & others or kinds | others == {"thing", "text"}):
        return Likeness.SAME
    return Likeness.AKIN if mine[-1:] == theirs[-1:] and mine and kinds & others else None


def _words(prop: str, ontology: Ontology) -> tuple[str, ...]:
    words = folded_words(without_unit(ontology.label(prop, "en")))
    return tuple(word for word in words if word not in FILLERS and word not in language("en").stop)


def _small_words(prop: str, ontology: Ontology) -> frozenset[str]:
    return frozenset(folded_words(ontology.label(prop, "en"))) & language("en").stop


def _owners(prop: str, ontology: Ontology) -> frozenset[str]:
    """The words of the classes whose things have a property."""
    subjects = {use.subject for use in ontology.uses_of(prop)}
    return frozenset(word for cls in subjects if cls for word in folded_words(ontology.label(cls, "en")))


def _kinds(prop: str, ontology: Ontology) -> frozenset[str]:
    """What kinds of values a property has."""
    return frozenset(_kind_of(use) for use in ontology.uses_of(prop))


def _kind_of(use: Use) -> str:
    if not use.literal:
        return "thing"
    if use.object in ORDERED:
        return "number" if use.object in NUMERIC else "time"
    return "truth" if use.object == XSD + "boolean" else "text"


# ── what a query leaves out ──────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Look:
    triple: Triple
    property: str
    among: tuple[Element, ...]
    others: list[tuple[str, Likeness]]


def _asked(select: Select) -> Iterator[tuple[Triple, str, tuple[Element, ...]]]:
    """The properties that a query asks for, with what else it asks of the things that have them."""
    elements = select.where.elements
    triples = [e for e in elements if isinstance(e, Triple)]
    for element in elements:
        inner = element.group.elements if isinstance(element, Maybe) else (element,)
        for triple in inner:
            if not (isinstance(triple, Triple) and isinstance(triple.subject, Var)) or triple.is_type:
                continue
            if isinstance(triple.predicate, Iri):
                beyond = reached(triple, triples) - {triple.subject}
                rest = (e for e in elements if e is not element and not beyond & variables_in(e))
                yield triple, triple.predicate.value, tuple(rest)


async def _counted(wanted: _Look, ontology: Ontology, run: Run, limits: Limits) -> list[OtherWay]:
    table = await look(_counting(wanted), ontology, run, limits)
    rows = table.rows if table else ()
    number = {row[0].value: counted(row[1].value) or 0 for row in rows if row[0] and row[1]}
    having = number.get("0", 0)
    told = []
    for at, (other, how) in enumerate(wanted.others, start=1):
        only, both = number.get(str(at), 0), number.get(str(-at), 0)
        if only and not (how is Likeness.AKIN and both):
            told.append(OtherWay(_kind(wanted, ontology), wanted.property, other, only, having + only))
    return told


def _counting(look: _Look) -> Select:
    """One query that counts the things by the way in which they have it: 0 for the property itself, n for
    those that have its nth like alone, -n for those that have both.
    """
    thing = look.triple.subject
    own = Triple(thing, look.triple.predicate, _HELD)
    branches = [Group((own, _way(0)))]
    for at, (other, _) in enumerate(look.others, start=1):
        like = Triple(thing, Iri(other), _ALSO)
        branches.append(Group((like, Filter(Exists(Group((own,)), negated=True)), _way(at))))
        branches.append(Group((like, own, _way(-at))))
    number = Aggregate("COUNT", cast("Var", thing), distinct=True)
    return Select(
        columns=(Column(_WAY), Column(_THINGS, number)),
        where=Group((*look.among, Union(tuple(branches)))),
        group_by=(Key(_WAY),),
    )


def _way(number: int) -> Bind:
    return Bind(Lit(str(number), XSD + "integer"), _WAY)


def _kind(look: _Look, ontology: Ontology) -> str:
    """The class of the things: as the query says, or the only one that has the property."""
    types = (e for e in look.among if isinstance(e, Triple) and e.is_type)
    own = (e.object for e in types if e.subject == look.triple.subject)
    classes = [each.value for each in own if isinstance(each, Iri)]
    having = {use.subject for use in ontology.uses_of(look.property)}
    return next(iter(classes or (having if len(having) == 1 else ())), "")
